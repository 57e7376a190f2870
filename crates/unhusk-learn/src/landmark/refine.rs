//! Ways that are a little longer: one more token in a landmark, or one more landmark. All tokens come from the seed.

use super::arena::{Arena, Row, probes};
use super::candidate::Draft;
use std::collections::BTreeSet;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;

/// Places of the seed at which a landmark is made longer.
const MAX_PLACES: usize = 40;
/// Different tokens of the seed that become landmarks of their own, those nearest the border first.
const MAX_NEW: usize = 400;
/// Longest landmark.
const MAX_LANDMARK: usize = 8;
/// Most landmarks of a way.
const MAX_LANDMARKS: usize = 6;

/// Ways with one landmark of one token: what stands right before the border in the seed, or, by its classes, behind it.
pub(super) fn initial(arena: &Arena, seed: usize) -> Vec<Draft> {
    let Row { at, target } = &arena.rows[seed];
    let border = at.start + target.unwrap_or(0);
    let mut drafts = Vec::new();
    if border > at.start {
        let before = probes(&arena.tokens[border - 1]);
        drafts.extend(before.map(|probe| Draft { landmarks: vec![vec![probe]], until: false }));
    }
    drafts.extend(
        up_to(arena, seed).map(|probe| Draft { landmarks: vec![vec![probe]], until: true }),
    );
    drafts
}

/// The classes of the token behind the border of the seed.
fn up_to(arena: &Arena, seed: usize) -> impl Iterator<Item = Probe> {
    let Row { at, target } = &arena.rows[seed];
    let border = at.start + target.unwrap_or(0);
    let behind = (border < at.end).then(|| probes(&arena.tokens[border]));
    behind.into_iter().flatten().filter(|probe| matches!(probe, Probe::Class(_)))
}

/// All refinements of a way, each once.
pub(super) fn refine(
    draft: &Draft,
    arena: &Arena,
    seed: usize,
    budget: &mut Budget,
) -> BTreeSet<Draft> {
    let mut refined = BTreeSet::new();
    longer_landmarks(draft, arena, seed, budget, &mut refined);
    if draft.landmarks.len() < MAX_LANDMARKS {
        more_landmarks(draft, arena, seed, &mut refined);
    }
    refined
}

/// A token more in front of or behind one landmark, so that it still occurs before the border.
fn longer_landmarks(
    draft: &Draft,
    arena: &Arena,
    seed: usize,
    budget: &mut Budget,
    refined: &mut BTreeSet<Draft>,
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

/// A landmark more, of one token: before any of the others, or up to the value.
fn more_landmarks(draft: &Draft, arena: &Arena, seed: usize, refined: &mut BTreeSet<Draft>) {
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
            refined.insert(Draft { until: true, ..next });
        }
    }
}

/// Where the seed lies up to its border.
fn prefix(arena: &Arena, seed: usize) -> (usize, usize) {
    let Row { at, target } = &arena.rows[seed];
    (at.start, at.start + target.unwrap_or(0))
}
