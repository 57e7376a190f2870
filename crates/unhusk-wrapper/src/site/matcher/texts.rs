//! Nodes that are found from a text: behind a caption, or between landmarks.

use super::{Candidates, RuleMatcher};
use crate::site::clue::caption::CaptionQuery;
use crate::site::compile::access::TextAnchor;
use crate::site::matcher::eval::{EvalContext, FAR};
use std::ops::Range;
use unhusk_page::VisibleNode;

impl RuleMatcher<'_, '_> {
    pub(super) fn look_up_text(
        &self,
        anchor: TextAnchor,
        query: CaptionQuery,
        nodes: &mut Vec<VisibleNode>,
    ) -> Candidates {
        let EvalContext { index, scope, landmarks } = self.context;
        let leaves = index.leaves_of(scope);
        if anchor.is_landmark() && !landmarks.knows(query.hash) {
            return Candidates::Exact;
        }
        // The nodes found from one text may overlap those found from the next.
        let mut next = leaves.start;
        index.each_with_caption(query, leaves.clone(), |leaf| {
            let around = match anchor {
                TextAnchor::Behind(n) => leaf + n..leaf + n + 1,
                TextAnchor::Before(n) => leaf.saturating_sub(n)..(leaf + 1).saturating_sub(n),
                TextAnchor::BehindLandmarkAt(n) => self.behind_landmark_at(leaf, n),
                TextAnchor::BehindLandmark | TextAnchor::Between(_) => self.behind_landmark(leaf),
                TextAnchor::BeforeLandmark => self.before_landmark(leaf),
                TextAnchor::BesideFirst => self.beside_first(leaf),
            };
            let around = around.start.max(next)..around.end.min(leaves.end);
            next = next.max(around.end);
            nodes.extend(around.map(|leaf| index.leaf(leaf)));
        });
        match anchor {
            TextAnchor::Between(_) | TextAnchor::BesideFirst => Candidates::Superset,
            _ => Candidates::Exact,
        }
    }

    /// The text `n` behind a landmark, unless there is another landmark between.
    fn behind_landmark_at(&self, leaf: usize, n: usize) -> Range<usize> {
        let EvalContext { index, landmarks, .. } = self.context;
        let is_near = 0 < n && n <= FAR && leaf + n < index.n_leaves();
        let is_last = is_near && !(leaf + 1..leaf + n).any(|between| landmarks.has(index, between));
        if is_last { leaf + n..leaf + n + 1 } else { 0..0 }
    }

    /// The texts behind a landmark, up to the next landmark.
    fn behind_landmark(&self, leaf: usize) -> Range<usize> {
        let EvalContext { index, landmarks, .. } = self.context;
        let most = (leaf + 1 + FAR).min(index.n_leaves());
        let next = (leaf + 1..most).find(|&behind| landmarks.has(index, behind));
        leaf + 1..next.map_or(most, |next| next + 1)
    }

    /// The texts before a landmark, from the landmark before it on.
    fn before_landmark(&self, leaf: usize) -> Range<usize> {
        let EvalContext { index, landmarks, .. } = self.context;
        let farthest = leaf.saturating_sub(FAR);
        let last = (farthest..leaf).rev().find(|&before| landmarks.has(index, before));
        last.unwrap_or(farthest)..leaf
    }

    /// The texts behind one in the largest element that begins with it.
    fn beside_first(&self, leaf: usize) -> Range<usize> {
        let index = self.context.index;
        let ancestors = index.ancestors(index.whole(), index.leaf(leaf));
        let mut begun = ancestors.take_while(|&above| index.leaves_before(above) == leaf);
        let top = begun.by_ref().last();
        leaf + 1..top.map_or(leaf + 1, |top| index.leaves_before(index.end(top)))
    }
}
