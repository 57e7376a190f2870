//! The proof: a rule of levels is run on the pages it was learnt from.

use super::super::misfit::Misfit;
use super::facts::Facts;
use super::sequence::Sequence;
use unhusk_wrapper::delimiter::{LevelMatcher, StopReason};

/// Whether the rule reads every labelled value, nothing more where all is known, and nothing that is said to be
/// no value.
pub(super) fn check_levels(
    nest: &LevelMatcher<'_>,
    sequences: &[Sequence<'_>],
    facts: &Facts<'_>,
) -> Result<(), Misfit> {
    for sequence in sequences {
        let mut found = Vec::new();
        let ending = nest.run(sequence.page.source, usize::MAX, &mut found);
        let mut rest = found.iter();
        for item in &sequence.items {
            // Both are in page order, so what was passed over is not needed again.
            let is_read = rest.any(|&(level, span)| (level, span) == (item.level, item.span));
            if !is_read {
                let why = "the rule that fits the other labels reads something else here";
                let place = sequence.page.evidence_of(item.span);
                return Err(Misfit::conflict(facts.names[item.level], why, vec![place]));
            }
        }
        let is_more = found.len() > sequence.items.len() || ending != StopReason::Done;
        if sequence.is_complete && is_more {
            let why = "the rule that fits the labels also reads values that are not labelled";
            let more = found.get(sequence.items.len());
            let places = more.map(|(_, span)| sequence.page.evidence_of(*span));
            return Err(Misfit::conflict(facts.names[0], why, places.into_iter().collect()));
        }
        let negative = sequence.negatives.iter().find(|negative| found.contains(negative));
        if let Some(&(level, span)) = negative {
            let why = "the rule that fits the labels also reads what is said to be no value";
            let place = sequence.page.evidence_of(span);
            return Err(Misfit::conflict(facts.names[level], why, vec![place]));
        }
    }
    Ok(())
}
