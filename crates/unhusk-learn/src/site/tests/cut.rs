use crate::site::cut::learn;
use proptest::prelude::*;
use unhusk_wrapper::site::{Cut, Mark};

/// Learns from texts in which the value stands in brackets, and reads another text.
fn check(texts: &[&str], other: &str) -> Option<String> {
    let parts: Vec<(String, std::ops::Range<usize>)> = texts
        .iter()
        .map(|text| {
            let start = text.find('[').expect("the value begins");
            let end = text.find(']').expect("the value ends") - 1;
            (text.replace(['[', ']'], ""), start..end)
        })
        .collect();
    let parts: Vec<_> = parts.iter().map(|(text, part)| (text.as_str(), part.clone())).collect();
    let cut = learn(&parts)?;
    cut.apply(other).map(|range| other[range].to_owned())
}

#[test]
fn one_example_is_cut_at_whole_words_and_signs() {
    assert_eq!(check(&["Price: $[12] each"], "Price: $7.50 each").as_deref(), Some("7.50"));
    assert_eq!(check(&["by [Ann Lee] (poet)"], "by Bob (smith)").as_deref(), Some("Bob"));
}

#[test]
fn whole_texts_are_not_cut() {
    assert_eq!(learn(&[("Ann", 0..3), ("Bob", 0..3)]), Some(Cut::default()));
    assert_eq!(learn(&[]), None);
}

#[test]
fn the_last_of_several_signs_may_be_the_mark() {
    let texts = ["home > shop > [mugs]", "home > [new]"];
    assert_eq!(check(&texts, "home > a > b > c").as_deref(), Some("c"));
}

#[test]
fn parts_without_a_common_mark_have_no_cut() {
    assert_eq!(check(&["a[b]c", "[d]ef"], ""), None);
}

proptest! {
    #[test]
    fn a_cut_reproduces_every_example(texts in prop::collection::vec(("[ab:]{0,4}", "[xy]{1,3}", "[ab;]{0,4}"), 1..4)) {
        let parts: Vec<(String, std::ops::Range<usize>)> = texts
            .iter()
            .map(|(left, value, right)| (format!("{left}{value}{right}"), left.len()..left.len() + value.len()))
            .collect();
        let parts: Vec<_> = parts.iter().map(|(text, part)| (text.as_str(), part.clone())).collect();
        if let Some(cut) = learn(&parts) {
            for (text, part) in &parts {
                prop_assert_eq!(cut.apply(text), Some(part.clone()));
            }
            let marks = [cut.after, cut.before];
            let has_text = |mark: &Mark| !mark.text.is_empty();
            prop_assert!(marks.iter().flatten().all(has_text));
        } else {
            prop_assert!(texts.len() > 1, "one example always has a cut: all that stands beside it");
        }
    }
}

#[test]
fn a_sign_behind_some_values_may_be_missing_behind_others() {
    let texts = ["19-1; [May 1] (sealed)", "19-2; [June 30]", "19-3; [July 7] (J. Hall)"];
    assert_eq!(check(&texts, "20-4; March 3").as_deref(), Some("March 3"));
    assert_eq!(check(&texts, "20-5; March 4 (new)").as_deref(), Some("March 4"));
    // The first sign is there everywhere, so that a text without it has no value.
    assert_eq!(check(&texts, "none"), None);
}

#[test]
fn a_sign_that_only_one_text_has_may_be_its_own() {
    assert_eq!(check(&["[May 1] (sealed)", "[June 30]", "[July 7] and more"], ""), None);
}
