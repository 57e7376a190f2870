//! Synthetic pages: a plain table, and the hard pages of the library's benchmark.

#[path = "../../../../unhusk-learn/benches/hard_pages/mod.rs"]
mod hard_pages;

use crate::random::Random;
use hard_pages::{HardPageKind, KINDS, Made};
use std::fmt::Write;
use unhusk::Page;
use unhusk::example::TrainingSet;
use unhusk::record::{Field, Schema};

/// Size of the input.
#[derive(Clone, Copy)]
pub(crate) struct InputSize {
    pub(crate) kilobytes: usize,
    pub(crate) pages: usize,
    pub(crate) fields: usize,
}

/// The size at which the series start, and for which the limits are defined.
pub(crate) const USUAL: InputSize = InputSize { kilobytes: 100, pages: 10, fields: 4 };

/// A kind of page.
pub(crate) enum PageKind {
    /// A table between a head and a tail that resemble rows.
    Plain,
    Hard(&'static HardPageKind),
}

/// All kinds of pages.
pub(super) fn cases() -> impl Iterator<Item = PageKind> {
    std::iter::once(PageKind::Plain).chain(KINDS.iter().map(PageKind::Hard))
}

impl PageKind {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Hard(kind) => kind.name,
        }
    }

    /// Whether a class has a wrapper for the pages.
    pub(super) fn fits(&self, class: &str) -> bool {
        match self {
            Self::Plain => true,
            Self::Hard(kind) => kind.classes.contains(&class),
        }
    }

    /// Whether the pages can be made with any number of fields.
    pub(super) fn has_any_fields(&self) -> bool {
        matches!(self, Self::Plain)
    }

    pub(super) fn n_fields(&self, shape: InputSize) -> usize {
        match self {
            Self::Plain => shape.fields,
            Self::Hard(kind) => kind.n_fields,
        }
    }

    /// Makes pages of a shape and passes them on with their labels.
    pub(crate) fn with_examples<T>(
        &self,
        shape: InputSize,
        then: impl FnOnce(&TrainingSet<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let mut random = Random::new(1);
        let made: Vec<Made> = (0..shape.pages)
            .map(|seed| match self {
                Self::Plain => plain(shape, &mut random),
                Self::Hard(kind) => (kind.make)(shape.kilobytes * 1000, seed),
            })
            .collect();
        let pages: Vec<Page> = made.iter().map(|made| Page::from(made.source.as_str())).collect();
        let examples = made.iter().zip(&pages).map(|(made, page)| made.example(page)).collect();
        let names = (1..=self.n_fields(shape)).map(|number| Field::new(format!("a{number}")));
        then(&TrainingSet::from_examples(Schema::new(names.collect())?, examples)?)
    }
}

/// Makes a page with a table between a head and a tail that resemble rows.
fn plain(shape: InputSize, random: &mut Random) -> Made {
    let mut source = String::from("<html><title>Codes</title><body><b>Codes</b><p><ul>\n");
    let mut records = Vec::new();
    while source.len() + 64 < shape.kilobytes * 1000 {
        source.push_str("<li>");
        let mut record = Vec::new();
        for field in 1..=shape.fields {
            write!(source, "<b class=f{field}>").expect("writing to a string cannot fail");
            let start = source.len();
            write!(source, "value {}", random.below(1_000_000))
                .expect("writing to a string cannot fail");
            record.push(Some((start, source.len())));
            write!(source, "</b> some words between, {} of them; ", random.below(100))
                .expect("as above");
        }
        source.push_str("<br>\n");
        records.push(record);
    }
    source.push_str("</ul><hr><b>End of the list</b></body></html>\n");
    Made { source, records }
}
