//! Laws that hold for all baselines, and the helper that the tests of each use.

use super::tokens::{TokenCorpus, TokenUnit};
use super::{BASELINES, Baseline, BaselineColumn};
use proptest::prelude::*;
use unhusk_page::{Page, Span};

/// Checks the columns of a baseline: ` | ` separates pages, `, ` separates values.
pub(super) fn check(baseline: &Baseline, sources: &[&str], expected: &[&str]) {
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(*source)).collect();
    let columns = induce(baseline, &pages);
    let written: Vec<String> = columns.iter().map(|column| write(column, &pages)).collect();
    assert_eq!(written, expected, "{} on {sources:?}", baseline.name);
}

fn induce(baseline: &Baseline, pages: &[Page]) -> Vec<BaselineColumn> {
    (baseline.induce)(&pages.iter().collect::<Vec<_>>())
}

fn write(column: &BaselineColumn, pages: &[Page]) -> String {
    let lists = column.values.iter().zip(pages).map(|(spans, page)| {
        let values: Vec<_> = spans.iter().map(|span| page.text(*span)).collect();
        values.join(", ")
    });
    lists.collect::<Vec<_>>().join(" | ")
}

/// Sources that are meant to cost time or memory.
fn hostile() -> Vec<Vec<String>> {
    let joined =
        |n: usize, piece: &dyn Fn(usize) -> String| (0..n).map(piece).collect::<Vec<_>>().concat();
    let list = |from: usize, n: usize| joined(n, &|i| format!("<li>{}", from + i));
    let deep = |n: usize, text: &str| format!("{}{text}", "<div><i>".repeat(n));
    let unlike = |name: &str| joined(3000, &|i| format!("<{name}{i}>{name}{i}"));
    let mixed = |seed: usize| {
        let names = ["b", "i", "p", "li", "tr", "td", "table", "/b", "/p", "/table", "br"];
        joined(4000, &|i| format!("<{}>{}", names[(i * i * 31 + i * seed) % 11], i % 7))
    };
    let strings = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    vec![
        vec![],
        strings(&[""]),
        strings(&["", "", ""]),
        strings(&["<p>one</p>"]),
        strings(&["", "<p>a</p>", "<p>b</p>"]),
        strings(&["<p>same</p>"; 4]),
        vec![list(0, 20_000), list(20_000, 20_000)],
        vec![list(0, 20_000), list(0, 3), list(7, 500)],
        vec!["<p>x".repeat(20_000), "<p>x".repeat(19_999), "<p>x".repeat(3)],
        vec![deep(250, "a"), deep(255, "b"), deep(3, "c")],
        vec!["<div><p>x</p><p>y</p>".repeat(500), "<div><p>x</p>".repeat(490)],
        vec![unlike("a"), unlike("b"), unlike("a")],
        vec![mixed(3), mixed(5), mixed(8), mixed(13)],
        vec!["a b ".repeat(20_000), "b a ".repeat(20_000), "a a b".repeat(9)],
        strings(&["<b><p>a</b>b</p><table>c<tr><td>d", "<b><p>e</b>f</p><table>g<tr><td>h"]),
    ]
}

/// Checks that values lie on their pages and that equal pages have equal columns.
fn check_laws(sources: &[String]) {
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(source.as_str())).collect();
    for baseline in BASELINES {
        let columns = induce(baseline, &pages);
        assert_eq!(columns, induce(baseline, &pages), "{}", baseline.name);
        for column in &columns {
            assert_eq!(column.values.len(), pages.len(), "{}", baseline.name);
            for (spans, page) in column.values.iter().zip(&pages) {
                let is_there = |span: &Span| page.slice(*span).is_some_and(|text| !text.is_empty());
                assert!(spans.iter().all(is_there), "{}", baseline.name);
            }
        }
    }
}

#[test]
fn hostile_pages_end_within_the_budget() {
    for sources in hostile() {
        check_laws(&sources);
    }
}

proptest! {
    #[test]
    fn soups_of_tags_keep_the_laws(
        pages in prop::collection::vec(prop::collection::vec(0..PIECES.len(), 0..40), 0..5),
    ) {
        let soup = |page: &Vec<usize>| page.iter().map(|piece| PIECES[*piece]).collect::<String>();
        check_laws(&pages.iter().map(soup).collect::<Vec<_>>());
    }
}

/// A small set of pieces, so that much of a page repeats and is on other pages, too.
const PIECES: [&str; 12] = [
    "<p>",
    "</p>",
    "<li>",
    "</li>",
    "<ul>",
    "</ul>",
    "<b>",
    "</b>",
    "<br>",
    "one",
    "two words",
    " ",
];

#[test]
fn pages_that_do_not_differ_have_no_data() {
    let page = "<html><body><h1>Title</h1><p>Text</p></body></html>";
    for baseline in BASELINES {
        check(baseline, &[page; 4], &[]);
    }
}

#[test]
fn values_of_four_pages_come_in_columns() {
    let page = |title: &str, price: &str| {
        format!(
            "<html><h1>Book shop</h1><p>Title</p><b>{title}</b><p>Price</p><i>{price}</i></html>"
        )
    };
    let pages = [page("Ulysses", "12"), page("Emma", "7"), page("Walden", "31"), page("Dune", "5")];
    let sources: Vec<&str> = pages.iter().map(String::as_str).collect();
    for baseline in BASELINES {
        check(baseline, &sources, &["Ulysses | Emma | Walden | Dune", "12 | 7 | 31 | 5"]);
    }
}

/// Returns the tokens of a page, and the source text of those that are written.
fn tokens(source: &str, unit: TokenUnit) -> (String, Vec<String>) {
    let page = Page::from(source);
    let corpus = TokenCorpus::new(&[&page], unit);
    let names: Vec<&str> = corpus.pages[0].iter().map(|token| corpus.name(token.symbol)).collect();
    let sources = corpus.pages[0].iter().filter(|token| !token.span.is_empty());
    let written = sources.map(|token| source[token.span.range()].to_owned());
    (names.join(" "), written.collect())
}

/// HTML5 ends the first `li` at the second and all elements at the end; the implied `tbody` is not written.
#[test]
fn tags_are_well_nested_and_written_ones_only() {
    let source = "<ul><li> a <li>b &amp; c<img src=x></ul><table><tr><td>d";
    let (names, written) = tokens(source, TokenUnit::Text);
    assert_eq!(
        names,
        "<ul> <li> a </li> <li> b & c <img ..> </li> </ul> <table> <tr> <td> d </td> </tr> </table>"
    );
    assert_eq!(
        written,
        [
            "<ul>",
            "<li>",
            "a",
            "<li>",
            "b &amp; c",
            "<img src=x>",
            "</ul>",
            "<table>",
            "<tr>",
            "<td>",
            "d"
        ]
    );
}

#[test]
fn words_have_places_of_their_own() {
    let (names, written) = tokens("<p>Tom &amp;\n Jerry<script>x y</script></p>", TokenUnit::Word);
    assert_eq!(names, "<p> Tom & Jerry </p>");
    assert_eq!(written, ["<p>", "Tom", "&amp;", "Jerry", "</p>"]);
}

#[test]
fn a_text_that_looks_like_a_tag_is_a_text() {
    let page = Page::from("<b>&lt;b&gt;</b>");
    let corpus = TokenCorpus::new(&[&page], TokenUnit::Text);
    assert_ne!(corpus.pages[0][0].symbol, corpus.pages[0][1].symbol);
}
