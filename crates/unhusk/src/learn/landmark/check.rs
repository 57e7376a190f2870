//! Whether what was learnt reads the labels.

use crate::Warning;
use crate::example::TrainingSet;
use crate::learn::{Conflict, LearnError};
use crate::score::Score;
use crate::wrapper::Wrapper;

/// Runs the wrapper on the examples: every labelled value must be read. A value where none should be is told.
pub(crate) fn check(
    class: &'static str,
    wrapper: &impl Wrapper,
    examples: &TrainingSet<'_>,
) -> Result<Vec<Warning>, LearnError> {
    let mut score = Score::default();
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &read.records);
    }
    if let Some((field, counts)) = score.fields.iter().find(|(_, counts)| counts.missed > 0) {
        let why = format!("the best rule misses {} of its labelled values", counts.missed);
        let conflict = Conflict { field: field.clone(), why, places: Vec::new() };
        return Err(LearnError::NoFit { class, conflict: Box::new(conflict) });
    }
    let surplus = score.fields.iter().filter(|(_, counts)| counts.surplus > 0);
    let warning = |(field, counts): &(String, crate::score::Counts)| {
        Warning::Note(format!(
            "field `{field}`: {} of the values that the rule reads on the labelled pages are none",
            counts.surplus
        ))
    };
    Ok(surplus.map(warning).collect())
}
