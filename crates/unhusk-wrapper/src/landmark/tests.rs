use super::tokens::{TagReading, tokenize};
use super::*;
use proptest::prelude::*;

/// The texts of all tokens of a source.
fn tokens(source: &str, tags: TagReading) -> Vec<&str> {
    let tokens = tokenize(source, tags, |_| 0);
    tokens.iter().map(|token| &source[token.span.range()]).collect()
}

#[test]
fn tags_words_numbers_and_punctuation_are_tokens() {
    let source = "Phone: 1-<b class='x'>800</b>&nbsp;1st";
    let whole = ["Phone", ":", "1", "-", "<b class='x'>", "800", "</b>", "&nbsp;", "1st"];
    assert_eq!(tokens(source, TagReading::Whole), whole);
    let split = [
        "Phone", ":", "1", "-", "<b", "class", "=", "'", "x", "'", ">", "800", "</b>", "&nbsp;",
        "1st",
    ];
    assert_eq!(tokens(source, TagReading::Split), split);
}

#[test]
fn a_tag_that_does_not_end_is_text() {
    assert_eq!(tokens("a < b <i", TagReading::Whole), ["a", "<", "b", "<", "i"]);
    assert_eq!(tokens("<a title='>'>x", TagReading::Whole), ["<a title='>'>", "x"]);
    assert_eq!(tokens("<!-- <b> -->x", TagReading::Whole), ["<!-- <b> -->", "x"]);
}

#[test]
fn a_word_belongs_to_its_class_and_all_above() {
    use Wildcard::{AllCaps, Alphabetic, Alphanumeric, Any, Capitalized, Number, Text};
    let classes = |word: &str| {
        let token = tokenize(word, TagReading::Whole, |_| 0)[0];
        let of = |wildcard: &Wildcard| token.classes & wildcard.bit() != 0;
        Wildcard::ALL.into_iter().filter(of).collect::<Vec<_>>()
    };
    assert_eq!(classes("USA"), [Any, Text, Alphanumeric, Alphabetic, Capitalized, AllCaps]);
    assert_eq!(classes("42"), [Any, Text, Alphanumeric, Number]);
    assert_eq!(classes("1st"), [Any, Text, Alphanumeric]);
}

proptest! {
    #[test]
    fn tokens_lie_in_the_source_one_behind_the_other(source in ".{0,60}|[<>a&;!'\"= -]{0,60}") {
        for tags in [TagReading::Whole, TagReading::Split] {
            let tokens = tokenize(&source, tags, |_| 0);
            let mut end = 0;
            for token in tokens {
                prop_assert!(token.span.start >= end && !token.span.is_empty());
                prop_assert!(source.get(token.span.range()).is_some());
                end = token.span.end;
            }
            prop_assert!(end as usize <= source.len());
        }
    }
}
