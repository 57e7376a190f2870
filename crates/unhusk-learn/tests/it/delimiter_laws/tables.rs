//! LR, HLRT, OCLR and HOCLRT.

use super::brute::{self, LabelledTable};
use super::{SplitMix64, check, text};
use unhusk_learn::delimiter::{HlrtLearner, HoclrtLearner, LrLearner, OclrLearner};
use unhusk_learn::{Learn, Preference, Settings, TailRule};

/// Pages of a random table: half of them from a template with random strings, half of them plain noise.
fn pages(random: &mut SplitMix64) -> (Vec<LabelledTable>, usize) {
    let n_fields = 1 + random.below(3);
    let alphabet = ["ab", "abc"][random.below(2)];
    let template: Vec<String> = (0..n_fields + 2).map(|_| text(random, alphabet, 3)).collect();
    let is_template = random.below(2) == 0;
    let n_pages = 1 + random.below(3);
    let mut pages: Vec<LabelledTable> = Vec::new();
    for _ in 0..n_pages {
        let n_records = random.below(4);
        pages.push(page(random, alphabet, n_fields, n_records, is_template.then_some(&template)));
    }
    if pages.iter().all(|page| page.records.is_empty()) {
        pages[0] = page(random, alphabet, n_fields, 1, is_template.then_some(&template));
    }
    (pages, n_fields)
}

fn page(
    random: &mut SplitMix64,
    alphabet: &str,
    n_fields: usize,
    n_records: usize,
    template: Option<&Vec<String>>,
) -> LabelledTable {
    let mut source = text(random, alphabet, 3);
    let mut records = Vec::new();
    for _ in 0..n_records {
        let mut record = Vec::new();
        for field in 0..n_fields {
            source += &template.map_or_else(|| text(random, alphabet, 2), |t| t[field].clone());
            let start = source.len();
            source += &text(random, alphabet, 2);
            record.push((start, source.len()));
        }
        source += &template.map_or_else(String::new, |t| t[n_fields].clone());
        records.push(record);
    }
    source += &template.map_or_else(String::new, |t| t[n_fields + 1].clone());
    source += &text(random, alphabet, 3);
    LabelledTable { source, records }
}

/// Compares a learner with brute force on random pages; many of them must have a wrapper.
fn agrees<L: Learn>(
    learner: &L,
    seed: u64,
    n_cases: usize,
    feasible: impl Fn(&[LabelledTable], usize) -> bool,
) {
    let mut random = SplitMix64::new(seed);
    let mut n_feasible = 0;
    for _ in 0..n_cases {
        let (pages, n_fields) = pages(&mut random);
        let feasible = feasible(&pages, n_fields);
        check(learner, &pages, n_fields, feasible);
        n_feasible += usize::from(feasible);
    }
    assert!(n_feasible > n_cases / 40, "only {n_feasible} of the cases are feasible");
}

#[test]
fn lr_fits_exactly_where_brute_force_does() {
    agrees(&LrLearner::default(), 1, 50_000, brute::lr);
}

#[test]
fn hlrt_fits_exactly_where_brute_force_does() {
    agrees(&HlrtLearner::default(), 2, 50_000, brute::hlrt);
}

#[test]
fn oclr_fits_exactly_where_brute_force_does() {
    agrees(&OclrLearner::default(), 6, 50_000, brute::oclr);
}

#[test]
fn hoclrt_fits_exactly_where_brute_force_does() {
    agrees(&HoclrtLearner::default(), 7, 50_000, brute::hoclrt);
}

#[test]
fn strict_rules_fit_where_robust_ones_do() {
    let strict = || {
        let mut settings = Settings::default();
        settings.preference = Preference::Strict;
        settings
    };
    agrees(&LrLearner::from(strict()), 3, 5_000, brute::lr);
    agrees(&HlrtLearner::from(strict()), 4, 5_000, brute::hlrt);
    agrees(&OclrLearner::from(strict()), 8, 5_000, brute::oclr);
    agrees(&HoclrtLearner::from(strict()), 9, 5_000, brute::hoclrt);
}

#[test]
fn reading_may_go_on_to_the_end_of_the_page_if_told_so() {
    let mut settings = Settings::default();
    settings.tail = TailRule::OrEndOfPage;
    let feasible =
        |pages: &[LabelledTable], n| brute::hlrt(pages, n) || brute::hlrt_to_the_end(pages, n);
    agrees(&HlrtLearner::from(settings.clone()), 5, 10_000, feasible);
    let feasible =
        |pages: &[LabelledTable], n| brute::hoclrt(pages, n) || brute::hoclrt_to_the_end(pages, n);
    agrees(&HoclrtLearner::from(settings), 10, 10_000, feasible);
}
