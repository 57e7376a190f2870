//! The example of the paper, a list computed by hand, and the longest common substring against brute force.

use super::super::tests::check;
use super::BASELINE;
use super::common::{longest_common, occurrences};
use proptest::prelude::*;

#[test]
fn finds_title_and_price_between_shared_tags() {
    check(
        &BASELINE,
        &[
            "<html><b>Title:</b>DB Primer<br><i>Price</i>10</html>",
            "<html><b>Title:</b>XML<br><i>Price</i>25</html>",
        ],
        &["DB Primer | XML", "10 | 25"],
    );
}

/// The longest piece has one token here: a twentieth of eight. So `<ul>` splits first, then `<li>`: between two of
/// them are `a</li>`, `c</li>` and `d</li>`, behind the last `b</li></ul>` and `e</li></ul>`.
#[test]
fn puts_the_last_item_of_a_list_into_a_column_of_its_own() {
    check(
        &BASELINE,
        &["<ul><li>a</li><li>b</li></ul>", "<ul><li>c</li><li>d</li><li>e</li></ul>"],
        &["a | c, d", "b | e"],
    );
}

/// `<b>` is not on both pages, so the set is unchanged.
#[test]
fn leaves_what_is_not_on_all_pages_unsplit() {
    check(&BASELINE, &["<p>a <b>b</b> c</p>", "<p>d</p>"], &["a b c | d"]);
}

#[test]
fn an_empty_text_keeps_its_set_together() {
    check(&BASELINE, &["<p></p><hr>", "<p><i>a</i><i>b</i></p><hr>"], &[" | ab"]);
}

/// Tries all lengths and all starts.
fn naive<'t>(texts: &[&'t [u32]], max_len: usize) -> Option<&'t [u32]> {
    let shortest = texts.iter().min_by_key(|text| text.len())?;
    (1..=max_len.min(shortest.len())).rev().find_map(|length| {
        let is_common = |piece: &&[u32]| {
            texts.iter().all(|text| text.windows(length).any(|window| window == *piece))
        };
        shortest.windows(length).find(is_common)
    })
}

proptest! {
    #[test]
    fn the_longest_common_piece_is_that_of_trying_all(
        texts in prop::collection::vec(prop::collection::vec(0..3_u32, 0..14), 1..4),
        max_len in 1..9_usize,
    ) {
        let texts: Vec<&[u32]> = texts.iter().map(Vec::as_slice).collect();
        prop_assert_eq!(longest_common(&texts, max_len), naive(&texts, max_len));
    }

    #[test]
    fn occurrences_are_those_of_a_search_from_left_to_right(
        text in prop::collection::vec(0..2_u32, 0..20),
        piece in prop::collection::vec(0..2_u32, 1..4),
    ) {
        let mut expected = Vec::new();
        let mut at = 0;
        while at + piece.len() <= text.len() {
            let is_here = text[at..].starts_with(&piece);
            expected.extend(is_here.then_some(at));
            at += if is_here { piece.len() } else { 1 };
        }
        prop_assert_eq!(occurrences(&text, &piece).collect::<Vec<_>>(), expected);
    }
}
