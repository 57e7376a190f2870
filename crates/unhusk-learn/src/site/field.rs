//! Learns one field: from labels to rules that vote, and the cut that takes the value out of its node.

use super::bits::Bits;
use super::clues::{SharedClue, shared_clues};
use super::corpus::{Nodes, SiteCorpus};
use super::cut;
use super::judge::{Appearance, Judge};
use super::labelled::{AlternativeKey, FieldLabels, LabelledValue};
use super::limits::{Limit, Reached};
use super::search::{EquivalentRules, RuleTask, best_inexact, exact, widest};
use std::cell::RefCell;
use std::ops::Range;
use unhusk_page::Span;
use unhusk_wrapper::context::internal::extract::place_of;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::{Alternative, Cut, FieldRule, NodeTarget};

/// What was learnt of a field.
pub(super) struct LearntField {
    pub(super) rule: FieldRule,
    /// The number of labelled values that no alternative reads.
    pub(super) n_missed: usize,
    /// The score of the rules on all pages.
    pub(super) score: f64,
    /// The limits that the search reached.
    pub(super) reached: Reached,
}

/// Most alternatives that are tried for the values of one field.
pub(super) const MAX_ALTERNATIVES: usize = 4;
/// Most rules among which the values of a field are divided if no rule holds of all.
const MAX_COVER: usize = 4;
/// Least number of values for which inexact rules are considered.
const MIN_ROUGH: usize = 5;
/// Most sets of rules for which a cut is learnt.
pub(super) const MAX_CUT: usize = 60;
/// Penalty for values that are parts of nodes: sites mostly put values into nodes of their own.
const PART_BURDEN: f64 = 0.1;
/// Penalty for values that are attributes, if they are also in texts: the attribute is a copy, which controls of other lists
/// of the page have as well.
const ATTRIBUTE_BURDEN: f64 = 0.15;

/// Learns one field.
pub(super) fn learn(corpus: &SiteCorpus<'_, '_>, labels: &FieldLabels, many: bool) -> LearntField {
    let mut best: Option<LearntField> = None;
    let distinct = labels.values.iter().all(|value| !value.is_placed);
    let alternatives = labels.alternatives(many || !corpus.is_of_pages());
    labels.reached.add_if(alternatives.len() > MAX_ALTERNATIVES, Limit::Alternatives);
    for (key, _) in alternatives.iter().take(MAX_ALTERNATIVES) {
        let mut left: Vec<&LabelledValue> = labels.values.iter().collect();
        let mut learnt = LearntField {
            rule: FieldRule { distinct, ..FieldRule::default() },
            n_missed: 0,
            score: 0.0,
            reached: labels.reached.clone(),
        };
        let task = AlternativeTask { corpus, labels, many, key: key.clone() };
        task.cover(&mut left, &mut learnt);
        if !left.is_empty() {
            // The other values may be in nodes of another kind.
            for (other, _) in
                alternatives.iter().take(MAX_ALTERNATIVES).filter(|(other, _)| other != key)
            {
                if !left.is_empty() {
                    let task = AlternativeTask { corpus, labels, many, key: other.clone() };
                    task.cover(&mut left, &mut learnt);
                }
            }
        }
        learnt.n_missed = left.len();
        let is_better = best.as_ref().is_none_or(|best| {
            (learnt.n_missed, learnt.rule.alternatives.len())
                < (best.n_missed, best.rule.alternatives.len())
                || (learnt.n_missed == best.n_missed
                    && learnt.rule.alternatives.len() == best.rule.alternatives.len()
                    && learnt.score > best.score + 0.02)
        });
        if is_better {
            best = Some(learnt);
        }
    }
    let learnt = best.unwrap_or(LearntField {
        rule: FieldRule { distinct, ..FieldRule::default() },
        n_missed: labels.values.len(),
        score: 0.0,
        reached: labels.reached.clone(),
    });
    learnt.reached.add_all(&corpus.reached);
    learnt
}

struct AlternativeTask<'a, 'p> {
    corpus: &'a SiteCorpus<'a, 'p>,
    labels: &'a FieldLabels,
    many: bool,
    key: AlternativeKey,
}

impl AlternativeTask<'_, '_> {
    /// Adds alternatives that read the remaining values, as far as there are any.
    fn cover(&self, left: &mut Vec<&LabelledValue>, learnt: &mut LearntField) {
        let nodes = self.corpus.nodes(&self.key.target);
        let task = self.task(&nodes, left);
        if task.demands.is_empty() {
            return;
        }
        let shared = shared_clues(self.corpus, &nodes, &task.demands, (1.0, 1), &learnt.reached);
        let equivalents = exact(&shared, &task, &learnt.reached);
        if self.add_way(&nodes, (&shared, equivalents), left, learnt) {
            return;
        }
        if !self.cover_roughly(&nodes, &task, left, learnt) {
            self.cover_in_parts(&nodes, task, left, learnt);
        }
    }

    /// Adds an alternative of inexact rules: labels of long lists have errors, and a rule that is wrong in a few records may
    /// be the right one.
    fn cover_roughly(
        &self,
        nodes: &Nodes,
        task: &RuleTask,
        left: &mut Vec<&LabelledValue>,
        learnt: &mut LearntField,
    ) -> bool {
        let n_values = task.demands.len();
        if n_values < MIN_ROUGH || self.corpus.is_of_pages() {
            return false;
        }
        let shared = shared_clues(self.corpus, nodes, &task.demands, (0.6, 1), &learnt.reached);
        let equivalents = best_inexact(&shared, task, &learnt.reached);
        let is_good = |equivalents: &EquivalentRules| {
            let n_met = task.n_met(&equivalents.hits);
            let n_wrong = equivalents.hits.n_common(&task.wrong);
            10 * n_met >= 7 * n_values && 5 * n_wrong <= 4 * n_met
        };
        let equivalents: Vec<EquivalentRules> = equivalents.into_iter().filter(is_good).collect();
        !equivalents.is_empty() && self.add_way(nodes, (&shared, equivalents), left, learnt)
    }

    /// Adds several alternatives among which the values are divided, because no rule holds of all.
    fn cover_in_parts(
        &self,
        nodes: &Nodes,
        task: RuleTask,
        left: &mut Vec<&LabelledValue>,
        learnt: &mut LearntField,
    ) {
        let n_values = task.demands.len();
        let support = (0.0, self.least_support(n_values));
        let shared = shared_clues(self.corpus, nodes, &task.demands, support, &learnt.reached);
        let mut rest = Some(task);
        for _ in 0..MAX_COVER {
            let Some(task) = &rest else { break };
            let Some(widest) = widest(&shared, task, &learnt.reached) else { break };
            let part = task.part(&widest.hits);
            if part.demands.len() < self.least_support(n_values) {
                break;
            }
            // Other rules that hold of this part vote, too.
            let mut of_part =
                shared_clues(self.corpus, nodes, &part.demands, (1.0, 1), &learnt.reached);
            let mut equivalents = exact(&of_part, &part, &learnt.reached);
            if equivalents.is_empty() {
                of_part.clone_from(&shared);
                equivalents =
                    vec![EquivalentRules { rules: vec![widest.clues], hits: widest.hits.clone() }];
            }
            if !self.add_way(nodes, (&of_part, equivalents), left, learnt) {
                break;
            }
            rest = task.rest(&widest.hits);
        }
    }

    /// Least number of values of a rule that does not hold of all: labels of long lists have errors.
    fn least_support(&self, n_values: usize) -> usize {
        let is_short = n_values < 4 || (self.corpus.is_of_pages() && n_values < 20);
        if is_short { 1 } else { (n_values / 20).max(2) }
    }

    /// Adds the alternative of some rules, and removes the values that it reads from those that are left.
    fn add_way(
        &self,
        nodes: &Nodes,
        (shared, equivalents): (&[SharedClue], Vec<EquivalentRules>),
        left: &mut Vec<&LabelledValue>,
        learnt: &mut LearntField,
    ) -> bool {
        let all: Vec<Bits> =
            equivalents.iter().map(|equivalents| equivalents.hits.clone()).collect();
        learnt.reached.add_if(self.key.is_part && equivalents.len() > MAX_CUT, Limit::Cuts);
        let Some((alternative, score)) = self.alternative(nodes, shared, equivalents, left) else {
            return false;
        };
        let n_left = left.len();
        let is_read = |value: &LabelledValue| {
            all.iter().any(|hits| self.reads(nodes, value, hits, &alternative.cut))
        };
        left.retain(|value| !is_read(value));
        if left.len() == n_left {
            return false;
        }
        learnt.rule.alternatives.push(alternative);
        learnt.score =
            if learnt.rule.alternatives.len() == 1 { score } else { learnt.score.min(score) };
        true
    }

    /// Whether a cut takes the value out of a node that is hit.
    fn reads(&self, nodes: &Nodes, value: &LabelledValue, hits: &Bits, cut: &Cut) -> bool {
        self.options(value).any(|(_, node, span)| {
            let is_hit = nodes.find(value.scope, *node).is_some_and(|number| hits.has(number));
            is_hit
                && self.part(value, *node, *span).is_some_and(|(text, part)| {
                    let same =
                        |range: Range<usize>| text[range].trim() == text[part.clone()].trim();
                    cut.apply(text).is_some_and(same)
                })
        })
    }

    /// The options of this alternative; a value that is a part of other nodes may be all of a node here.
    fn options<'v>(
        &self,
        value: &'v LabelledValue,
    ) -> impl Iterator<Item = &'v (AlternativeKey, Node, Span)> + use<'_, 'v> {
        value.options.iter().filter(|(key, ..)| {
            *key == self.key || (self.key.is_part && !key.is_part && key.target == self.key.target)
        })
    }

    /// The text of a node, and the part of it that is the value.
    fn part(&self, value: &LabelledValue, node: Node, span: Span) -> Option<(&str, Range<usize>)> {
        let index = &self.corpus.indexes[self.corpus.scopes[value.scope].page];
        let whole = place_of(index.page(), index.id(node), &self.key.target, self.key.extent)?;
        let text = index.page().slice(whole).filter(|_| whole.contains(span))?;
        let start = whole.range().start;
        Some((text, span.range().start - start..span.range().end - start))
    }

    /// The nodes at which this alternative can read a value.
    fn numbers(&self, nodes: &Nodes, value: &LabelledValue) -> Vec<usize> {
        let found = self.options(value).filter_map(|option| nodes.find(value.scope, option.1));
        let mut numbers: Vec<usize> = found.collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn task(&self, nodes: &Nodes, left: &[&LabelledValue]) -> RuleTask {
        let mut wrong = Bits::none(nodes.len());
        for &scope in &self.labels.known {
            let of_scope = nodes.of_scope(scope);
            of_scope
                .filter(|&number| !self.is_blank(nodes, number))
                .for_each(|number| wrong.set(number));
        }
        for negative in &self.labels.negatives {
            self.numbers(nodes, negative).into_iter().for_each(|number| wrong.set(number));
        }
        let mut right = Bits::none(nodes.len());
        for value in &self.labels.values {
            self.numbers(nodes, value).into_iter().for_each(|number| right.set(number));
        }
        let demands = left.iter().map(|value| self.numbers(nodes, value));
        let demands = demands.filter(|numbers| !numbers.is_empty()).collect();
        let wrong = wrong.without(&right);
        let mut doubtful = Bits::none(nodes.len());
        for &scope in &self.labels.absent {
            nodes.of_scope(scope).for_each(|number| doubtful.set(number));
        }
        RuleTask { demands, doubtful: doubtful.and(&wrong), wrong }
    }

    /// Whether a node is an element without text, such as `<p>&nbsp;</p>`: no value can be read from it.
    fn is_blank(&self, nodes: &Nodes, number: usize) -> bool {
        let (scope, node) = nodes.all[number];
        let index = &self.corpus.indexes[self.corpus.scopes[scope].page];
        let is_blank = |leaf| index.tree().text(index.id(index.leaf(leaf))).trim().is_empty();
        self.key.target == NodeTarget::Element && index.leaves_of(index.subtree(node)).all(is_blank)
    }

    fn alternative(
        &self,
        nodes: &Nodes,
        shared: &[SharedClue],
        equivalents: Vec<EquivalentRules>,
        values: &[&LabelledValue],
    ) -> Option<(Alternative, f64)> {
        let (cut, equivalents) = self.with_cut(nodes, equivalents, values)?;
        let (score, rules) = self.judge(nodes, shared).voters(&equivalents);
        let score = if self.key.is_part { score - PART_BURDEN } else { score };
        let is_attribute = matches!(self.key.target, NodeTarget::Attribute(_));
        let score = if is_attribute { score - ATTRIBUTE_BURDEN } else { score };
        let alternative =
            Alternative { target: self.key.target.clone(), extent: self.key.extent, cut, rules };
        (!alternative.rules.is_empty()).then_some((alternative, score))
    }

    /// The cut that reads most values, and the rules that go with it.
    fn with_cut(
        &self,
        nodes: &Nodes,
        equivalents: Vec<EquivalentRules>,
        values: &[&LabelledValue],
    ) -> Option<(Cut, Vec<EquivalentRules>)> {
        if !self.key.is_part {
            return Some((Cut::default(), equivalents));
        }
        let mut with_cuts: Vec<(usize, Cut, EquivalentRules)> = Vec::new();
        for one in equivalents.into_iter().take(MAX_CUT) {
            let cut = self.cut(nodes, values, &one.hits).unwrap_or_default();
            let reads = |value: &&&LabelledValue| self.reads(nodes, value, &one.hits, &cut);
            with_cuts.push((values.iter().filter(reads).count(), cut, one));
        }
        let most = with_cuts.iter().map(|entry| entry.0).max().filter(|most| *most > 0)?;
        let cut = with_cuts.iter().find(|entry| entry.0 == most)?.1.clone();
        with_cuts.retain(|entry| entry.0 == most && entry.1 == cut);
        Some((cut, with_cuts.into_iter().map(|entry| entry.2).collect()))
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn judge<'b>(&'b self, nodes: &'b Nodes, shared: &'b [SharedClue]) -> Judge<'b, 'b> {
        let labels = self.labels;
        Judge {
            corpus: self.corpus,
            nodes,
            shared,
            target: &self.key.target,
            many: self.many,
            expected: None,
            shape: None,
            is_begin: false,
            distances: Some(&labels.distances),
            presence: labels.n_present as f64 / labels.known.len().max(1) as f64,
            appearances: labels
                .values
                .iter()
                .take(60)
                .map(|value| Appearance::of(&value.text))
                .collect(),
            seen: RefCell::default(),
        }
    }

    fn cut(&self, nodes: &Nodes, values: &[&LabelledValue], hits: &Bits) -> Option<Cut> {
        let mut parts = Vec::new();
        for &value in values {
            let mut hit = self.options(value).filter(|(_, node, _)| {
                nodes.find(value.scope, *node).is_some_and(|number| hits.has(number))
            });
            let Some((_, node, span)) = hit.next() else { continue };
            parts.push(self.part(value, *node, *span)?);
        }
        cut::learn(&parts)
    }
}
