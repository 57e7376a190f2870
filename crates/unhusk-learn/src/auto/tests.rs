use super::*;
use crate::example::{Labels, Strictness};
use crate::readings::Readings;
use crate::robust::robustness_as_read;
use unhusk_page::Page;
use unhusk_wrapper::Choice;
use unhusk_wrapper::record::Schema;

/// Labels for a page per name and price; the rest of the pages has none.
fn labels(values: &[(&str, &str)]) -> Labels {
    let page = |(at, (name, price)): (usize, &(&str, &str))| serde_json::json!({"path": format!("{at}.html"), "records": [{"name": name, "price": price}]});
    let pages: Vec<_> = values.iter().enumerate().map(page).collect();
    let text = serde_json::json!({"unhusk": "labels/1", "pages": pages}).to_string();
    Labels::parse("labels.json", &text).expect("the labels are as they should be")
}

fn shop(name: &str, price: &str) -> Page {
    Page::from(
        format!(
            "<html><body><h1 class=title>{name}</h1><p>Price: <b class=price>{price}</b></p>\
             <p>Our shop is open</p></body></html>"
        )
        .as_str(),
    )
}

/// Learns from the first two pages and gives an account.
fn account(unlabelled: &[Page]) -> (AnyWrapper, Choice) {
    let values = [("Mug", "12"), ("Tray", "7")];
    let pages = values.map(|(name, price)| shop(name, price));
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels(&values), &numbered, Strictness::Strict);
    let set = set.expect("the labels are on the pages").with_unlabelled(unlabelled);
    let settings = Settings::default();
    let learned = learn(&set, &settings).expect("the pages are alike");
    let choice = choice_of(&learned.wrapper, &learned.schema(&set), &set);
    (learned.wrapper, choice)
}

/// The account of a wrapper that was taken.
fn choice_of(rule: &AnyWrapper, schema: &Schema, examples: &TrainingSet<'_>) -> Choice {
    let readings = Readings::of_all(rule, schema, examples);
    let n_fits = n_fits(rule, schema, examples);
    let robustness = robustness_as_read(rule, schema, &readings.all());
    let (readings, robustness) = (&readings, robustness.as_ref());
    choice(&Chosen { rule, schema, examples, readings, n_fits, robustness }, &Settings::default())
}

#[test]
fn the_runner_up_is_of_another_class_and_fits_as_well() {
    let (wrapper, choice) = account(&[]);
    let next = choice.runner_up.expect("delimiters fit these pages, too");
    assert_ne!(next.class, wrapper.class());
    assert_eq!((next.fits, next.agreement), (2, None));
    assert_eq!(
        next.differs,
        Vec::<String>::new(),
        "what fits all labels differs nowhere on their pages"
    );
    assert!(next.robustness.is_some());
    let class = wrapper.class();
    let beginning = format!("`{class}` was taken: it reads all 2 labelled pages as labelled, ");
    assert!(choice.reason.starts_with(&beginning), "{}", choice.reason);
    assert!(choice.reason.contains(&format!("next came `{}`, ", next.class)), "{}", choice.reason);
}

#[test]
fn agreement_is_counted_on_pages_without_labels() {
    // Two values a page, which every class reads that fits the labels: the pages differ in nothing else.
    let (_, choice) = account(&[shop("Cup", "3"), shop("Jug", "21"), shop("Pot", "8")]);
    let agreement = choice.runner_up.and_then(|next| next.agreement).expect("there are pages");
    assert_eq!((agreement.pages, agreement.same, agreement.values), (3, 6, 6));
    let said = "on 3 pages without labels both read the same 6 values";
    assert!(choice.reason.contains(said), "{}", choice.reason);
}

#[test]
fn patterns_are_asked_too() {
    let values = [("Mug", "12"), ("Tray", "7")];
    let pages = values.map(|(name, price)| shop(name, price));
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels(&values), &numbered, Strictness::Strict);
    let set = set.expect("the labels are on the pages");
    let pattern = candidate::by_looks(&set).expect("the pages are alike");
    assert_eq!(pattern.wrapper.class(), "pattern");
    assert_eq!(n_fits(&pattern.wrapper, &pattern.schema(&set), &set), 2);
}

#[test]
fn delimiters_have_no_rival_among_delimiters() {
    let pages = [shop("Mug", "12")];
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels(&[("Mug", "12")]), &numbered, Strictness::Strict)
        .expect("the labels are on the page");
    let settings = Settings::default();
    let lr = delimiter::simplest_of_any_class(&set, &settings).expect("delimiters fit").wrapper;
    let choice = choice_of(&lr, set.schema(), &set);
    let next = choice.runner_up.expect("markup tells the values apart, too");
    assert!(["site", "kl"].contains(&next.class.as_str()), "{}", next.class);
    assert!(choice.reason.contains("next came"), "{}", choice.reason);
}

#[test]
fn a_wrapper_that_misses_a_label_is_not_said_to_fit() {
    let pages = [shop("Mug", "12")];
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let of_page = labels(&[("Mug", "12")]);
    let set = TrainingSet::new(&of_page, &numbered, Strictness::Strict).expect("they are there");
    let shifted = labels(&[("12", "Mug")]);
    let other = TrainingSet::new(&shifted, &numbered, Strictness::Strict).expect("they are there");
    let settings = Settings::default();
    // Learnt from labels that are the other way round.
    let wrong = learn(&other, &settings).expect("these can be learnt as well");
    let choice = choice_of(&wrong.wrapper, set.schema(), &set);
    let said = "was taken: it does not read the labelled page quite as labelled";
    assert!(choice.reason.contains(said), "{}", choice.reason);
}

#[test]
fn other_methods_are_judged_by_the_labels_that_they_read() {
    let values = [("Mug", "12"), ("Tray", "7")];
    let pages = values.map(|(name, price)| shop(name, price));
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels(&values), &numbered, Strictness::Strict);
    let set = set.expect("the labels are on the pages");
    let (f1, learned) =
        last_resort::most_read(&set, &Settings::default()).expect("one of them fits");
    assert!(f1 > 0.999, "{f1}");
    // The first that reads every label; those behind it are not asked.
    assert_eq!(learned.wrapper.class(), "kl");
}
