//! Random damage never panics, never loops, and loses no record that it does not touch.

use super::super::super::testing::{gzip, page, stream, zstd};
use proptest::prelude::*;

fn uri(number: usize) -> String {
    format!("https://example.org/{number}")
}

/// Pages of several sizes that do not compress to the same bytes.
fn records() -> Vec<Vec<u8>> {
    (0..12_usize)
        .map(|number| {
            let text: String = (0..number * 40)
                .map(|word| (word * (number + 3) % 251).to_string() + "<li>")
                .collect();
            page(&uri(number), &text)
        })
        .collect()
}

/// Damage to an archive.
#[derive(Debug, Clone)]
enum Damage {
    Flip(usize, u8),
    Cut(usize, usize),
    Insert(usize, Vec<u8>),
}

impl Damage {
    fn apply(&self, archive: &mut Vec<u8>) -> std::ops::Range<usize> {
        match self {
            Self::Flip(at, bits) => {
                let at = at % archive.len();
                archive[at] ^= bits;
                at..at + 1
            }
            Self::Cut(at, n_bytes) => {
                let at = at % archive.len();
                let end = (at + n_bytes).min(archive.len());
                archive.drain(at..end);
                at..end
            }
            Self::Insert(at, bytes) => {
                let at = at % archive.len();
                archive.splice(at..at, bytes.iter().copied());
                at..at
            }
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<usize>(), 1..=255_u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (any::<usize>(), 1..600_usize).prop_map(|(at, n_bytes)| Damage::Cut(at, n_bytes)),
        (any::<usize>(), prop::collection::vec(any::<u8>(), 1..60))
            .prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn records_that_are_not_touched_are_found(damage in damage(), is_gzip in any::<bool>()) {
        let members: Vec<Vec<u8>> =
            records().iter().map(|record| if is_gzip { gzip(record) } else { zstd(record) }).collect();
        let mut archive = members.concat();
        let touched = damage.apply(&mut archive);
        let streamed = stream("a.warc", &archive);
        let mut start = 0;
        for (number, member) in members.iter().enumerate() {
            let end = start + member.len();
            let is_touched = touched.start < end && touched.end > start || (start..end).contains(&touched.start);
            // The first bytes of the archive determine its compression.
            if !is_touched && touched.start >= 4 {
                prop_assert!(streamed.items.contains(&uri(number)), "{number} is missing: {:?}", streamed.items);
            }
            start = end;
        }
    }

    #[test]
    fn damage_to_plain_archives_ends_somewhere(damages in prop::collection::vec(damage(), 1..6), packing in 0..3) {
        let plain = records().concat();
        let mut archive = match packing {
            0 => plain,
            1 => gzip(&plain),
            _ => zstd(&plain),
        };
        for damage in &damages {
            if !archive.is_empty() {
                damage.apply(&mut archive);
            }
        }
        let streamed = stream("a.warc", &archive);
        prop_assert!(streamed.items.len() <= 12 + 2 * damages.len() + 1, "{:?}", streamed.items);
    }

    #[test]
    fn any_bytes_are_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..300), start in 0..4_usize) {
        let start: &[u8] = [b"WARC/1.0\r\n".as_slice(), b"\x1F\x8B\x08\0", b"\x28\xB5\x2F\xFD", b""][start];
        stream("a.warc", &[start, &bytes].concat());
    }
}
