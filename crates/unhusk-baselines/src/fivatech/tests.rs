//! Each step on the smallest input that needs it, computed by hand.

use super::super::tests::check;
use super::super::tokens::{TokenCorpus, TokenUnit};
use super::forest::Forest;
use super::matching::Matcher;
use super::matrix::{MatrixCell, PeerRow, align};
use super::{BASELINE, repeats};
use unhusk_page::Page;
use unhusk_page::internal::Budget;

#[test]
fn the_books_of_roadrunner_give_authors_and_titles() {
    check(
        &BASELINE,
        &[
            "<html>Books of:<b>John Smith</b><ul><li><i>Title:</i>DB Primer</li>\
             <li><i>Title:</i>Comp. Sys.</li></ul></html>",
            "<html>Books of:<b>Paul Jones</b><img><ul><li><i>Title:</i>XML at Work</li>\
             <li><i>Title:</i>HTML Scripts</li><li><i>Title:</i>Javascript</li></ul></html>",
        ],
        &[
            "John Smith | Paul Jones",
            "DB Primer, Comp. Sys. | XML at Work, HTML Scripts, Javascript",
        ],
    );
}

#[test]
fn cells_side_by_side_are_one_column() {
    check(
        &BASELINE,
        &["<ul><li>Price</li><li>12</li></ul>", "<ul><li>Price</li><li>7</li></ul>"],
        &["Price, 12 | Price, 7"],
    );
}

#[test]
fn lines_between_breaks_are_a_set() {
    check(&BASELINE, &["<p>a<br>b<br>c<br></p>", "<p>d<br></p>"], &["a, b, c | d"]);
}

fn are_peers(one: &str, other: &str) -> bool {
    let pages = [Page::from(one), Page::from(other)];
    let forest = Forest::new(&TokenCorpus::new(&[&pages[0], &pages[1]], TokenUnit::Text));
    let shape = |page: usize| forest.shape_of(forest.children(forest.roots[page])[0]);
    Matcher::new(&forest.shapes, Budget::new(1000)).are_peers(shape(0), shape(1))
}

/// `div`, `b` and its text match: three of the three and five nodes, so 3 / 4. In the other case `div` alone does: 1 of
/// three and five, so 1 / 4.
#[test]
fn trees_are_peers_if_half_of_them_matches() {
    assert!(are_peers("<div><b>x</b></div>", "<div><b>x</b><i>y</i></div>"));
    assert!(!are_peers("<div><b>x</b></div>", "<div><i>x</i><p>y</p></div>"));
    assert!(!are_peers("<div><b>x</b></div>", "<p><b>x</b></p>"));
}

/// `div` and `hr` match: two of the four nodes of each.
#[test]
fn half_is_enough() {
    assert!(are_peers("<div><b>x</b><hr></div>", "<div><hr><i>x</i></div>"));
}

/// Writes each row as its class and the lists that have it.
fn rows(lists: &[&[usize]]) -> Vec<(usize, Vec<usize>)> {
    let lists: Vec<Vec<usize>> = lists.iter().map(|list| list.to_vec()).collect();
    let write = |row: PeerRow| (row.class, row.cells.iter().map(|cell| cell.list).collect());
    align(&lists, &mut Budget::new(10_000)).into_iter().map(write).collect()
}

#[test]
fn what_one_list_lacks_shifts_it_down() {
    let expected = [(0, vec![0, 1]), (1, vec![1]), (2, vec![0, 1])];
    assert_eq!(rows(&[&[0, 2], &[0, 1, 2]]), expected);
}

#[test]
fn what_no_other_list_has_gets_rows_of_its_own() {
    let expected = [(0, vec![0, 1]), (1, vec![0]), (2, vec![1]), (3, vec![0, 1])];
    assert_eq!(rows(&[&[0, 1, 3], &[0, 2, 3]]), expected);
}

#[test]
fn a_longer_list_ends_before_what_follows() {
    let expected = [(0, vec![0, 1]), (0, vec![0, 1]), (0, vec![0]), (1, vec![0, 1])];
    assert_eq!(rows(&[&[0, 0, 0, 1], &[0, 0, 1]]), expected);
}

fn merged(classes: &[usize]) -> Vec<(usize, Vec<usize>)> {
    let row = |(at, class): (usize, &usize)| PeerRow {
        class: *class,
        cells: vec![MatrixCell { list: 0, at }],
    };
    let rows = repeats::merge(classes.iter().enumerate().map(row).collect());
    let write = |row: PeerRow| (row.class, row.cells.iter().map(|cell| cell.at).collect());
    rows.into_iter().map(write).collect()
}

#[test]
fn repeats_are_merged_into_the_first() {
    assert_eq!(merged(&[7, 7, 7]), [(7, vec![0, 1, 2])]);
    assert_eq!(
        merged(&[1, 2, 1, 2, 1, 2, 3]),
        [(1, vec![0, 2, 4]), (2, vec![1, 3, 5]), (3, vec![6])]
    );
    assert_eq!(merged(&[1, 2, 3, 1, 2]).len(), 5);
}

#[test]
fn repeats_in_repeats_are_merged_first() {
    assert_eq!(merged(&[1, 1, 2, 1, 2]), [(1, vec![0, 1, 3]), (2, vec![2, 4])]);
}
