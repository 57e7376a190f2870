//! Facts about the text of spans. In the sources, `[` and `]` mark the span and are not part of it.

use super::super::chunks::{Chunks, TextChunk};
use super::super::span::decode_mode_of;
use crate::{Inside, Page, PageOptions, Span, Syntax};
use proptest::prelude::*;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

fn text_of(marked: &str) -> String {
    let (page, span) = page_of(marked, Syntax::Html);
    page.text(span).into_owned()
}

fn page_of(marked: &str, syntax: Syntax) -> (Page, Span) {
    let start = marked.find('[').unwrap();
    let end = marked.rfind(']').unwrap() - 1;
    let source = marked.replace(['[', ']'], "");
    let options = PageOptions { charset: Some("utf-8".into()), syntax, ..PageOptions::default() };
    (Page::read(source.as_bytes(), options), Span::new(start, end))
}

#[test]
fn plain_text_is_borrowed() {
    for marked in ["<b>[Tom]</b>", "<b> [B&B & more]", "<td>[ Ünal ]</td>", "[]", "<td>[日本 語]"]
    {
        let (page, span) = page_of(marked, Syntax::Html);
        assert!(matches!(page.text(span), Cow::Borrowed(_)), "{marked}");
    }
}

#[test]
fn markup_is_removed_and_references_decoded() {
    assert_eq!(text_of("<td>[<b>Tom</b> &amp;\n <i class='x>y'>Jerry</i>]</td>"), "Tom & Jerry");
}

#[test]
fn what_a_span_is_a_part_of_need_not_be_guessed() {
    let text = |marked, inside| {
        let (page, span) = page_of(marked, Syntax::Html);
        page.text_inside(span, inside).into_owned()
    };
    // Read alone, it resembles the value of the attribute in the comment.
    let marked = "<!-- <a href=\"x --><p>[A &amp; <b>B</b>]</p>";
    assert_eq!(text(marked, Inside::Contents), "A & B");
    let marked = "<a title=\"[1 > 0 &amp; <b>]\">";
    assert_eq!(text(marked, Inside::Attribute), "1 > 0 & <b>");
}

#[test]
fn blocks_and_line_breaks_part_words_and_inline_elements_do_not() {
    assert_eq!(
        text_of("[<b>un</b>husk<br>it<p>now</p>or<TD>never</TD>.]"),
        "unhusk it now or never ."
    );
    assert_eq!(text_of("[a<span> </span>b<wbr>c<img src=x>d]"), "a bcd");
    assert_eq!(text_of("[<p>a</p><p>b</p>]"), "a b");
}

#[test]
fn comments_and_declarations_are_left_out() {
    assert_eq!(text_of("[a<!-- > x <b> -->b<!doctype html>c<?php x ?>d</ x>e</>f]"), "abcdef");
    assert_eq!(text_of("[a<!-->b<!--->c<!-- x --!>d<!-- x ---!>e<!---->f]"), "abcdef");
    assert_eq!(text_of("[a<!-- never closed]"), "a");
}

#[test]
fn scripts_styles_and_templates_are_left_out() {
    assert_eq!(text_of("[a<script>if (a<b) '</p>'</SCRIPT >b<style>p>q{}</style>c]"), "abc");
    assert_eq!(text_of("[a<template><p>x<template>y</template>z</template>b]"), "ab");
    assert_eq!(text_of("[a<script>never closed]"), "a");
}

#[test]
fn a_span_in_a_script_is_its_text() {
    assert_eq!(text_of("<script>x = '[Tom]';</script>"), "Tom");
}

#[test]
fn contents_of_titles_and_text_areas_are_no_markup() {
    assert_eq!(text_of("[<title>a <b> &amp; c</title>d]"), "a <b> & c d");
    assert_eq!(text_of("[<textarea><p>x</textarea><xmp>&amp;<i></xmp>]"), "<p>x &amp;<i>");
}

#[test]
fn a_lone_angle_bracket_is_text() {
    assert_eq!(text_of("<p>[1 < 2 <3 <b>x</b> >]"), "1 < 2 <3 x >");
}

#[test]
fn quotes_count_around_values_only() {
    assert_eq!(text_of(r#"[a<i title=">" alt='">' x=it's">b]"#), "ab");
    assert_eq!(text_of(r#"[a<i it's "quoted" = ">" =x>b]"#), "ab");
    assert_eq!(text_of(r#"[a<i x=">b]"#), "a");
}

#[test]
fn a_span_inside_a_tag_has_no_markup() {
    assert_eq!(text_of(r#"<a href="[?a=1&copy=2&amp;b=<c>]">x</a>"#), "?a=1&copy=2&b=<c>");
    assert_eq!(text_of(r#"<a title="<b>x</b>" alt="[a <b>&amp;</b>]">x</a>"#), "a <b>&</b>");
    assert_eq!(text_of("<a title='x > y' [alt='&lt;']>x</a>"), "alt='<'");
    assert_eq!(text_of("<a title=[x&amp;y]>x</a>"), "x&y");
}

#[test]
fn a_span_behind_a_tag_is_outside_of_it() {
    assert_eq!(text_of(r#"<a title="a > b">[x&copy=<b>y</b>]</a>"#), "x©=y");
    assert_eq!(text_of("<p>1 < 2 [&copy=]"), "©=");
}

#[test]
fn a_span_that_runs_out_of_its_tag_begins_behind_it() {
    assert_eq!(text_of(r#"<a href="x[y">Tom &amp; <b>Jerry</b>]</a>"#), "Tom & Jerry");
}

#[test]
fn a_span_that_runs_into_a_tag_ends_before_it() {
    assert_eq!(text_of(r#"<p>[Tom <a href="x] y">"#), "Tom");
}

#[test]
fn a_reference_that_the_span_cuts_stays_as_written() {
    assert_eq!(text_of("<p>[Tom &am]p; Jerry"), "Tom &am");
    assert_eq!(text_of("<p>[x&not]in;"), "x&not");
}

#[test]
fn far_references_do_not_depend_on_what_the_span_cuts_off() {
    assert_eq!(text_of(r#"<a href="[?a&copy]=1">"#), "?a&copy");
}

#[test]
fn nothing_is_markup_on_a_text_page() {
    let (page, span) = page_of("[<b>x</b>  &amp;]", Syntax::Text);
    assert_eq!(page.text(span), "<b>x</b> &amp;");
}

#[test]
fn nul_characters_are_not_seen() {
    assert_eq!(text_of("<p>[a\0b]"), "ab");
    assert_eq!(text_of("<p title='[a\0b]'>"), "a\u{FFFD}b");
}

#[test]
fn a_span_outside_the_page_has_no_text() {
    let page = Page::from("é");
    for span in [Span::new(0, 9), Span::new(1, 2), Span { start: 2, end: 0 }, Span::new(7, 7)] {
        assert_eq!(page.text(span), "");
    }
}

#[test]
fn hostile_markup_is_read_in_one_pass() {
    // A megabyte each: minutes if every `<` were followed to the end, milliseconds if not.
    let pieces = [
        "<",
        "&",
        "&#1",
        "&amp",
        "<a",
        "<a ",
        "<a b='",
        "<!--",
        "<!-",
        "--",
        "<title>",
        "<title></title",
        "</",
        "<script></script",
        "<template>",
        "<xmp>",
        "=\"",
        "\0",
        "e\u{301}",
        "\u{301}",
        "\u{A0}",
        "<p>x",
    ];
    for piece in pieces {
        let page = Page::from(piece.repeat((1 << 20) / piece.len()).as_str());
        let whole = Span::new(0, page.source().len());
        assert!(page.text(whole).len() <= whole.len(), "{piece}");
        let last = Span::new(whole.len() - piece.len(), whole.len());
        assert!(page.text(last).len() <= piece.len(), "{piece}");
    }
}

/// The definition of [`Page::text`]: no short cuts, and folding by splitting into words.
fn defined_text(page: &Page, span: Span) -> String {
    let Some(slice) = page.slice(span) else { return String::new() };
    let mut text = String::new();
    if slice.contains(['<', '&', '\0']) {
        let (part, mode) = decode_mode_of(page.source(), span.range());
        for chunk in Chunks::new(page.source(), part, mode) {
            match chunk {
                TextChunk::Verbatim { text: verbatim, .. } => text.push_str(verbatim),
                TextChunk::Decoded { reference, .. } => text.extend(reference.chars()),
                TextChunk::Border => text.push(' '),
            }
        }
    } else {
        text.push_str(slice);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect()
}

/// Sources in which tags, attribute values and references begin and end anywhere.
fn sources() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["a", " ", "B&B", "xyz words", "  ", "\n", "&amp;", "&", ";", "="]),
        2 => prop::sample::select(vec!["<a href=\"", "\">", "<p>", "</p>", "<br>", "<b title='", "'", "\"", ">", "<"]),
        2 => prop::sample::select(vec!["&copy", "&copy=1", "&notin;", "&no", "&eacute;", "&#233", "&#xA0;", "?a=1&lt=2"]),
        1 => prop::sample::select(vec!["é", "e\u{301}", "\u{A0}", "日本", "\0", "</script>", "<title>", "\u{2003}"]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn short_cuts_change_no_text(source in sources(), start in 0..200_usize, len in 0..120_usize) {
        let page = Page::from(source.as_str());
        let start = page.source().floor_char_boundary(start);
        let end = page.source().floor_char_boundary(start + len);
        let span = Span::new(start, end);
        prop_assert_eq!(page.text(span), defined_text(&page, span));
    }

    #[test]
    fn any_span_has_a_text(source in r#"(<|>|/|!|--|b|p|script|title|template|"|'|=| |&|amp|;|é|\x00|x){0,40}"#, start in 0..50_usize, len in 0..50_usize) {
        let page = Page::from(source.as_str());
        let text = page.text(Span::new(start, start + len)).into_owned();
        prop_assert_eq!(crate::fold(&text), text.as_str());
    }
}
