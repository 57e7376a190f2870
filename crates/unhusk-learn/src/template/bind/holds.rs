//! In which columns each label may stand.

use crate::example::{Example, Label, LabelCell, Place, PlaceTarget, TrainingSet};
use std::ops::Range;
use unhusk_page::Span;
use unhusk_wrapper::template::Template;
use unhusk_wrapper::template::internal::taken::ColumnText;

/// A label of an example.
#[derive(Debug, Clone, Copy)]
pub(super) struct OneLabel<'a> {
    pub(super) record: usize,
    pub(super) field: usize,
    pub(super) label: &'a Label,
}

/// A label, and all its bindings to columns.
#[derive(Debug)]
pub(super) struct BoundLabel<'a> {
    pub(super) of: OneLabel<'a>,
    pub(super) bindings: Vec<LabelBinding>,
}

/// The columns that hold a label, and where in them it is.
#[derive(Debug, Clone)]
pub(super) struct LabelBinding {
    pub(super) key: ColumnKey,
    pub(super) place: Place,
    /// The sets around it by their numbers, and its record in each; the outermost first.
    pub(super) rows: Vec<(usize, usize)>,
    /// The source of the column, and what of it is the value.
    pub(super) part: (Span, Range<usize>),
}

/// The columns that hold a label; whole ones before parts before several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ColumnKey {
    Whole(usize),
    Part(usize),
    Run(Vec<usize>),
}

/// Columns that one value runs over at most.
const MAX_RUN: usize = 16;
/// Places of one label that are looked at.
const MAX_PLACES: usize = 1000;

/// All labels of an example.
pub(super) fn labels<'a>(example: &'a Example<'_>) -> impl Iterator<Item = OneLabel<'a>> {
    example.records.iter().enumerate().flat_map(|(record, labelled)| {
        labelled.cells.iter().enumerate().flat_map(move |(field, cell)| {
            let labels: &[Label] = match cell {
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
                _ => &[],
            };
            labels.iter().map(move |label| OneLabel { record, field, label })
        })
    })
}

/// In which columns the labels of each example stand.
pub(super) fn held<'a>(
    template: &Template,
    examples: &'a TrainingSet<'_>,
) -> Vec<Vec<BoundLabel<'a>>> {
    let of_example = |example: &'a Example<'_>| {
        let taken = template.taken(example.page);
        let hold = |of: OneLabel<'a>| {
            let places = of.label.candidates.iter().take(MAX_PLACES);
            BoundLabel {
                of,
                bindings: places.filter_map(|place| binding_of(&taken, *place)).collect(),
            }
        };
        labels(example).map(hold).collect()
    };
    examples.examples().iter().map(of_example).collect()
}

/// The columns that hold a place, if some do.
fn binding_of(taken: &[ColumnText], place: Place) -> Option<LabelBinding> {
    if matches!(place.target, PlaceTarget::Attribute(..)) {
        return None;
    }
    let first = taken.partition_point(|text| text.place.end <= place.span.start);
    let n = taken[first..].partition_point(|text| text.place.start < place.span.end);
    let run = &taken[first..first + n];
    let text = run.first()?;
    let from = |at: u32| (at.min(text.place.end).saturating_sub(text.place.start)) as usize;
    let inside = from(place.span.start)..from(place.span.end);
    let key = match run {
        [one] if place.span.contains(one.place) => ColumnKey::Whole(one.column),
        [one] if one.place.contains(place.span) => ColumnKey::Part(one.column),
        [_] => return None,
        all if all.len() > MAX_RUN => return None,
        all => {
            let covers =
                |text: &ColumnText| place.span.contains(text.place) && text.rows == all[0].rows;
            let is_run = all.iter().all(covers);
            is_run.then(|| ColumnKey::Run(all.iter().map(|text| text.column).collect()))?
        }
    };
    Some(LabelBinding { key, place, rows: text.rows.clone(), part: (text.place, inside) })
}
