use crate::site::{Cut, Mark};
use proptest::prelude::*;

fn mark(text: &str, last: bool) -> Mark {
    Mark { text: text.to_owned(), last, optional: false }
}

fn apply(after: Option<Mark>, before: Option<Mark>, text: &str) -> Option<&str> {
    Cut { after, before }.apply(text).map(|range| &text[range])
}

#[test]
fn a_value_stands_between_its_marks() {
    let text = "Price: $12 (was $15) each";
    assert_eq!(apply(None, None, text), Some(text));
    assert_eq!(apply(Some(mark("$", false)), Some(mark(" ", false)), text), Some("12"));
    assert_eq!(apply(Some(mark("$", true)), Some(mark(")", false)), text), Some("15"));
    assert_eq!(apply(Some(mark("$", false)), Some(mark("$", true)), text), Some("12 (was "));
    assert_eq!(apply(None, Some(mark(":", false)), text), Some("Price"));
}

#[test]
fn without_a_mark_there_is_no_value() {
    assert_eq!(apply(Some(mark("€", false)), None, "$12"), None);
    // The end is looked for behind the beginning.
    assert_eq!(apply(Some(mark("$", false)), Some(mark("a", false)), "a $12"), None);
}

#[test]
fn without_an_optional_mark_the_value_reaches_to_the_edge() {
    let maybe = |text| Some(Mark { optional: true, ..mark(text, false) });
    assert_eq!(apply(maybe("No. "), maybe(" ("), "No. 12 (new)"), Some("12"));
    assert_eq!(apply(maybe("No. "), maybe(" ("), "12 (new)"), Some("12"));
    assert_eq!(apply(maybe("No. "), maybe(" ("), "No. 12"), Some("12"));
}

proptest! {
    #[test]
    fn what_is_cut_has_its_marks_on_both_sides(text in "[ab$é ]{0,12}", a in "[ab$é]{1,2}", b in "[ab$é]{1,2}", lasts in any::<(bool, bool)>()) {
        let cut = Cut { after: Some(mark(&a, lasts.0)), before: Some(mark(&b, lasts.1)) };
        if let Some(range) = cut.apply(&text) {
            prop_assert!(text[..range.start].ends_with(&a));
            prop_assert!(text[range.end..].starts_with(&b));
            let is_first = !text[range.clone()].contains(&b);
            prop_assert!(lasts.1 || is_first);
        } else {
            let begins = text.match_indices(&a).map(|(at, _)| at + a.len());
            let begin = if lasts.0 { text.rfind(&a).map(|at| at + a.len()) } else { begins.min() };
            prop_assert!(begin.is_none_or(|begin| !text[begin..].contains(&b)));
        }
    }
}
