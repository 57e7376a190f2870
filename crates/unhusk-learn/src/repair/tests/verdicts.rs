//! Verdicts on small sites.

use crate::example::{Labels, Strictness, TrainingSet};
use crate::{Settings, find_method, provenance};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::verify::{Health, PageObservation, Verdict, Verifier, VerifyError};

pub(super) const TITLES: [&str; 8] = [
    "Blue mug",
    "Red kettle",
    "Green plate",
    "Old spoon",
    "Small bowl",
    "Tall glass",
    "Round tray",
    "Plain cup",
];
pub(super) const MAKERS: [&str; 8] = [
    "Abel and Sons",
    "Bright Works",
    "Cole Pottery",
    "Dunn Brothers",
    "Earth Ware",
    "Fire House",
    "Gold Studio",
    "Hand Made",
];

/// A page of a shop before the redesign.
pub(super) fn shop(number: usize) -> String {
    format!(
        "<html><body><div class=head>The shop</div><h1 class=title>{}</h1><table><tr><th>Maker:</th>\
         <td class=maker>{}</td></tr><tr><th>Price:</th><td class=price>${}.50</td></tr></table>\
         <p>All prices include taxes</p></body></html>",
        TITLES[number],
        MAKERS[number],
        12 + number
    )
}

/// The page after a redesign: nothing that a rule could rely on is left.
pub(super) fn rebuilt(number: usize) -> String {
    format!(
        "<html><body><section><nav>Welcome to our store</nav><article><aside>Item {}</aside><em>{}</em><ul>\
         <li><i>${}.50</i> is what it costs</li><li>made by <b>{}</b></li></ul></article></section></body></html>",
        number + 100,
        TITLES[number],
        12 + number,
        MAKERS[number]
    )
}

pub(super) fn pages(make: fn(usize) -> String, numbers: std::ops::Range<usize>) -> Vec<Page> {
    numbers.map(|number| Page::from(make(number).as_str())).collect()
}

/// A wrapper learnt from the first three pages of the shop.
pub(super) fn learnt() -> Wrapper {
    let of_page = |number: usize| {
        format!(
            r#"{{"path":"{number}.html","records":[{{"title":"{}","maker":"{}","price":"${}.50"}}]}}"#,
            TITLES[number],
            MAKERS[number],
            12 + number
        )
    };
    let records: Vec<String> = (0..3).map(of_page).collect();
    let json = format!(
        r#"{{"unhusk":"labels/1","fields":["title","maker","price"],"pages":[{}]}}"#,
        records.join(",")
    );
    let labels = Labels::parse("labels.json", &json).expect("labels");
    let healthy = pages(shop, 0..3);
    let numbered: Vec<(usize, &Page)> = healthy.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("all on their pages");
    let method = find_method("auto").expect("in the catalogue");
    let learned = method.learn(&set, &Settings::default()).expect("a wrapper");
    let schema = learned.schema(&set);
    let mut file = Wrapper::new(schema, learned.wrapper, provenance(method.name, &set));
    file.record_baseline(&healthy);
    file
}

pub(super) fn verdict(file: &Wrapper, pages: &[Page]) -> Verdict {
    let mut verifier = Verifier::new(file).expect("a profile of its own");
    for page in pages {
        verifier.add(page);
    }
    verifier.verdict()
}

#[test]
fn unchanged_pages_are_healthy() {
    let verdict = verdict(&learnt(), &pages(shop, 3..8));
    assert_eq!(verdict.health, Health::Healthy, "{verdict:?}");
    assert_eq!((verdict.pages, verdict.records), (5, 5));
}

#[test]
fn a_missing_field_is_reported_with_the_step_that_fails() {
    let without =
        |number| shop(number).replace(&format!("${}.50", 12 + number), "").replace("Price:", "");
    let pages: Vec<Page> = (3..8).map(|number| Page::from(without(number).as_str())).collect();
    let verdict = verdict(&learnt(), &pages);
    assert_eq!(verdict.health, Health::Drift);
    let price = &verdict.fields[2];
    assert_eq!(price.health, Health::Drift, "{verdict:?}");
    assert!(
        price.evidence.iter().any(|line| line == "price is missing on 5 of 5 pages, was 0 %"),
        "{price:?}"
    );
    assert!(
        price.evidence.iter().any(|line| line.starts_with("first failing step: ")),
        "{price:?}"
    );
    assert_eq!(verdict.fields[0].health, Health::Healthy);
}

#[test]
fn a_page_of_errors_is_drift_with_a_sentence() {
    let error = Page::from("<html><body><h2>Sorry</h2><p>Come back later</p></body></html>");
    let verdict = verdict(&learnt(), &vec![error; 3]);
    assert_eq!(verdict.health, Health::Drift);
    assert!(!verdict.notes.is_empty(), "{verdict:?}");
}

#[test]
fn changed_pages_that_are_read_correctly_are_healthy_with_a_note() {
    let renamed = |number| {
        shop(number)
            .replace("class=", "data-x=1 class=y")
            .replace("The shop", "Our store")
            .replace("<p>All", "<p>Nearly all")
    };
    let pages: Vec<Page> = (3..8).map(|number| Page::from(renamed(number).as_str())).collect();
    let verdict = verdict(&learnt(), &pages);
    assert_eq!(verdict.health, Health::Healthy, "{verdict:?}");
    assert!(
        verdict.notes.iter().any(|note| note.starts_with("the pages have changed")),
        "{:?}",
        verdict.notes
    );
}

#[test]
fn a_file_without_profile_is_reported() {
    let mut file = learnt();
    file.profile = None;
    assert_eq!(Verifier::new(&file).expect_err("nothing to compare with"), VerifyError::NoProfile);
}

#[test]
fn a_profile_of_another_wrapper_is_refused() {
    let mut file = learnt();
    file.profile.as_mut().expect("a baseline").fields.pop();
    assert!(matches!(Verifier::new(&file), Err(VerifyError::Mismatch(_))));
}

#[test]
fn observations_made_on_other_threads_give_the_same_verdict() {
    let file = learnt();
    let changed = pages(rebuilt, 3..6);
    let mut verifier = Verifier::new(&file).expect("a profile of its own");
    for page in &changed {
        verifier.add_observation(PageObservation::of(&file, page));
    }
    assert_eq!(verifier.verdict(), verdict(&file, &changed));
}

#[test]
fn one_page_is_the_only_page() {
    let error = Page::from("<html><body><h2>Sorry</h2></body></html>");
    let verdict = verdict(&learnt(), &[error]);
    let evidence = verdict.fields.iter().flat_map(|field| &field.evidence);
    let said: Vec<&String> = evidence.chain(&verdict.notes).collect();
    let missing = "is missing on the only page, was 0 %";
    assert!(said.iter().any(|line| line.contains(missing)), "{said:?}");
    let counted = said.iter().find(|line| line.contains("1 of 1") || line.contains("any of 1"));
    assert_eq!(counted, None);
}
