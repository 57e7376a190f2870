//! The pages with examples: accepted nodes are counted only there.

use super::ForkSearch;
use unhusk_wrapper::context::internal::fork::Node;

impl ForkSearch<'_> {
    pub(super) fn height(&self, page: usize) -> usize {
        let outline = self.corpus.outline();
        let nodes = self.corpus.pages()[page].clone();
        let start = nodes.start;
        let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let above = outline.parent(node).map(|parent| depths[(parent - start) as usize]);
            depths.push(above.map_or(0, |above| above + 1));
        }
        depths.into_iter().max().unwrap_or(0)
    }

    pub(super) fn pages_in_use(&self) -> Vec<usize> {
        let examples = self.positives.iter().chain(&self.negatives);
        let mut pages: Vec<usize> = examples.map(|&node| self.corpus.page_of(node)).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    pub(super) fn candidates_in_use(&self) -> Vec<Node> {
        let mut in_use = Vec::new();
        for page in self.pages_in_use() {
            let nodes = &self.corpus.pages()[page];
            let start = self.candidates.partition_point(|&node| node < nodes.start);
            let end = self.candidates.partition_point(|&node| node < nodes.end);
            in_use.extend_from_slice(&self.candidates[start..end]);
        }
        in_use
    }
}
