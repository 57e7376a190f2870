//! Whether a wrapper gives the labels back that it was learnt from.

use super::{Conflict, LearnError};
use crate::Warning;
use crate::example::TrainingSet;
use crate::score::Score;
use crate::wrapper::Wrapper;

/// A wrapper that reads less of the labelled pages is none.
const MIN_F1: f64 = 0.5;

/// What to tell of labels that are not read again; an error if that is most of them.
pub(super) fn review(
    class: &'static str,
    examples: &TrainingSet<'_>,
    wrapper: &impl Wrapper,
) -> Result<Vec<Warning>, LearnError> {
    let mut score = Score::default();
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &read.records);
    }
    if score.total().f1() < MIN_F1 {
        let why = "what the examples have in common does not give the labelled values back";
        let (field, why) = ("record".to_owned(), why.to_owned());
        let conflict = Box::new(Conflict { field, why, places: Vec::new() });
        return Err(LearnError::NoFit { class, conflict });
    }
    let wrong: Vec<String> = score
        .fields
        .iter()
        .filter(|(_, counts)| counts.missed > 0)
        .map(|(name, counts)| format!("{} of `{name}`", counts.missed))
        .collect();
    if wrong.is_empty() {
        return Ok(Vec::new());
    }
    let note = format!("labelled values that the {class} does not read: {}", wrong.join(", "));
    Ok(vec![Warning::Note(note)])
}
