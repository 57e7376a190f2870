//! Repairs of small sites: what is repaired, what is refused, and which evidence counts.

mod verdicts;

use super::accept::{RepairContext, confirms, is_more_general};
use super::agreement::ReadCounts;
use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use super::{RepairOutcome, intact, repair};
use crate::example::NamedPage;
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::record::Cell;
use verdicts::{MAKERS, TITLES, learnt, pages, rebuilt, shop, verdict};

#[test]
fn known_values_on_rebuilt_pages_repair_the_wrapper() {
    let file = learnt();
    let pages = pages(rebuilt, 0..8);
    let outcome = repair(&file, &named(&pages), &[]).expect("a profile of its own");
    let RepairOutcome::Repaired(repaired) = outcome else { panic!("{outcome:?}") };
    for (number, page) in pages.iter().enumerate() {
        let records = repaired.file.extract(page).records;
        let [record] = &records[..] else { panic!("{} records", records.len()) };
        let texts: Vec<&str> =
            record.cells.iter().flat_map(Cell::values).map(|value| &*value.text).collect();
        assert_eq!(texts, [TITLES[number], MAKERS[number], &format!("${}.50", 12 + number)]);
    }
    assert!(
        repaired.changes.iter().any(|change| change.starts_with("field maker: was ")),
        "{:?}",
        repaired.changes
    );
}

#[test]
fn pages_of_another_site_are_refused() {
    let file = learnt();
    let stranger = Page::from("<html><body><h2>News</h2><p>It rains in Spain</p></body></html>");
    let named = ["1.html", "2.html"].map(|name| NamedPage { name, page: &stranger });
    let outcome = repair(&file, &named, &[]).expect("a profile of its own");
    let RepairOutcome::Refused(reasons) = outcome else { panic!("{outcome:?}") };
    assert!(!reasons.is_empty());
}

#[test]
fn a_wrapper_that_never_read_a_field_cannot_be_repaired() {
    let mut file = learnt();
    let profile = file.profile.as_mut().expect("a baseline");
    (profile.fields[1].filled, profile.fields[1].cells) = (0, 3);
    let pages = pages(rebuilt, 0..8);
    let reasons = refused(&file, &pages);
    assert!(
        reasons[0].starts_with("field `maker` was not read on the healthy pages"),
        "{reasons:?}"
    );
}

#[test]
fn one_known_page_of_one_record_leaves_too_much_open() {
    let file = learnt();
    // Of the pages that were learnt from, the first only.
    let pages: Vec<Page> = pages(rebuilt, 0..1).into_iter().chain(pages(rebuilt, 3..8)).collect();
    let outcome = repair(&file, &named(&pages), &[]).expect("a profile of its own");
    let RepairOutcome::Proposed(proposed) = outcome else { panic!("{outcome:?}") };
    let reasons: Vec<String> = proposed.reasons.iter().map(ToString::to_string).collect();
    assert!(reasons.iter().any(|reason| reason.starts_with("one known page")), "{reasons:?}");
}

fn refused(file: &Wrapper, pages: &[Page]) -> Vec<String> {
    let outcome = repair(file, &named(pages), &[]).expect("a profile of its own");
    let RepairOutcome::Refused(reasons) = outcome else { panic!("{outcome:?}") };
    reasons.iter().map(ToString::to_string).collect()
}

/// Labels of the makers on the first pages of the shop.
fn known_makers() -> TrainingLabels {
    let of_page = |page: usize| RepairPage {
        page,
        is_complete: true,
        records: vec![vec![
            TrainingCell::Unknown,
            TrainingCell::Texts(vec![MAKERS[page].to_owned()]),
            TrainingCell::Unknown,
        ]],
    };
    TrainingLabels { pages: (0..3).map(of_page).collect() }
}

const NAMES: [&str; 8] =
    ["0.html", "1.html", "2.html", "3.html", "4.html", "5.html", "6.html", "7.html"];

fn named(pages: &[Page]) -> Vec<NamedPage<'_>> {
    assert!(pages.len() <= NAMES.len());
    NAMES.into_iter().zip(pages).map(|(name, page)| NamedPage { name, page }).collect()
}

#[test]
fn a_field_whose_known_values_are_read_is_sound() {
    let (file, pages) = (learnt(), pages(shop, 0..3));
    let healthy = verdict(&file, &pages);
    assert_eq!(intact::fields(&file, &named(&pages), &healthy, &known_makers()), [true; 3]);
}

#[test]
fn a_field_whose_known_values_are_read_otherwise_is_not_sound_however_healthy_it_looks() {
    /// The cell of the maker holds the maker of the next page; the maker is below.
    fn swapped(number: usize) -> String {
        let below = format!("<p>By {}</p></body>", MAKERS[number]);
        shop(number).replace(MAKERS[number], MAKERS[number + 1]).replace("</body>", &below)
    }
    let file = learnt();
    let looks_healthy = verdict(&file, &pages(shop, 0..3));
    let found =
        intact::fields(&file, &named(&pages(swapped, 0..3)), &looks_healthy, &known_makers());
    assert_eq!(found, [true, false, true]);
}

#[test]
fn the_old_wrapper_confirms_a_field_if_it_reads_half_of_it_and_alike() {
    let counts = |right: usize, all: usize| ReadCounts { right, all };
    // All of the 14 that both read, of 22 values.
    assert!(confirms(counts(14, 22), counts(14, 14)));
    // It reads 12 of 32, which is less than half.
    assert!(!confirms(counts(12, 32), counts(12, 12)));
    // It reads one of ten otherwise.
    assert!(!confirms(counts(9, 10), counts(9, 10)));
    // It reads nothing, so it confirms nothing.
    assert!(!confirms(counts(0, 0), counts(0, 0)));
}

/// A wrapper that reads the text between two strings.
fn between(left: &str, right: &str) -> Wrapper {
    let text = format!(
        r#"{{"unhusk": "wrapper/1", "class": "lr", "schema": {{"fields": [{{"name": "animal"}}]}},
            "program": {{"fields": [{{"left": "{left}", "right": "{right}"}}]}}}}"#
    );
    Wrapper::from_json(&text).expect("a wrapper file")
}

#[test]
fn of_two_wrappers_that_read_what_is_known_the_one_that_reads_more_is_more_general() {
    // The class is on the known page only.
    let pages = [Page::from("<b class=n>ant</b> <b class=n>bee</b>"), Page::from("<b>cat</b>")];
    let animal = |name: &str| vec![TrainingCell::Texts(vec![name.to_owned()])];
    let records = vec![animal("ant"), animal("bee")];
    let training =
        TrainingLabels { pages: vec![RepairPage { page: 0, is_complete: true, records }] };
    let (by_class, by_end) = (between("<b class=n>", "</b>"), between(">", "</b>"));
    let healthy = Profile::new(&by_class.schema);
    let named = named(&pages);
    let context = RepairContext {
        old: &by_class,
        healthy: &healthy,
        pages: &named,
        intact: &[false],
        training: &training,
        is_known: true,
    };
    assert!(is_more_general(context, &by_end, &by_class));
    assert!(!is_more_general(context, &by_class, &by_end));
    // It reads no more.
    assert!(!is_more_general(context, &between("n>", "</b>"), &by_class));
    // It reads more, but also what is known not to be an animal.
    assert!(!is_more_general(context, &between("<", ">"), &by_class));
}
