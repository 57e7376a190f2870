//! The clues that labels have in common, and the nodes of which each of them holds.

use super::bits::Bits;
use super::ground::{Ground, Nodes};
use super::limits::{Limit, Reached};
use rustc_hash::FxHashMap;
use unhusk_wrapper::site::Clue;
use unhusk_wrapper::site::internal::clue::{KINDS, Kind, Print, What};

/// A clue that holds of a place of many labels.
#[derive(Debug, Clone)]
pub(super) struct Common {
    /// Position of its kind in [`KINDS`].
    pub(super) kind: usize,
    pub(super) print: Print,
    /// A node of which it holds.
    pub(super) witness: usize,
    /// All nodes of which it holds.
    pub(super) nodes: Bits,
}

impl Common {
    /// The clue in full.
    pub(super) fn clue(&self, ground: &Ground<'_, '_>, nodes: &Nodes) -> Clue {
        let (what, at) = KINDS[self.kind];
        let (plot, node) = nodes.all[self.witness];
        let mut says = String::new();
        ground.sight(&ground.plots[plot]).each((what, at), node, |said: String| {
            let clue = Clue { what, at, says: said };
            if clue.print() == self.print {
                says.clone_from(&clue.says);
            }
        });
        Clue { what, at, says }
    }
}

/// A clue: the position of its kind in [`KINDS`], and the print of what it says.
type ClueKey = (usize, Print);

/// How many demands have a place of which a clue holds, the last of them, and a node.
type Found = (usize, usize, usize);

/// Most labels from which clues are gathered. What holds of all labels holds of these, so no rule that is exact is lost.
const MAX_DEMANDS: usize = 60;
/// Most places of a label that are looked at.
pub(super) const MAX_PLACES: usize = 40;
/// Most clues that are kept.
pub(super) const MAX_CLUES: usize = 1500;

/// The clues that hold of a place of at least `share` and `least` of the demands, those of most demands first.
pub(super) fn common(
    ground: &Ground<'_, '_>,
    nodes: &Nodes,
    demands: &[Vec<usize>],
    (share, least): (f64, usize),
    reached: &Reached,
) -> Vec<Common> {
    let step = demands.len().div_ceil(MAX_DEMANDS).max(1);
    let sample: Vec<&Vec<usize>> = demands.iter().step_by(step).collect();
    let mut found: FxHashMap<ClueKey, Found> = FxHashMap::default();
    for (number, demand) in sample.iter().enumerate() {
        reached.add_if(demand.len() > MAX_PLACES, Limit::Places);
        for &node in demand.iter().take(MAX_PLACES) {
            each_clue(ground, nodes, node, |kind, print| {
                let entry = found.entry((kind, print)).or_insert((0, usize::MAX, node));
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
        .filter(|(key, entry)| entry.0 >= least.max(1) && !rests_on_value(ground, *key))
        .collect();
    kept.sort_unstable_by_key(|&(key, (n, _, witness))| (std::cmp::Reverse(n), key, witness));
    reached.add_if(kept.len() > MAX_CLUES, Limit::Clues);
    kept.truncate(MAX_CLUES);
    with_nodes(ground, nodes, &kept)
}

/// Whether a clue says that a value stands nearby: true of this record only.
fn rests_on_value(ground: &Ground<'_, '_>, (kind, print): (usize, Print)) -> bool {
    let is_text = matches!(
        KINDS[kind].0,
        What::TextBefore | What::TextAfter | What::FirstText | What::ColumnHead | What::Heading
    );
    is_text && ground.values.contains(&print)
}

fn with_nodes(ground: &Ground<'_, '_>, nodes: &Nodes, kept: &[(ClueKey, Found)]) -> Vec<Common> {
    let mut commons: Vec<Common> = kept
        .iter()
        .map(|&((kind, print), (_, _, witness))| Common {
            kind,
            print,
            witness,
            nodes: Bits::none(nodes.len()),
        })
        .collect();
    let slots: FxHashMap<(usize, Print), usize> =
        commons.iter().enumerate().map(|(at, common)| ((common.kind, common.print), at)).collect();
    let mut kinds: Vec<usize> = commons.iter().map(|common| common.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        nodes.each_said(ground, kind, |number, print| {
            if let Some(&slot) = slots.get(&(kind, print)) {
                commons[slot].nodes.set(number);
            }
        });
    }
    commons
}

fn each_clue(
    ground: &Ground<'_, '_>,
    nodes: &Nodes,
    number: usize,
    mut seen: impl FnMut(usize, Print),
) {
    let (plot, node) = nodes.all[number];
    let sight = ground.sight(&ground.plots[plot]);
    for (at, &kind) in KINDS.iter().enumerate() {
        let kind: Kind = kind;
        sight.each(kind, node, |print: Print| seen(at, print));
    }
}
