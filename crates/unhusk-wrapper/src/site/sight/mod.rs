//! What can be said of a node: the clues of each kind.

mod node;
mod path;
mod texts;
mod tokens;

pub(super) use path::MAX_LEVELS;
pub(super) use texts::FAR;
pub use tokens::is_stable;
pub(super) use tokens::{AROUND, has_word, words};

use super::clue::{Expected, Ink, Kind, What};
use super::landmarks::Landmarks;
use super::rule::NodeTarget;
use super::view::{Scope, View};
use crate::context::fork::Node;
use path::Step;

/// A scope of a page, as clues look at it.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a, 'p> {
    /// The page.
    pub view: &'a View<'p>,
    /// Where fields are looked for.
    pub scope: Scope,
    /// Texts that belong to the template.
    pub landmarks: &'a Landmarks,
}

impl Sight<'_, '_> {
    /// Calls `seen` with all that can be said of `node` by clues of one kind.
    pub fn each<W: Ink + Default>(self, kind: Kind, node: Node, seen: impl FnMut(W)) {
        self.write(kind, node, W::default(), seen);
    }

    /// Whether a clue of one kind says of `node` just what is expected.
    pub(super) fn says(self, kind: Kind, node: Node, expected: &str) -> bool {
        let mut is_said = false;
        let blank = Expected(Some(expected.as_bytes()));
        self.write(kind, node, blank, |said: Expected<'_>| is_said |= said.is_met());
        is_said
    }

    /// The same with the ink that clues are written with.
    fn write<W: Ink>(self, (what, at): Kind, node: Node, blank: W, mut seen: impl FnMut(W)) {
        let one = match what {
            What::Class | What::Token | What::ClassAround => {
                return self.tokens((what, at), node, &blank, &mut seen);
            }
            What::Path => self.path(node, usize::from(at), Step::Name, blank),
            What::WholePath => self.whole_path(node, Step::Name, blank),
            What::Positions => self.path(node, usize::from(at), Step::Position, blank),
            What::WholePositions => self.whole_path(node, Step::Position, blank),
            What::PositionsFromEnd => {
                self.path(node, usize::from(at), Step::PositionFromEnd, blank)
            }
            What::Id => self.id(node, Step::Name, blank),
            What::IdPositions => self.id(node, Step::Position, blank),
            What::Siblings => self.siblings(node, usize::from(at), blank),
            What::TextBefore => self.said(self.leaf_before(node, usize::from(at)), blank),
            What::TextAfter => self.said(self.leaf_after(node, usize::from(at)), blank),
            What::FirstText => self.said(self.first_text(node, usize::from(at)), blank),
            What::ColumnHead => self.said(self.column_head(node), blank),
            What::Heading => self.said(self.heading(node), blank),
            What::LandmarkBefore | What::LandmarkBeforeAt | What::LandmarkAfter | What::Between => {
                self.landmark(what, node, blank)
            }
            What::NoLandmark => self.is_no_landmark(node).then_some(blank),
            What::Place => self.place(node, blank),
            What::Title => self.begins_title(node).then_some(blank),
            What::Shape => self.shape(node, blank),
            What::Contents => self.contents(node, blank),
        };
        one.into_iter().for_each(seen);
    }

    /// The element around a text; an element itself.
    fn holder(self, node: Node) -> Option<Node> {
        if !self.view.is_text(node) {
            return Some(node);
        }
        self.view.parent(node).filter(|parent| self.scope.first <= *parent)
    }

    /// The holder and the elements around it.
    pub(super) fn around(self, node: Node) -> impl Iterator<Item = Node> {
        let holder = self.holder(node);
        let Self { view, scope, .. } = self;
        let within = move |node: &Node| scope.first <= *node;
        std::iter::successors(holder, move |&above| view.parent(above).filter(within))
    }

    /// The element so many levels above the holder.
    pub(super) fn level(self, node: Node, n_levels: usize) -> Option<Node> {
        self.around(node).nth(n_levels)
    }

    /// Whether `target` is something that `node` has.
    pub fn is_target(self, node: Node, target: &NodeTarget) -> bool {
        match target {
            NodeTarget::Text => self.view.is_text(node),
            NodeTarget::Element => !self.view.is_text(node),
            NodeTarget::Attribute(name) => {
                !self.view.is_text(node)
                    && self.view.tree().attribute(self.view.id(node), name).is_some()
            }
        }
    }
}
