//! Hostile labels and pages: each class reads the labels, or reports the reason in a sentence.

use super::brute::LabelledTable;
use super::{learn, read};
use unhusk_learn::delimiter::{
    HlrtLearner, HoclrtLearner, LrLearner, NHlrtLearner, NLrLearner, OclrLearner,
};
use unhusk_learn::example::LabelError;
use unhusk_learn::example::{Example, TrainingSet};
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};

/// Returns the message of each of the six classes about labelled pages: `None` if it reads the labels.
fn say(pages: &[LabelledTable], n_fields: usize) -> [(&'static str, Option<String>); 6] {
    let parsed: Vec<(Page, &LabelledTable)> =
        pages.iter().map(|labelled| (Page::from(labelled.source.as_str()), labelled)).collect();
    macro_rules! say {
        ($learner:ty) => {{
            let (schema, result) = learn(&<$learner>::default(), &parsed, n_fields);
            let wrong = |wrapper| {
                for (page, labelled) in &parsed {
                    assert!(read(&wrapper, &schema, page) == labelled.records, "{wrapper:?}");
                }
            };
            result.map(wrong).err().map(|error| error.to_string())
        }};
    }
    [
        ("lr", say!(LrLearner)),
        ("hlrt", say!(HlrtLearner)),
        ("oclr", say!(OclrLearner)),
        ("hoclrt", say!(HoclrtLearner)),
        ("n-lr", say!(NLrLearner)),
        ("n-hlrt", say!(NHlrtLearner)),
    ]
}

/// The classes that read the labels.
fn fitting(pages: &[LabelledTable], n_fields: usize) -> Vec<&'static str> {
    let said = say(pages, n_fields).into_iter();
    let fits = said.filter_map(|(class, error)| match error {
        None => Some(class),
        Some(error) => {
            assert!(error.starts_with(&format!("no `{class}` wrapper fits: field `")), "{error}");
            None
        }
    });
    fits.collect()
}

const ALL: [&str; 6] = ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

/// A page with each value in square brackets, and `n_fields` values to a record.
fn page(source: &str, n_fields: usize) -> LabelledTable {
    let (mut text, mut values, mut start) = (String::new(), Vec::new(), 0);
    for letter in source.chars() {
        match letter {
            '[' => start = text.len(),
            ']' => values.push((start, text.len())),
            _ => text.push(letter),
        }
    }
    LabelledTable { source: text, records: values.chunks(n_fields).map(<[_]>::to_vec).collect() }
}

/// One value among equal letters, more of them behind it: LR finds its left delimiter behind it as well.
#[test]
fn a_value_among_equal_letters_is_found() {
    let source = format!("{}[x]{}", "a".repeat(3_000), "a".repeat(20_000));
    assert_eq!(fitting(&[page(&source, 1)], 1), ["hlrt", "oclr", "hoclrt", "n-hlrt"]);
}

/// On pages with other numbers of letters before the value, only strings that reach into it can mark its start.
#[test]
fn values_at_other_depths_among_equal_letters_are_found_or_given_up() {
    let source = |n: usize| page(&format!("{}[x]{}", "a".repeat(n), "a".repeat(1_500)), 1);
    for (class, error) in say(&[source(300), source(350), source(401)], 1) {
        let is_told = error.as_ref().is_none_or(|error| {
            error.starts_with(&format!("no `{class}` wrapper fits: field `"))
                || error.starts_with(&format!("gave up on `{class}` after "))
        });
        assert!(is_told, "{error:?}");
    }
}

#[test]
fn many_records_are_learnt() {
    let rows = "<b>[1]</b><i>[22]</i>\n".repeat(20_000);
    assert_eq!(fitting(&[page(&format!("<ul>{rows}</ul>"), 2)], 2), ALL);
}

/// Notes between the records resemble records: a block is needed, and so is the complete search for it.
#[test]
fn many_records_with_notes_between_them_are_learnt() {
    let row = |number: usize| {
        format!("<li id={number}>{}. <b>[{number}]</b>, <p>{}. <b>no</b>, ", number % 7, number % 3)
    };
    let rows: String = (0..5_000).map(row).collect();
    assert_eq!(fitting(&[page(&format!("1. <b>no</b>{rows}<hr>"), 1)], 1), ["oclr", "hoclrt"]);
}

/// A string that opens both records and the text between them, ever more often.
#[test]
fn a_string_that_opens_everything_is_told_or_learnt_around() {
    let rows: Vec<String> = (1..120).map(|n| format!("{}x[{n}];", "ab".repeat(n))).collect();
    let found = fitting(&[page(&format!("{}.", rows.concat()), 1)], 1);
    assert_eq!(found, ALL);
}

#[test]
fn values_that_touch_are_told() {
    let pages = [page("<b>[1][2]</b><b>[3][4]</b>.", 2)];
    for (class, error) in say(&pages, 2) {
        let told = format!(
            "no `{class}` wrapper fits: field `a`: nothing is between the value and the next one: page bytes 3-4 `"
        );
        let error = error.expect("does not fit");
        assert!(error.starts_with(&told), "{error}");
    }
}

#[test]
fn empty_values_are_learnt() {
    let pages = [page("<p><b>[]</b><i>[1]</i><b>[x]</b><i>[]</i><b>[]</b><i>[]</i><hr>", 2)];
    assert_eq!(fitting(&pages, 2), ALL);
}

#[test]
fn one_record_on_one_page_is_learnt() {
    assert_eq!(fitting(&[page("<h1>Hits</h1><p><b>[1]</b><hr>", 1)], 1), ALL);
}

#[test]
fn pages_without_records_are_learnt_from() {
    // `<b>` is on the page without records, too, and nothing but the head distinguishes it from a record.
    let pages =
        [page("<p>Hits:<b>[1]</b><b>[2]</b><hr>", 1), page("<p>None<hr><b>Try again</b>", 1)];
    assert_eq!(fitting(&pages, 1), ["hlrt", "hoclrt", "n-hlrt"]);
}

#[test]
fn pages_without_any_record_teach_nothing() {
    let page = Page::from("<p>None<hr>");
    let example = Example {
        name: "page".to_owned(),
        page: &page,
        complete: true,
        records: Vec::new(),
        negatives: Vec::new(),
    };
    let schema = Schema::new(vec![Field::new("a")]).expect("a usable name");
    let refused = TrainingSet::from_examples(schema, vec![example]);
    assert_eq!(refused.err(), Some(LabelError::Empty));
}

#[test]
fn fields_in_another_order_on_one_page_are_told() {
    let first = page("<b>[x]</b><i>[1]</i><b>[y]</b><i>[2]</i>.", 2);
    let mut second = page("<i>[3]</i><b>[z]</b>.", 2);
    second.records[0].reverse();
    for (class, error) in say(&[first, second], 2) {
        let error = error.expect("does not fit");
        assert!(error.starts_with(&format!("`{class}` cannot express these labels: ")), "{error}");
        assert!(error.contains("`a`") && error.contains("`b`"), "{error}");
    }
}

/// `a` is left of both values, but also behind the last one. A tail would have to be that `a`, which precedes the
/// second value as well; and the string that closes a record leaves nothing to open the next.
#[test]
fn what_conflicts_is_told_for_each_class() {
    let left = "field `a`: every common left delimiter also occurs where no value follows: page bytes 4-5 `";
    let tail = "field `tail`: no string behind the last record of every page marks the end of the records: page bytes 4-4 `";
    let open = "field `open`: no strings that all records share mark where each record begins and ends: page bytes 1-2 `";
    let expected = [left, tail, open, open, left, tail];
    for ((class, error), expected) in say(&[page("a[x]a[y]a", 1)], 1).into_iter().zip(expected) {
        let error = error.expect("does not fit");
        assert!(error.starts_with(&format!("no `{class}` wrapper fits: {expected}")), "{error}");
    }
}
