//! Figure 5 of the paper, and small pages with hand-written results.

use super::{closed, column};
use crate::example::corroborate::Reliability::{Incomplete, Perfect, Unreliable, Unsound};
use crate::example::corroborate::{
    CorroborateError, RecognizedColumn, corroborate, orders, suspects,
};

const COUNTRY: usize = 0;
const CODE: usize = 1;
const CAPITAL: usize = 2;

fn figure_5() -> Vec<RecognizedColumn> {
    let capitals = [(5, 7), (19, 25), (22, 28), (42, 48), (44, 49), (59, 65), (62, 68), (70, 75)];
    vec![
        column(Incomplete, &[(10, 15), (50, 55)]),
        column(Perfect, &[(18, 20), (38, 40), (58, 60)]),
        column(Unsound, &capitals),
    ]
}

#[test]
fn the_figure_of_the_paper_has_two_consistent_orders() {
    let found = corroborate(&figure_5()).expect("the example is consistent");
    let orders: Vec<&[usize]> = found.arrays.iter().map(|array| array.order.as_slice()).collect();
    assert_eq!(orders, [&[COUNTRY, CODE, CAPITAL][..], &[CAPITAL, COUNTRY, CODE]]);
    assert!(!found.is_cut);
}

#[test]
fn the_array_of_the_paper_comes_out() {
    let found = corroborate(&figure_5()).expect("the example is consistent");
    let expected: Vec<Vec<_>> = vec![
        vec![closed(&[(10, 15)]), closed(&[(18, 20)]), closed(&[(22, 28)])],
        vec![vec![], closed(&[(38, 40)]), closed(&[(42, 48), (44, 49)])],
        vec![closed(&[(50, 55)]), closed(&[(58, 60)]), closed(&[(62, 68), (70, 75)])],
    ];
    assert_eq!(found.arrays[0].rows, expected);
    assert_eq!(found.arrays[0].n_labels(), 4);
}

#[test]
fn with_capitals_first_there_are_two_labels() {
    let found = corroborate(&figure_5()).expect("the example is consistent");
    // 22-28 lies between the first and the second code; 5-7 before the first country.
    let capitals: Vec<_> = found.arrays[1].rows.iter().map(|row| row[CAPITAL].clone()).collect();
    let expected = [closed(&[(5, 7)]), closed(&[(22, 28)]), closed(&[(42, 48), (44, 49)])];
    assert_eq!(capitals, expected);
    assert_eq!(found.arrays[1].n_labels(), 2);
}

#[test]
fn without_a_perfect_recognizer_there_are_no_rows() {
    let found = corroborate(&[column(Unsound, &[(1, 2)]), column(Incomplete, &[(4, 5)])]);
    assert_eq!(found, Err(CorroborateError::NothingPerfect));
}

#[test]
fn perfect_recognizers_must_agree_on_the_number_of_records() {
    let found = corroborate(&[column(Perfect, &[(1, 2), (9, 9)]), column(Perfect, &[(4, 5)])]);
    assert_eq!(found, Err(CorroborateError::Counts { one: (0, 2), other: (1, 1) }));
}

#[test]
fn certain_instances_do_not_overlap() {
    let columns = [column(Perfect, &[(1, 5)]), column(Incomplete, &[(5, 8)])];
    let found = corroborate(&columns).expect_err("they share byte 5");
    let [one, other] = [(0, closed(&[(1, 5)])[0]), (1, closed(&[(5, 8)])[0])];
    assert_eq!(found, CorroborateError::Overlap { one, other });
    assert!(found.is_contradiction());
}

#[test]
fn an_unsound_recognizer_leaves_no_row_empty() {
    // Nothing is before the first or behind the last record, so neither order gives both rows a candidate.
    let columns = [column(Perfect, &[(10, 12), (20, 22)]), column(Unsound, &[(14, 15)])];
    assert_eq!(corroborate(&columns), Err(CorroborateError::NoOrder));
}

#[test]
fn the_field_that_leaves_no_order_is_suspected() {
    let columns = [
        column(Perfect, &[(10, 12), (20, 22)]),
        column(Unsound, &[(14, 15)]),
        column(Incomplete, &[(24, 25)]),
    ];
    assert_eq!(corroborate(&columns), Err(CorroborateError::NoOrder));
    assert_eq!(suspects(&columns), [1], "without the first nothing is perfect");
}

#[test]
fn an_unreliable_recognizer_may_leave_rows_empty() {
    let columns = [column(Perfect, &[(10, 12), (20, 22)]), column(Unreliable, &[(14, 15)])];
    let found = corroborate(&columns).expect("both orders are possible");
    let orders: Vec<&[usize]> = found.arrays.iter().map(|array| array.order.as_slice()).collect();
    assert_eq!(orders, [[0, 1], [1, 0]]);
    assert_eq!(found.arrays[0].rows[0][1], closed(&[(14, 15)]));
    assert_eq!(found.arrays[1].rows[1][1], closed(&[(14, 15)]));
}

#[test]
fn a_second_page_excludes_an_order() {
    let first = [column(Perfect, &[(10, 12), (20, 22)]), column(Incomplete, &[(14, 15)])];
    let second = [column(Perfect, &[(10, 12)]), column(Incomplete, &[(14, 15)])];
    assert_eq!(orders(&[&first]).expect("both are possible").found.len(), 2);
    assert_eq!(orders(&[&first, &second]).expect("one is left").found, [[0, 1]]);
}

#[test]
fn a_page_without_records_is_consistent() {
    let columns = [column(Perfect, &[]), column(Unsound, &[(3, 4)]), column(Incomplete, &[])];
    let found = corroborate(&columns).expect("there is nothing to contradict");
    assert!(found.arrays.iter().all(|array| array.rows.is_empty()));
}

#[test]
fn many_fields_of_which_nothing_is_known_are_cut() {
    let mut columns = vec![column(Perfect, &[(10, 12)])];
    columns.resize(30, column(Incomplete, &[]));
    let found = corroborate(&columns).expect("every order is consistent");
    assert!(found.is_cut);
}
