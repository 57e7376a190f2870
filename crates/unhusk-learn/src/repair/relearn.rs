//! Labels -> a wrapper of the same fields.

use super::labels::Teaching;
use crate::{Settings, find_method, provenance};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Field;

/// Pages that are learnt from; more make it slow and teach little.
const MAX_TAUGHT: usize = 6;
/// Pages that are shown without labels.
const MAX_UNLABELLED: usize = 8;

/// Learns from what is taught; an error says why nothing was learnt.
pub(super) fn relearn(
    file: &Wrapper,
    pages: &[(String, &Page)],
    teaching: &Teaching,
) -> Result<Wrapper, String> {
    relearn_with(file, pages, teaching, "auto")
}

/// The same with any method.
pub(super) fn relearn_with(
    file: &Wrapper,
    pages: &[(String, &Page)],
    teaching: &Teaching,
    method: &str,
) -> Result<Wrapper, String> {
    let healthy = file.profile.as_ref();
    for (position, field) in file.schema.fields().iter().enumerate() {
        let was_read = healthy.is_none_or(|profile| profile.fields[position].filled > 0);
        if was_read && teaching.n_pages_of(position) == 0 {
            return Err(format!(
                "field `{}` is not found again: none of its known values is on a page that could be recognized",
                field.name
            ));
        }
    }
    let teaching = teaching.part(best(teaching).into_iter());
    let set = teaching.training_set(&file.schema, pages, MAX_UNLABELLED)?;
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
    let mut mended = Wrapper::new(schema, learned.wrapper, provenance(method.name, &set));
    mended.provenance.slack = learned.slack;
    mended.applies = file.applies.clone();
    Ok(mended)
}

/// The pages that teach most: those with the most labels first, in the order of the pages.
fn best(teaching: &Teaching) -> Vec<usize> {
    let n_labels = |at: usize| {
        let cells = teaching.pages[at].records.iter().flatten();
        cells.filter(|cell| cell.is_labelled()).count()
    };
    let mut order: Vec<usize> = (0..teaching.pages.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(n_labels(*at)), *at));
    order.truncate(MAX_TAUGHT);
    order.sort_unstable();
    order
}
