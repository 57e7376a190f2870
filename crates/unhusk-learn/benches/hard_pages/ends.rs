//! Few records among many words.

use super::{BenchRandom, Made, WORDS};

/// Text between the records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Nothing similar to a record.
    Nothing,
    /// Texts similar to records.
    Notes,
    /// Right behind a record, a text similar to the opening of the next.
    Openings,
}

/// Two records, far from each other and from both ends of the page. Only three equal words in a row mark a beginning or
/// an end.
pub(super) fn long(n_bytes: usize, seed: usize, between: Between) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new("<html>");
    words(&mut made, &mut random, n_bytes / 3, true);
    made.push("to to to ");
    for number in 0..2 {
        if number > 0 {
            if between == Between::Openings {
                made.push("send send send over over over 7 <b>and</b> ");
            }
            let n_here = made.source.len() + n_bytes / 3;
            words(&mut made, &mut random, n_here, between == Between::Notes);
        }
        made.push(&format!("over over over {number} <b>"));
        let value = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push("</b> ");
        made.records.push(vec![value]);
    }
    made.push("send send send ");
    words(&mut made, &mut random, n_bytes, true);
    made.push("</html>");
    made
}

/// Words up to a length of the page, never three equal ones in a row; some of them between tags like those of a
/// record.
fn words(made: &mut Made, random: &mut BenchRandom, n_bytes: usize, has_decoys: bool) {
    let mut last = 0;
    while made.source.len() < n_bytes {
        let word = (last + 1 + random.below(WORDS.len() - 1)) % WORDS.len();
        made.push(WORDS[last]);
        if has_decoys && random.below(8) == 0 {
            made.push(&format!(" 3 <b>{}</b> ", WORDS[word]));
        } else {
            made.push(&format!(" {} ", WORDS[word]));
        }
        last = word;
    }
}
