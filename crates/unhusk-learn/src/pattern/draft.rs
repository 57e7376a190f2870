//! An example on its way to a pattern: its tree, with what may be missing or repeat, and which nodes are values.

use super::vocabulary::{BoundNode, BoundNodeNumbers};
use unhusk_page::{NodeId, NodeKind, Tree, fold};
use unhusk_wrapper::align::Sketch;
use unhusk_wrapper::context::internal::naming::tokens;
use unhusk_wrapper::context::{Extent, NodeTarget};
use unhusk_wrapper::pattern::{ElementTest, NodeTest, Repetition};
use unhusk_wrapper::site::Cut;

/// What of a node is the value of a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoundField {
    pub(super) field: usize,
    /// 0 for the node itself, more for elements around it that hold nothing else.
    pub(super) rank: usize,
    pub(super) target: NodeTarget,
    pub(super) extent: Extent,
    /// The part of the node that is the value.
    pub(super) cut: Cut,
    /// Whether the value is dashes.
    pub(super) dashes: bool,
}

/// A pattern that is being made.
#[derive(Debug, Clone, Default)]
pub(super) struct PatternDraft {
    pub(super) sketch: Sketch,
    pub(super) counts: Vec<Repetition>,
    pub(super) bound: Vec<Vec<BoundField>>,
}

impl PatternDraft {
    /// The subtree of a page, with its values. What is in a value is content, whatever it says.
    pub(super) fn of(
        tree: &Tree,
        root: NodeId,
        values: &[(NodeId, BoundField)],
        vocabulary: &mut BoundNodeNumbers,
    ) -> Self {
        let mut draft = Self::default();
        let mut open: Vec<NodeId> = Vec::new();
        // Where the element ends that is a value, and where nodes end that are left out of it.
        let (mut content_end, mut skip_to) = (0, 0);
        for id in tree.visible_from(root) {
            let id_end = tree.subtree_end(id);
            let holds_value = || values.iter().any(|(value, _)| (id.0..id_end).contains(&value.0));
            if id.0 < skip_to {
                continue;
            }
            if id.0 < content_end && !holds_value() {
                skip_to = id_end;
                continue;
            }
            while open.pop_if(|last| tree.subtree_end(*last) <= id.0).is_some() {
                draft.close();
            }
            let bound: Vec<BoundField> = bound_to(id, values);
            if bound.iter().any(|bound| bound.target == NodeTarget::Element) {
                content_end = content_end.max(id_end);
            }
            let kind = BoundNode { what: what(tree, id, &bound), fields: own_fields(&bound) };
            draft.open(vocabulary.number(kind), Repetition::One, bound);
            open.push(id);
        }
        for _ in open {
            draft.close();
        }
        draft
    }

    pub(super) fn open(&mut self, name: u32, count: Repetition, bound: Vec<BoundField>) {
        self.sketch.open(name);
        self.counts.push(count);
        self.bound.push(bound);
    }

    pub(super) fn close(&mut self) {
        self.sketch.close();
    }

    /// Adds a subtree of another draft below the open node, its root as `count` says.
    pub(super) fn copy(&mut self, from: &Self, root: usize, count: Repetition) {
        let mut open: Vec<usize> = Vec::new();
        for node in root..from.sketch.end(root) {
            while open.last().is_some_and(|&last| from.sketch.end(last) <= node) {
                open.pop();
                self.close();
            }
            let count = if node == root { count } else { from.counts[node] };
            self.open(from.sketch.name(node), count, from.bound[node].clone());
            open.push(node);
        }
        for _ in open {
            self.close();
        }
    }

    /// The same with a wildcard for what is in every element that is all of a field's value.
    pub(super) fn with_free_contents(&self, field: usize, wildcard: u32) -> Self {
        let mut free = Self::default();
        let mut open: Vec<usize> = Vec::new();
        let mut node = 0;
        while node < self.sketch.len() {
            while open.pop_if(|last| self.sketch.end(*last) <= node).is_some() {
                free.close();
            }
            free.open(self.sketch.name(node), self.counts[node], self.bound[node].clone());
            open.push(node);
            node += 1;
            if self.is_value_of_text(node - 1, field) {
                free.open(wildcard, Repetition::Optional, Vec::new());
                free.close();
                node = self.sketch.end(node - 1);
            }
        }
        for _ in open {
            free.close();
        }
        free
    }

    /// Whether an element is all of a field's value, with a text in it that is, too, and no element that is.
    fn is_value_of_text(&self, element: usize, field: usize) -> bool {
        let is_whole = |node: usize, target: &NodeTarget| {
            let is_it = |it: &BoundField| {
                it.field == field && it.target == *target && it.cut == Cut::default()
            };
            self.bound[node].iter().any(is_it)
        };
        let mut below = element + 1..self.sketch.end(element);
        is_whole(element, &NodeTarget::Element)
            && self.sketch.children(element).any(|child| is_whole(child, &NodeTarget::Text))
            && below.all(|node| {
                self.bound[node].iter().all(|it| it.field == field && it.target == NodeTarget::Text)
            })
    }

    /// Whether a value is in a subtree.
    pub(super) fn holds_value(&self, node: usize) -> bool {
        self.bound[node..self.sketch.end(node)].iter().any(|bound| !bound.is_empty())
    }

    /// The fields that have a value in a subtree, sorted.
    pub(super) fn fields(&self, node: usize) -> Vec<usize> {
        let all = self.bound[node..self.sketch.end(node)].iter().flatten();
        let mut fields: Vec<usize> = all.map(|bound| bound.field).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }
}

fn bound_to(id: NodeId, values: &[(NodeId, BoundField)]) -> Vec<BoundField> {
    let mut bound: Vec<BoundField> =
        values.iter().filter(|(value, _)| *value == id).map(|(_, bound)| bound.clone()).collect();
    bound.sort_unstable();
    bound.dedup();
    bound
}

/// The fields whose value a node is, not only holds.
fn own_fields(bound: &[BoundField]) -> Vec<usize> {
    let own = bound.iter().filter(|bound| bound.rank == 0);
    let mut fields: Vec<usize> = own.map(|bound| bound.field).collect();
    fields.dedup();
    fields
}

fn what(tree: &Tree, id: NodeId, bound: &[BoundField]) -> NodeTest {
    match tree.kind(id) {
        NodeKind::Text if bound.is_empty() => NodeTest::Text(fold(tree.text(id)).into_owned()),
        NodeKind::Text => NodeTest::AnyText,
        _ => NodeTest::Element(frame(tree, id)),
    }
}

/// Longest attribute token that is looked at, in bytes: longer ones are addresses and data.
const MAX_TOKEN: usize = 64;

/// The tag and the attribute tokens of an element.
pub(super) fn frame(tree: &Tree, id: NodeId) -> ElementTest {
    let mut all = Vec::new();
    tokens(tree, id, |name, token| {
        if !name.starts_with("data-") && token.len() <= MAX_TOKEN {
            all.push(format!("{name}={token}"));
        }
    });
    all.sort_unstable();
    all.dedup();
    ElementTest { tag: tree.tag(id).to_owned(), tokens: all }
}
