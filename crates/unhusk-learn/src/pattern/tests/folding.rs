//! Examples -> what they have in common; the first ones are worked out in the paper's manner.

use super::{find, notation};
use crate::pattern::collapse::{Lists, collapse};
use crate::pattern::columns::ColumnElements;
use crate::pattern::draft::PatternDraft;
use crate::pattern::fold::merge;
use crate::pattern::vocabulary::BoundNodeNumbers;
use unhusk_page::Page;
use unhusk_wrapper::align::Budget;

/// Folds the subtrees that begin with the first element `tag` of each source.
fn check(tag: &str, sources: &[&str], expected: &str) {
    let mut vocabulary = BoundNodeNumbers::default();
    let mut all: Option<PatternDraft> = None;
    for source in sources {
        let page = Page::from(*source);
        let draft = PatternDraft::of(page.tree(), find(&page, tag), &[], &mut vocabulary);
        all = Some(match all {
            None => draft,
            Some(pattern) => {
                merge(&mut vocabulary, &pattern, &draft, &mut Budget::new(10_000))
                    .expect("a common root")
                    .0
            }
        });
    }
    assert_eq!(notation(&all.expect("an example"), &vocabulary), expected);
}

#[test]
fn texts_that_differ_are_any_text() {
    let items = ["<li><a>Alpha</a> by <b>Ann</b>", "<li><a>Beta</a> by <b>Bob</b>"];
    check("li", &items, "li(a(#),'by',b(#))");
}

#[test]
fn what_differs_on_both_sides_is_a_wildcard() {
    let rows = ["<table><tr><td><a>Bob</a><td>x1234", "<table><tr><td>Sue<td>x9999"];
    check("tr", &rows, "tr(td(*),td(#))");
}

#[test]
fn what_only_one_side_has_is_an_optional_wildcard() {
    let talks = [
        "<table><tr><td><b>series</b><br><a>title</a><br>now",
        "<table><tr><td><a>other</a><br>later",
    ];
    check("td", &talks, "td(*?,a(#),br,#)");
}

#[test]
fn later_examples_go_on_where_the_others_ended() {
    let talks = [
        "<table><tr><td><b>series</b><br><a>title</a><br>now",
        "<table><tr><td><a>other</a><br>later",
        "<table><tr><td><a>third</a><i>new</i><br>soon<br><i>end</i>",
    ];
    check("td", &talks, "td(*?,a(#),*?,br,#,*?)");
}

#[test]
fn an_example_with_itself_is_itself() {
    let item = "<li><a>Alpha</a> by <b>Ann</b>";
    check("li", &[item, item], "li(a('Alpha'),'by',b('Ann'))");
}

#[test]
fn classes_tell_what_belongs_together() {
    let items =
        ["<li><i class=x>1</i><i class=y>2</i>", "<li><i class=y>3</i>", "<li><i class=y>4</i>"];
    check("li", &items, "li(*?,i(#))");
}

#[test]
fn lists_of_three_and_more_are_one_part() {
    let collapsed = |source: &str, expected: &str| {
        let mut vocabulary = BoundNodeNumbers::default();
        let page = Page::from(source);
        let draft = PatternDraft::of(page.tree(), find(&page, "td"), &[], &mut vocabulary);
        let (columns, mut steps) = (ColumnElements::default(), Budget::new(10_000));
        let mut lists = Lists { threshold: 0.2, columns: &columns, steps: &mut steps };
        let draft = collapse(&mut vocabulary, draft, &mut lists);
        assert_eq!(notation(&draft, &vocabulary), expected);
    };
    collapsed("<table><tr><td>Links: <a>x</a><a>y</a><a>z</a>", "td('Links:',a(#)+)");
    collapsed("<table><tr><td>Links: <a>x</a><a>y</a>", "td('Links:',a('x'),a('y'))");
    collapsed(
        "<table><tr><td><p><b>1</b><b>2</b><b>3</b></p><p><b>4</b></p><p><b>5</b></p>",
        // Three paragraphs, each a list of `b`, however long.
        "td(p(b(#)+)+)",
    );
    collapsed(
        "<table><tr><td><ul><li>1<li>2<li>3</ul><ul><li>4<li>5<li>6<li>7</ul><ul><li>8<li>9<li>0</ul>",
        "td(ul(li(#)+)+)",
    );
}
