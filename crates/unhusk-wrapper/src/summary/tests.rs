//! Runs of a delimiter wrapper over made-up pages.

use super::{RunEvidence, RunObserver, RunSummary};
use crate::Wrapper;
use crate::profile::Profile;
use crate::record::{Datatype, FieldType};
use unhusk_page::Page;

/// A wrapper that reads `<b>name</b> <i>phone</i>` records.
fn wrapper() -> Wrapper {
    let text = r#"{"unhusk": "wrapper/1", "class": "lr",
        "schema": {"fields": [{"name": "name"}, {"name": "phone"}]},
        "program": {"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</i>"}]}}"#;
    Wrapper::from_json(text).unwrap()
}

fn page(records: &[(&str, &str)]) -> Page {
    let rows = records.iter().map(|(name, phone)| format!("<b>{name}</b> <i>{phone}</i>\n"));
    Page::from(rows.collect::<String>().as_str())
}

fn names(n: usize) -> Vec<String> {
    (0..n).map(|at| format!("{}ell", char::from(b'A' + u8::try_from(at % 26).unwrap()))).collect()
}

/// The summary of a page with the given phones, each with a name of letters.
fn of_phones(wrapper: &Wrapper, phones: &[&str]) -> RunSummary {
    let names = names(phones.len());
    let records: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(phones.iter().copied()).collect();
    let mut observer = RunObserver::new(wrapper);
    observer.add_page("p.html", &page(&records));
    observer.finish()
}

#[test]
fn counts_records_values_and_distinct_values() {
    let wrapper = wrapper();
    let mut observer = RunObserver::new(&wrapper);
    observer.add_page("1.html", &page(&[("Ann", "12"), ("Bob", "12")]));
    observer.add_page("2.html", &page(&[]));
    let summary = observer.finish();
    assert_eq!((summary.pages, summary.empty, summary.records), (2, 1, 2));
    assert_eq!(summary.empty_pages, ["2.html"]);
    let phone = &summary.fields[1];
    assert_eq!((phone.records, phone.filled, phone.values, phone.distinct), (2, 2, 2, 1));
}

#[test]
fn letters_among_phone_numbers_are_odd() {
    let mut phones = vec!["(030) 123-45"; 19];
    phones.push("View all 7 locations");
    let summary = of_phones(&wrapper(), &phones);
    let phone = &summary.fields[1];
    assert_eq!(phone.odd, 1);
    assert_eq!(phone.examples[0].text, "View all 7 locations");
    assert_eq!(phone.examples[0].page, "p.html");
    assert_eq!(phone.warnings.len(), 1);
    assert_eq!(summary.fields[0].odd, 0);
}

#[test]
fn a_field_with_values_of_all_kinds_has_no_odd_ones() {
    let phones =
        ["12 Main Street", "Broadway", "7", "Route 66", "42", "High Road", "A1", "9", "B", "4 C"];
    assert_eq!(of_phones(&wrapper(), &phones).fields[1].odd, 0);
}

#[test]
fn few_values_show_nothing_usual() {
    assert_eq!(of_phones(&wrapper(), &["1", "2", "3", "none"]).fields[1].odd, 0);
}

#[test]
fn a_value_that_is_not_of_the_type_of_its_field_is_odd() {
    let mut wrapper = wrapper();
    let mut fields = wrapper.schema.fields().to_vec();
    fields[1].holds = Some(FieldType::Values(Datatype::Number));
    wrapper.schema = crate::record::Schema::new(fields).unwrap();
    let summary = of_phones(&wrapper, &["1", "2", "sold out"]);
    assert_eq!(summary.fields[1].odd, 1);
    assert_eq!(summary.fields[1].examples[0].why, "is not a number");
}

#[test]
fn a_value_that_is_odd_for_two_reasons_counts_once() {
    let long = "word ".repeat(400);
    let mut phones = vec!["0301234"; 19];
    phones.push(&long);
    assert_eq!(of_phones(&wrapper(), &phones).fields[1].odd, 1);
}

#[test]
fn a_text_many_times_as_long_as_the_others_is_odd() {
    let long = "word ".repeat(400);
    let mut phones = vec!["word"; 11];
    phones.push(&long);
    let summary = of_phones(&wrapper(), &phones);
    assert_eq!(summary.fields[1].odd, 1);
    assert!(summary.fields[1].examples[0].text.len() < 100);
}

#[test]
fn a_field_that_was_always_there_and_is_gone_is_a_warning() {
    let mut wrapper = wrapper();
    let healthy = page(&[("Ann", "12"), ("Bob", "34")]);
    wrapper.profile = Some(Profile::of(&wrapper.rule, &wrapper.schema, [&healthy]));
    let empty = of_phones(&wrapper, &["", "", ""]);
    assert!(empty.fields[1].warnings[0].starts_with("is empty in every record"));
    assert!(empty.fields[0].warnings.is_empty(), "{:?}", empty.fields[0].warnings);
    assert_eq!(empty.suspicious().count(), 1);
}

#[test]
fn records_like_those_of_the_baseline_raise_no_warning() {
    let mut wrapper = wrapper();
    let phones = ["0301234", "0305678", "0309012", "0303456"];
    let names = names(4);
    let records: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(phones).collect();
    let healthy = page(&records);
    wrapper.profile = Some(Profile::of(&wrapper.rule, &wrapper.schema, [&healthy]));
    let summary = of_phones(&wrapper, &["0307890", "0302345", "0306789", "0300123"]);
    assert_eq!(summary.suspicious().count(), 0);
    assert!(summary.fields.iter().all(|field| field.score.is_some()));
}

/// A wrapper with the baseline of one page, and pages on which the phones became words or are missing.
fn drifted_run() -> (Wrapper, Vec<(String, Page)>) {
    let mut wrapper = wrapper();
    let healthy = page(&[("Ann", "0301234"), ("Bob", "0305678"), ("Cid", "0309012")]);
    wrapper.profile = Some(Profile::of(&wrapper.rule, &wrapper.schema, [&healthy]));
    let pages = (0..40).map(|at| {
        let phone = match at {
            3 | 30 => "view all 7 locations",
            _ if at % 5 == 4 => "",
            _ => "0307890",
        };
        (format!("{at}.html"), page(&[("Dan", phone), ("Eve", "0301111")]))
    });
    (wrapper, pages.collect())
}

#[test]
fn evidence_of_parts_gives_the_verdict_on_the_whole() {
    let (wrapper, pages) = drifted_run();
    let mut observer = RunObserver::new(&wrapper);
    for (name, page) in &pages {
        observer.add_page(name, page);
    }
    let whole = observer.verdict().unwrap();
    assert!(whole.fields[1].evidence.iter().any(|line| line.contains("3.html")), "{whole:?}");
    for n_per_part in [1, 7, 40] {
        let mut evidence = RunEvidence::new(&wrapper);
        for part in pages.chunks(n_per_part) {
            let mut of_part = RunEvidence::new(&wrapper);
            for (name, page) in part {
                of_part.merge(RunEvidence::of_page(&wrapper, name, page));
            }
            // As it comes from another machine.
            let text = serde_json::to_string(&of_part).unwrap();
            evidence.merge(serde_json::from_str(&text).unwrap());
        }
        assert_eq!(evidence.n_pages(), 40);
        assert_eq!(evidence.verdict(&wrapper).unwrap(), whole, "parts of {n_per_part}");
    }
}

#[test]
fn evidence_of_another_wrapper_has_no_verdict() {
    let (wrapper, _) = drifted_run();
    let mut other = wrapper.clone();
    other.schema = crate::record::Schema::new(vec![crate::record::Field::new("title")]).unwrap();
    let error = RunEvidence::new(&other).verdict(&wrapper).unwrap_err().to_string();
    assert!(error.starts_with("the profile is of another wrapper"), "{error}");
}
