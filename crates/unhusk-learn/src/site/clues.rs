//! The clues that labels have in common, and the nodes of which each of them holds.

use super::bits::Bits;
use super::corpus::{Nodes, SiteCorpus};
use super::limits::{Limit, Reached};
use rustc_hash::FxHashMap;
use unhusk_wrapper::site::internal::{FEATURES, TextHash};
use unhusk_wrapper::site::{Clue, ClueKind};

/// A clue that many labels share.
#[derive(Debug, Clone)]
pub(super) struct SharedClue {
    /// Position of the feature in [`FEATURES`].
    pub(super) kind: usize,
    pub(super) hash: TextHash,
    /// A node of which the clue holds.
    pub(super) witness: usize,
    /// All nodes of which the clue holds.
    pub(super) nodes: Bits,
}

impl SharedClue {
    /// The hash of the caption on which the clue rests, if it rests on one that need not be a landmark.
    pub(super) fn caption(&self) -> Option<TextHash> {
        is_caption(self.kind).then_some(self.hash)
    }

    /// The clue, evaluated at its witness.
    pub(super) fn clue(&self, corpus: &SiteCorpus<'_, '_>, nodes: &Nodes) -> Clue {
        let feature = FEATURES[self.kind];
        let (scope, node) = nodes.all[self.witness];
        let mut found = None;
        corpus.context(&corpus.scopes[scope]).each(feature, node, |text: String| {
            let is_it = TextHash::of_text(&text) == self.hash;
            found = found.take().or_else(|| is_it.then(|| Clue::parse(feature, &text)));
        });
        found.unwrap_or_else(|| Clue::parse(feature, ""))
    }
}

/// A clue: the position of its feature in [`FEATURES`], and the hash of its text.
type ClueKey = (usize, TextHash);

/// The number of demands of which a clue meets one, the last of these demands, and a node.
type ClueCover = (usize, usize, usize);

/// Most labels from which clues are gathered. Clues of all labels are clues of these, so that no exact rule is lost.
const MAX_DEMANDS: usize = 60;
/// Most places of a label that are considered.
pub(super) const MAX_PLACES: usize = 40;
/// Most clues that are kept.
pub(super) const MAX_CLUES: usize = 1500;

/// The clues that meet at least `share` and at least `least` of the demands, those that meet most first.
pub(super) fn shared_clues(
    corpus: &SiteCorpus<'_, '_>,
    nodes: &Nodes,
    demands: &[Vec<usize>],
    (share, least): (f64, usize),
    reached: &Reached,
) -> Vec<SharedClue> {
    let step = demands.len().div_ceil(MAX_DEMANDS).max(1);
    let sample: Vec<&Vec<usize>> = demands.iter().step_by(step).collect();
    let mut found: FxHashMap<ClueKey, ClueCover> = FxHashMap::default();
    for (number, demand) in sample.iter().enumerate() {
        reached.add_if(demand.len() > MAX_PLACES, Limit::Places);
        for &node in demand.iter().take(MAX_PLACES) {
            each_clue(corpus, nodes, node, |kind, hash| {
                let entry = found.entry((kind, hash)).or_insert((0, usize::MAX, node));
                if entry.1 != number {
                    *entry = (entry.0 + 1, number, entry.2);
                }
            });
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a small number"
    )]
    let least = ((share * sample.len() as f64).ceil() as usize).max(least.min(sample.len()));
    let mut kept: Vec<_> = found
        .into_iter()
        .filter(|(key, entry)| entry.0 >= least.max(1) && !rests_on_value(corpus, *key))
        .collect();
    kept.sort_unstable_by_key(|&(key, (n, _, witness))| (std::cmp::Reverse(n), key, witness));
    reached.add_if(kept.len() > MAX_CLUES, Limit::Clues);
    kept.truncate(MAX_CLUES);
    with_nodes(corpus, nodes, &kept)
}

/// Whether a clue is about a neighbouring value, which holds of one record only.
fn rests_on_value(corpus: &SiteCorpus<'_, '_>, (kind, hash): (usize, TextHash)) -> bool {
    is_caption(kind) && corpus.values.contains(&hash)
}

/// Whether the value of a feature is the caption of a text that need not be a landmark.
fn is_caption(kind: usize) -> bool {
    matches!(
        FEATURES[kind].kind,
        ClueKind::TextBefore
            | ClueKind::TextAfter
            | ClueKind::FirstText
            | ClueKind::ColumnHead
            | ClueKind::Heading
    )
}

fn with_nodes(
    corpus: &SiteCorpus<'_, '_>,
    nodes: &Nodes,
    kept: &[(ClueKey, ClueCover)],
) -> Vec<SharedClue> {
    let mut shared: Vec<SharedClue> = kept
        .iter()
        .map(|&((kind, hash), (_, _, witness))| SharedClue {
            kind,
            hash,
            witness,
            nodes: Bits::none(nodes.len()),
        })
        .collect();
    let slots: FxHashMap<(usize, TextHash), usize> = shared
        .iter()
        .enumerate()
        .map(|(at, shared_clues)| ((shared_clues.kind, shared_clues.hash), at))
        .collect();
    let mut kinds: Vec<usize> = shared.iter().map(|shared_clues| shared_clues.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        nodes.each_value(corpus, kind, |number, hash| {
            if let Some(&slot) = slots.get(&(kind, hash)) {
                shared[slot].nodes.set(number);
            }
        });
    }
    shared
}

fn each_clue(
    corpus: &SiteCorpus<'_, '_>,
    nodes: &Nodes,
    number: usize,
    mut seen: impl FnMut(usize, TextHash),
) {
    let (scope, node) = nodes.all[number];
    let context = corpus.context(&corpus.scopes[scope]);
    for (at, &feature) in FEATURES.iter().enumerate() {
        context.each(feature, node, |hash: TextHash| seen(at, hash));
    }
}
