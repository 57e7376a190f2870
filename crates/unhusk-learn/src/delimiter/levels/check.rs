//! Runs a rule of levels on the pages it was learnt from and compares the result with the labels.

use super::super::misfit::Misfit;
use super::fragments::LevelFragments;
use super::sequence::Sequence;
use unhusk_wrapper::delimiter::{LevelMatcher, StopReason};

/// Checks that the rule extracts every labelled value, no other value on complete pages, and no place that is labelled
/// as not a value.
pub(super) fn check_levels(
    nest: &LevelMatcher<'_>,
    sequences: &[Sequence<'_>],
    fragments: &LevelFragments<'_>,
) -> Result<(), Misfit> {
    for sequence in sequences {
        let mut found = Vec::new();
        let ending = nest.run(sequence.page.source, usize::MAX, &mut found);
        let mut rest = found.iter();
        for item in &sequence.items {
            // Both are in page order, so a value that was skipped cannot match later.
            let is_read = rest.any(|&(level, span)| (level, span) == (item.level, item.span));
            if !is_read {
                let why = "the rule that fits the other labels reads something else here";
                let place = sequence.page.evidence_of(item.span);
                return Err(Misfit::conflict(fragments.names[item.level], why, vec![place]));
            }
        }
        let is_more = found.len() > sequence.items.len() || ending != StopReason::Done;
        if sequence.is_complete && is_more {
            let why = "the rule that fits the labels also reads values that are not labelled";
            let more = found.get(sequence.items.len());
            let places = more.map(|(_, span)| sequence.page.evidence_of(*span));
            return Err(Misfit::conflict(fragments.names[0], why, places.into_iter().collect()));
        }
        let negative = sequence.negatives.iter().find(|negative| found.contains(negative));
        if let Some(&(level, span)) = negative {
            let why =
                "the rule that fits the labels also reads a place that is labelled as no value";
            let place = sequence.page.evidence_of(span);
            return Err(Misfit::conflict(fragments.names[level], why, vec![place]));
        }
    }
    Ok(())
}
