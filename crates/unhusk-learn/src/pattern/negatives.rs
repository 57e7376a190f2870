//! What labels exclude: places that are no values.

use crate::example::{Example, Negative, TrainingSet};
use unhusk_page::{NodeId, Span};
use unhusk_wrapper::Extract;
use unhusk_wrapper::pattern::TreePattern;
use unhusk_wrapper::record::Record;

/// Whether a place that is no value stands in a subtree.
pub(super) fn holds(example: &Example<'_>, root: NodeId) -> bool {
    let Some(span) = example.page.tree().span(root) else { return false };
    example.negatives.iter().flat_map(places).any(|place| span.contains(place))
}

/// How many places that are no values a pattern reads.
pub(super) fn n_read(examples: &TrainingSet<'_>, pattern: &TreePattern) -> usize {
    let of_example = |example: &Example<'_>| {
        if example.negatives.is_empty() {
            return 0;
        }
        let records = pattern.extract(examples.schema(), example.page).records;
        let is_read = |negative: &&Negative| {
            places(negative)
                .any(|place| records.iter().any(|record| reads(record, negative, place)))
        };
        example.negatives.iter().filter(is_read).count()
    };
    examples.examples().iter().map(of_example).sum()
}

fn places(negative: &Negative) -> impl Iterator<Item = Span> + '_ {
    negative.label.candidates.iter().map(|place| place.span)
}

fn reads(record: &Record<'_>, negative: &Negative, place: Span) -> bool {
    let [field] = negative.field[..] else { return false };
    record.cells[field].values().iter().any(|value| value.span == place)
}
