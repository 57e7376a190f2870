//! The right places of all values of a site, for simulating recognizers and for judging what came of them.

use crate::random::Random;
use unhusk::example::{Example, LabelCell, LabelledRecord, TrainingSet};
use unhusk::record::Schema;
use unhusk::{Page, Span};

/// A site whose records are rows of a table.
pub(super) struct Truth<'p> {
    pub(super) schema: Schema,
    pub(super) pages: Vec<TruePage<'p>>,
}

/// One page: for each record and field, where the value stands.
pub(super) struct TruePage<'p> {
    pub(super) name: String,
    pub(super) page: &'p Page,
    pub(super) rows: Vec<Vec<Span>>,
    pub(super) example: Example<'p>,
}

impl<'p> Truth<'p> {
    /// `None` if the records nest, or lack fields.
    pub(super) fn of(examples: &TrainingSet<'p>) -> Option<Self> {
        let pages = examples.examples().iter().map(TruePage::of).collect::<Option<Vec<_>>>()?;
        Some(Self { schema: examples.schema().clone(), pages })
    }

    pub(super) fn n_fields(&self) -> usize {
        self.schema.fields().len()
    }

    /// The same with its fields and its pages in random order: neither may help to find out how they stand.
    pub(super) fn shuffled(&self, random: &mut Random) -> Self {
        let fields = random.order(self.n_fields());
        let own = self.schema.fields();
        let named = fields.iter().map(|&field| own[field].clone()).collect();
        let schema = self.schema.with_fields(named).expect("the names are the same");
        let pages = random.order(self.pages.len()).into_iter();
        let pages = pages.map(|page| self.pages[page].with_fields(&fields)).collect();
        Self { schema, pages }
    }
}

impl<'p> TruePage<'p> {
    fn of(example: &Example<'p>) -> Option<Self> {
        let place = |cell: &LabelCell| match cell {
            LabelCell::One(label) if label.candidates.len() == 1 => Some(label.candidates[0].span),
            _ => None,
        };
        let row = |record: &LabelledRecord| record.cells.iter().map(place).collect();
        Some(Self {
            name: example.name.clone(),
            page: example.page,
            rows: example.records.iter().map(row).collect::<Option<_>>()?,
            example: example.clone(),
        })
    }

    fn with_fields(&self, fields: &[usize]) -> Self {
        let mut example = self.example.clone();
        for record in &mut example.records {
            record.cells = fields.iter().map(|&field| record.cells[field].clone()).collect();
        }
        Self {
            name: self.name.clone(),
            page: self.page,
            rows: self.rows.iter().map(|row| fields.iter().map(|&at| row[at]).collect()).collect(),
            example,
        }
    }
}
