//! Recognizers learnt from values.

use super::found;
use crate::example::recognize::{Recognizer, RecognizerError};

fn learnt(values: &[&str]) -> Recognizer {
    Recognizer::learnt(values).expect("there are values")
}

#[test]
fn tokens_that_all_values_share_are_matched_as_written() {
    let dates = learnt(&["12 May 2024", "3 June 2023", "21 July 2024"]);
    let page = "<p>from 7 April 2025 on</p><p>7 of 2025</p><p>17 APRIL 2025</p>";
    assert_eq!(found(&dates, page), ["7 April 2025"]);
    let prices = learnt(&["$12.00", "$7.50"]);
    assert_eq!(found(&prices, "<p>$3.99 or €3.99"), ["$3.99"]);
}

#[test]
fn values_that_differ_too_much_are_found_as_whole_texts() {
    let titles = learnt(&[
        "Blue mug",
        "A tray of oak, large",
        "Jug for the very best of milk",
        "Kettle (steel)",
        "Old pot, no. 7",
    ]);
    let page = "<h2>Green cup</h2><p>green cup</p><h2>Cup of tin, large</h2>";
    assert_eq!(found(&titles, page), ["Green cup", "Cup of tin, large"]);
}

#[test]
fn values_themselves_are_found_whatever_they_look_like() {
    let known = learnt(&["AT&T", "3M", "eBay Inc.", "Yahoo!"]);
    assert_eq!(found(&known, "<p>shares of AT&amp;T and 3M fell"), ["AT&amp;T", "3M"]);
}

#[test]
fn a_text_is_accepted_as_a_whole() {
    let dates = learnt(&["12 May 2024", "3 June 2023"]);
    assert!(dates.accepts("7 April 2025"));
    assert!(!dates.accepts("from 7 April 2025"));
}

#[test]
fn nothing_can_be_learnt_from_nothing() {
    assert_eq!(Recognizer::learnt(&[" "]).expect_err("no value"), RecognizerError::NoValues);
}
