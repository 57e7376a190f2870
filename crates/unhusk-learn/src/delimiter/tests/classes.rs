//! The classes, of six, that fit the pages of the papers and their proofs.

use super::super::*;
use super::{ROWS, countries, example, read, set, spans};
use crate::example::{Example, LabelCell, LabelledRecord};
use crate::{TailRule, find_method};
use unhusk_page::{Page, Span};
use unhusk_wrapper::AnyWrapper;

const CLASSES: [&str; 6] = ["lr", "oclr", "hlrt", "hoclrt", "n-lr", "n-hlrt"];

/// The wrapper that a class learns from examples.
fn learn(class: &str, set: &TrainingSet<'_>, settings: &Settings) -> Result<AnyWrapper, String> {
    let learned = find_method(class).expect("a class").learn(set, settings);
    learned.map(|learned| learned.wrapper).map_err(|error| error.to_string())
}

/// Checks that every class in the list reads the values of the page, and that every other reports a conflict.
fn check(source: &str, fields: &[&str], values: &[Span], fitting: &[&str]) {
    let page = Page::from(source);
    let set = set(fields, vec![example(&page, fields.len(), values)]);
    let texts: Vec<Vec<&str>> = values
        .chunks(fields.len())
        .map(|record| record.iter().map(|span| page.slice(*span).expect("a span")).collect())
        .collect();
    for class in CLASSES {
        match learn(class, &set, &Settings::default()) {
            Ok(wrapper) => {
                assert!(fitting.contains(&class), "{class} fits {source}: {wrapper:?}");
                assert_eq!(read(wrapper, &set, &page), texts, "{class} on {source}");
            }
            Err(error) => {
                assert!(!fitting.contains(&class), "{class} on {source}: {error}");
                assert!(
                    error.starts_with(&format!("no `{class}` wrapper fits: field `")),
                    "{error}"
                );
            }
        }
    }
}

fn check_countries(source: &str, fitting: &[&str]) {
    check(source, &["country", "code"], &countries(source), fitting);
}

#[test]
fn p1_is_for_all_classes() {
    let page = format!("<HTML><TITLE>Some Country Codes</TITLE><BODY>\n{ROWS}</BODY></HTML>");
    check_countries(&page, &CLASSES);
}

/// Only a head skips the heading: every string that could open a record first occurs before it. LR reads every table
/// that N-LR reads.
#[test]
fn p2_is_for_the_classes_with_a_head() {
    let page = format!(
        "<HTML><TITLE>Some Country Codes</TITLE><BODY>\n<B>Some Country Codes</B><P>\n{ROWS}<HR><B>End</B></BODY></HTML>"
    );
    check_countries(&page, &["hlrt", "hoclrt", "n-hlrt"]);
}

#[test]
fn p2_as_printed_is_for_all_classes() {
    let page = format!(
        "<HTML><TITLE>Some Country Codes</TITLE>\n<BODY><B>Some Country Codes</B><P>\n{ROWS}<HR><B>End</B></BODY></HTML>"
    );
    check_countries(&page, &CLASSES);
}

#[test]
fn p3_is_for_all_classes() {
    let rows = ROWS.replace("<B>", "<LI><B>");
    let page = format!(
        "<HTML><TITLE>Some Country Codes</TITLE><BODY><B>Some Country Codes</B><P><UL>\n{rows}</UL><HR><B>End</B></BODY></HTML>"
    );
    check_countries(&page, &CLASSES);
}

/// Both left delimiters are `[`, which N-LR takes for the deeper level. The tail `]` is also before every record.
#[test]
fn equal_brackets_are_for_lr_and_oclr() {
    let page = "[a][1][b][2]";
    check(page, &["x", "n"], &spans(page, 0, &["a", "1", "b", "2"]), &["lr", "oclr"]);
}

/// The values are the letters x and y. With one field, N-LR is LR, and N-HLRT is HLRT.
#[test]
fn the_nine_regions_of_the_paper_are_not_empty() {
    let regions: [(&str, &[&str]); 9] = [
        ("cxd", &CLASSES),
        ("baaxabaayaba", &["lr", "oclr", "hoclrt", "n-lr"]),
        ("aaxa", &["lr", "oclr", "n-lr"]),
        ("cxac", &["oclr", "hlrt", "hoclrt", "n-hlrt"]),
        ("bxbbyba", &["oclr", "hoclrt"]),
        ("cxc", &["oclr"]),
        ("axayac", &["hlrt", "hoclrt", "n-hlrt"]),
        ("axaayaaa", &["hoclrt"]),
        ("cxaya", &[]),
    ];
    for (page, fitting) in regions {
        let values = page.match_indices(['x', 'y']).map(|(at, _)| Span::new(at, at + 1));
        check(page, &["letter"], &values.collect::<Vec<_>>(), fitting);
    }
}

/// Labels of levels: one record per run of rising levels, the other cells absent.
fn leveled<'p>(page: &'p Page, fields: &[&str], values: &[(usize, Span)]) -> TrainingSet<'p> {
    let record = |run: &[(usize, Span)]| {
        let mut cells = vec![LabelCell::Absent; fields.len()];
        for &(level, span) in run {
            cells[level] = super::label(span);
        }
        LabelledRecord { cells }
    };
    let records = values.chunk_by(|a, b| a.0 < b.0).map(record).collect();
    set(fields, vec![Example { records, ..example(page, 1, &[]) }])
}

const D: &str = "name: John\n\taddress: 125 Maple\n\t\tphone: 555-1234\n\t\tphone: 555-9999\n\taddress: 9 Oak\nname: Sally\n\taddress: 7 Elm\n\t\tphone: 555-0000\n";

#[test]
fn d_is_learnt_with_its_levels() {
    let page = Page::from(D);
    let texts =
        ["John", "125 Maple", "555-1234", "555-9999", "9 Oak", "Sally", "7 Elm", "555-0000"];
    let levels = [0, 1, 2, 2, 1, 0, 1, 2];
    let values: Vec<(usize, Span)> = levels.into_iter().zip(spans(D, 0, &texts)).collect();
    let set = leveled(&page, &["name", "address", "phone"], &values);
    let expected = [
        ["John", "125 Maple", "555-1234"],
        ["", "", "555-9999"],
        ["", "9 Oak", ""],
        ["Sally", "7 Elm", "555-0000"],
    ];
    let n_lr = learn("n-lr", &set, &Settings::default()).expect("fits");
    assert_eq!(read(n_lr, &set, &page), expected);
    // The text behind the last value is a line break, as behind every other value.
    let n_hlrt = learn("n-hlrt", &set, &Settings::default()).expect_err("no tail");
    assert!(n_hlrt.starts_with("no `n-hlrt` wrapper fits: field `tail`"), "{n_hlrt}");
    let to_the_end = Settings { tail: TailRule::OrEndOfPage, ..Settings::default() };
    let n_hlrt = learn("n-hlrt", &set, &to_the_end).expect("fits");
    assert_eq!(read(n_hlrt, &set, &page), expected);
    for class in ["lr", "oclr", "hlrt", "hoclrt"] {
        assert_eq!(
            learn(class, &set, &Settings::default()).expect_err("no table"),
            format!(
                "`{class}` cannot express these labels: record 2 of page lacks the field `name`, and every record must have every field"
            )
        );
    }
}

/// `yca` and `yc` begin together before `3`, where the deeper level would be read; `c` and `yca` do not.
#[test]
fn the_longest_left_delimiters_need_not_fit_together() {
    let source = ".yca1|.yc2|;yca3|;yc4|";
    let page = Page::from(source);
    let values: Vec<(usize, Span)> =
        [0, 1, 0, 1].into_iter().zip(spans(source, 0, &["1", "2", "3", "4"])).collect();
    let set = leveled(&page, &["a", "b"], &values);
    let wrapper = NLrLearner::default().learn(&set).expect("fits").wrapper;
    let lefts: Vec<String> = wrapper.fields.iter().map(|level| level.left.to_string()).collect();
    assert_eq!(lefts, ["yca", "c"]);
    assert_eq!(read(wrapper, &set, &page), [["1", "2"], ["3", "4"]]);
}

/// If the outer of two levels that begin together were read, `b` would be valid for the second. The deeper one is read:
/// before the last value `bbba` never begins before `b`.
#[test]
fn levels_that_begin_together_are_reported() {
    let source = "abbbay.bbba.bbba.aby.abbbay.";
    let page = Page::from(source);
    let values = [(0, 5, 6), (0, 11, 11), (0, 16, 16), (1, 19, 20), (0, 26, 27)];
    let values = values.map(|(level, start, end)| (level, Span::new(start, end)));
    let set = leveled(&page, &["a", "b"], &values);
    let error = learn("n-lr", &set, &Settings::default()).expect_err("does not fit");
    assert!(
        error.starts_with(
            "no `n-lr` wrapper fits: field `a`: the text to the left of `b` also comes before `a`"
        ),
        "{error}"
    );
}

/// `xab` is followed by `abab.`: the delimiter `abab` would end it after `x`. No class learns that delimiter.
#[test]
fn no_class_ends_a_value_with_what_straddles_its_end() {
    let page = "<xababab.<xxab.<!>";
    let values = [Span::new(1, 4), Span::new(10, 12)];
    check(page, &["a"], &values, &[]);
    let page = "<xababab.<xxababab.!";
    let values = [Span::new(1, 4), Span::new(10, 14)];
    check(page, &["a"], &values, &CLASSES);
}
