use super::*;
use crate::example::{GivenCell, Labels, PageLabels, Strictness, TrainingSet};

const SHOP: &str = "<ul><li><a href=/mugs/blue><b>Blue mug</b></a> <i>$12.00</i></li>\
    <li><a href=mugs/red>Red mug</a></li><li>Blue mug <i>$15</i></li></ul>\
    <script>sku('SKU-77')</script><script type=application/ld+json>{\"id\": \"ID-88\"}</script>";

fn similar(html: &str, text: &str) -> Option<(String, usize)> {
    most_similar(&Page::from(html), text).map(|found| (found.text, found.n_places))
}

#[test]
fn a_typo_is_compared_with_the_texts_of_the_page() {
    assert_eq!(similar(SHOP, "Blue mgu"), Some(("Blue mug".to_owned(), 2)));
    assert_eq!(similar(SHOP, "blue mugs"), Some(("Blue mug".to_owned(), 2)));
    assert_eq!(similar(SHOP, "Green bowl"), None);
    assert_eq!(
        similar("<p><b>Tom</b> &amp; Jerry</p>", "Tom & Jery"),
        Some(("Tom & Jerry".to_owned(), 1))
    );
}

#[test]
fn another_number_is_no_typo() {
    assert_eq!(similar(SHOP, "$12,00"), Some(("$12.00".to_owned(), 1)));
    assert_eq!(similar(SHOP, "$13.00"), None);
}

/// The value of the link that an absolute address is resolved to.
fn link(html: &str, url: Option<&str>, text: &str) -> Option<String> {
    let page = Page::from(html);
    relative_links(&page, &BaseAddress::of(&page, url), text)?.text
}

#[test]
fn an_absolute_address_is_a_relative_link_by_the_address_of_the_page() {
    let page = Some("https://shop.example/list/all.html?page=2");
    let html = "<a href='../mugs/./blue?c=1&amp;d=2'>a</a> <a href=/mugs/red>b</a> <a href='?page=3'>c</a>";
    assert_eq!(
        link(html, page, "https://shop.example/mugs/blue?c=1&d=2").as_deref(),
        Some("../mugs/./blue?c=1&d=2")
    );
    assert_eq!(link(html, page, "http://SHOP.example/mugs/red").as_deref(), Some("/mugs/red"));
    assert_eq!(
        link(html, page, "https://shop.example/list/all.html?page=3").as_deref(),
        Some("?page=3")
    );
    assert_eq!(link(html, page, "https://other.example/mugs/red"), None);
    assert_eq!(link(html, page, "mugs/red"), None, "it is not absolute");
}

#[test]
fn the_base_element_is_obeyed() {
    let html = "<base href=/en/><a href=mug>a</a>";
    assert_eq!(
        link(html, Some("https://x.example/de/1"), "https://x.example/en/mug").as_deref(),
        Some("mug")
    );
    assert_eq!(link(html, Some("https://x.example/de/1"), "https://x.example/de/mug"), None);
    let absolute = "<base href=https://y.example/a/b><a href=mug>a</a>";
    assert_eq!(link(absolute, None, "https://y.example/a/mug").as_deref(), Some("mug"));
}

#[test]
fn without_an_address_the_longest_path_that_ends_it_counts() {
    let html = "<a href=blue>a</a> <a href=../mugs/blue>b</a> <a href=/blue>c</a>";
    assert_eq!(
        link(html, None, "https://x.example/shop/mugs/blue").as_deref(),
        Some("../mugs/blue")
    );
    assert_eq!(link(html, None, "https://x.example/darkblue"), None, "a segment is not cut");
}

fn set<'p>(
    page: &'p Page,
    cells: &[(&str, &str)],
    strictness: Strictness,
) -> Result<TrainingSet<'p>, String> {
    let mut labels = PageLabels::new("shop.html");
    let cell = |(name, text): &(&str, &str)| ((*name).to_owned(), GivenCell::from(*text));
    labels.records.push(crate::example::GivenRecord { cells: cells.iter().map(cell).collect() });
    let labels = Labels::new(vec![labels]).expect("the labels are well formed");
    TrainingSet::new(&labels, &[(0, page)], strictness).map_err(|error| error.to_string())
}

fn warnings(cells: &[(&str, &str)]) -> Vec<String> {
    let page = Page::from(SHOP);
    let set = set(&page, cells, Strictness::Lenient).expect("a field is on the page");
    set.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn a_field_without_a_place_is_left_out_and_the_others_stay() {
    let page = Page::from(SHOP);
    let cells = [("name", "Blue mgu"), ("price", "$12.00")];
    let set = set(&page, &cells, Strictness::Lenient).expect("the price is on the page");
    let names: Vec<&str> = set.schema().fields().iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["price"]);
    assert_eq!(set.left_out(), ["name"]);
    assert_eq!(set.examples()[0].records[0].cells.len(), 1);
    assert_eq!(
        warnings(&cells),
        [
            "shop.html: record 1: field `name`: the text \"Blue mgu\" is not on the page; did you mean `Blue mug`, at 2 places?",
            "field `name` is left out: its only label is not on its page",
        ]
    );
}

#[test]
fn it_is_an_error_if_no_field_has_a_place_or_every_text_must_be_there() {
    let page = Page::from(SHOP);
    assert_eq!(
        set(&page, &[("name", "Blue mgu"), ("price", "$99")], Strictness::Lenient).unwrap_err(),
        "the only label of field `name`, \"Blue mgu\", is not on its page; did you mean `Blue mug`, at 2 places?"
    );
    assert_eq!(
        set(&page, &[("name", "Blue mgu"), ("price", "$12.00")], Strictness::Strict).unwrap_err(),
        "shop.html: record 1: field `name`: the text \"Blue mgu\" is not on the page; did you mean `Blue mug`, at 2 places?"
    );
}

#[test]
fn a_text_of_a_script_and_a_part_of_a_longer_text_are_mentioned() {
    assert_eq!(
        warnings(&[("sku", "SKU-77")]),
        [
            "shop.html: record 1: field `sku`: the text \"SKU-77\" is only in a `<script>`, which readers do not see"
        ]
    );
    assert_eq!(warnings(&[("id", "ID-88")]), Vec::<String>::new(), "such scripts hold data");
    assert_eq!(
        warnings(&[("price", "$12")]),
        [
            "shop.html: record 1: field `price`: the text \"$12\" is part of a longer text (`$12` of `$12.00`)"
        ]
    );
    assert_eq!(warnings(&[("price", "$15"), ("name", "Red")]), Vec::<String>::new());
}
