//! Few records between long heads and tails.

use super::{Made, Random};

/// What stands between the records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Nothing that looks like a record.
    Nothing,
    /// Something that does.
    Note,
}

/// Two records between a head and a tail of words and decoys.
pub(super) fn long(n_bytes: usize, seed: usize, between: Between) -> Made {
    let mut random = Random::new(seed);
    let mut made = Made::new("<html>");
    while made.source.len() < n_bytes / 2 {
        made.source += &format!("<p><b>{}</b> ", random.words(3));
    }
    made.source += "to to to ";
    for number in 0..2 {
        if number > 0 && between == Between::Note {
            made.source += "<p><b>and</b> to to ";
        }
        made.source += &format!("over {number} <b>");
        let value = made.value(&format!("item {}", random.below(1_000_000)));
        made.source += "</b>.\n";
        made.records.push(vec![value]);
    }
    made.source += "back back back ";
    while made.source.len() < n_bytes {
        made.source += &format!("<p><b>{}</b> ", random.words(3));
    }
    made.source += "</html>";
    made
}
