//! Pages on which everything repeats.

use super::{BenchRandom, Made};

/// `aaa…xaaa…`, with more letters behind the value than before it; a third of the bytes, because no delimiter
/// has more than 64 kB.
pub(super) fn one_letter(n_bytes: usize, seed: usize) -> Made {
    let n_bytes = n_bytes / 3;
    let n_before = n_bytes / 8;
    let mut made = Made::new(&"a".repeat(n_before));
    let value = Some(made.value(["x", "y", "z"][seed % 3]));
    made.push(&"a".repeat(n_bytes - n_before + seed % 7));
    made.records.push(vec![value]);
    made
}

/// Rows under rulers of equal signs.
pub(super) fn rulers(n_bytes: usize, seed: usize) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new(&"-".repeat(n_bytes / 8));
    made.push("\n");
    while made.source.len() + n_bytes / 8 + 800 < n_bytes {
        made.push(&"-".repeat(50 + random.below(500)));
        made.push("| ");
        let name = Some(made.value(&format!("item {}", random.below(1_000_000))));
        made.push(" |");
        made.push(&"-".repeat(10 + random.below(100)));
        made.push("> ");
        let price = Some(made.value(&format!("{}.99", random.below(100))));
        made.push(" |");
        made.records.push(vec![name, price]);
    }
    made.push("\n=");
    made.push(&"-".repeat(n_bytes / 8));
    made
}

/// `.yca1|.yc2|;yca3|;yc4|` over and over, with levels 1 2 1 2: the longest left delimiters, `yca` and `yc`, begin
/// together before `3`; `c` does not.
pub(super) fn shorter_first(n_bytes: usize, seed: usize) -> Made {
    let mut random = BenchRandom::new(seed);
    let mut made = Made::new("=\n");
    while made.source.len() + 200 < n_bytes {
        for sign in [".", ";"] {
            made.push(sign);
            made.push("yca");
            let outer = Some(made.value(&random.words(2)));
            made.push("|");
            made.push(sign);
            made.push("yc");
            let inner = Some(made.value(&random.below(1000).to_string()));
            made.push("| ");
            made.records.push(vec![outer, inner]);
        }
    }
    made.push("=\n");
    made
}
