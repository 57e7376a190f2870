//! Places of texts on small pages.

use super::super::place::{PlaceFit, PlaceTarget};
use super::{MAX_CANDIDATES, Needle, TextSearchIndex};
use expect_test::{Expect, expect};
use unhusk_page::{Page, PageOptions, Syntax};

/// The places of `text`: target, fit and source of each.
fn shown(page: &Page, text: &str) -> String {
    let index = TextSearchIndex::new(page);
    let found = index.candidates(text);
    let lines = found.places.iter().map(|place| {
        let tree = page.tree();
        let target = match place.target {
            PlaceTarget::Range => "range".to_owned(),
            PlaceTarget::Text(node) => {
                format!("text in {}", tree.parent(node).map_or("", |parent| tree.tag(parent)))
            }
            PlaceTarget::Element(node) => format!("element {}", tree.tag(node)),
            PlaceTarget::Attribute(node, position) => {
                let attribute = tree.attributes(node).nth(position as usize).unwrap();
                format!("{}@{}", tree.tag(node), attribute.name)
            }
        };
        let source = page.slice(place.span).unwrap();
        let fit = match place.fit(page) {
            PlaceFit::Whole => "Whole",
            PlaceFit::Nodes => "Nodes",
            PlaceFit::Words => "Words",
            PlaceFit::Inside => "Inside",
        };
        format!("{target}, {fit}: {source:?}\n")
    });
    lines.collect()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "so that tests read as a call with an expectation"
)]
fn check(html: &str, text: &str, expected: Expect) {
    expected.assert_eq(&shown(&Page::from(html), text));
}

#[test]
fn finds_whole_nodes_words_and_parts_of_words() {
    check(
        "<li>Congo</li><li> Congo </li><li>the Congo, 242</li><li>Congolese</li>",
        "Congo",
        expect![[r#"
            text in li, Whole: "Congo"
            text in li, Whole: "Congo"
            text in li, Words: "Congo"
            text in li, Inside: "Congo"
        "#]],
    );
}

#[test]
fn finds_text_over_several_nodes() {
    // Whole element; a run of nodes; a run that cuts a node at a word.
    check(
        "<p><b>Tom</b> and <i>Jerry</i></p><div><u>x</u><b>Tom</b> and <i>Jerry</i></div><p>x <b>Tom</b> and <i>Jerry</i> y</p>",
        "Tom and Jerry",
        expect![[r#"
            element p, Whole: "Tom</b> and <i>Jerry"
            element div, Nodes: "Tom</b> and <i>Jerry"
            element p, Nodes: "Tom</b> and <i>Jerry"
        "#]],
    );
}

#[test]
fn blocks_and_line_breaks_separate_words() {
    check(
        "<div>1 Main St<br>Springfield</div>",
        "1 Main St Springfield",
        expect![[r#"
            element div, Whole: "1 Main St<br>Springfield"
        "#]],
    );
}

#[test]
fn references_count_as_a_whole() {
    check(
        "<p>Tom &amp;\n\tJerry&nbsp;&copy; 1940</p>",
        "Tom & Jerry \u{a9}",
        expect![[r#"
            text in p, Words: "Tom &amp;\n\tJerry&nbsp;&copy;"
        "#]],
    );
}

#[test]
fn white_space_of_all_kinds_is_the_same() {
    check(
        "<p>10\u{a0}\u{2009}000&#x202f;km</p>",
        " 10 000\tkm ",
        expect![[r#"
            text in p, Whole: "10\u{a0}\u{2009}000&#x202f;km"
        "#]],
    );
}

#[test]
fn composed_and_decomposed_letters_are_the_same() {
    check(
        "<p>Cafe\u{301} noir</p>",
        "Caf\u{e9}",
        expect![[r#"
            text in p, Words: "Cafe\u{301}"
        "#]],
    );
}

#[test]
fn white_space_is_ignored_if_the_text_is_not_found_otherwise() {
    // A label that was made by joining text nodes with spaces.
    check(
        "<p><b>$</b><b>12</b>.00</p>",
        "$ 12 .00",
        expect![[r#"
            element p, Whole: "$</b><b>12</b>.00"
        "#]],
    );
    check(
        "<p>12 000</p><p title='12000'></p>",
        "12000",
        expect![[r#"
            text in p, Whole: "12 000"
            p@title, Whole: "12000"
        "#]],
    );
}

#[test]
fn finds_attribute_values_and_parts_of_them() {
    check(
        "<img alt=' Blue  mug ' src='/i/blue mug.png'><a title='A Blue mug &amp; more'>x</a>",
        "Blue mug",
        expect![[r#"
            img@alt, Whole: "Blue  mug"
            a@title, Words: "Blue mug"
        "#]],
    );
}

#[test]
fn hidden_text_counts_only_if_nothing_else_does() {
    check(
        "<script>{'date': '2010-01-02'}</script><p title='2010-01-02'>x</p>",
        "2010-01-02",
        expect![[r#"
            p@title, Whole: "2010-01-02"
        "#]],
    );
    check(
        "<script>{'date': '2010-01-02'}</script><p>x</p>",
        "2010-01-02",
        expect![[r#"
            text in script, Words: "2010-01-02"
        "#]],
    );
}

#[test]
fn overlapping_places_are_all_found() {
    check(
        "<div><p>a b</p><p>a b</p><p>a</p></div>",
        "a b a",
        expect![[r#"
            element div, Words: "a b</p><p>a"
            element div, Nodes: "a b</p><p>a"
        "#]],
    );
}

#[test]
fn plain_text_is_one_node() {
    let mut options = PageOptions::default();
    options.syntax = Syntax::Text;
    let page = Page::read(b"Name: <Congo>\nCode: 242 &amp;\n", options);
    assert_eq!(shown(&page, "<Congo> Code"), "text in , Words: \"<Congo>\\nCode\"\n");
    assert_eq!(shown(&page, "242 &amp;"), "text in , Words: \"242 &amp;\"\n");
}

#[test]
fn empty_and_missing_texts_have_no_places() {
    check("<p>x</p>", "", expect![""]);
    check("<p>x</p>", " \u{a0}", expect![""]);
    check("<p>x</p>", "y", expect![""]);
    check("", "y", expect![""]);
}

#[test]
fn of_too_many_candidates_the_best_are_kept() {
    let html = "<p>ab</p>".repeat(MAX_CANDIDATES) + "<p>a</p>";
    let page = Page::from(html.as_str());
    let found = TextSearchIndex::new(&page).candidates("a");
    assert_eq!(found.places.len(), MAX_CANDIDATES);
    // The last `ab` is dropped; the whole node after it is kept.
    assert_eq!(found.cut_at, Some(9 * (MAX_CANDIDATES - 1) + 3));
    assert_eq!(found.places.last().unwrap().span.start as usize, 9 * MAX_CANDIDATES + 3);
}

#[test]
fn long_repeats_are_searched_in_linear_time() {
    // Quadratic work would be 10^11 steps and more.
    let many = "a".repeat(1_000_000);
    for html in [many.clone(), format!("<p title='{many}'>"), format!("<script>{many}</script>")] {
        let page = Page::from(html.as_str());
        for label in ["a", "aaaa", &many[..100_000]] {
            let found = TextSearchIndex::new(&page).candidates(label);
            assert_eq!(found.places.len(), MAX_CANDIDATES);
            assert!(found.cut_at.is_some());
        }
    }
}

#[test]
fn numbers_count_places_in_text() {
    let page = Page::from("<p title='x'>x</p><p><b>x</b>x</p><a href='y'>z</a>");
    let index = TextSearchIndex::new(&page);
    let starts =
        |text| -> Vec<u32> { index.numbered(text).iter().map(|place| place.span.start).collect() };
    assert_eq!(starts("x"), [13, 24, 29]);
    assert_eq!(starts("xx"), [24]);
    assert_eq!(starts("y"), [43]);
}

/// All occurrences by trying every position.
fn naive(haystack: &str, needle: &str) -> Vec<usize> {
    (0..haystack.len())
        .filter(|at| haystack.as_bytes()[*at..].starts_with(needle.as_bytes()))
        .collect()
}

proptest::proptest! {
    #[test]
    fn occurrences_are_those_of_a_naive_search(haystack in "[ab]{0,60}", needle in "[ab]{1,9}") {
        let mut found = Vec::new();
        Needle::new(&needle).each(&haystack, |at| { found.push(at); true });
        proptest::prop_assert_eq!(found, naive(&haystack, &needle));
    }

    #[test]
    fn every_candidate_reads_as_the_label(html in "(<p>|<b>|</b>|<td>|<table>|<br>|a|b| |&amp;|&nbsp;){0,30}", label in "[ab& ]{1,5}") {
        let page = Page::from(html.as_str());
        for place in TextSearchIndex::new(&page).candidates(&label).places {
            proptest::prop_assert!(page.slice(place.span).is_some());
            let text = unhusk_page::squeeze(&page.text(place.span));
            proptest::prop_assert_eq!(text, unhusk_page::squeeze(&label), "{:?}", place);
        }
    }
}
