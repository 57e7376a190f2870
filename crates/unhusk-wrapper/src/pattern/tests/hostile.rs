//! Pages and patterns made to take long.

use super::super::matching::Matching;
use super::super::outline::PatternTree;
use super::{parts, pattern};
use crate::Extract;
use crate::record::{Field, Schema};
use unhusk_page::Page;

fn list(n_items: usize) -> Page {
    Page::from(&*format!("<body><ul>{}</ul></body>", "<li>x</li>".repeat(n_items)))
}

/// A list that may have a hundred kinds of items, all equal: every item is compared with each of them.
#[test]
fn a_page_that_takes_more_steps_than_it_may_is_cut_at_the_node_that_was_too_much() {
    let parts = parts(&format!("ul(li(#){})", ",li?".repeat(99)));
    let shape = PatternTree::new(&parts);
    let page = list(1000);
    let (_, cut) = Matching::limited(&parts, &shape, &page, 200_000);
    assert_eq!(cut, None, "a hundred thousand pairs are within the limit");
    let (matching, cut) = Matching::limited(&parts, &shape, &page, 20_000);
    let at = cut.and_then(|node| page.tree().span(node)).expect("a node was too much").start;
    let n_items = at as usize / "<li>x</li>".len();
    // A step for each node, and for each item one for every slot and for its text.
    assert!((195..=200).contains(&n_items), "cut after {n_items} items");
    assert_eq!(matching.roots().count(), 0, "the list was not read to its end");
}

#[test]
fn an_ordinary_page_is_far_from_the_limit() {
    let schema = Schema::new(vec![Field::new("text")]).expect("one field");
    let page = list(30_000);
    let extraction = pattern("li(#)").extract(&schema, &page);
    assert_eq!((extraction.records.len(), extraction.warnings.len()), (30_000, 0));
}
