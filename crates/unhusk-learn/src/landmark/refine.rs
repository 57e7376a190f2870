//! Refines skip rules: one more token in a landmark, or one more landmark. All tokens come from the seed.

use super::arena::{TokenArena, TokenRow, probes};
use super::candidate::SkipDraft;
use std::collections::BTreeSet;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;

/// Maximum number of matches in the seed at which a landmark is extended.
const MAX_PLACES: usize = 40;
/// Maximum number of distinct probes of the seed that become new landmarks, those nearest the border first.
const MAX_NEW: usize = 400;
/// Maximum length of a landmark, in tokens.
const MAX_LANDMARK: usize = 8;
/// Maximum number of landmarks of a skip rule.
const MAX_LANDMARKS: usize = 6;

/// Rules with one landmark of one token: the token before the border of the seed, or the classes of the token behind.
pub(super) fn initial(arena: &TokenArena, seed: usize) -> Vec<SkipDraft> {
    let TokenRow { at, target } = &arena.rows[seed];
    let border = at.start + target.unwrap_or(0);
    let mut drafts = Vec::new();
    if border > at.start {
        let before = probes(&arena.tokens[border - 1]);
        drafts.extend(before.map(|probe| SkipDraft { landmarks: vec![vec![probe]], until: false }));
    }
    drafts.extend(
        up_to(arena, seed).map(|probe| SkipDraft { landmarks: vec![vec![probe]], until: true }),
    );
    drafts
}

/// The classes of the token behind the border of the seed.
fn up_to(arena: &TokenArena, seed: usize) -> impl Iterator<Item = Probe> {
    let TokenRow { at, target } = &arena.rows[seed];
    let border = at.start + target.unwrap_or(0);
    let behind = (border < at.end).then(|| probes(&arena.tokens[border]));
    behind.into_iter().flatten().filter(|probe| matches!(probe, Probe::Class(_)))
}

/// All refinements of a rule, without duplicates.
pub(super) fn refine(
    draft: &SkipDraft,
    arena: &TokenArena,
    seed: usize,
    budget: &mut Budget,
) -> BTreeSet<SkipDraft> {
    let mut refined = BTreeSet::new();
    longer_landmarks(draft, arena, seed, budget, &mut refined);
    if draft.landmarks.len() < MAX_LANDMARKS {
        more_landmarks(draft, arena, seed, &mut refined);
    }
    refined
}

/// Extends one landmark by a token before or behind it, so that it still occurs before the border.
fn longer_landmarks(
    draft: &SkipDraft,
    arena: &TokenArena,
    seed: usize,
    budget: &mut Budget,
    refined: &mut BTreeSet<SkipDraft>,
) {
    let (start, border) = prefix(arena, seed);
    for (at, landmark) in draft.landmarks.iter().enumerate() {
        let is_up_to = draft.until && at + 1 == draft.landmarks.len();
        if is_up_to || landmark.len() >= MAX_LANDMARK {
            continue;
        }
        let mut extended = BTreeSet::new();
        let mut from = start;
        for _ in 0..MAX_PLACES {
            let Some(place) = arena.find(landmark, (from, border), budget) else { break };
            if place > start {
                let before = probes(&arena.tokens[place - 1]);
                extended.extend(before.map(|probe| [&[probe], landmark.as_slice()].concat()));
            }
            if place + landmark.len() < border {
                let behind = probes(&arena.tokens[place + landmark.len()]);
                extended.extend(behind.map(|probe| [landmark.as_slice(), &[probe]].concat()));
            }
            from = place + 1;
        }
        for longer in extended {
            let mut next = draft.clone();
            next.landmarks[at] = longer;
            refined.insert(next);
        }
    }
}

/// Adds a landmark of one token: before any of the others, or up to the value.
fn more_landmarks(
    draft: &SkipDraft,
    arena: &TokenArena,
    seed: usize,
    refined: &mut BTreeSet<SkipDraft>,
) {
    let (start, border) = prefix(arena, seed);
    let mut known = BTreeSet::new();
    for token in arena.tokens[start..border].iter().rev() {
        known.extend(probes(token));
        if known.len() >= MAX_NEW {
            break;
        }
    }
    for probe in known {
        for at in 0..draft.landmarks.len() {
            let mut next = draft.clone();
            next.landmarks.insert(at, vec![probe]);
            refined.insert(next);
        }
    }
    if !draft.until {
        for probe in up_to(arena, seed) {
            let mut next = draft.clone();
            next.landmarks.push(vec![probe]);
            refined.insert(SkipDraft { until: true, ..next });
        }
    }
}

/// Range of the seed up to its border, in the arena.
fn prefix(arena: &TokenArena, seed: usize) -> (usize, usize) {
    let TokenRow { at, target } = &arena.rows[seed];
    (at.start, at.start + target.unwrap_or(0))
}
