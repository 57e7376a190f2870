//! `--wrapper`: scores a saved wrapper on labelled pages.

use super::trials::TrialResults;
use crate::output::Reporter;
use std::time::Instant;
use unhusk::example::TrainingSet;
use unhusk::record::{Cell, Field, Record};
use unhusk::wrapper::Wrapper;

/// Scores the wrapper on all labelled pages of a site. Fields are compared by name; warns of those that it lacks.
pub(super) fn score(
    file: &str,
    wrapper: &Wrapper,
    set: &TrainingSet<'_>,
    reporter: &Reporter,
) -> TrialResults {
    let labelled = set.schema().fields();
    for field in labelled.iter().filter(|field| wrapper.schema.position(&field.name).is_none()) {
        reporter
            .warn(format_args!("the wrapper has no field `{}`, which `{file}` labels", field.name));
    }
    let mut results =
        TrialResults { site: file.to_owned(), n_trials: 1, n_fits: 1, ..TrialResults::default() };
    results.method = WRAPPER;
    for example in set.examples() {
        let started = Instant::now();
        let found = wrapper.extract(example.page);
        results.reading += started.elapsed();
        results.n_read += 1;
        let records = found.records.into_iter();
        let records: Vec<Record<'_>> =
            records.map(|record| by_name(&record, wrapper.schema.fields(), labelled)).collect();
        results.score.add_page(set.schema(), example, &records);
    }
    results
}

/// Entry of the column `method`.
const WRAPPER: &str = "wrapper";

/// The cells of a record in the order of other fields; a field that it lacks is absent. Recurses on the nesting of the
/// schema, whose depth is limited.
fn by_name<'p>(record: &Record<'p>, own: &[Field], wanted: &[Field]) -> Record<'p> {
    let cell = |field: &Field| {
        let position = own.iter().position(|known| known.name == field.name)?;
        let inner = &own[position].fields;
        Some(match record.cells.get(position)?.clone() {
            Cell::Nested(records) => Cell::Nested(
                records.iter().map(|record| by_name(record, inner, &field.fields)).collect(),
            ),
            cell => cell,
        })
    };
    Record { cells: wanted.iter().map(|field| cell(field).unwrap_or(Cell::Absent)).collect() }
}
