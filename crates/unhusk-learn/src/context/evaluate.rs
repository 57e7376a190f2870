//! The rule at one point of the search, and the nodes that it accepts on the training pages.

use super::collect::Collector;
use super::corpus::{Alphabet, CorpusSymbols, NodeContent, NodeCorpus};
use super::point::{Point, Tokens};
use super::stable::looks_generated;
use super::surroundings;
use unhusk_wrapper::context::internal::fork::{
    Accepted, Budget, Exhausted, ForkMatcher, Forks, Index, Node,
};

/// The rule learnt from `positives` at `point`, with the symbols of the corpus.
pub(super) struct Rule<'c> {
    pub(super) symbols: CorpusSymbols<'c>,
    pub(super) forks: Forks,
    point: Point,
}

impl<'c> Rule<'c> {
    /// Collects the forks of all positives.
    pub(super) fn learn(
        corpus: &'c NodeCorpus,
        positives: &[Node],
        point: Point,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let shared = Shared::around(corpus, positives, point, budget)?;
        let alphabet = match point.variant.tokens {
            Tokens::None => Alphabet::Tags,
            Tokens::Shared => Alphabet::Some(&shared.tokens),
            Tokens::All => Alphabet::All,
        };
        let contexts = if point.variant.contexts { shared.texts } else { Vec::new() };
        let symbols = CorpusSymbols::new(corpus, alphabet, contexts);
        let mut collector = Collector::new((point.width, point.depth), corpus.outline(), &symbols);
        for &positive in positives {
            collector.add(positive, budget)?;
        }
        let forks = collector.finish();
        Ok(Self { symbols, forks, point })
    }

    /// Returns the candidates that the rule accepts.
    pub(super) fn select(
        &self,
        corpus: &NodeCorpus,
        candidates: &[Node],
        budget: &mut Budget,
    ) -> Result<Vec<Node>, Exhausted> {
        let index = Index::new(&self.forks);
        let rule = Accepted::new(&self.forks, self.forks.roots(), self.point.depth);
        let mut run = ForkMatcher::new(&index, self.point.width, corpus.outline(), &self.symbols);
        let mut accepted = Vec::new();
        for &candidate in candidates {
            if run.accepts(candidate, &rule, budget)? {
                accepted.push(candidate);
            }
        }
        Ok(accepted)
    }
}

/// The texts and attribute tokens in the context of every positive example, sorted. Only these refine symbols.
#[derive(Default)]
struct Shared {
    texts: Vec<u32>,
    tokens: Vec<u32>,
}

impl Shared {
    fn around(
        corpus: &NodeCorpus,
        positives: &[Node],
        point: Point,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let variant = point.variant;
        if !variant.contexts && variant.tokens != Tokens::Shared {
            return Ok(Self::default());
        }
        let mut common: Option<Shared> = None;
        for &positive in positives {
            let here = Self::around_one(corpus, positive, point, budget)?;
            common = Some(match common {
                None => here,
                Some(so_far) => so_far.and(&here),
            });
        }
        let mut shared = common.unwrap_or_default();
        shared.tokens.retain(|&token| !looks_generated(corpus.string(token)));
        Ok(shared)
    }

    fn around_one(
        corpus: &NodeCorpus,
        positive: Node,
        point: Point,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let mut shared = Self::default();
        let size = (point.width, point.depth);
        surroundings::visit(corpus.outline(), positive, size, budget, |node| {
            match corpus.content(node) {
                NodeContent::Text(_) if node == positive => {}
                NodeContent::Text(text) => shared.texts.push(text),
                NodeContent::Element(id) => shared.tokens.extend(&corpus.element(id).tokens),
            }
        })?;
        for list in [&mut shared.texts, &mut shared.tokens] {
            list.sort_unstable();
            list.dedup();
        }
        Ok(shared)
    }

    fn and(mut self, other: &Self) -> Self {
        self.texts.retain(|text| other.texts.binary_search(text).is_ok());
        self.tokens.retain(|token| other.tokens.binary_search(token).is_ok());
        self
    }
}
