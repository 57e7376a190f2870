//! Learns how the records of a list look, by which they are found on pages where all rules fail.

use crate::example::TrainingSet;
use unhusk_wrapper::site::internal::{LabelledRegion, PageIndex};
use unhusk_wrapper::site::{RecordLook, Site};

/// The look of the records that a wrapper reads on the labelled pages; `None` if there are none.
pub(super) fn of(
    wrapper: &Site,
    examples: &TrainingSet<'_>,
    indexes: &[PageIndex<'_>],
) -> Option<RecordLook> {
    let schema = examples.schema();
    if !schema.is_flat() {
        return None;
    }
    let labelled = indexes.iter().take(examples.examples().len());
    let pages: Vec<LabelledRegion<'_, '_>> = labelled
        .map(|index| LabelledRegion { index, records: wrapper.records_in(schema, index) })
        .collect();
    RecordLook::of(&pages, &wrapper.value_attributes(), schema.fields().len())
}
