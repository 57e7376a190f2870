//! Teaching one field node by node: the loop of the paper's section 7.
//!
//! The person gives a value, sees the nodes that the rule finds, and points at the first error: a value that was
//! missed, or a node that is none. The search continues from its last state.

use super::candidates;
use super::corpus::{CorpusBuilder, NodeCorpus};
use super::estimate::estimate;
use super::evaluate::Rule;
use super::point::{Point, Variant};
use super::search::{ForkSearch, SearchLimits, SearchOutcome};
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::context::internal::fork::{Budget, Node};

/// Pages that one field can be taught on.
pub struct FieldLesson {
    corpus: NodeCorpus,
    candidates: Vec<Node>,
    n_pages: usize,
}

/// A node of one of the pages: position of the page, and the node.
pub type PageNode = (usize, NodeId);

/// Current state of the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hypothesis {
    /// The most general rule that fits all examples, and the nodes that it finds on all pages, in document order.
    Rule {
        /// Width and depth of its forks, and content of their symbols.
        point: Point,
        /// The nodes that it finds.
        found: Vec<PageNode>,
    },
    /// No rule of this kind fits the examples.
    NotExpressible,
    /// A limit was reached before a rule fitted.
    GaveUp,
}

impl FieldLesson {
    /// Reads the pages, on which nodes of one kind are searched.
    pub fn new(pages: &[&Page], kind: &NodeTarget) -> Self {
        let mut builder = CorpusBuilder::default();
        for page in pages {
            builder.page(page);
        }
        let corpus = builder.finish();
        let candidates = candidates::of_kind(&corpus, pages, kind);
        Self { corpus, candidates, n_pages: pages.len() }
    }

    /// Begins a session without examples.
    pub fn begin(&self, limits: SearchLimits) -> FieldSession<'_> {
        let search =
            ForkSearch::new(&self.corpus, self.candidates.clone(), &Variant::COMMON, limits);
        FieldSession { lesson: self, search, has_all_variants: false }
    }

    /// Returns the nodes on all pages that match a rule learnt from these nodes alone, with estimated k and l.
    pub fn estimate(&self, positives: &[PageNode], limits: &SearchLimits) -> Hypothesis {
        let nodes: Vec<Node> = positives.iter().filter_map(|&node| self.node(node)).collect();
        let mut pages: Vec<usize> = nodes.iter().map(|&node| self.corpus.page_of(node)).collect();
        pages.sort_unstable();
        pages.dedup();
        let is_near = |node: &&Node| pages.binary_search(&self.corpus.page_of(**node)).is_ok();
        let near: Vec<Node> = self.candidates.iter().filter(is_near).copied().collect();
        match estimate(&self.corpus, &near, &nodes, limits) {
            Some(point) => self.run(&nodes, point, limits),
            None => Hypothesis::GaveUp,
        }
    }

    /// Returns the nodes on all pages that match the rule learnt from these nodes at a point.
    pub fn at(&self, point: Point, positives: &[PageNode], limits: &SearchLimits) -> Hypothesis {
        let nodes: Vec<Node> = positives.iter().filter_map(|&node| self.node(node)).collect();
        self.run(&nodes, point, limits)
    }

    fn run(&self, positives: &[Node], point: Point, limits: &SearchLimits) -> Hypothesis {
        let mut budget = Budget::new(limits.max_steps.saturating_mul(10));
        let rule = Rule::learn(&self.corpus, positives, point, &mut budget);
        let found = rule.and_then(|rule| rule.select(&self.corpus, &self.candidates, &mut budget));
        let Ok(found) = found else { return Hypothesis::GaveUp };
        let found = found.into_iter().map(|node| self.page_node(node)).collect();
        Hypothesis::Rule { point, found }
    }

    /// Number of pages.
    pub fn n_pages(&self) -> usize {
        self.n_pages
    }

    fn node(&self, (page, id): PageNode) -> Option<Node> {
        self.corpus.find(page, id)
    }

    fn page_node(&self, node: Node) -> PageNode {
        (self.corpus.page_of(node), self.corpus.id(node))
    }
}

/// One field being taught.
pub struct FieldSession<'l> {
    lesson: &'l FieldLesson,
    search: ForkSearch<'l>,
    has_all_variants: bool,
}

impl FieldSession<'_> {
    /// Labels a node as a value. Returns false if such a node cannot be one.
    pub fn accept(&mut self, node: PageNode) -> bool {
        let Some(node) = self.lesson.node(node) else { return false };
        self.search.add_positives(&[node]);
        true
    }

    /// Labels a node as no value. Returns false if such a node cannot be one anyway.
    pub fn reject(&mut self, node: PageNode) -> bool {
        let Some(node) = self.lesson.node(node) else { return false };
        self.search.add_negatives(&[node]);
        true
    }

    /// Returns the rule that fits the examples so far best.
    pub fn hypothesis(&mut self) -> Hypothesis {
        let mut outcome = self.search.best();
        if outcome == SearchOutcome::NotExpressible && !self.has_all_variants {
            self.has_all_variants = true;
            self.search.add_variants(&Variant::LAST);
            outcome = self.search.best();
        }
        match outcome {
            SearchOutcome::Found(found) => self.rule(found.point),
            SearchOutcome::NotExpressible => Hypothesis::NotExpressible,
            SearchOutcome::GaveUp => Hypothesis::GaveUp,
        }
    }

    fn rule(&self, point: Point) -> Hypothesis {
        let FieldLesson { corpus, candidates, .. } = self.lesson;
        let mut budget = Budget::new(self.search.limits().max_steps.saturating_mul(10));
        let selected =
            self.search.rule(point).and_then(|rule| rule.select(corpus, candidates, &mut budget));
        match selected {
            Ok(nodes) => {
                let found = nodes.into_iter().map(|node| self.lesson.page_node(node)).collect();
                Hypothesis::Rule { point, found }
            }
            Err(_) => Hypothesis::GaveUp,
        }
    }
}
