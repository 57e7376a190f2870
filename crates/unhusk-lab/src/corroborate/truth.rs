//! The right places of all values of a site, to simulate recognizers and to judge results.

use crate::random::Random;
use unhusk::example::{Example, Label, LabelCell, LabelledRecord, TrainingSet};
use unhusk::record::Schema;
use unhusk::{Page, Span};

/// A site with the places of all its values.
pub(super) struct SiteTruth<'p> {
    pub(super) schema: Schema,
    pub(super) pages: Vec<TruePage<'p>>,
}

/// One page with the places of its values.
pub(super) struct TruePage<'p> {
    pub(super) name: String,
    pub(super) page: &'p Page,
    /// The values of each field that has some, outer fields first, in page order.
    pub(super) values: Vec<Vec<Span>>,
    pub(super) example: Example<'p>,
}

impl<'p> SiteTruth<'p> {
    pub(super) fn of(examples: &TrainingSet<'p>) -> Self {
        let n_fields = n_leaves(examples.schema().fields());
        let pages = examples.examples().iter().map(|example| TruePage::of(example, n_fields));
        Self { schema: examples.schema().clone(), pages: pages.collect() }
    }

    /// Whether records are rows, each with one value of every field.
    pub(super) fn is_table(&self) -> bool {
        self.schema.is_flat()
    }

    /// Returns the number of fields with values.
    pub(super) fn n_fields(&self) -> usize {
        n_leaves(self.schema.fields())
    }

    /// Returns the site with its pages and, in a table, its fields in random order, so that the order carries no
    /// information. The nesting of fields is kept.
    pub(super) fn shuffled(&self, random: &mut Random) -> Self {
        let mut fields: Vec<usize> = (0..self.n_fields()).collect();
        let mut schema = self.schema.clone();
        if self.is_table() {
            fields = random.order(fields.len());
            let own = self.schema.fields();
            let named = fields.iter().map(|&field| own[field].clone()).collect();
            schema = self.schema.with_fields(named).expect("the names are the same");
        }
        let pages = random.order(self.pages.len()).into_iter();
        let pages =
            pages.map(|page| self.pages[page].with_fields(&fields, self.is_table())).collect();
        Self { schema, pages }
    }
}

impl<'p> TruePage<'p> {
    fn of(example: &Example<'p>, n_fields: usize) -> Self {
        let mut values = vec![Vec::new(); n_fields];
        for record in &example.records {
            add(record, 0, &mut values);
        }
        Self { name: example.name.clone(), page: example.page, values, example: example.clone() }
    }

    fn with_fields(&self, fields: &[usize], is_table: bool) -> Self {
        let mut example = self.example.clone();
        if is_table {
            for record in &mut example.records {
                record.cells = fields.iter().map(|&field| record.cells[field].clone()).collect();
            }
        }
        let values = fields.iter().map(|&field| self.values[field].clone()).collect();
        Self { name: self.name.clone(), page: self.page, values, example }
    }
}

fn n_leaves(fields: &[unhusk::record::Field]) -> usize {
    fields.iter().map(|field| if field.is_nested() { n_leaves(&field.fields) } else { 1 }).sum()
}

/// Adds the places of a record whose first field has the number `first`.
fn add(record: &LabelledRecord, first: usize, values: &mut [Vec<Span>]) {
    let place = |label: &Label| label.candidates[0].span;
    let mut field = first;
    for cell in &record.cells {
        match cell {
            LabelCell::Unknown | LabelCell::Absent => field += 1,
            LabelCell::One(label) => {
                values[field].push(place(label));
                field += 1;
            }
            LabelCell::Many(labels) => {
                values[field].extend(labels.iter().map(place));
                field += 1;
            }
            // On the available sites, nested records come after all other fields.
            LabelCell::Nested(records) => {
                for inner in records {
                    add(inner, field, values);
                }
            }
        }
    }
}
