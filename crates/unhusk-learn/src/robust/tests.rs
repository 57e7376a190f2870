use super::*;
use unhusk_page::PageOptions;
use unhusk_wrapper::Wrapper;

/// A wrapper with one field, written by hand.
fn wrapper(class: &str, program: &str) -> Wrapper {
    Wrapper::from_json(&format!(
        r#"{{"unhusk": "wrapper/1", "class": "{class}", "schema": {{"fields": [{{"name": "price"}}]}}, "program": {program}}}"#
    ))
    .expect("the file is as it should be")
}

fn lr(left: &str, right: &str) -> Wrapper {
    let delimiters = serde_json::json!({"fields": [{"left": left, "right": right}]});
    wrapper("lr", &delimiters.to_string())
}

/// Reads the text whose element has this class.
fn by_class(class: &str) -> Wrapper {
    let rules = serde_json::json!([{"clues": [{"what": "class", "says": class}]}]);
    let ways = serde_json::json!([{"target": "text", "extent": "trimmed", "rules": rules}]);
    wrapper(
        "site",
        &serde_json::json!({"records": "page", "landmarks": [], "fields": [{"ways": ways}]})
            .to_string(),
    )
}

fn measure(file: &Wrapper, sources: &[&str]) -> Option<Robustness> {
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(*source)).collect();
    robustness(&file.rule, &file.schema, &pages.iter().collect::<Vec<_>>())
}

/// Values read before and after one kind of change; `None` if it changed nothing.
fn survival(robustness: &Robustness, change: PageChange) -> Option<(usize, usize)> {
    let of_change = robustness.changes.iter().find(|survival| survival.change == change);
    of_change.map(|survival| (survival.values, survival.kept))
}

#[test]
fn a_wrapper_by_class_loses_all_when_classes_are_renamed() {
    let page = "<body><h1>Mug</h1><p class=price>12</p><p>Tel: 13</p></body>";
    let robustness = measure(&by_class("p.price"), &[page]).expect("something is read");
    assert_eq!(survival(&robustness, PageChange::Classes), Some((1, 0)));
}

#[test]
fn delimiters_lose_what_is_named_in_them() {
    let page = "<div id=a>Cost <b class=x>12</b></div>";
    let bare = measure(&lr("\">", "</b>"), &["<div>Cost <b class=\"x\">12</b></div>"]);
    // A quote and the end of a tag precede the value under any name of the class.
    assert_eq!(survival(&bare.expect("12 is read"), PageChange::Classes), Some((1, 1)));
    let named = measure(&lr("<b class=x>", "</b>"), &[page]).expect("12 is read");
    assert_eq!(survival(&named, PageChange::Classes), Some((1, 0)));
}

/// Each `b` has its own surroundings, so some of them become `strong`; the delimiters name `<b>`.
#[test]
fn delimiters_keep_the_values_whose_tag_has_not_changed() {
    let item = |number: usize| format!("<div class=c{number}><b>{number}</b></div>");
    let source: String = (0..64).map(item).collect();
    let file = lr("<b>", "</b>");
    let robustness = measure(&file, &[&source]).expect("numbers are read");
    let redesign = Redesign { seed: 1, template_texts: std::collections::BTreeSet::new() };
    let changed = redesign.apply(&Page::from(source.as_str()), &[], &[PageChange::Tags]);
    let n_left = changed.source().matches("<b>").count();
    assert!((16..=48).contains(&n_left), "every other kind of element changes: {n_left}");
    assert_eq!(survival(&robustness, PageChange::Tags), Some((64, n_left)));
    // No delimiter names a class, and no inserted element contains a `<b>`.
    for change in [PageChange::Classes, PageChange::Siblings, PageChange::Wrappers] {
        let (values, kept) = survival(&robustness, change).expect("the page can change so");
        assert_eq!((values, kept), (64, 64), "{change:?}");
    }
}

#[test]
fn rules_on_template_texts_fail_when_these_are_edited() {
    let page = |price: &str| format!("<p>Price:</p><p>{price}</p><p>Size:</p><p>7 cm</p>");
    let file = lr("<p>Price:</p><p>", "</p>");
    let robustness = measure(&file, &[&page("12"), &page("13"), &page("14")]);
    // `Price:` is on all pages; the delimiter names its old wording.
    assert_eq!(survival(&robustness.expect("prices are read"), PageChange::Labels), Some((3, 0)));
}

#[test]
fn what_cannot_change_is_not_counted() {
    // `q` has no alternative tag and no parent; its class is renamed and may be dropped.
    let robustness = measure(&lr(">", "</q>"), &["<q class=x>1</q>"]).expect("1 is read");
    let is_possible = |change| matches!(change, PageChange::Attributes | PageChange::Classes);
    assert!(robustness.changes.iter().all(|survival| is_possible(survival.change)));
    assert_eq!(survival(&robustness, PageChange::Classes), Some((1, 1)));
    assert_eq!(measure(&lr("<b>", "</b>"), &["<i class=x>1</i>"]), None, "nothing is read");
    assert_eq!(measure(&lr("<b>", "</b>"), &[]), None);
    let mut options = PageOptions::default();
    options.syntax = Syntax::Text;
    let page = Page::read(b"<b>1</b>", options);
    let file = lr("<b>", "</b>");
    assert_eq!(robustness_of(&file, &page), None, "plain text has no markup");
}

fn robustness_of(file: &Wrapper, page: &Page) -> Option<Robustness> {
    robustness(&file.rule, &file.schema, &[page])
}

#[test]
fn few_pages_and_bytes_are_changed() {
    let page = "<div class=a><p class=price>12</p></div>";
    let robustness = measure(&by_class("p.price"), &[page; 8]).expect("12 is read");
    assert_eq!(robustness.pages, MAX_PAGES);
    assert_eq!(survival(&robustness, PageChange::Classes), Some((MAX_PAGES, 0)));
    let large = format!("{page}{}", " ".repeat(MAX_BYTES));
    assert_eq!(measure(&by_class("p.price"), &[&large]), None);
    let robustness = measure(&by_class("p.price"), &[page, &large, page]).expect("12 is read");
    assert_eq!(robustness.pages, 1);
}

#[test]
fn the_same_pages_give_the_same_shares() {
    let page = "<div class=a><ul><li><b>1</b></li><li><b>2</b></li></ul></div>";
    let file = lr("<b>", "</b>");
    assert_eq!(measure(&file, &[page, page]), measure(&file, &[page, page]));
}
