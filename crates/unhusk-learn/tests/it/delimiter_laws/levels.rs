//! N-LR and N-HLRT.

use super::brute::Leveled;
use super::{SplitMix64, brute, text};
use unhusk_learn::delimiter::{NHlrtLearner, NLrLearner};
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_learn::{Learn, Preference, Settings, TailRule};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Field, Record, Schema};
use unhusk_wrapper::{AnyWrapper, Extract};

/// Pages of random nested values: half of them from a template with random strings, half of them plain noise.
fn pages(random: &mut SplitMix64) -> (Vec<Leveled>, usize) {
    let n_levels = 1 + random.below(3);
    let alphabet = ["ab", "abc"][random.below(2)];
    let template: Vec<String> = (0..=2 * n_levels).map(|_| text(random, alphabet, 3)).collect();
    let template = Some(&template).filter(|_| random.below(2) == 0);
    loop {
        let n_pages = 1 + random.below(2);
        let pages: Vec<Leveled> =
            (0..n_pages).map(|_| page(random, alphabet, n_levels, template)).collect();
        let has = |level| pages.iter().flat_map(|page| &page.items).any(|item| item.0 == level);
        if (0..n_levels).all(has) {
            return (pages, n_levels);
        }
    }
}

fn page(
    random: &mut SplitMix64,
    alphabet: &str,
    n_levels: usize,
    template: Option<&Vec<String>>,
) -> Leveled {
    let mut source = text(random, alphabet, 2);
    let mut items = Vec::new();
    let mut n_allowed = 1;
    for _ in 0..random.below(6) {
        let level = random.below(n_allowed);
        source += &template.map_or_else(|| text(random, alphabet, 3), |t| t[2 * level].clone());
        let start = source.len();
        source += &text(random, alphabet, 1);
        items.push((level, start, source.len()));
        source += &template.map_or_else(String::new, |t| t[2 * level + 1].clone());
        n_allowed = (level + 2).min(n_levels);
    }
    source += &template.map_or_else(String::new, |t| t[2 * n_levels].clone());
    source += &text(random, alphabet, 2);
    Leveled { source, items }
}

/// Notation of the labels of a page with levels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelNesting {
    Flat,
    Nested,
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const LISTS: [&str; 3] = ["as", "bs", "cs"];

fn schema(shape: LabelNesting, n_levels: usize) -> Schema {
    let nested = |inner: Option<Vec<Field>>, level: usize| {
        let inner = inner.map(|fields| Field::nested(LISTS[level + 1], fields));
        Some(std::iter::once(Field::new(NAMES[level])).chain(inner).collect())
    };
    let fields = match shape {
        LabelNesting::Flat => NAMES[..n_levels].iter().map(|name| Field::new(*name)).collect(),
        LabelNesting::Nested => (0..n_levels).rev().fold(None, nested).unwrap_or_default(),
    };
    Schema::new(fields).expect("usable names")
}

fn cell(&(_, start, end): &(usize, usize, usize)) -> LabelCell {
    let place = Place { span: Span::new(start, end), target: PlaceTarget::Range };
    LabelCell::One(Label { candidates: vec![place], text: None })
}

/// One record per run of rising levels, with nothing in the other cells.
fn flat_records(items: &[(usize, usize, usize)], n_levels: usize) -> Vec<LabelledRecord> {
    let runs = items.chunk_by(|a, b| a.0 < b.0);
    let record = |run: &[(usize, usize, usize)]| {
        let mut cells = vec![LabelCell::Absent; n_levels];
        for item in run {
            cells[item.0] = cell(item);
        }
        LabelledRecord { cells }
    };
    runs.map(record).collect()
}

/// One record per value, the deeper ones behind it inside it.
fn nested_records(
    items: &[(usize, usize, usize)],
    level: usize,
    n_levels: usize,
) -> Vec<LabelledRecord> {
    let runs = items.chunk_by(|_, b| b.0 > level);
    let record = |run: &[(usize, usize, usize)]| {
        let mut cells = vec![cell(&run[0])];
        if level + 1 < n_levels {
            cells.push(LabelCell::Nested(nested_records(&run[1..], level + 1, n_levels)));
        }
        LabelledRecord { cells }
    };
    runs.map(record).collect()
}

/// The values of records, with their levels.
fn values(records: &[Record<'_>], shape: LabelNesting, level: usize) -> Vec<(usize, usize, usize)> {
    let cells = records.iter().flat_map(|record| record.cells.iter().enumerate());
    cells
        .flat_map(|(number, cell)| match cell {
            Cell::One(value) => {
                let level = if shape == LabelNesting::Flat { number } else { level };
                vec![(level, value.span.start as usize, value.span.end as usize)]
            }
            Cell::Nested(records) => values(records, shape, level + 1),
            Cell::Absent | Cell::Many(_) => Vec::new(),
        })
        .collect()
}

fn check<L: Learn>(
    learner: &L,
    pages: &[Leveled],
    n_levels: usize,
    shape: LabelNesting,
    feasible: bool,
) {
    let parsed: Vec<Page> = pages.iter().map(|page| Page::from(page.source.as_str())).collect();
    let example = |(page, leveled): (&'_ Page, &Leveled)| (page.clone(), leveled.clone());
    let pairs: Vec<(Page, Leveled)> = parsed.iter().zip(pages).map(example).collect();
    let schema = schema(shape, n_levels);
    let examples = pairs
        .iter()
        .map(|(page, leveled)| Example {
            name: "page".to_owned(),
            page,
            complete: true,
            records: match shape {
                LabelNesting::Flat => flat_records(&leveled.items, n_levels),
                LabelNesting::Nested => nested_records(&leveled.items, 0, n_levels),
            },
            negatives: Vec::new(),
        })
        .collect();
    let set = TrainingSet::from_examples(schema.clone(), examples).expect("made to fit");
    match learner.learn(&set).map(|found| -> AnyWrapper { found.wrapper.into() }) {
        Ok(wrapper) => {
            for (page, leveled) in &pairs {
                let found = values(&wrapper.extract(&schema, page).records, shape, 0);
                assert_eq!(found, leveled.items, "{wrapper:?} on {pages:#?}");
            }
            assert!(feasible, "brute force missed {wrapper:?} on {pages:#?}");
        }
        Err(error) => assert!(!feasible, "{error} on {pages:#?}"),
    }
}

fn agrees<L: Learn>(
    learner: &L,
    seed: u64,
    n_cases: usize,
    feasible: impl Fn(&[Leveled], usize) -> bool,
) {
    let mut random = SplitMix64::new(seed);
    let mut n_feasible = 0;
    for number in 0..n_cases {
        let (pages, n_levels) = pages(&mut random);
        let feasible = feasible(&pages, n_levels);
        let shape = if number % 2 == 0 { LabelNesting::Flat } else { LabelNesting::Nested };
        check(learner, &pages, n_levels, shape, feasible);
        n_feasible += usize::from(feasible);
    }
    assert!(n_feasible > n_cases / 40, "only {n_feasible} of the cases are feasible");
}

#[test]
fn n_lr_fits_exactly_where_brute_force_does() {
    agrees(&NLrLearner::default(), 11, 50_000, brute::n_lr);
}

#[test]
fn n_hlrt_fits_exactly_where_brute_force_does() {
    agrees(&NHlrtLearner::default(), 12, 50_000, brute::n_hlrt);
}

#[test]
fn strict_rules_of_levels_fit_where_robust_ones_do() {
    let strict = || {
        let mut settings = Settings::default();
        settings.preference = Preference::Strict;
        settings
    };
    agrees(&NLrLearner::from(strict()), 13, 5_000, brute::n_lr);
    agrees(&NHlrtLearner::from(strict()), 14, 5_000, brute::n_hlrt);
}

#[test]
fn n_hlrt_may_read_to_the_end_of_the_page_if_told_so() {
    let mut settings = Settings::default();
    settings.tail = TailRule::OrEndOfPage;
    let feasible =
        |pages: &[Leveled], n| brute::n_hlrt(pages, n) || brute::n_hlrt_to_the_end(pages, n);
    agrees(&NHlrtLearner::from(settings), 15, 10_000, feasible);
}
