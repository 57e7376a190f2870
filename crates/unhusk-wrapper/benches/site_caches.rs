//! Reading by a site wrapper with empty caches of the page, and with filled ones.
//!
//! In `one_clue` a wrapper has one rule of one clue: the difference between `empty` and `filled` is the cost of
//! building the caches of that clue, and `filled` is the cost of querying them. In `records` a wrapper reads six fields
//! of all records of a list. The records have one shape, or each has a shape of its own, so that the cache of shapes
//! never hits.

#[path = "../../unhusk-learn/benches/pages/sites.rs"]
mod sites;

use divan::Bencher;
use sites::site;
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};
use unhusk_wrapper::site::internal::PageIndex;
use unhusk_wrapper::site::{
    Alternative, Clue, ClueKind, Cut, Extent, Feature, FieldRule, NodeRule, NodeTarget, Reach,
    Records, Regions, Site,
};

fn main() {
    divan::main();
}

/// Clues that hold of texts of the list, by the cache that they need most.
const CLUES: [(&str, ClueKind, u8, &str); 7] = [
    ("captions", ClueKind::TextBefore, 1, "fact 4"),
    ("headings", ClueKind::Heading, 0, "fact 4"),
    ("html_ids", ClueKind::Id, 0, "p<div<#results"),
    ("landmarks", ClueKind::LandmarkAfter, 0, "fact 4"),
    ("paths", ClueKind::Path, 2, "a<h3"),
    ("positions", ClueKind::Positions, 1, "[1]dd[2]"),
    ("title", ClueKind::Title, 0, ""),
];

/// Similarity of the records of a list.
#[derive(Debug, Clone, Copy)]
enum Shapes {
    Same,
    Different,
}

#[divan::bench_group]
mod one_clue_100_kb {
    use super::{CLUES, bench_empty, bench_filled, of_clue};
    use divan::Bencher;

    #[divan::bench(args = CLUES.map(|clue| clue.0))]
    fn empty(bencher: Bencher, cache: &str) {
        bench_empty(bencher, &of_clue(cache));
    }

    #[divan::bench(args = CLUES.map(|clue| clue.0))]
    fn filled(bencher: Bencher, cache: &str) {
        bench_filled(bencher, &of_clue(cache));
    }
}

#[divan::bench_group]
mod records_100_kb {
    use super::{Shapes, bench_empty, bench_filled, of_records};
    use divan::Bencher;

    #[divan::bench(args = [Shapes::Same, Shapes::Different])]
    fn empty(bencher: Bencher, shapes: Shapes) {
        bench_empty(bencher, &of_records(shapes));
    }

    #[divan::bench(args = [Shapes::Same, Shapes::Different])]
    fn filled(bencher: Bencher, shapes: Shapes) {
        bench_filled(bencher, &of_records(shapes));
    }
}

/// A wrapper and a page that it reads.
struct Task {
    wrapper: Site,
    schema: Schema,
    page: Page,
}

impl Task {
    fn read(&self, index: &PageIndex<'_>) -> usize {
        self.wrapper.records_in(&self.schema, index).len()
    }
}

fn bench_empty(bencher: Bencher<'_, '_>, task: &Task) {
    // The visible tree belongs to the page, not to its index.
    assert!(task.read(&PageIndex::new(&task.page)) > 0, "the wrapper reads something");
    bencher.with_inputs(|| PageIndex::new(&task.page)).bench_refs(|index| task.read(index));
}

fn bench_filled(bencher: Bencher<'_, '_>, task: &Task) {
    let index = PageIndex::new(&task.page);
    task.read(&index);
    bencher.bench_local(|| task.read(&index));
}

/// All values of one clue.
fn of_clue(cache: &str) -> Task {
    let (_, kind, at, text) = CLUES.into_iter().find(|clue| clue.0 == cache).expect("a clue");
    let field = Field { many: true, ..Field::new("values") };
    let landmarks = vec!["fact 4".to_owned(), "fact 5".to_owned()];
    let wrapper = Site::new(Records::Page, landmarks, vec![field_rule(rule(kind, at, text))]);
    let title = "<title>v0-0-0 of a list</title>";
    Task {
        wrapper: wrapper.expect("a wrapper"),
        schema: Schema::new(vec![field]).expect("a schema"),
        page: Page::from(&*format!("{title}{}", site("list")(0).0)),
    }
}

/// The six facts of each record.
fn of_records(shapes: Shapes) -> Task {
    let (html, _) = site("list")(0);
    let html = match shapes {
        Shapes::Same => html,
        Shapes::Different => with_breaks(&html),
    };
    let regions = Regions {
        begin: vec![rule(ClueKind::Class, 0, "div.result")],
        others: Vec::new(),
        reach: Reach::Node,
        required: Vec::new(),
        labelled: 1,
        usual: 0,
        look: None,
    };
    let facts = 4..10;
    let rules = facts.clone().map(|n| {
        let text = format!("fact {n}");
        field_rule(rule(ClueKind::TextBefore, 1, &text))
    });
    let fields = facts.map(|n| Field::new(format!("f{n}")));
    let schema = Schema::new(fields.collect()).expect("a schema");
    let wrapper = Site::new(Records::Regions(regions), Vec::new(), rules.collect());
    Task { wrapper: wrapper.expect("a wrapper"), schema, page: Page::from(&*html) }
}

/// The list with one more line break in each record than in the one before it.
fn with_breaks(html: &str) -> String {
    let end = "</dl>";
    let records = html.split(end).enumerate();
    let records: Vec<String> =
        records.map(|(n, record)| format!("{record}{}", "<br>".repeat(n))).collect();
    records.join(end)
}

fn rule(kind: ClueKind, at: u8, text: &str) -> NodeRule {
    NodeRule { weight: 1, clues: vec![Clue::parse(Feature::new(kind, at), text)] }
}

fn field_rule(rule: NodeRule) -> FieldRule {
    let alternative = Alternative {
        target: NodeTarget::Text,
        extent: Extent::Trimmed,
        cut: Cut::default(),
        rules: vec![rule],
    };
    FieldRule { alternatives: vec![alternative], ..FieldRule::default() }
}
