//! Finds the orders of the fields that fit most pages, and the pages that fit none of them.

use super::{DisambiguateError, Sighted};
use crate::example::corroborate::{CorroborateError, RecognizedColumn, anchor, orders};
use unhusk_wrapper::record::Schema;

/// The orders that fit the pages.
pub(super) struct JointOrders {
    /// Positions of the pages that are kept.
    pub(super) kept: Vec<usize>,
    /// For every page, why it is dropped; `None` if it is kept.
    pub(super) left_out: Vec<Option<CorroborateError>>,
    /// The orders that leave a label on all kept pages.
    pub(super) orders: Vec<Vec<usize>>,
}

/// Finds the orders. Drops pages that contradict the orders of the pages before them.
pub(super) fn joint(
    schema: &Schema,
    pages: &[Sighted<'_>],
) -> Result<JointOrders, DisambiguateError> {
    let alone: Vec<Option<CorroborateError>> =
        pages.iter().map(|page| orders(&[&page.columns]).err()).collect();
    let mut kept: Vec<usize> = (0..pages.len()).filter(|&page| alone[page].is_none()).collect();
    if kept.is_empty() {
        return Err(no_page(schema, pages, &alone));
    }
    let mut left_out = alone;
    let columns = |kept: &[usize]| -> Vec<&[RecognizedColumn]> {
        kept.iter().map(|&page| pages[page].columns.as_slice()).collect()
    };
    let mut found = orders(&columns(&kept));
    if found.is_err() {
        let all = std::mem::take(&mut kept);
        for page in all {
            kept.push(page);
            match orders(&columns(&kept)) {
                Ok(orders) => found = Ok(orders),
                Err(error) => {
                    kept.pop();
                    left_out[page] = Some(error);
                }
            }
        }
    }
    let found = found.map_err(|_| no_page(schema, pages, &left_out))?;
    check_records(schema, pages, &kept)?;
    Ok(JointOrders { kept, left_out, orders: found.found })
}

fn no_page(
    schema: &Schema,
    pages: &[Sighted<'_>],
    errors: &[Option<CorroborateError>],
) -> DisambiguateError {
    let fields: Vec<String> = schema.fields().iter().map(|field| field.name.clone()).collect();
    let first = pages.iter().zip(errors).find_map(|(page, error)| Some((page, error.clone()?)));
    let (page, error) = match first {
        Some((page, error)) => (page.name.clone(), error),
        None => ("no page".to_owned(), CorroborateError::NothingPerfect),
    };
    let contradict = errors.iter().flatten().all(CorroborateError::is_contradiction);
    DisambiguateError::NoPage { page, error, fields, contradict }
}

/// Checks that at least one page has a record.
fn check_records(
    schema: &Schema,
    pages: &[Sighted<'_>],
    kept: &[usize],
) -> Result<(), DisambiguateError> {
    let Some(Ok(field)) = kept.first().map(|&page| anchor(&pages[page].columns)) else {
        return Ok(());
    };
    if kept.iter().any(|&page| !pages[page].columns[field].instances().is_empty()) {
        return Ok(());
    }
    let field = schema.fields().get(field).map(|field| field.name.clone()).unwrap_or_default();
    Err(DisambiguateError::NoRecord { field })
}
