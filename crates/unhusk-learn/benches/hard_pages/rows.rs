//! Rows between a head and a tail.

use super::{BenchRandom, Made};

/// Common beginning of all records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// A tag.
    Tag,
    /// The beginning of a tag that is another one in every record.
    CutTag,
}

/// A list before and behind the records that is similar to them.
pub(super) const MENU: &str = "<ul><li class=m1>1. <b>Home</b> <i>here</i></li><li class=m2>2. <b>About</b> <i>us</i></li></ul>";

/// Rows with notes between them that have the left delimiter of the rows.
pub(super) fn notes(n_bytes: usize, seed: usize, opening: Opening, menu: &str) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made =
        Made::new(&format!("<html><title>Shop {seed}</title>{menu}<h1>1. <b>Offers</b></h1>\n<p>"));
    let mut number = 0;
    while made.source.len() + 300 < n_bytes {
        number += 1;
        made.push(&match opening {
            Opening::Tag => format!("<li>{}. <b>", number * 7 % 10),
            Opening::CutTag => format!("<li class=r{number}>{}. <b>", number * 7 % 10),
        });
        let name = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push("</b> costs <i>");
        let price = Some(made.value(&format!("{}.99", random.below(100))));
        made.push("</i> ");
        made.push(&random.words(8));
        made.push(&format!(".</li>\n<p>{}. <b>", random.below(10)));
        made.push(&random.words(4));
        made.push("</b></p>\n");
        made.records.push(vec![name, price]);
    }
    made.push(&format!("<hr>1. <b>End</b>{menu}</html>"));
    made
}

/// Rows with a note between them in every second gap, which contains the likely opening string of the earlier gaps.
pub(super) fn ever_new(n_bytes: usize, seed: usize) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new("<html><h1>1. <b>Offers</b></h1>\n");
    let mut number = 0_usize;
    while made.source.len() + 400 < n_bytes {
        number += 1;
        // A sign of its own for each stretch of rows occurs in the notes of the other stretches.
        let kind = number % 61;
        made.push(&format!("({kind}) <b>{}</b> ", random.words(3)));
        for other in 0..6 {
            made.push(&format!("[{}{}] ", other * 11 + number % 11, kind % 7));
        }
        made.push(&format!("(x{}y <b>", number % 10));
        let name = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push("</b> <i>");
        let price = Some(made.value(&format!("{}.99", random.below(100))));
        made.push("</i>;\n");
        made.records.push(vec![name, price]);
    }
    made.push("<hr>1. <b>End</b></html>");
    made
}

/// Rows among words that head and tail consist of as well; only three words in a row distinguish them.
pub(super) fn shared_words(n_bytes: usize, seed: usize) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new("<html><b>to orders days</b> ");
    made.push(&pairs(&mut random, 40));
    made.push("days orders to <b>Offers</b> ");
    made.push("back send back ");
    while made.source.len() + 1500 < n_bytes {
        made.push("<b>");
        let name = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push("</b> <i>");
        let price = Some(made.value(&format!("{}.99", random.below(100))));
        made.push("</i> ");
        made.push(&pairs(&mut random, 20));
        made.records.push(vec![name, price]);
    }
    made.push("free fifty free ");
    made.push(&pairs(&mut random, 60));
    made.push("<b>to orders days</b> <i>");
    made.push(&pairs(&mut random, 40));
    made.push("</i>");
    made
}

/// Words in pairs, each pair after a comma: `free fifty, back send, `; every two words are adjacent somewhere.
fn pairs(random: &mut BenchRandom, n_pairs: usize) -> String {
    let pairs: Vec<String> = (0..n_pairs).map(|_| random.words(2) + ", ").collect();
    pairs.concat()
}

/// Names, under them prices, under them shops; some names without prices, some prices without shops.
pub(super) fn levels(n_bytes: usize, seed: usize) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new("<html><b>Offers</b><hr>\n");
    while made.source.len() + 300 < n_bytes {
        made.push("<li><b>");
        let name = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push("</b> ");
        made.push(&random.words(6));
        let mut record = vec![name, None, None];
        for _ in 0..random.below(3) {
            made.push("<p><i>");
            record[1] = Some(made.value(&format!("{}.99", random.below(100))));
            made.push("</i> ");
            for _ in 0..random.below(3) {
                made.push("at <u>");
                record[2] = Some(made.value(&format!("shop {}", random.below(100))));
                made.push("</u> ");
                made.records.push(std::mem::replace(&mut record, vec![None; 3]));
            }
            if record[1].is_some() {
                made.records.push(std::mem::replace(&mut record, vec![None; 3]));
            }
        }
        if record[0].is_some() {
            made.records.push(record);
        }
        made.push("\n");
    }
    made.push("<hr><b>End</b> <i>of</i> the offers</html>");
    made
}
