//! Finds fields that were labelled with one value each time, but are lists on other pages.

use super::corpus::SiteCorpus;
use super::judge::Appearance;
use super::labelled::FieldLabels;
use unhusk_wrapper::record::Field;
use unhusk_wrapper::site::FieldRule;
use unhusk_wrapper::site::internal::CompiledField;
use unhusk_wrapper::site::internal::RuleMatcher;
use unhusk_wrapper::site::internal::run_on;

/// Levels above the value whose siblings may be further values.
const LEVELS: std::ops::RangeInclusive<u8> = 0..=2;
/// Least similarity of further values to labelled ones.
const LIKENESS: f64 = 0.35;

/// The level at which a list continues, if it does so on a page without labels and on no page with labels.
pub(super) fn level(
    corpus: &SiteCorpus<'_, '_>,
    labels: &FieldLabels,
    rule: &FieldRule,
) -> Option<u8> {
    if rule.alternatives.iter().any(|alternative| !alternative.cut.is_nothing()) {
        return None;
    }
    let appearances: Vec<Appearance> =
        labels.values.iter().take(60).map(|value| Appearance::of(&value.text)).collect();
    let field = CompiledField::new(rule);
    let mut best = None;
    for level in LEVELS {
        let n_longer = count_longer(corpus, &field, level, &appearances);
        if n_longer > best.map_or(0, |(n, _)| n) {
            best = Some((n_longer, level));
        }
    }
    best.map(|(_, level)| level)
}

/// Whether the rules read a value at more places of a labelled record than it has labels: then each value counts once.
/// Otherwise a value that a record has twice, such as an ingredient of dough and filling, is two values.
pub(super) fn repeats_values(
    corpus: &SiteCorpus<'_, '_>,
    labels: &FieldLabels,
    rule: &FieldRule,
    field: &Field,
) -> bool {
    let compiled = CompiledField::new(&FieldRule { distinct: false, ..rule.clone() });
    labels.known.iter().any(|&scope| {
        let n_labelled = labels.values.iter().filter(|value| value.scope == scope).count();
        let context = corpus.context(&corpus.scopes[scope]);
        compiled.read(&RuleMatcher::new(context), field).len() > n_labelled
    })
}

/// The number of pages without labels on which a list continues; 0 if it does on a labelled page, or with other texts.
fn count_longer(
    corpus: &SiteCorpus<'_, '_>,
    field: &CompiledField,
    level: u8,
    appearances: &[Appearance],
) -> usize {
    let (mut n_longer, mut n_labelled, mut n_others) = (0, 0, 0);
    for scope in &corpus.scopes {
        let context = corpus.context(scope);
        let Some(node) = field.node(&RuleMatcher::new(context)) else { continue };
        let more = run_on(context, node, level);
        let n_seen = if scope.record.is_some() { &mut n_labelled } else { &mut n_others };
        *n_seen += 1;
        if more.is_empty() {
            continue;
        }
        let is_like = |&node: &u32| {
            let text = context.index.tree().reader_text(context.index.id(node));
            let appearance = Appearance::of(&text);
            let leaves = context.index.leaves_of(context.index.subtree(node));
            appearances.iter().any(|other| appearance.likeness(*other) >= LIKENESS)
                && !leaves.into_iter().any(|leaf| context.landmarks.has(context.index, leaf))
        };
        if scope.record.is_some() || !more.iter().all(is_like) {
            return 0;
        }
        n_longer += 1;
    }
    // If most pages had lists, the few labelled ones would have them, too.
    let is_odd = n_labelled < 3 && 2 * n_longer > n_others;
    if is_odd { 0 } else { n_longer }
}
