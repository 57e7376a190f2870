//! A field that was labelled with one value each time: does it go on elsewhere?

use super::ground::Ground;
use super::judge::Look;
use super::labelled::FieldLabels;
use unhusk_wrapper::site::FieldRule;
use unhusk_wrapper::site::internal::index::Index;
use unhusk_wrapper::site::internal::ready::ReadyField;
use unhusk_wrapper::site::internal::run_on::run_on;

/// Levels above the value at which a list may go on.
const LEVELS: std::ops::RangeInclusive<u8> = 0..=2;
/// How much values that follow must look like labelled ones.
const LIKENESS: f64 = 0.35;

/// The level at which values go on, if they do so on a page without labels and on none with.
pub(super) fn level(ground: &Ground<'_, '_>, labels: &FieldLabels, rule: &FieldRule) -> Option<u8> {
    if rule.ways.iter().any(|way| !way.cut.is_nothing()) {
        return None;
    }
    let looks: Vec<Look> =
        labels.values.iter().take(60).map(|value| Look::of(&value.text)).collect();
    let field = ReadyField::new(rule);
    let mut best = None;
    for level in LEVELS {
        let n_longer = count_longer(ground, &field, level, &looks);
        if n_longer > best.map_or(0, |(n, _)| n) {
            best = Some((n_longer, level));
        }
    }
    best.map(|(_, level)| level)
}

/// On how many pages without labels values go on; 0 if they do on a labelled one, or with other things.
fn count_longer(ground: &Ground<'_, '_>, field: &ReadyField, level: u8, looks: &[Look]) -> usize {
    let (mut n_longer, mut n_labelled, mut n_others) = (0, 0, 0);
    for plot in &ground.plots {
        let sight = ground.sight(plot);
        let Some(node) = field.node(&Index::new(sight)) else { continue };
        let more = run_on(sight, node, level);
        let n_seen = if plot.record.is_some() { &mut n_labelled } else { &mut n_others };
        *n_seen += 1;
        if more.is_empty() {
            continue;
        }
        let is_like = |&node: &u32| {
            let text = sight.view.tree().reader_text(sight.view.id(node));
            let look = Look::of(&text);
            let leaves = sight.view.leaves_of(sight.view.subtree(node));
            looks.iter().any(|other| look.likeness(*other) >= LIKENESS)
                && !leaves.into_iter().any(|leaf| sight.landmarks.has(sight.view, leaf))
        };
        if plot.record.is_some() || !more.iter().all(is_like) {
            return 0;
        }
        n_longer += 1;
    }
    // If most pages had lists, so would the few that were labelled.
    let is_odd = n_labelled < 3 && 2 * n_longer > n_others;
    if is_odd { 0 } else { n_longer }
}
