//! Evaluation of clues: which values a feature has at a node.
//!
//! A value is written piece by piece to a [`ClueWriter`], in the [text form](crate::site::clue::text) of clues. This is the
//! meaning of clues: whatever the [matcher](super) does to find nodes sooner has to find the same.

mod node;
mod path;
mod texts;
mod tokens;

pub(in crate::site) use path::MAX_LEVELS;
pub(in crate::site) use texts::FAR;
pub use tokens::is_stable;
pub(in crate::site) use tokens::{AROUND, has_token, tokens};

use crate::site::cache::landmarks::Landmarks;
use crate::site::clue::{ClueKind, ClueMatcher, ClueWriter, Feature};
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::rule::NodeTarget;
use path::Step;
use unhusk_page::VisibleNode;

/// Where clues are evaluated: in a part of a page, with the landmarks of the site.
#[derive(Debug, Clone, Copy)]
pub struct EvalContext<'a, 'p> {
    /// The page.
    pub index: &'a PageIndex<'p>,
    /// The part of the page in which a record is.
    pub scope: NodeRange,
    /// The landmarks of the site on the page.
    pub landmarks: &'a Landmarks,
}

impl EvalContext<'_, '_> {
    /// Calls `seen` with every value that a feature has at a node: none, one, or several, as with classes. The value is
    /// the text of the clue that holds of the node, or its hash.
    pub fn each<W: ClueWriter + Default>(
        self,
        feature: Feature,
        node: VisibleNode,
        seen: impl FnMut(W),
    ) {
        self.write(feature, node, W::default(), seen);
    }

    /// Whether a feature has this value at a node.
    pub(in crate::site) fn has_value(
        self,
        feature: Feature,
        node: VisibleNode,
        value: &str,
    ) -> bool {
        let mut has_value = false;
        let blank = ClueMatcher(Some(value.as_bytes()));
        self.write(feature, node, blank, |written: ClueMatcher<'_>| {
            has_value |= written.is_match();
        });
        has_value
    }

    /// Writes every value that a feature has at a node behind what `blank` has already.
    fn write<W: ClueWriter>(
        self,
        feature: Feature,
        node: VisibleNode,
        blank: W,
        mut seen: impl FnMut(W),
    ) {
        let Feature { kind, at } = feature;
        let one = match kind {
            ClueKind::Class | ClueKind::Token | ClueKind::ClassAround => {
                return self.each_token(feature, node, &blank, &mut seen);
            }
            ClueKind::Path => self.path(node, usize::from(at), Step::Name, blank),
            ClueKind::WholePath => self.whole_path(node, Step::Name, blank),
            ClueKind::Positions => self.path(node, usize::from(at), Step::Position, blank),
            ClueKind::WholePositions => self.whole_path(node, Step::Position, blank),
            ClueKind::PositionsFromEnd => {
                self.path(node, usize::from(at), Step::PositionFromEnd, blank)
            }
            ClueKind::Id => self.id(node, Step::Name, blank),
            ClueKind::IdPositions => self.id(node, Step::Position, blank),
            ClueKind::Siblings => self.siblings(node, usize::from(at), blank),
            ClueKind::TextBefore => self.caption(self.leaf_before(node, usize::from(at)), blank),
            ClueKind::TextAfter => self.caption(self.leaf_after(node, usize::from(at)), blank),
            ClueKind::FirstText => self.caption(self.first_text(node, usize::from(at)), blank),
            ClueKind::ColumnHead => self.caption(self.column_head(node), blank),
            ClueKind::Heading => self.caption(self.heading(node), blank),
            ClueKind::LandmarkBefore
            | ClueKind::LandmarkBeforeAt
            | ClueKind::LandmarkAfter
            | ClueKind::Between => self.landmark(kind, node, blank),
            ClueKind::NoLandmark => self.is_no_landmark(node).then_some(blank),
            ClueKind::Place => self.place(node, blank),
            ClueKind::Title => self.begins_title(node).then_some(blank),
            ClueKind::Shape => self.shape(node, blank),
            ClueKind::Contents => self.contents(node, blank),
        };
        one.into_iter().for_each(seen);
    }

    /// The holder of a node: the element around a text, or the element itself.
    fn holder(self, node: VisibleNode) -> Option<VisibleNode> {
        if !self.index.is_text(node) {
            return Some(node);
        }
        self.index.parent(node).filter(|parent| self.scope.first <= *parent)
    }

    /// The holder and the elements around it.
    pub(in crate::site) fn around(self, node: VisibleNode) -> impl Iterator<Item = VisibleNode> {
        let holder = self.holder(node);
        let Self { index, scope, .. } = self;
        let within = move |node: &VisibleNode| scope.first <= *node;
        std::iter::successors(holder, move |&above| index.parent(above).filter(within))
    }

    /// The element `n_levels` above the holder.
    pub(in crate::site) fn level(self, node: VisibleNode, n_levels: usize) -> Option<VisibleNode> {
        self.around(node).nth(n_levels)
    }

    /// Whether a node is of a target: a text, an element, or an element with an attribute.
    pub fn is_target(self, node: VisibleNode, target: &NodeTarget) -> bool {
        match target {
            NodeTarget::Text => self.index.is_text(node),
            NodeTarget::Element => !self.index.is_text(node),
            NodeTarget::Attribute(name) => {
                !self.index.is_text(node)
                    && self.index.tree().attribute(self.index.id(node), name).is_some()
            }
        }
    }
}
