//! The visible tree: the nodes of a page that a reader sees, numbered in document order.
//!
//! Visible are elements and texts. Left out are comments, the doctype, texts of nothing but ASCII white space, and
//! `script`, `style` and `template` with all that is in them: a reader sees none of it, and it comes and goes between
//! pages of one site. A text of `&nbsp;` alone is visible: it fills a cell that would be empty without it.
//!
//! A page builds its visible tree once, on first use; all wrappers and learners of the page share it.

mod arrays;
mod hidden;
#[cfg(test)]
mod tests;

use crate::{NodeId, Tree};
pub(crate) use arrays::Arrays;
pub use hidden::Visibility;
pub(crate) use hidden::{HiddenContent, hidden_content};
use std::iter::{once, successors};
use std::ops::Range;

/// A visible node: its position among the visible nodes of its page, in document order.
///
/// A subtree is a range of positions: a node and those before its [end](VisibleTree::end).
pub type VisibleNode = u32;

/// Absent node in arrays of parents.
#[doc(hidden)]
pub const NO_NODE: VisibleNode = VisibleNode::MAX;

/// The nodes of a page that a reader sees, and the texts among them, both numbered in document order.
///
/// Every query reads arrays; the cost is constant unless a method documents another.
///
/// ```
/// use unhusk_page::Page;
///
/// let page = Page::from("<body><script>f()</script><p>one</p> <p>two <b>three</b></p>");
/// let visible = page.visible();
/// let body = (0..visible.len()).find(|&node| visible.tag(node) == "body").unwrap();
/// let paragraphs: Vec<u32> = visible.children(body).collect();
/// assert_eq!(paragraphs.len(), 2);
/// assert_eq!(visible.texts_in(paragraphs[1]), 1..3);
/// assert_eq!(visible.text(2), "three");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct VisibleTree<'t> {
    tree: &'t Tree,
    arrays: &'t Arrays,
}

impl Tree {
    /// The nodes that a reader sees; built on the first call, in time linear in the size of the tree.
    pub fn visible(&self) -> VisibleTree<'_> {
        VisibleTree { tree: self, arrays: self.visible_arrays() }
    }

    /// Whether a node is an element whose content `visibility` hides.
    pub fn hides_content(&self, node: NodeId, visibility: Visibility) -> bool {
        self.is_element(node) && visibility.hides(self.name_id(node))
    }

    /// The nodes below a node that a reader would see if the page showed that node, in document order: the rule of the
    /// [visible tree](VisibleTree), applied from `node` down. Reads the content of hidden elements too, if asked for
    /// these. Needs no visible tree: the cost is linear in the size of the subtree.
    pub fn visible_below(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.subtree_end(node);
        let mut next = node.0 + 1;
        std::iter::from_fn(move || {
            while next < end {
                let node = NodeId(next);
                if self.is_shown(node) {
                    next += 1;
                    return Some(node);
                }
                next = self.subtree_end(node);
            }
            None
        })
    }

    /// A node and those [below it](Self::visible_below); nothing if the node is never visible, whatever is around it.
    /// The document counts as visible.
    pub fn visible_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let is_shown = node == NodeId::DOCUMENT || self.is_shown(node);
        let all = once(node).chain(self.visible_below(node));
        all.take(if is_shown { usize::MAX } else { 0 })
    }
}

/// Nodes and their counterparts in the page's tree.
impl<'t> VisibleTree<'t> {
    /// The page's tree, hidden nodes included.
    #[inline]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The number of visible nodes.
    #[inline]
    pub fn len(self) -> VisibleNode {
        self.arrays.ranks[self.tree.len()]
    }

    /// Whether the page shows nothing.
    pub fn is_empty(self) -> bool {
        self.arrays.ids.is_empty()
    }

    /// The node of the page's tree.
    #[inline]
    pub fn id(self, node: VisibleNode) -> NodeId {
        self.arrays.ids[node as usize]
    }

    /// Whether a reader sees a node of the page's tree.
    pub fn is_visible(self, id: NodeId) -> bool {
        self.find(id).is_some()
    }

    /// The position of a node of the page's tree; `None` if it is hidden.
    #[inline]
    pub fn find(self, id: NodeId) -> Option<VisibleNode> {
        let node = *self.arrays.ranks.get(id.index())?;
        (self.arrays.ids.get(node as usize) == Some(&id)).then_some(node)
    }

    /// The number of visible nodes before a node of the page's tree, hidden or not, in document order. `id` may be one
    /// past the last node.
    pub fn n_before(self, id: NodeId) -> VisibleNode {
        if id == NodeId::DOCUMENT { 0 } else { self.arrays.ranks[id.index()] }
    }

    /// The nodes in document order, without the content of elements that `visibility` hides.
    pub fn nodes(self, visibility: Visibility) -> impl Iterator<Item = VisibleNode> + use<'t> {
        let mut next = 0;
        std::iter::from_fn(move || {
            while next < self.len() {
                let node = next;
                if !self.hides_content(node, visibility) {
                    next += 1;
                    return Some(node);
                }
                next = self.end(node);
            }
            None
        })
    }

    fn hides_content(self, node: VisibleNode, visibility: Visibility) -> bool {
        // Elements that are always hidden are not in this tree.
        visibility != Visibility::Rendered && self.tree.hides_content(self.id(node), visibility)
    }
}

/// The shape of the tree.
impl<'t> VisibleTree<'t> {
    /// Whether a node is a text; all others are elements.
    #[inline]
    pub fn is_text(self, node: VisibleNode) -> bool {
        let node = node as usize;
        self.arrays.n_texts_before[node] < self.arrays.n_texts_before[node + 1]
    }

    /// The tag of an element; empty for texts.
    #[inline]
    pub fn tag(self, node: VisibleNode) -> &'t str {
        self.tree.tag(self.id(node))
    }

    /// The number of a tag, as in [`Tree::tag_number`]; for texts [`text_name`](Self::text_name).
    #[inline]
    pub fn name(self, node: VisibleNode) -> u32 {
        self.names()[node as usize]
    }

    /// The number that all texts have in place of a tag's: one past the largest number of a name.
    #[inline]
    pub fn text_name(self) -> u32 {
        u32::try_from(self.tree.n_names()).expect("a source has fewer than 2^32 names")
    }

    /// The parent; `None` for nodes at the top.
    #[inline]
    pub fn parent(self, node: VisibleNode) -> Option<VisibleNode> {
        Some(self.arrays.parents[node as usize]).filter(|&parent| parent != NO_NODE)
    }

    /// The ancestors, nearest first.
    pub fn ancestors(self, node: VisibleNode) -> impl Iterator<Item = VisibleNode> + use<'t> {
        successors(self.parent(node), move |&ancestor| self.parent(ancestor))
    }

    /// The number of ancestors.
    pub fn depth(self, node: VisibleNode) -> u32 {
        self.depths()[node as usize]
    }

    /// One past the last node of a subtree.
    #[inline]
    pub fn end(self, node: VisibleNode) -> VisibleNode {
        self.arrays.ranks[self.tree.subtree_end(self.id(node)) as usize]
    }

    /// The next node with the same parent.
    #[inline]
    pub fn next_sibling(self, node: VisibleNode) -> Option<VisibleNode> {
        let next = self.end(node);
        let parents = &self.arrays.parents;
        (parents.get(next as usize) == Some(&parents[node as usize])).then_some(next)
    }

    /// The node before it with the same parent. Costs a step per level of nesting below that node.
    #[inline]
    pub fn prev_sibling(self, node: VisibleNode) -> Option<VisibleNode> {
        let parent = self.parent(node);
        let mut before = node.checked_sub(1).filter(|&before| Some(before) != parent)?;
        while self.parent(before) != parent {
            before = self.parent(before)?;
        }
        Some(before)
    }

    /// The children, in document order.
    pub fn children(self, node: VisibleNode) -> impl Iterator<Item = VisibleNode> + use<'t> {
        let first = Some(node + 1).filter(|&first| first < self.end(node));
        successors(first, move |&child| self.next_sibling(child))
    }
}

/// Texts, by their number among the texts of the page.
impl<'t> VisibleTree<'t> {
    /// The number of texts.
    #[inline]
    pub fn n_texts(self) -> usize {
        self.arrays.texts.len()
    }

    /// The node of a text.
    #[inline]
    pub fn text_node(self, text: usize) -> VisibleNode {
        self.arrays.texts[text]
    }

    /// The data of a text: references decoded, white space as it is.
    #[inline]
    pub fn text(self, text: usize) -> &'t str {
        self.tree.text(self.id(self.text_node(text)))
    }

    /// The texts of a subtree.
    pub fn texts_in(self, node: VisibleNode) -> Range<usize> {
        self.texts_between(node, self.end(node))
    }

    /// The texts among the nodes from `first` up to `end`, which may be one past the last node.
    #[inline]
    pub fn texts_between(self, first: VisibleNode, end: VisibleNode) -> Range<usize> {
        self.n_texts_before(first)..self.n_texts_before(end)
    }

    /// The number of texts before a node. `node` may be one past the last node.
    #[inline]
    pub fn n_texts_before(self, node: VisibleNode) -> usize {
        self.arrays.n_texts_before[node as usize] as usize
    }

    /// The last text before a node.
    pub fn previous_text(self, node: VisibleNode) -> Option<usize> {
        self.texts_between(0, node).next_back()
    }

    /// The first text behind a subtree.
    pub fn next_text(self, node: VisibleNode) -> Option<usize> {
        self.texts_between(self.end(node), self.len()).next()
    }
}

/// The arrays themselves, for loops over all nodes.
#[doc(hidden)]
impl<'t> VisibleTree<'t> {
    /// [`id`](Self::id) of all nodes.
    #[inline]
    pub fn ids(self) -> &'t [NodeId] {
        &self.arrays.ids
    }

    /// [`parent`](Self::parent) of all nodes; [`NO_NODE`] for nodes at the top.
    #[inline]
    pub fn parents(self) -> &'t [VisibleNode] {
        &self.arrays.parents
    }

    /// [`text_node`](Self::text_node) of all texts.
    #[inline]
    pub fn texts(self) -> &'t [VisibleNode] {
        &self.arrays.texts
    }

    /// [`name`](Self::name) of all nodes, built on the first call.
    #[inline]
    pub fn names(self) -> &'t [u32] {
        self.arrays.names.get_or_init(|| {
            let tags = self.arrays.ids.iter().map(|&id| self.tree.tag_number(id));
            let mut names: Vec<u32> = tags.collect();
            for &text in &self.arrays.texts {
                names[text as usize] = self.text_name();
            }
            names
        })
    }

    /// [`depth`](Self::depth) of all nodes, built on the first call.
    pub fn depths(self) -> &'t [u32] {
        self.arrays.depths.get_or_init(|| {
            let mut depths: Vec<u32> = Vec::with_capacity(self.arrays.ids.len());
            for &parent in &self.arrays.parents {
                let depth = depths.get(parent as usize).map_or(0, |depth| depth + 1);
                depths.push(depth);
            }
            depths
        })
    }
}
