//! The columns of values that a method finds on pages.

use std::collections::BTreeMap;
use std::time::Instant;
use unhusk::Page;
use unhusk::learn::template::{InduceSettings, Induced, induce, train};
use unhusk::page::Span;
use unhusk::record::{Cell, Field, Record};
use unhusk::wrapper::Extract;
use unhusk_baselines::{BASELINES, BaselineColumn};

/// An unsupervised method.
#[derive(Clone, Copy)]
pub(super) struct Inducer {
    pub(super) name: &'static str,
    how: InducerKind,
}

/// Kind of the method.
#[derive(Clone, Copy)]
enum InducerKind {
    /// Our template, from all pages.
    Template,
    /// Our template, from as few pages as determine it, as in `unhusk induce`.
    Active,
    /// A comparison method.
    Baseline(fn(&[&Page]) -> Vec<BaselineColumn>),
}

/// Values with the same meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct Column {
    /// The values of each page.
    pub(super) values: Vec<Vec<String>>,
    /// Whether every page has at most one value.
    pub(super) is_single: bool,
}

/// Result of a method, with its time.
pub(super) struct FoundColumns {
    pub(super) columns: Vec<Column>,
    /// Milliseconds per page to find all columns and to read the page.
    pub(super) ms: f64,
    /// Share of training pages.
    pub(super) used: f64,
}

/// Limit on training pages, if they are chosen.
const MAX_USED: usize = 100;

impl Inducer {
    pub(super) fn all() -> Vec<Self> {
        let baselines = BASELINES.iter();
        let baselines =
            baselines.map(|one| Self { name: one.name, how: InducerKind::Baseline(one.induce) });
        let ours = [("template", InducerKind::Template), ("active", InducerKind::Active)];
        ours.map(|(name, how)| Self { name, how }).into_iter().chain(baselines).collect()
    }

    pub(super) fn find(&self, pages: &[Page]) -> FoundColumns {
        let pages: Vec<&Page> = pages.iter().collect();
        let started = Instant::now();
        let mut settings = InduceSettings::default();
        (settings.all_columns, settings.whole_pages) = (true, true);
        let (columns, n_used) = match self.how {
            InducerKind::Template => {
                let induced = induce(&pages, &settings);
                (induced.map_or_else(|_| Vec::new(), |found| read(&found, &pages)), pages.len())
            }
            InducerKind::Active => match train(&pages, &settings, MAX_USED) {
                Ok(trained) => (read(&trained.induced, &pages), trained.used.len()),
                Err(_) => (Vec::new(), 0),
            },
            InducerKind::Baseline(induce) => {
                (induce(&pages).iter().map(|one| column(&pages, one)).collect(), pages.len())
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "counts of pages")]
        let used = n_used as f64 / pages.len().max(1) as f64;
        FoundColumns { columns, ms: per_page(started, pages.len()), used }
    }
}

/// Returns milliseconds per page since a moment.
#[expect(clippy::cast_precision_loss, reason = "counts of pages")]
pub(super) fn per_page(started: Instant, n_pages: usize) -> f64 {
    started.elapsed().as_secs_f64() * 1000.0 / n_pages.max(1) as f64
}

fn column(pages: &[&Page], found: &BaselineColumn) -> Column {
    let texts = |(page, spans): (&&Page, &Vec<Span>)| {
        spans.iter().map(|span| page.text(*span).into_owned()).collect()
    };
    let values: Vec<Vec<String>> = pages.iter().zip(&found.values).map(texts).collect();
    let is_single = values.iter().all(|values| values.len() <= 1);
    Column { values, is_single }
}

/// Returns the columns of our template, as its wrapper reads them.
fn read(induced: &Induced, pages: &[&Page]) -> Vec<Column> {
    let mut columns: BTreeMap<String, Column> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        for record in induced.wrapper.extract(&induced.schema, page).records {
            let mut flat =
                ColumnCollector { columns: &mut columns, page: at, n_pages: pages.len() };
            flat.add("", induced.schema.fields(), &record, true);
        }
    }
    columns.into_values().collect()
}

struct ColumnCollector<'a> {
    columns: &'a mut BTreeMap<String, Column>,
    page: usize,
    n_pages: usize,
}

impl ColumnCollector<'_> {
    /// Adds the values of a record. Recurses on the nesting of the schema, which is capped.
    fn add(&mut self, prefix: &str, fields: &[Field], record: &Record<'_>, is_single: bool) {
        for (field, cell) in fields.iter().zip(&record.cells) {
            let name = format!("{prefix}{}", field.name);
            match cell {
                Cell::Absent => {}
                Cell::One(value) => self.push(name, &value.text, is_single),
                Cell::Many(values) => {
                    for value in values {
                        self.push(name.clone(), &value.text, false);
                    }
                }
                Cell::Nested(records) => {
                    let prefix = format!("{name}.");
                    for one in records {
                        self.add(&prefix, &field.fields, one, false);
                    }
                }
            }
        }
    }

    fn push(&mut self, name: String, text: &str, is_single: bool) {
        let values = vec![Vec::new(); self.n_pages];
        let column = self.columns.entry(name).or_insert(Column { values, is_single });
        column.values[self.page].push(text.to_owned());
    }
}
