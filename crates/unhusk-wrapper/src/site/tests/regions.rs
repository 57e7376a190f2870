use crate::site::Reach;
use crate::site::matcher::page_index::PageIndex;
use crate::site::regions::scopes;
use unhusk_page::{Page, VisibleNode};

/// The texts of the regions that begin at elements of a name.
fn regions(html: &str, tag: &str, reach: Reach) -> Vec<String> {
    let page = Page::from(html);
    let index = PageIndex::new(&page);
    let begins: Vec<VisibleNode> =
        (0..).take(index.len()).filter(|&node| index.tag(node) == tag).collect();
    let text = |leaf| index.tree().text(index.id(index.leaf(leaf))).to_owned();
    let scopes = scopes(&index, &begins, reach);
    scopes.into_iter().map(|scope| index.leaves_of(scope).map(text).collect()).collect()
}

#[test]
fn a_node_reaches_to_its_end() {
    assert_eq!(regions("<p>a<b>b</b></p>x<p>c</p>", "p", Reach::Node), ["ab", "c"]);
}

#[test]
fn a_node_that_holds_several_others_is_no_record() {
    let html = "<div>x<div>a</div><div>b</div></div><div>c<div>d</div></div>";
    assert_eq!(regions(html, "div", Reach::Node), ["a", "b", "cd"]);
}

#[test]
fn a_run_ends_where_the_next_begins_or_its_parent_ends() {
    let html = "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd><dd>e</dd></dl><p>x</p>";
    assert_eq!(regions(html, "dt", Reach::Run), ["ab", "cde"]);
}

#[test]
fn a_run_ends_before_the_sibling_in_which_the_next_begins() {
    let html = "<div><h2>a</h2><p>b</p><div><i>c</i><h2>d</h2><p>e</p></div></div>";
    assert_eq!(regions(html, "h2", Reach::Run), ["ab", "de"]);
}
