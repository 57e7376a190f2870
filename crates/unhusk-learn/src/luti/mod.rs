//! LUTI: the values of a field are the nodes whose path from the root has the same windows as in the examples.
//!
//! # What it learns
//! For every field, the windows of k neighbours along the path from the root of the page to its labelled values. At most
//! one text, the *context*, is distinguished from other texts.
//!
//! # How
//! Labels become nodes as in KL ([`FieldTask`]). For every k, with and without context, the windows of all
//! positives are collected ([`Windows::learn`]) and applied to the pages. The most general rule that rejects all
//! negatives is chosen; without negatives, the rule that makes the examples likeliest ([`cost`]).
//!
//! # Fits / does not fit
//! As KL, if the whole path from the root is the same. Nodes below a neighbour of the path are ignored.
//!
//! # Cost
//! For every k, time in proportion to the nodes of the pages.
//!
//! # Source
//! Kosala, Bruynooghe, Blockeel, Van den Bussche, *Information extraction from web documents based on local
//! unranked tree automaton inference*, IJCAI 2003, after the KL paper's section 5.2. The choice of k and of the
//! context is ours: that paper tunes them on fully labelled pages.

mod context;

use super::context::{FieldTask, NodeContent, NodeCorpus, grouping, read};
use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use std::cmp::Reverse;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::context::internal::luti::{Marked, Windows, write};
use unhusk_wrapper::context::{Luti, LutiSelector};

const CLASS: &str = "luti";
/// Maximum k.
const MAX_WIDTH: usize = 6;

/// Learns a [`Luti`] wrapper.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct LutiLearner;

impl From<Settings> for LutiLearner {
    fn from(_: Settings) -> Self {
        Self
    }
}

impl Learn for LutiLearner {
    type Wrapper = Luti;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Luti>, LearnError> {
        let records = grouping::of(CLASS, examples)?;
        let corpus = read(examples);
        let (mut selectors, mut disambiguated) = (Vec::new(), Vec::new());
        for field in 0..examples.schema().fields().len() {
            let task = FieldTask::read(CLASS, &corpus, examples, field)?;
            selectors.push(selector(&corpus, &task)?);
            disambiguated.extend(task.disambiguated);
        }
        let wrapper = Luti::new(records, selectors);
        Ok(LearnedRule {
            wrapper,
            disambiguated,
            slack: Vec::new(),
            repeats: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

fn selector(corpus: &NodeCorpus, task: &FieldTask) -> Result<LutiSelector, LearnError> {
    let rule = best_rule(corpus, &task.candidates, &task.positives, &task.negatives);
    let rule = rule.ok_or_else(|| {
        task.no_fit(CLASS, "a node that is no value has the same path as one that is")
    })?;
    let tag = |number: u32| corpus.string(number - 1);
    let forks = rule.windows.sorted().into_iter().map(|window| write(window, tag)).collect();
    let context = rule.context.map(|text| corpus.string(text).to_owned());
    let selector = LutiSelector::new(task.target.clone(), rule.width, context, forks);
    Ok(selector.expect("what was written can be read"))
}

/// A candidate rule, and the nodes it finds.
pub(crate) struct CandidateRule {
    pub(crate) width: usize,
    pub(crate) context: Option<u32>,
    pub(crate) windows: Windows,
    pub(crate) found: Vec<Node>,
}

/// The most general rule that rejects all negatives; without any, the one that makes the positives likeliest.
fn best_rule(
    corpus: &NodeCorpus,
    candidates: &[Node],
    positives: &[Node],
    negatives: &[Node],
) -> Option<CandidateRule> {
    let contexts = [None, context::nearest(corpus, positives)];
    let contexts = if contexts[1].is_some() { &contexts[..] } else { &contexts[..1] };
    let rules = contexts.iter().flat_map(|&context| {
        (1..=MAX_WIDTH).map(move |width| attempt(corpus, candidates, positives, (width, context)))
    });
    if negatives.is_empty() {
        return rules
            .min_by(|a, b| cost(corpus, a, positives).total_cmp(&cost(corpus, b, positives)));
    }
    let fits =
        |rule: &CandidateRule| !negatives.iter().any(|node| rule.found.binary_search(node).is_ok());
    rules
        .filter(fits)
        .min_by_key(|rule| (Reverse(rule.found.len()), rule.width, rule.context.is_some()))
}

/// The rule with k = `width` learnt from the positives.
pub(crate) fn attempt(
    corpus: &NodeCorpus,
    candidates: &[Node],
    positives: &[Node],
    (width, context): (usize, Option<u32>),
) -> CandidateRule {
    let nodes = InCorpus { corpus, candidates, context };
    let mut windows = Windows::new(width);
    windows.learn(corpus.outline(), &nodes, positives);
    let found = windows.select(corpus.outline(), &nodes);
    CandidateRule { width, context, windows, found }
}

/// Cost of a rule, as KL estimates it: the number of nodes found, the left-out examples missed, and the rule's size.
fn cost(corpus: &NodeCorpus, rule: &CandidateRule, positives: &[Node]) -> f64 {
    const MAX_FOLDS: usize = 8;
    const MISS_COST: f64 = 3.0;
    let n_folds = positives.len().min(MAX_FOLDS);
    let is_missed = |fold: &usize| {
        let mut others = positives.to_vec();
        let left_out = others.remove(*fold);
        let refit = attempt(corpus, &[left_out], &others, (rule.width, rule.context));
        refit.found.is_empty()
    };
    let n_missed = if n_folds < 2 { 0 } else { (0..n_folds).filter(is_missed).count() };
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let size = number(rule.width + usize::from(rule.context.is_some()));
    number(n_folds) * number(rule.found.len()).ln() + number(n_missed) * MISS_COST + size
}

/// The corpus, as input of a LUTI rule; tags are numbered from 1.
struct InCorpus<'c> {
    corpus: &'c NodeCorpus,
    candidates: &'c [Node],
    context: Option<u32>,
}

impl Marked for InCorpus<'_> {
    fn tag(&self, node: Node) -> u32 {
        match self.corpus.content(node) {
            NodeContent::Text(_) => 0,
            NodeContent::Element(id) => self.corpus.element(id).tag + 1,
        }
    }

    fn is_context(&self, node: Node) -> bool {
        matches!(self.corpus.content(node), NodeContent::Text(text) if Some(text) == self.context)
    }

    fn is_candidate(&self, node: Node) -> bool {
        self.candidates.binary_search(&node).is_ok()
    }
}

#[cfg(test)]
mod tests;
