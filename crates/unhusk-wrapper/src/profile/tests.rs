//! Profiles add up, describe values, and stay small.

use super::surroundings::as_caption;
use super::{Moments, Profile, TokenPatterns, measure, patterns};
use crate::AnyWrapper;
use crate::record::{Field, Schema};
use proptest::prelude::*;
use unhusk_page::Page;

/// Reads every `<b>name</b> <i>code</i>`.
fn wrapper() -> AnyWrapper {
    let program =
        r#"{"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</i>"}]}"#;
    AnyWrapper::from_program("lr", program).expect("the program of an LR wrapper")
}

fn schema() -> Schema {
    Schema::new(vec![Field::new("name"), Field::new("code")]).expect("two fields")
}

fn page(records: &[(String, u16)]) -> Page {
    let rows: Vec<String> = records
        .iter()
        .map(|(name, code)| format!("<li><b>{name}</b> <i>{code}</i></li>"))
        .collect();
    Page::from(format!("<ul>{}</ul>", rows.concat()).as_str())
}

fn profile(pages: &[Vec<(String, u16)>]) -> Profile {
    let pages: Vec<Page> = pages.iter().map(|records| page(records)).collect();
    Profile::of(&wrapper(), &schema(), &pages)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn profiles_of_parts_make_the_profile_of_all(
        pages in prop::collection::vec(prop::collection::vec(("[A-Za-z ]{1,12}", 0..50_u16), 0..12), 0..8),
        split in 0..8_usize,
    ) {
        let whole = profile(&pages);
        let (first, second) = pages.split_at(split.min(pages.len()));
        let mut merged = profile(first);
        merged.merge(&profile(second));
        prop_assert_eq!(&merged, &whole);
        let mut backwards = pages.clone();
        backwards.reverse();
        prop_assert_eq!(&profile(&backwards), &whole);
    }

    #[test]
    fn a_saved_profile_is_the_same_profile(
        pages in prop::collection::vec(prop::collection::vec(("[A-Za-z ]{1,12}", 0..50_u16), 0..12), 0..4),
    ) {
        let profile = profile(&pages);
        let saved = serde_json::to_string(&profile).expect("plain data");
        prop_assert_eq!(serde_json::from_str::<Profile>(&saved).expect("as it was written"), profile);
    }
}

#[test]
fn a_profile_counts_records_values_and_gaps() {
    let some =
        |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 7)).collect::<Vec<_>>();
    let profile = profile(&[some(&["Congo", "Egypt"]), some(&[]), some(&["Congo"])]);
    assert_eq!((profile.pages, profile.empty), (3, 1));
    assert_eq!(
        (profile.records.least(), profile.records.most(), profile.records.total()),
        (0, 2, 3)
    );
    let name = &profile.fields[0];
    assert_eq!((name.cells, name.filled, name.pages, name.values()), (3, 3, 2, 3));
    assert_eq!(name.sample.count("Congo"), 2);
    assert_eq!(name.starts.get("Aa"), Some(&3));
    assert_eq!(profile.fields[1].types.get("number"), Some(&3));
    assert_eq!(profile.known.len(), 2, "pages without records are not known pages");
}

#[test]
fn the_size_of_a_profile_is_bounded() {
    let records =
        |from: usize| (0..40).map(|at| (format!("value {}", from * 40 + at), 1)).collect();
    let pages: Vec<Vec<(String, u16)>> = (0..60).map(records).collect();
    let profile = profile(&pages);
    assert!(profile.known.len() <= 24);
    assert_eq!(profile.fields[0].sample.values().len(), profile.sample_limit());
    assert!(serde_json::to_string(&profile).expect("plain data").len() < 256 << 10);
}

#[test]
fn a_profile_of_other_fields_is_reported() {
    let other = Schema::new(vec![Field::new("title")]).expect("one field");
    let message = profile(&[]).check(&other).expect_err("other fields").to_string();
    assert!(
        message.starts_with("the profile is of another wrapper: it describes `name`, `code`, the wrapper reads `title`"),
        "{message}"
    );
    assert_eq!(profile(&[]).check(&schema()), Ok(()));
}

#[test]
fn a_profile_from_the_future_is_reported() {
    let error = serde_json::from_str::<Profile>(
        r#"{"version":2,"pages":0,"records":[0,0,0,0,0],"fields":[]}"#,
    )
    .expect_err("a version that is not known");
    assert!(
        error.to_string().starts_with("profile version 2 is not known; update unhusk"),
        "{error}"
    );
}

#[test]
fn patterns_are_kinds_of_the_first_and_last_tokens() {
    let check = |text: &str, start: &str, end: &str| {
        let expected = TokenPatterns { start: start.to_owned(), end: end.to_owned() };
        assert_eq!(patterns(text), expected);
    };
    check("Chapter 7 of the book", "Aa 9", "aa aa");
    check("$12.00", "$ 9", ". 9");
    check("ISBN", "AA", "AA");
    check("x86 «»", "a9 ¤", "¤ ¤");
    check("", "", "");
}

#[test]
fn features_are_shares_and_logarithms_in_thousandths() {
    // "Ab 12!": 6 characters, 2 words; 2 letters, 2 digits, 1 mark, 1 capital; ln 7 = 1.946, ln 3 = 1.099, and words
    // of (2 + 2) / 2 letters and digits: ln 3. Half of 12 bytes of source is markup.
    assert_eq!(measure("Ab 12!", 12), [1946, 1099, 1099, 333, 333, 167, 167, 500]);
    assert_eq!(measure("", 0), [0; 8]);
}

#[test]
fn moments_return_mean_scatter_and_range() {
    let mut moments = Moments::default();
    for number in [2, 4, 9] {
        moments.add(number);
    }
    assert_eq!((moments.count(), moments.least(), moments.most()), (3, 2, 9));
    assert!((moments.mean() - 5.0).abs() < 1e-9);
    // 9 + 1 + 16.
    assert!((moments.scatter() - 26.0).abs() < 1e-9);
}

#[test]
fn captions_are_compared_without_colon_and_case() {
    assert_eq!(as_caption(" Price: "), "price");
    assert_eq!(as_caption("Price"), "price");
}
