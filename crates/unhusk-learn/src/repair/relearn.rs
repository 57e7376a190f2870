//! Learns a wrapper of the same fields from training labels.

use super::labels::TrainingLabels;
use super::reason::RefusalReason;
use crate::example::NamedPage;
use crate::{Settings, find_method, provenance};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Field;

/// Labelled pages to learn from; more take longer and help little.
const MAX_TAUGHT: usize = 6;
/// Pages without labels to learn from.
const MAX_UNLABELLED: usize = 8;

/// Learns with `auto`; the error is the reason why nothing was learnt.
pub(super) fn relearn(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    training: &TrainingLabels,
) -> Result<Wrapper, RefusalReason> {
    relearn_with(file, pages, training, "auto")
}

/// Learns with any method; the error is the reason why nothing was learnt.
pub(super) fn relearn_with(
    file: &Wrapper,
    pages: &[NamedPage<'_>],
    training: &TrainingLabels,
    method: &str,
) -> Result<Wrapper, RefusalReason> {
    let healthy = file.profile.as_ref();
    for (position, field) in file.schema.fields().iter().enumerate() {
        let was_read = healthy.is_none_or(|profile| profile.fields[position].filled > 0);
        if was_read && training.n_pages_of(position) == 0 {
            let text = format!(
                "field `{}` is not found again: none of its known values is on a page that could be recognized",
                field.name
            );
            return Err(RefusalReason::of_field(&field.name, text));
        }
    }
    let training = training.part(best(training).into_iter());
    let set = training.training_set(&file.schema, pages, MAX_UNLABELLED)?;
    let method = find_method(method).ok_or_else(|| format!("there is no method `{method}`"))?;
    let learned = method.learn(&set, &Settings::default()).map_err(|error| {
        format!("the values are on the pages, but no wrapper fits them: {error}")
    })?;
    let learnt_schema = learned.schema(&set);
    let fields: Vec<Field> = file
        .schema
        .fields()
        .iter()
        .map(|field| {
            let learnt = learnt_schema.fields().iter().find(|other| other.name == field.name);
            Field { many: learnt.is_some_and(|learnt| learnt.many), ..field.clone() }
        })
        .collect();
    let schema = file.schema.with_fields(fields).map_err(|error| error.to_string())?;
    let mut repaired = Wrapper::new(schema, learned.wrapper, provenance(method.name, &set));
    repaired.provenance.slack = learned.slack;
    repaired.applies = file.applies.clone();
    Ok(repaired)
}

/// The pages with the most labels, in page order.
fn best(training: &TrainingLabels) -> Vec<usize> {
    let n_labels = |at: usize| {
        let cells = training.pages[at].records.iter().flatten();
        cells.filter(|cell| cell.is_labelled()).count()
    };
    let mut order: Vec<usize> = (0..training.pages.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(n_labels(*at)), *at));
    order.truncate(MAX_TAUGHT);
    order.sort_unstable();
    order
}
