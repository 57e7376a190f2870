//! Searches compared with their definitions, byte by byte.

use super::is_space;
use super::scan::{CodedBytes, find, short_name};
use proptest::prelude::*;

/// Sources in which every byte that a search stops at is frequent.
fn source() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop::sample::select(&b"aZ5<>/=&\"' \n\r\t\x0B\x00\x1F\x21\x7F\x80\xFF"[..]);
    prop::collection::vec(byte, 0..100)
}

fn name_ends(byte: u8, is_attribute: bool) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>') || (is_attribute && byte == b'=')
}

/// Returns the word and the length of a name of one to seven bytes without control characters, if eight bytes are there
/// to read.
/// read.
fn name_by_bytes(source: &[u8], is_attribute: bool) -> Option<(u64, usize)> {
    let eight = source.get(..8)?;
    let len = eight.iter().position(|&byte| name_ends(byte, is_attribute))?;
    let name = &eight[..len];
    let is_plain = !name.is_empty() && name.iter().all(|&byte| byte > b' ');
    let word = name.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    is_plain.then_some((word, len))
}

proptest! {
    #[test]
    fn a_stop_is_found_where_it_is(source in source(), from in 0_usize..100) {
        let from = from.min(source.len());
        for stop in [b'<', b'"', b'\''] {
            let expected = source[from..].iter().position(|&byte| byte == stop);
            prop_assert_eq!(find(&source, from, stop), expected.map(|len| from + len));
        }
    }

    #[test]
    fn a_short_name_is_read_as_byte_by_byte(source in source()) {
        for start in 0..source.len() {
            let rest = &source[start..];
            prop_assert_eq!(short_name::<false>(&source, start), name_by_bytes(rest, false));
            prop_assert_eq!(short_name::<true>(&source, start), name_by_bytes(rest, true));
        }
    }

    #[test]
    fn coded_characters_are_seen_in_ranges_of_any_order(
        source in source(),
        ranges in prop::collection::vec((0_usize..100, 0_usize..100), 1..20),
    ) {
        let mut coded = CodedBytes::new(&source);
        for (start, len) in ranges {
            let start = start.min(source.len());
            let end = (start + len).min(source.len());
            let expected = source[start..end].iter().any(|byte| matches!(byte, b'&' | b'\r' | 0));
            prop_assert_eq!(coded.are_in(&source, start, end), expected);
        }
    }
}
