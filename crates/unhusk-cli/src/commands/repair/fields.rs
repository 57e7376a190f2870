//! Values of a repair, field by field: old and new ones side by side.

use crate::output::{Reporter, count};
use unhusk::example::NamedPage;
use unhusk::verify::repair::{
    FieldComparison, FieldProposal, ProposedRepair, ReadExample, RefusalReason, RepairedWrapper,
    compare_fields,
};
use unhusk::wrapper::Wrapper;

/// Prints, field by field, the values of the old and the new wrapper.
pub(super) fn report_fields(
    old: &Wrapper,
    repaired: &RepairedWrapper,
    pages: &[NamedPage<'_>],
    reporter: &Reporter,
) {
    for field in compare_fields(old, &repaired.file, pages) {
        let is_left = |reason: &&RefusalReason| reason.field.as_ref() == Some(&field.field);
        let line = match repaired.left.iter().find(is_left) {
            Some(reason) => format!("left as it was: {reason}"),
            None => changed(&field, pages.len()),
        };
        reporter.summary(&format!("field {}: {line}", field.field));
    }
}

/// Describes a field with a new rule: `nothing -> "$12.50" (new0.html), 6 of 6 pages changed; sure`.
fn changed(field: &FieldComparison, n_pages: usize) -> String {
    if field.example.is_none() {
        return values(field, n_pages);
    }
    let sure = match field.n_doubtful {
        0 => "sure".to_owned(),
        n => format!("not sure of {n} of {}", count(field.n_values, "value")),
    };
    format!("{}; {sure}", values(field, n_pages))
}

/// Describes the values of a field before and after: `nothing -> "$12.50" (new0.html), 6 of 6 pages changed`.
fn values(field: &FieldComparison, n_pages: usize) -> String {
    let Some(ReadExample { page, before, after, .. }) = &field.example else {
        return "read as before".to_owned();
    };
    let text = |value: &Option<String>| {
        value.as_ref().map_or_else(|| "nothing".to_owned(), |text| format!("{text:?}"))
    };
    format!(
        "{} -> {} ({page}), {} of {} changed",
        text(before),
        text(after),
        field.n_changed,
        count(n_pages, "page"),
    )
}

/// Prints, field by field, the proposed values, their probability, and the evidence.
pub(super) fn report_proposed(
    old: &Wrapper,
    proposed: &ProposedRepair,
    pages: &[NamedPage<'_>],
    reporter: &Reporter,
) {
    for field in compare_fields(old, &proposed.file, pages) {
        let is_proposed = |one: &&FieldProposal| one.field == field.field;
        let Some(proposal) = proposed.fields.iter().find(is_proposed) else {
            let is_left = |reason: &&RefusalReason| reason.field.as_ref() == Some(&field.field);
            let reason = proposed.left.iter().find(is_left);
            let why = reason.map_or(String::new(), |reason| format!(": {reason}"));
            reporter.summary(&format!("field {}: not found again{why}", field.field));
            continue;
        };
        let sure = if proposal.is_sure() { "sure" } else { "not sure" };
        let percent = (100.0 * proposal.probability).floor();
        reporter.summary(&format!(
            "field {}: {}; {sure} ({percent} %)",
            field.field,
            values(&field, pages.len())
        ));
        for sentence in &proposal.evidence {
            reporter.hint("evidence:", sentence);
        }
    }
}
