//! Facts about folding.

use super::super::fold::{fold, is_always_nfc, squeeze};
use super::super::scan::{first_unsure, is_plain};
use proptest::prelude::*;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

fn borrows(text: &str) -> bool {
    matches!(fold(text), Cow::Borrowed(_))
}

#[test]
fn runs_of_white_space_are_one_space_and_none_at_the_ends() {
    assert_eq!(fold(" \t a \r\n\x0B\x0C b  c "), "a b c");
    assert_eq!(fold("a\u{A0}\u{2003}b\u{3000}\u{85}\u{2028}c\u{202F}"), "a b c");
    assert_eq!(fold(" \n "), "");
    assert_eq!(fold(""), "");
}

#[test]
fn zero_width_characters_are_no_white_space() {
    assert_eq!(fold("in\u{200B}visible \u{FEFF}mark"), "in\u{200B}visible \u{FEFF}mark");
}

#[test]
fn letters_are_composed() {
    assert_eq!(fold("Cafe\u{301} "), "Café");
    // U+212B ANGSTROM SIGN is a singleton: it becomes the letter.
    assert_eq!(fold("\u{212B}"), "Å");
    // Hangul: U+1112 U+1161 U+11AB is one syllable.
    assert_eq!(fold("\u{1112}\u{1161}\u{11AB}"), "한");
}

#[test]
fn borrows_what_is_folded_and_what_only_needs_trimming() {
    for text in
        ["", "a", "Tom & Jerry", "Café crème", "日本 語", "  trimmed ", "Привет", "x\u{330}"]
    {
        assert!(borrows(text), "{text:?}");
    }
    for text in ["a  b", "a\tb", "a\u{A0}b", "e\u{301}"] {
        assert!(!borrows(text), "{text:?}");
    }
}

#[test]
fn squeezing_leaves_no_white_space() {
    assert_eq!(squeeze(" 1\u{A0}234 ,\n50 "), "1234,50");
    // Characters that become adjacent are composed, too.
    assert_eq!(squeeze("e \u{301}"), "é");
}

#[test]
fn the_quick_scan_finds_faults_in_every_position() {
    for len in [1, 2, 63, 64, 65, 66, 127, 128, 129, 130, 200] {
        let clean = vec![b'x'; len];
        assert_eq!(first_unsure(&clean), len);
        assert!(is_plain(&clean));
        for at in 0..len {
            let with = |byte| {
                let mut text = clean.clone();
                text[at] = byte;
                text
            };
            for fault in [b'\t', b'\n', b'\r', 0xCC, 0xFF] {
                assert_eq!(first_unsure(&with(fault)), at, "{fault} at {at} of {len}");
            }
            for special in [b'<', b'&', b'\0'] {
                assert_eq!(first_unsure(&with(special)), len);
                assert!(!is_plain(&with(special)), "{special} at {at} of {len}");
            }
            let mut spaced = with(b' ');
            assert_eq!(first_unsure(&spaced), len);
            assert_eq!(is_plain(&spaced), at > 0 && at + 1 < len);
            if at + 1 < len {
                spaced[at + 1] = b' ';
                assert_eq!(first_unsure(&spaced), at);
            }
        }
    }
}

#[test]
fn the_quick_scan_passes_only_what_is_normal_and_no_white_space() {
    for char in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|&char| char != ' ') {
        let text = char.to_string();
        if first_unsure(text.as_bytes()) == text.len() {
            assert!(!char.is_whitespace() && is_always_nfc(char), "{char:?}");
        } else {
            assert_eq!(first_unsure(text.as_bytes()), 0, "{char:?}: found where it begins");
        }
    }
}

#[test]
fn characters_that_spare_the_tables_are_normal_alone_and_never_join() {
    for char in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|&char| is_always_nfc(char)) {
        assert!(std::iter::once(char).nfc().eq([char]), "{char:?}");
        assert_eq!(canonical_combining_class(char), 0, "{char:?}");
        let quick = unicode_normalization::is_nfc_quick(std::iter::once(char));
        assert_eq!(quick, unicode_normalization::IsNormalized::Yes, "{char:?}");
    }
}

/// Texts with much white space, accents and odd characters.
fn texts() -> impl Strategy<Value = String> {
    let char = prop_oneof![
        4 => "[a-c ]",
        2 => prop_oneof![Just("\n"), Just("\u{A0}"), Just("\t"), Just("\u{2003}")].prop_map(str::to_owned),
        2 => prop_oneof![Just("é"), Just("日"), Just("e\u{301}"), Just("\u{323}"), Just("\u{1161}")]
            .prop_map(str::to_owned),
        1 => ".",
    ];
    proptest::collection::vec(char, 0..90).prop_map(|chars| chars.concat())
}

proptest! {
    #[test]
    fn folding_is_what_its_definition_says(text in texts()) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let expected: String = words.join(" ").nfc().collect();
        prop_assert_eq!(fold(&text), expected);
    }

    #[test]
    fn folding_twice_changes_nothing_more(text in texts()) {
        let once = fold(&text).into_owned();
        prop_assert_eq!(fold(&once), once.as_str());
        prop_assert!(borrows(&once));
    }

    #[test]
    fn squeezing_forgets_how_the_text_was_folded(text in texts()) {
        prop_assert_eq!(squeeze(&fold(&text)), squeeze(&text));
    }
}
