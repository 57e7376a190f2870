//! Costs that were worked out by hand.

use super::sketch;
use crate::align::{NodeNumbers, TopDown, edit};

fn check(a: &str, b: &str, cost: usize) {
    let mut names = NodeNumbers::default();
    let (a, b) = (sketch(a, &mut names), sketch(b, &mut names));
    let mapping = edit::align(&a, &b, usize::MAX).expect("no limit");
    assert_eq!(mapping.cost(&a, &b), cost);
    #[expect(clippy::cast_precision_loss, reason = "small trees")]
    let share = cost as f64 / (a.len() + b.len()) as f64;
    assert!((mapping.normalised(&a, &b) - share).abs() < 1e-9);
}

fn check_top_down(a: &str, b: &str, cost: usize) {
    let mut names = NodeNumbers::default();
    let (a, b) = (sketch(a, &mut names), sketch(b, &mut names));
    assert_eq!(TopDown::new(&a, &b).align().mapping.cost(&a, &b), cost);
}

#[test]
fn the_classic_pair_of_zhang_and_shasha_is_two_apart() {
    check("f(d(a,c(b)),e)", "f(c(d(a,b)),e)", 2);
}

#[test]
fn the_classic_pair_is_further_apart_from_the_top_down() {
    // Only f and e are left: d and c are not below the same node.
    check_top_down("f(d(a,c(b)),e)", "f(c(d(a,b)),e)", 12 - 2 * 2);
}

#[test]
fn list_items_differ_by_their_texts() {
    let (a, b) = ("LI(A('Alpha'),' by ',B('Ann'))", "LI(A('Beta'),' by ',B('Bob'))");
    check(a, b, 4);
    check_top_down(a, b, 4);
}

#[test]
fn rows_differ_by_texts_and_a_link() {
    let (a, b) = ("TR(TD(A('Bob')),TD('x1234'))", "TR(TD('Sue'),TD('x9999'))");
    check(a, b, 5);
    check_top_down(a, b, 5);
}

#[test]
fn talks_with_and_without_a_series() {
    let (a, b) = ("TD(B('s'),BR,A('t'),BR,'time')", "TD(A('u'),BR,'later')");
    check(a, b, 7);
    check_top_down(a, b, 7);
}

#[test]
fn a_header_is_far_from_actors_which_are_close_to_each_other() {
    let header = "TR(TD(B('Cast overview, first billed only:')))";
    let actor = "TR(TD(A('Joseph Cotten')),TD('....'),TD(A('Jedediah Leland')))";
    let other = "TR(TD(A('Agnes Moorehead')),TD('....'),TD(A('Mary Kane')))";
    check(header, actor, 9);
    check(actor, other, 4);
    check_top_down(header, actor, 9);
    check_top_down(actor, other, 4);
}

#[test]
fn a_tree_is_no_way_from_itself_and_all_the_way_from_a_stranger() {
    check("ul(li,li('x'))", "ul(li,li('x'))", 0);
    check("p('x')", "b('y')", 4);
    check_top_down("p('x')", "b('y')", 4);
}

#[test]
fn too_many_cells_are_refused() {
    let mut names = NodeNumbers::default();
    let (a, b) = (sketch("a(b,c)", &mut names), sketch("a(b,c)", &mut names));
    // The keyroots are a and c, with three nodes and one.
    assert!(edit::align(&a, &b, 15).is_none());
    assert!(edit::align(&a, &b, 16).is_some());
}
