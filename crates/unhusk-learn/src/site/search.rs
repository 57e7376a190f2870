//! Searches for rules: conjunctions of clues that hold of a place of every label, and of no node that is known to be wrong.

use super::bits::Bits;
use super::clues::SharedClue;
use super::limits::{Limit, Reached};
use rustc_hash::FxHashMap;

/// What a rule has to select.
#[derive(Clone)]
pub(super) struct RuleTask {
    /// For each label the nodes that are its places, of which a rule has to select one.
    pub(super) demands: Vec<Vec<usize>>,
    /// Nodes that are known to be wrong.
    pub(super) wrong: Bits,
    /// Wrong nodes in records that are labelled as having no value: such labels are the least reliable.
    pub(super) doubtful: Bits,
}

impl RuleTask {
    /// The number of demands that a set of nodes meets.
    pub(super) fn n_met(&self, hits: &Bits) -> usize {
        self.demands.iter().filter(|demand| meets(hits, demand)).count()
    }

    fn is_met(&self, hits: &Bits) -> bool {
        self.demands.iter().all(|demand| meets(hits, demand))
    }

    /// The task for the demands that a set of nodes meets.
    pub(super) fn part(&self, hits: &Bits) -> Self {
        let met = self.demands.iter().filter(|demand| meets(hits, demand));
        Self { demands: met.cloned().collect(), ..self.clone() }
    }

    /// The task for the demands that a set of nodes does not meet; `None` if it meets all.
    pub(super) fn rest(&self, hits: &Bits) -> Option<Self> {
        let unmet = self.demands.iter().filter(|demand| !meets(hits, demand));
        let demands: Vec<Vec<usize>> = unmet.cloned().collect();
        (!demands.is_empty()).then(|| Self { demands, ..self.clone() })
    }
}

fn meets(hits: &Bits, demand: &[usize]) -> bool {
    demand.iter().any(|&node| hits.has(node))
}

/// A conjunction of clues.
#[derive(Debug, Clone)]
pub(super) struct Conjunction {
    /// Positions of the clues.
    pub(super) clues: Vec<usize>,
    /// Nodes of which all clues hold.
    pub(super) hits: Bits,
}

/// Rules that hold of the same nodes on all pages.
#[derive(Debug, Clone)]
pub(super) struct EquivalentRules {
    /// The rules, simple ones first.
    pub(super) rules: Vec<Vec<usize>>,
    /// Nodes of which the rules hold.
    pub(super) hits: Bits,
}

/// Most clues that are combined in pairs.
pub(super) const N_PAIRED: usize = 90;
/// Most pairs to which a third clue is added.
pub(super) const N_TRIPLED: usize = 60;
/// Most rules that hold of the same nodes: a few of them vote.
const MAX_ALIKE: usize = 24;
/// Most sets of nodes.
pub(super) const MAX_SETS: usize = 400;

/// All rules of up to three clues that meet every demand and select no wrong node, by the nodes of which they hold.
pub(super) fn exact(
    shared: &[SharedClue],
    task: &RuleTask,
    reached: &Reached,
) -> Vec<EquivalentRules> {
    let base = distinct(shared, task);
    let mut sets = Sets::default();
    for single in base.iter().filter(|single| single.n_wrong == 0) {
        for &clue in &single.clues {
            sets.add(vec![clue], &single.hits);
        }
    }
    let (paired, n_left_out) = worth_pairing(&base);
    let mut inexact = Vec::new();
    for (at, a) in paired.iter().enumerate() {
        for b in &paired[at + 1..] {
            let n_wrong = a.hits.n_common3(&b.hits, &task.wrong);
            let is_better = n_wrong < a.n_wrong.min(b.n_wrong);
            if n_wrong > 0 {
                if is_better {
                    inexact.push((n_wrong, a, b));
                }
                continue;
            }
            let hits = a.hits.and(&b.hits);
            if task.is_met(&hits) {
                sets.add(vec![a.clues[0], b.clues[0]], &hits);
            }
        }
    }
    if sets.is_empty() {
        reached.add_if(n_left_out > 0, Limit::Pairs);
        reached.add_if(inexact.len() > N_TRIPLED, Limit::Triples);
        inexact.sort_by_key(|(n_wrong, ..)| *n_wrong);
        for (_, a, b) in inexact.into_iter().take(N_TRIPLED) {
            let both = a.hits.and(&b.hits);
            for c in &paired {
                if both.n_common3(&c.hits, &task.wrong) == 0 {
                    let hits = both.and(&c.hits);
                    if task.is_met(&hits) {
                        sets.add(vec![a.clues[0], b.clues[0], c.clues[0]], &hits);
                    }
                }
            }
        }
    }
    sets.into_equivalents(reached)
}

/// The rules of up to two clues with the highest number of demands met less wrong nodes.
pub(super) fn best_inexact(
    shared: &[SharedClue],
    task: &RuleTask,
    reached: &Reached,
) -> Vec<EquivalentRules> {
    let gain = |hits: &Bits| {
        let n_wrong = 2 * hits.n_common(&task.wrong) - hits.n_common(&task.doubtful);
        let wrong = i64::try_from(n_wrong).unwrap_or(i64::MAX);
        2 * i64::try_from(task.n_met(hits)).unwrap_or(0) - wrong
    };
    let mut single: Vec<(i64, usize)> = shared
        .iter()
        .enumerate()
        .map(|(at, shared_clues)| (gain(&shared_clues.nodes), at))
        .collect();
    single.sort_by_key(|&(gain, at)| (std::cmp::Reverse(gain), at));
    let mut paired: Vec<usize> = single.iter().take(N_PAIRED / 2).map(|&(_, at)| at).collect();
    let mut by_met: Vec<usize> = (0..shared.len()).collect();
    by_met.sort_by_key(|&at| (std::cmp::Reverse(task.n_met(&shared[at].nodes)), at));
    paired.extend(by_met.into_iter().take(N_PAIRED / 2));
    paired.sort_unstable();
    paired.dedup();
    reached.add_if(paired.len() < shared.len(), Limit::Pairs);
    let mut best = single.first().map_or(0, |&(gain, _)| gain);
    let mut pairs = Vec::new();
    for (i, &a) in paired.iter().enumerate() {
        for &b in &paired[i + 1..] {
            let hits = shared[a].nodes.and(&shared[b].nodes);
            let gain = gain(&hits);
            if gain >= best {
                best = gain;
                pairs.push((gain, vec![a, b], hits));
            }
        }
    }
    let mut sets = Sets::default();
    for (_, at) in single.into_iter().filter(|(gain, _)| *gain == best) {
        sets.add(vec![at], &shared[at].nodes);
    }
    for (_, rule, hits) in pairs.into_iter().filter(|(gain, ..)| *gain == best) {
        sets.add(rule, &hits);
    }
    if best > 0 { sets.into_equivalents(reached) } else { Vec::new() }
}

/// The rule of up to two clues that selects no wrong node and meets most demands.
pub(super) fn widest(
    shared: &[SharedClue],
    task: &RuleTask,
    reached: &Reached,
) -> Option<Conjunction> {
    let mut best: Option<(usize, Conjunction)> = None;
    let mut offer = |n_met: usize, clues: Vec<usize>, hits: &Bits| {
        if n_met > 0 && best.as_ref().is_none_or(|(n_best, _)| n_met > *n_best) {
            best = Some((n_met, Conjunction { clues, hits: hits.clone() }));
        }
    };
    let mut part: Vec<(usize, usize, &SharedClue, usize)> = shared
        .iter()
        .enumerate()
        .map(|(at, shared_clues)| {
            (
                shared_clues.nodes.n_common(&task.wrong),
                task.n_met(&shared_clues.nodes),
                shared_clues,
                at,
            )
        })
        .collect();
    for (n_wrong, n_met, shared_clues, at) in &part {
        if *n_wrong == 0 {
            offer(*n_met, vec![*at], &shared_clues.nodes);
        }
    }
    part.sort_by_key(|&(n_wrong, n_met, _, at)| (std::cmp::Reverse(n_met), n_wrong, at));
    reached.add_if(part.len() > N_PAIRED, Limit::Pairs);
    part.truncate(N_PAIRED);
    for (i, a) in part.iter().enumerate() {
        for b in &part[i + 1..] {
            if a.2.nodes.n_common3(&b.2.nodes, &task.wrong) == 0 {
                let hits = a.2.nodes.and(&b.2.nodes);
                offer(task.n_met(&hits), vec![a.3, b.3], &hits);
            }
        }
    }
    best.map(|(_, conjunction)| conjunction)
}

/// Clues that hold of the same nodes.
struct Single {
    clues: Vec<usize>,
    hits: Bits,
    n_wrong: usize,
}

/// The clues that meet every demand, grouped by the nodes of which they hold.
fn distinct(shared: &[SharedClue], task: &RuleTask) -> Vec<Single> {
    let mut at: FxHashMap<&Bits, usize> = FxHashMap::default();
    let mut singles: Vec<Single> = Vec::new();
    for (clue, shared_clues) in shared.iter().enumerate() {
        if !task.is_met(&shared_clues.nodes) {
            continue;
        }
        let slot = *at.entry(&shared_clues.nodes).or_insert(singles.len());
        if slot == singles.len() {
            let n_wrong = shared_clues.nodes.n_common(&task.wrong);
            singles.push(Single { clues: Vec::new(), hits: shared_clues.nodes.clone(), n_wrong });
        }
        singles[slot].clues.push(clue);
    }
    for single in &mut singles {
        single.clues.sort_by_key(|&clue| (shared[clue].kind, clue));
    }
    singles
}

/// The clues that select fewest wrong nodes, and the number of other clues.
fn worth_pairing(base: &[Single]) -> (Vec<&Single>, usize) {
    let mut inexact: Vec<&Single> = base.iter().filter(|single| single.n_wrong > 0).collect();
    inexact.sort_by_key(|single| (single.n_wrong, single.clues[0]));
    let n_left_out = inexact.len().saturating_sub(N_PAIRED);
    inexact.truncate(N_PAIRED);
    (inexact, n_left_out)
}

/// Rules by the nodes of which they hold, in the order in which they were found.
#[derive(Default)]
struct Sets {
    at: FxHashMap<Bits, usize>,
    equivalents: Vec<EquivalentRules>,
    /// Whether there were too many.
    is_full: bool,
}

impl Sets {
    fn add(&mut self, rule: Vec<usize>, hits: &Bits) {
        if let Some(&at) = self.at.get(hits) {
            if self.equivalents[at].rules.len() < MAX_ALIKE {
                self.equivalents[at].rules.push(rule);
            }
        } else if self.equivalents.len() < MAX_SETS {
            self.at.insert(hits.clone(), self.equivalents.len());
            self.equivalents.push(EquivalentRules { rules: vec![rule], hits: hits.clone() });
        } else {
            self.is_full = true;
        }
    }

    fn is_empty(&self) -> bool {
        self.equivalents.is_empty()
    }

    fn into_equivalents(self, reached: &Reached) -> Vec<EquivalentRules> {
        reached.add_if(self.is_full, Limit::Sets);
        self.equivalents
    }
}
