//! References against the WHATWG rules: the html5lib suite, then cases that it leaves out.

#[path = "../../tests/it/at_hand.rs"]
mod at_hand;

use super::names::{LEGACY_NAMES, NAMES};
use super::{LEGACY_MAX_LEN, LEGACY_MIN_LEN, NAME_MAX_LEN, ReferenceContext, decode, match_at};
use proptest::prelude::*;
use serde_json::Value;
use std::borrow::Cow;

fn text(source: &str) -> String {
    decode(source, ReferenceContext::Text).into_owned()
}

fn attribute(source: &str) -> String {
    decode(source, ReferenceContext::Attribute).into_owned()
}

#[test]
fn html5lib_named_references() {
    check_suite("namedEntities.test", 4210);
}

#[test]
fn html5lib_numeric_references() {
    check_suite("numericEntities.test", 336);
}

#[test]
fn html5lib_odd_references() {
    check_suite("entities.test", 80);
}

/// Runs every case of a file of the html5lib tokenizer suite; each is one text or one attribute value.
fn check_suite(name: &str, n_tests: usize) {
    let Some(suite) = read_suite(name) else { return };
    let suite: Value = serde_json::from_str(&suite).unwrap();
    let tests = suite["tests"].as_array().unwrap();
    assert_eq!(tests.len(), n_tests);
    for test in tests {
        let input = test["input"].as_str().unwrap();
        let token = &test["output"][0];
        let (expected, actual) = match input.strip_prefix("<h a=") {
            Some(rest) => {
                let value = rest.trim_end_matches('>').trim_matches(['"', '\'']);
                (&token[2]["a"], attribute(value))
            }
            None => (&token[1], text(input)),
        };
        assert_eq!(expected, &Value::from(actual), "{input}: {}", test["description"]);
    }
}

#[expect(clippy::disallowed_methods, reason = "the suite lies outside the repository")]
fn read_suite(name: &str) -> Option<String> {
    let suite = at_hand::benchmark(&format!("html5lib-tests/tokenizer/{name}"))?;
    Some(std::fs::read_to_string(suite).expect("the suite is readable"))
}

#[test]
fn borrows_when_nothing_decodes() {
    for plain in ["", "plain", "a & b", "AT&T", "&", "&&", "&;", "&#;", "&#x;", "&#xg", "&bogus;"] {
        assert!(
            matches!(decode(plain, ReferenceContext::Text), Cow::Borrowed(same) if same == plain)
        );
    }
}

#[test]
fn decodes_several_references_and_keeps_what_is_between() {
    assert_eq!(text("&lt;a&gt; &amp;amp; &nbsp;é&#x20AC;"), "<a> &amp; \u{A0}é€");
}

#[test]
fn takes_the_longest_name() {
    assert_eq!(text("&notin;"), "∉");
    assert_eq!(text("&notit;"), "¬it;");
    assert_eq!(text("&not;in"), "¬in");
    assert_eq!(text("&ampere;"), "&ere;");
}

#[test]
fn new_names_need_their_semicolon() {
    assert_eq!(text("&hellip"), "&hellip");
    assert_eq!(text("&hellip;"), "…");
}

#[test]
fn a_name_may_stand_for_two_characters() {
    assert_eq!(text("&NotEqualTilde;"), "\u{2242}\u{338}");
}

#[test]
fn attribute_values_keep_query_parameters() {
    assert_eq!(attribute("?a=1&copy=2&reg2&para"), "?a=1&copy=2&reg2¶");
    assert_eq!(attribute("?a=1&copy;=2&#169=3"), "?a=1©=2©=3");
    assert_eq!(text("?a=1&copy=2&reg2"), "?a=1©=2®2");
}

#[test]
fn numbers_that_are_no_characters_are_replaced() {
    assert_eq!(text("&#0;&#xD800;&#x110000;&#99999999999999999999;"), "\u{FFFD}".repeat(4));
}

#[test]
fn numbers_of_windows_characters_are_remapped() {
    assert_eq!(text("&#128;&#150;&#x9F;&#129;"), "€–Ÿ\u{81}");
}

#[test]
fn numbers_need_no_semicolon_and_no_case() {
    assert_eq!(text("&#65B &#x41G &#X42;"), "AB AG B");
}

#[test]
fn names_tell_case_apart() {
    assert_eq!(text("&Eacute;&eacute;&AMP;&Amp;"), "Éé&&Amp;");
}

#[test]
fn a_match_says_how_many_bytes_it_took() {
    let len = |source| match_at(source, ReferenceContext::Text).map(|reference| reference.len);
    assert_eq!(len("amp; x"), Some(4));
    assert_eq!(len("ampx"), Some(3));
    assert_eq!(len("#38 x"), Some(3));
    assert_eq!(len("#x26;x"), Some(5));
    assert_eq!(len(" amp;"), None);
    assert_eq!(len(""), None);
}

#[test]
fn tables_are_sorted_and_as_long_as_the_constants_say() {
    assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
    assert!(LEGACY_NAMES.is_sorted_by(|a, b| a.0 < b.0));
    // 2,231 entries in the standard's table, of which 106 have no semicolon.
    assert_eq!((NAMES.len(), LEGACY_NAMES.len()), (2125, 106));
    assert_eq!(NAMES.iter().map(|row| row.0.len()).max(), Some(NAME_MAX_LEN));
    assert_eq!(LEGACY_NAMES.iter().map(|row| row.0.len()).max(), Some(LEGACY_MAX_LEN));
    assert_eq!(LEGACY_NAMES.iter().map(|row| row.0.len()).min(), Some(LEGACY_MIN_LEN));
}

#[test]
fn every_name_is_found() {
    for (name, first, second) in &NAMES {
        let expected: String = [*first].into_iter().chain(*second).collect();
        assert_eq!(text(&format!("&{name};")), expected, "{name}");
    }
}

proptest! {
    #[test]
    fn text_around_a_reference_is_kept(before in "[^&]{0,20}", after in "[^&]{0,20}") {
        prop_assert_eq!(text(&format!("{before}&amp;{after}")), format!("{before}&{after}"));
    }

    #[test]
    fn any_text_decodes(source in "[&#xXA-Za-z0-9;=é ]{0,40}") {
        // Only references may shrink the text; all other characters stay.
        prop_assert!(text(&source).chars().count() <= source.chars().count());
        prop_assert!(attribute(&source).chars().count() <= source.chars().count());
    }
}
