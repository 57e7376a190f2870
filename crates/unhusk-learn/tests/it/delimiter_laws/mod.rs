//! The learners of the delimiter classes against brute force on tens of thousands of tiny pages: one finds a
//! wrapper if and only if there is one, and what it finds reads the labels.

mod brute;
mod hostile;
mod levels;
mod tables;

use brute::LabelledTable;
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_learn::{Learn, LearnError};
use unhusk_page::{Page, Span};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::{Cell, Field, Record, Schema};

/// A generator of numbers that is the same everywhere (splitmix64).
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) >> 33).expect("31 bits") % n
    }
}

/// Up to `max` random letters.
fn text(random: &mut SplitMix64, alphabet: &str, max: usize) -> String {
    let letter =
        |random: &mut SplitMix64| char::from(alphabet.as_bytes()[random.below(alphabet.len())]);
    (0..random.below(max + 1)).map(|_| letter(random)).collect()
}

/// A training set of complete pages.
fn learn<L: Learn>(
    learner: &L,
    pages: &[(Page, &LabelledTable)],
    n_fields: usize,
) -> (Schema, Result<AnyWrapper, LearnError>) {
    let names = ["a", "b", "c", "d"];
    let fields = names[..n_fields].iter().map(|name| Field::new(*name)).collect();
    let schema = Schema::new(fields).expect("usable names");
    let examples = pages.iter().map(|(page, labelled)| example(page, labelled)).collect();
    let set = TrainingSet::from_examples(schema.clone(), examples).expect("made to fit");
    (schema, learner.learn(&set).map(|found| found.wrapper.into()))
}

fn example<'p>(page: &'p Page, labelled: &LabelledTable) -> Example<'p> {
    let cell = |&(start, end): &(usize, usize)| {
        let place = Place { span: Span::new(start, end), target: PlaceTarget::Range };
        LabelCell::One(Label { candidates: vec![place], text: None })
    };
    let record = |record: &Vec<_>| LabelledRecord { cells: record.iter().map(cell).collect() };
    Example {
        name: "page".to_owned(),
        page,
        complete: true,
        records: labelled.records.iter().map(record).collect(),
        negatives: Vec::new(),
    }
}

/// The spans that a wrapper reads.
fn read(wrapper: &AnyWrapper, schema: &Schema, page: &Page) -> Vec<Vec<(usize, usize)>> {
    let span = |cell: &Cell<'_>| match cell {
        Cell::One(value) => (value.span.start as usize, value.span.end as usize),
        _ => panic!("a table has single values"),
    };
    let spans = |record: &Record<'_>| record.cells.iter().map(span).collect();
    wrapper.extract(schema, page).records.iter().map(spans).collect()
}

/// Learns and compares with the feasibility that brute force found.
fn check<L: Learn>(learner: &L, pages: &[LabelledTable], n_fields: usize, feasible: bool) {
    let parsed: Vec<(Page, &LabelledTable)> =
        pages.iter().map(|labelled| (Page::from(labelled.source.as_str()), labelled)).collect();
    let (schema, result) = learn(learner, &parsed, n_fields);
    match result {
        Ok(wrapper) => {
            for (page, labelled) in &parsed {
                let found = read(&wrapper, &schema, page);
                assert_eq!(found, labelled.records, "{wrapper:?} on {pages:#?}");
            }
            assert!(feasible, "brute force missed {wrapper:?} on {pages:#?}");
        }
        Err(error) => assert!(!feasible, "{error} on {pages:#?}"),
    }
}
