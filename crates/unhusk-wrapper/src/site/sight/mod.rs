//! What can be said of a node: the clues of each kind.

mod node;
mod path;
mod texts;
mod tokens;

pub(super) use path::MAX_LEVELS;
pub(super) use texts::FAR;
pub use tokens::is_stable;
pub(super) use tokens::{AROUND, has_word, words};

use super::clue::{ClueKind, ClueMatcher, ClueWriter, Kind};
use super::landmarks::Landmarks;
use super::rule::NodeTarget;
use super::view::{NodeRange, PageIndex};
use crate::context::fork::Node;
use path::Step;

/// A scope of a page, as clues look at it.
#[derive(Debug, Clone, Copy)]
pub struct EvalContext<'a, 'p> {
    /// The page.
    pub index: &'a PageIndex<'p>,
    /// Where fields are looked for.
    pub scope: NodeRange,
    /// Texts that belong to the template.
    pub landmarks: &'a Landmarks,
}

impl EvalContext<'_, '_> {
    /// Calls `seen` with all that can be said of `node` by clues of one kind.
    pub fn each<W: ClueWriter + Default>(self, kind: Kind, node: Node, seen: impl FnMut(W)) {
        self.write(kind, node, W::default(), seen);
    }

    /// Whether a clue of one kind says of `node` just what is expected.
    pub(super) fn says(self, kind: Kind, node: Node, expected: &str) -> bool {
        let mut is_said = false;
        let blank = ClueMatcher(Some(expected.as_bytes()));
        self.write(kind, node, blank, |said: ClueMatcher<'_>| is_said |= said.is_match());
        is_said
    }

    /// The same with the ink that clues are written with.
    fn write<W: ClueWriter>(self, (what, at): Kind, node: Node, blank: W, mut seen: impl FnMut(W)) {
        let one = match what {
            ClueKind::Class | ClueKind::Token | ClueKind::ClassAround => {
                return self.tokens((what, at), node, &blank, &mut seen);
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
            ClueKind::TextBefore => self.said(self.leaf_before(node, usize::from(at)), blank),
            ClueKind::TextAfter => self.said(self.leaf_after(node, usize::from(at)), blank),
            ClueKind::FirstText => self.said(self.first_text(node, usize::from(at)), blank),
            ClueKind::ColumnHead => self.said(self.column_head(node), blank),
            ClueKind::Heading => self.said(self.heading(node), blank),
            ClueKind::LandmarkBefore
            | ClueKind::LandmarkBeforeAt
            | ClueKind::LandmarkAfter
            | ClueKind::Between => self.landmark(what, node, blank),
            ClueKind::NoLandmark => self.is_no_landmark(node).then_some(blank),
            ClueKind::Place => self.place(node, blank),
            ClueKind::Title => self.begins_title(node).then_some(blank),
            ClueKind::Shape => self.shape(node, blank),
            ClueKind::Contents => self.contents(node, blank),
        };
        one.into_iter().for_each(seen);
    }

    /// The element around a text; an element itself.
    fn holder(self, node: Node) -> Option<Node> {
        if !self.index.is_text(node) {
            return Some(node);
        }
        self.index.parent(node).filter(|parent| self.scope.first <= *parent)
    }

    /// The holder and the elements around it.
    pub(super) fn around(self, node: Node) -> impl Iterator<Item = Node> {
        let holder = self.holder(node);
        let Self { index, scope, .. } = self;
        let within = move |node: &Node| scope.first <= *node;
        std::iter::successors(holder, move |&above| index.parent(above).filter(within))
    }

    /// The element so many levels above the holder.
    pub(super) fn level(self, node: Node, n_levels: usize) -> Option<Node> {
        self.around(node).nth(n_levels)
    }

    /// Whether `target` is something that `node` has.
    pub fn is_target(self, node: Node, target: &NodeTarget) -> bool {
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
