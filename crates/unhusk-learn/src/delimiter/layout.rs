//! Labels with one place per value, and records and columns in the order of the page.

use super::misfit::{Misfit, NamedSource};
use super::order::column_order;
use crate::example::{Example, LabelCell, TrainingSet};
use unhusk_page::Span;
use unhusk_wrapper::delimiter::MAX_FIELDS;
use unhusk_wrapper::internal::sort;

/// The labels of a table on all pages, from which the table classes learn.
#[derive(Debug, Clone)]
pub(super) struct TableLayout<'p> {
    /// The pages, in the order of the examples.
    pub(super) pages: Vec<LayoutPage<'p>>,
    /// For each column in page order, its position in the schema.
    pub(super) columns: Vec<usize>,
    /// For each column in page order, the name of its field.
    pub(super) names: Vec<&'p str>,
}

/// One page of a [`TableLayout`].
#[derive(Debug, Clone)]
pub(super) struct LayoutPage<'p> {
    pub(super) page: NamedSource<'p>,
    /// Whether the page has no other records.
    pub(super) complete: bool,
    /// The records, in page order.
    pub(super) records: Vec<LayoutRecord>,
    /// Places that are not values: position of the field in the schema, and the place.
    pub(super) negatives: Vec<(usize, Span)>,
}

/// One record of a [`LayoutPage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LayoutRecord {
    /// Its position among the labels of the page.
    pub(super) label: usize,
    /// The place of each field; `None` if it is unknown. In page order in a finished [`TableLayout`].
    pub(super) values: Vec<Option<Span>>,
}

/// For each page and record of a training set, the place of each field, in the order of the schema.
pub(super) type TablePlaces = Vec<Vec<Vec<Option<Span>>>>;

impl<'p> TableLayout<'p> {
    /// Puts records and columns in the order of the page.
    pub(super) fn new(set: &'p TrainingSet<'_>, places: &TablePlaces) -> Result<Self, Misfit> {
        let mut pages = Vec::with_capacity(places.len());
        for (example, records) in set.examples().iter().zip(places) {
            pages.push(lay_page(example, records)?);
        }
        let columns = column_order(set.schema(), &pages)?;
        for record in pages.iter_mut().flat_map(|page| &mut page.records) {
            record.values = columns.iter().map(|&field| record.values[field]).collect();
        }
        let names = columns.iter().map(|&field| set.schema().fields()[field].name.as_str());
        Ok(Self { pages, names: names.collect(), columns })
    }
}

/// Checks that the labels have no more fields than a rule may have; a training set has at least one.
pub(super) fn check_n_fields(n_fields: usize) -> Result<(), Misfit> {
    if n_fields <= MAX_FIELDS {
        return Ok(());
    }
    Err(Misfit::Inexpressible(format!(
        "they have {n_fields} fields, and a rule has at most {MAX_FIELDS}"
    )))
}

/// Checks that a table class can express labels of this shape.
pub(super) fn check_table(set: &TrainingSet<'_>) -> Result<(), Misfit> {
    check_n_fields(set.schema().fields().len())?;
    if let Some(field) = set.schema().fields().iter().find(|field| field.is_nested() || field.many)
    {
        return Err(Misfit::Inexpressible(format!(
            "the field `{}` repeats inside a record; the classes `n-lr` and `n-hlrt` can express that",
            field.name
        )));
    }
    let mut n_values = vec![0_usize; set.schema().fields().len()];
    for example in set.examples() {
        for (position, record) in example.records.iter().enumerate() {
            for (field, cell) in record.cells.iter().enumerate() {
                match cell {
                    LabelCell::Absent => return Err(lacks(set, example, position, field)),
                    LabelCell::Unknown => {}
                    _ => n_values[field] += 1,
                }
            }
        }
    }
    let missing = n_values.iter().position(|&n| n == 0);
    missing.map_or(Ok(()), |field| {
        let why = "no page has a value of it";
        Err(Misfit::conflict(&set.schema().fields()[field].name, why, Vec::new()))
    })
}

fn lacks(set: &TrainingSet<'_>, example: &Example<'_>, record: usize, field: usize) -> Misfit {
    Misfit::Inexpressible(format!(
        "record {} of {} lacks the field `{}`, and every record must have every field",
        record + 1,
        example.name,
        set.schema().fields()[field].name
    ))
}

fn lay_page<'p>(
    example: &'p Example<'_>,
    places: &[Vec<Option<Span>>],
) -> Result<LayoutPage<'p>, Misfit> {
    let page = NamedSource { name: &example.name, source: example.page.source() };
    let mut records: Vec<LayoutRecord> = Vec::with_capacity(places.len());
    for (label, values) in places.iter().enumerate() {
        if values.iter().any(Option::is_some) {
            records.push(LayoutRecord { label, values: values.clone() });
        }
    }
    // A record without a known place may be anywhere outside the others.
    let complete = example.complete && records.len() == places.len();
    sort::by_key(&mut records, |record| record.values.iter().flatten().min().copied());
    for pair in records.windows(2) {
        check_apart(page, &pair[0], &pair[1])?;
    }
    let negatives = example.negatives.iter().flat_map(|negative| {
        let field = negative.field.first().copied().unwrap_or_default();
        negative.label.candidates.iter().map(move |place| (field, place.span))
    });
    Ok(LayoutPage { page, complete, records, negatives: negatives.collect() })
}

/// Checks that consecutive records do not interleave.
fn check_apart(
    page: NamedSource<'_>,
    first: &LayoutRecord,
    second: &LayoutRecord,
) -> Result<(), Misfit> {
    let last = first.values.iter().flatten().max_by_key(|span| (span.end, span.start));
    let next = second.values.iter().flatten().min();
    let (Some(&last), Some(&next)) = (last, next) else { return Ok(()) };
    if last.end <= next.start {
        return Ok(());
    }
    let (a, b) = (page.evidence_of(last), page.evidence_of(next));
    if last == next {
        return Err(Misfit::Inexpressible(format!(
            "records {} and {} of {} have the same place: {}-{} `{}`",
            first.label + 1,
            second.label + 1,
            page.name,
            a.span.start,
            a.span.end,
            a.excerpt
        )));
    }
    Err(Misfit::Inexpressible(format!(
        "records {} and {} of {} interleave: {}-{} `{}` reaches into {}-{} `{}`",
        first.label + 1,
        second.label + 1,
        page.name,
        a.span.start,
        a.span.end,
        a.excerpt,
        b.span.start,
        b.span.end,
        b.excerpt
    )))
}
