//! Labels with one place per value, records and columns in the order of the page.

use super::misfit::{Misfit, Named};
use super::order::column_order;
use crate::example::{Example, LabelCell, TrainingSet};
use unhusk_page::Span;
use unhusk_wrapper::delimiter::MAX_FIELDS;

/// The labels of a table on all pages: what the table classes learn from.
#[derive(Debug, Clone)]
pub(super) struct Layout<'p> {
    /// The pages, in the order of the examples.
    pub(super) pages: Vec<LaidPage<'p>>,
    /// For each column in page order, its position in the schema.
    pub(super) columns: Vec<usize>,
    /// For each column in page order, its field's name.
    pub(super) names: Vec<&'p str>,
}

/// One page of a [`Layout`].
#[derive(Debug, Clone)]
pub(super) struct LaidPage<'p> {
    pub(super) page: Named<'p>,
    /// Whether what lies outside the records is known to hold none.
    pub(super) complete: bool,
    /// The records, in page order.
    pub(super) records: Vec<LaidRecord>,
    /// Places that are no value: position of the field in the schema, and the place.
    pub(super) negatives: Vec<(usize, Span)>,
}

/// One record of a [`LaidPage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LaidRecord {
    /// Its position among the labels of the page.
    pub(super) label: usize,
    /// The place of each field; `None` where it is unknown. In page order once a [`Layout`] is made.
    pub(super) values: Vec<Option<Span>>,
}

/// For each page and record of a training set, the place of each field, in the schema's order.
pub(super) type Places = Vec<Vec<Vec<Option<Span>>>>;

impl<'p> Layout<'p> {
    /// Puts records and columns in the order of the page.
    pub(super) fn new(set: &'p TrainingSet<'_>, places: &Places) -> Result<Self, Misfit> {
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

/// Whether a rule of any delimiter class can have as many fields as the labels; a training set has one at least.
pub(super) fn check_n_fields(n_fields: usize) -> Result<(), Misfit> {
    if n_fields <= MAX_FIELDS {
        return Ok(());
    }
    Err(Misfit::Inexpressible(format!(
        "they have {n_fields} fields, and a rule has at most {MAX_FIELDS}"
    )))
}

/// Whether the classes of tables can say labels of this shape at all.
pub(super) fn check_table(set: &TrainingSet<'_>) -> Result<(), Misfit> {
    check_n_fields(set.schema().fields().len())?;
    if let Some(field) = set.schema().fields().iter().find(|field| field.is_nested() || field.many)
    {
        return Err(Misfit::Inexpressible(format!(
            "the field `{}` repeats inside a record; the classes `n-lr` and `n-hlrt` can say that",
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
) -> Result<LaidPage<'p>, Misfit> {
    let page = Named { name: &example.name, source: example.page.source() };
    let mut records: Vec<LaidRecord> = Vec::with_capacity(places.len());
    for (label, values) in places.iter().enumerate() {
        if values.iter().any(Option::is_some) {
            records.push(LaidRecord { label, values: values.clone() });
        }
    }
    // A record of which nothing is known stands somewhere: nothing outside the others is sure then.
    let complete = example.complete && records.len() == places.len();
    records.sort_by_key(|record| record.values.iter().flatten().min().copied());
    for pair in records.windows(2) {
        check_apart(page, &pair[0], &pair[1])?;
    }
    let negatives = example.negatives.iter().flat_map(|negative| {
        let field = negative.field.first().copied().unwrap_or_default();
        negative.label.candidates.iter().map(move |place| (field, place.span))
    });
    Ok(LaidPage { page, complete, records, negatives: negatives.collect() })
}

/// Records that follow each other must not interleave.
fn check_apart(page: Named<'_>, first: &LaidRecord, second: &LaidRecord) -> Result<(), Misfit> {
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
