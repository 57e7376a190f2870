//! Facts about places of folded text.

use super::super::chunks::DecodeMode;
use super::super::fold::fold;
use super::super::map::TextMap;
use crate::{Page, Span};
use proptest::prelude::*;

fn map_of(source: &str, mode: DecodeMode) -> TextMap {
    TextMap::of_source(source, 0..source.len(), mode)
}

/// The source of a part of the text.
#[track_caller]
fn check(source: &str, part: &str, expected: &str) {
    let map = map_of(source, DecodeMode::Markup);
    let start = map.text().find(part).expect("the part is in the text");
    let span = map.span(start..start + part.len());
    assert_eq!(&source[span.range()], expected);
}

#[test]
fn plain_text_stands_where_it_stands() {
    check("one two three", "two", "two");
    check("één twé", "twé", "twé");
}

#[test]
fn folded_white_space_is_inside_the_place() {
    check(" a \r\n b  c ", "a b", "a \r\n b");
    check("a&nbsp; b", "a b", "a&nbsp; b");
}

#[test]
fn references_count_as_a_whole() {
    check("x Tom &amp;\r\n Jerry y", "Tom & Jerry", "Tom &amp;\r\n Jerry");
    check("a&amp;&lt;b", "&", "&amp;");
    check("a&amp;&lt;b", "<b", "&lt;b");
    // One name, two characters.
    check("a&NotEqualTilde;b", "\u{2242}", "&NotEqualTilde;");
}

#[test]
fn markup_inside_belongs_to_the_place_and_outside_does_not() {
    check("<p><b>Tom</b> and <i>Jerry</i></p>", "Tom and Jerry", "Tom</b> and <i>Jerry");
    check("<p><b>Tom</b> and <i>Jerry</i></p>", "Jerry", "Jerry");
    check("a<br>b", "a b", "a<br>b");
}

#[test]
fn composed_letters_count_as_a_whole() {
    check("Cafe\u{301} noir", "é", "e\u{301}");
    check("Caf<b>e</b>\u{301} noir", "Café noir", "Caf<b>e</b>\u{301} noir");
    check("Cafe&#x301; noir", "noir", "noir");
    check("e\u{301}a\u{301}b", "á", "a\u{301}");
}

#[test]
fn empty_parts_have_empty_places() {
    let map = map_of("  ab &amp; ", DecodeMode::Markup);
    assert_eq!(map.text(), "ab &");
    assert_eq!(map.span(0..0), Span::new(2, 2));
    assert_eq!(map.span(1..1), Span::new(3, 3));
    assert_eq!(map.span(4..4), Span::new(10, 10));
    assert_eq!(map_of("", DecodeMode::Markup).span(0..0), Span::new(0, 0));
}

#[test]
fn parts_off_the_text_or_off_borders_are_moved_to_borders() {
    let map = map_of("aéb", DecodeMode::Markup);
    assert_eq!(map.span(2..3), Span::new(1, 3));
    assert_eq!(map.span(1..2), Span::new(1, 3));
    assert_eq!(map.span(0..99), Span::new(0, 4));
    assert_eq!(map.span(50..99), Span::new(4, 4));
}

#[test]
fn attribute_values_are_read_by_their_own_rules() {
    let source = r#"<a href="?a=1&copy=2&amp;b=3">"#;
    let map = TextMap::of_attribute_value(source, Span::new(9, 28));
    assert_eq!(map.text(), "?a=1&copy=2&b=3");
    assert_eq!(map.span(11..12), Span::new(20, 25));
}

#[test]
fn squeezed_text_keeps_its_places() {
    let source = "1 234,<b>50</b>&nbsp;&euro;";
    let map = map_of(source, DecodeMode::Markup);
    assert_eq!(map.text(), "1 234,50 €");
    let squeezed = map.squeezed();
    assert_eq!(squeezed.text(), "1234,50€");
    assert_eq!(&source[squeezed.span(0..7).range()], "1 234,<b>50");
    assert_eq!(&source[squeezed.span(5..10).range()], "50</b>&nbsp;&euro;");
}

#[test]
fn squeezed_text_is_composed() {
    let source = "e \u{301}!";
    let squeezed = map_of(source, DecodeMode::Markup).squeezed();
    assert_eq!(squeezed.text(), "é!");
    assert_eq!(squeezed.span(0..2), Span::new(0, 4));
}

/// Sources without markup: words, references, all kinds of white space. Nothing in them composes.
fn sources() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("bc"),
        Just("é"),
        Just("日本"),
        Just(" "),
        Just("  "),
        Just("\r\n"),
        Just("\u{A0}"),
        Just("&amp;"),
        Just("&nbsp;"),
        Just("&lt"),
        Just("&#233;"),
        Just("&"),
        Just(";"),
        Just("&ThickSpace;"),
        Just("&copy="),
        Just("#"),
        Just("x"),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Sources with markup: words, tags, accents.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("e"),
        Just("\u{301}"),
        Just("\u{323}"),
        Just("é"),
        Just(" "),
        Just("\n\t"),
        Just("&amp;"),
        Just("&#x301;"),
        Just("<b>"),
        Just("</b>"),
        Just("<br>"),
        Just("<!-- x -->"),
        Just("<"),
        Just("<p title='>'>"),
        Just("\0"),
        Just("\u{1161}"),
        Just("\u{1112}"),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn modes() -> impl Strategy<Value = DecodeMode> {
    prop_oneof![
        Just(DecodeMode::Markup),
        Just(DecodeMode::References),
        Just(DecodeMode::Attribute),
        Just(DecodeMode::Verbatim)
    ]
}

/// A part of a text, at character borders, from two arbitrary numbers.
fn part_of(text: &str, ends: (usize, usize)) -> std::ops::Range<usize> {
    let border = |at: usize| text.floor_char_boundary(at % (text.len() + 1));
    let (a, b) = (border(ends.0), border(ends.1));
    a.min(b)..a.max(b)
}

proptest! {
    #[test]
    fn the_text_at_the_place_of_a_part_is_the_part(source in sources(), ends in any::<(usize, usize)>()) {
        let map = map_of(&source, DecodeMode::Markup);
        let part = part_of(map.text(), ends);
        let page = Page::from(source.as_str());
        let text = page.text(map.span(part.clone()));
        prop_assert_eq!(text, map.text()[part].trim());
    }

    #[test]
    fn the_map_of_a_source_has_the_text_of_its_span(source in markup()) {
        let page = Page::from(source.as_str());
        let map = map_of(page.source(), DecodeMode::Markup);
        prop_assert_eq!(map.text(), &*page.text(Span::new(0, page.source().len())));
    }

    #[test]
    fn every_place_lies_on_borders_and_holds_those_of_its_parts(
        source in markup(), mode in modes(), ends in any::<(usize, usize)>(),
    ) {
        let map = map_of(&source, mode);
        let part = part_of(map.text(), ends);
        let span = map.span(part.clone());
        prop_assert!(source.get(span.range()).is_some());
        prop_assert!(part.is_empty() == span.is_empty() || map.text()[part.clone()].trim().is_empty());
        for (offset, char) in map.text()[part.clone()].char_indices() {
            let at = part.start + offset;
            prop_assert!(span.contains(map.span(at..at + char.len_utf8())));
        }
    }

    #[test]
    fn squeezing_a_map_is_squeezing_its_text(source in markup()) {
        let map = map_of(&source, DecodeMode::Markup);
        let squeezed = map.squeezed();
        prop_assert_eq!(squeezed.text(), crate::squeeze(map.text()));
        prop_assert_eq!(squeezed.span(0..usize::MAX), map.span(0..usize::MAX));
    }

    #[test]
    fn text_read_as_it_stands_is_folded(source in ".{0,60}") {
        let map = map_of(&source, DecodeMode::Verbatim);
        prop_assert_eq!(map.text(), &*fold(&source));
    }
}
