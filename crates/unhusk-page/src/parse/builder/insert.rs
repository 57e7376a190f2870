//! Creating, placing and closing nodes, and their ranges in the source.

use super::stack::RELINK_STEPS;
use super::{Open, TagToken, TreeBuilder, class};
use crate::parse::arena::{ArenaNode, DECODED, GROWS, InsertionPoint, NONE, NOWHERE, OPEN};
use crate::parse::store::NO_ATTRIBUTES;
use crate::parse::tokenizer::{CommentToken, DoctypeToken};
use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace, NodeKind, NodeOrigin};

impl TreeBuilder<'_> {
    /// Inserts an HTML element for a start tag and makes it the current node.
    pub(super) fn insert_html(&mut self, tag: &TagToken) -> u32 {
        self.insert_named(tag, tag.name)
    }

    /// Inserts an HTML element under another name than its tag has (`image` is `img`).
    pub(super) fn insert_named(&mut self, tag: &TagToken, name: NameId) -> u32 {
        let node = element_of_tag(tag, name, Namespace::Html);
        self.insert_element(node, (name, name))
    }

    /// Inserts an HTML element that cannot have children.
    pub(super) fn insert_void(&mut self, tag: &TagToken) -> u32 {
        let node = self.insert_html(tag);
        self.pop_empty(tag);
        node
    }

    /// Inserts an element that the source leaves out.
    pub(super) fn insert_implied(&mut self, name: NameId) -> u32 {
        let mut node = ArenaNode::new(NodeKind::Element, NodeOrigin::Implied);
        node.name = name;
        node.start = self.token_start;
        self.insert_element(node, (name, name))
    }

    /// Puts a new element at the appropriate place and on the stack; `names` are its name in the tree and
    /// the one that its end tag has.
    pub(super) fn insert_element(&mut self, mut node: ArenaNode, names: (NameId, NameId)) -> u32 {
        let place = self.appropriate_place(None);
        if node.origin == NodeOrigin::Source {
            node.origin = self.origin_at(place);
        }
        let namespace = node.namespace;
        node.flags |= OPEN;
        let id = self.arena.add(node, place);
        self.push_open(id, names, namespace);
        id
    }

    /// Makes an element the current node.
    pub(super) fn push(&mut self, node: u32, names: (NameId, NameId), namespace: Namespace) {
        self.arena.node_mut(node).flags |= OPEN;
        self.push_open(node, names, namespace);
    }

    /// Puts an element that is marked as open on the stack.
    #[inline]
    fn push_open(&mut self, node: u32, names: (NameId, NameId), namespace: Namespace) {
        let mut open = Open::new(node, names, namespace, class::of(names.0, namespace));
        if open.is_html(TEMPLATE) {
            open.contents = self.template_contents(node);
        }
        self.stack.push(open);
    }

    fn template_contents(&mut self, template: u32) -> u32 {
        let first_child = self.arena.node(template).first_child;
        if first_child != NONE {
            return first_child;
        }
        let contents = ArenaNode::new(NodeKind::TemplateContents, NodeOrigin::Implied);
        self.arena.add(contents, InsertionPoint::LastChildOf(template))
    }

    /// The appropriate place for inserting a node, in the current node or in `target`.
    #[inline]
    pub(super) fn appropriate_place(&self, target: Option<&Open>) -> InsertionPoint {
        let Some(target) = target.or(self.stack.top()) else {
            return InsertionPoint::LastChildOf(0);
        };
        if self.is_fostering && target.is(class::FOSTERS) {
            return self.foster_place();
        }
        InsertionPoint::LastChildOf(target.contents)
    }

    /// Foster parenting: content that is not allowed in a table is inserted before it.
    fn foster_place(&self) -> InsertionPoint {
        let template = self.stack.topmost(TEMPLATE);
        let table = self.stack.topmost(TABLE);
        if template > table {
            return InsertionPoint::LastChildOf(self.stack.at(template).contents);
        }
        if table == 0 {
            return InsertionPoint::LastChildOf(self.stack.at(1).contents);
        }
        let node = self.stack.at(table).node;
        if self.arena.node(node).parent == NONE {
            return InsertionPoint::LastChildOf(self.stack.at(table - 1).contents);
        }
        InsertionPoint::Before(node)
    }

    /// Whether a node inserted at `place` is inside its parent in the source too.
    #[inline]
    pub(super) fn origin_at(&self, place: InsertionPoint) -> NodeOrigin {
        match place {
            InsertionPoint::LastChildOf(parent)
                if !self.is_closed(parent) && !self.is_fostered_into(parent) =>
            {
                NodeOrigin::Source
            }
            _ => NodeOrigin::Moved,
        }
    }

    #[inline]
    fn is_closed(&self, node: u32) -> bool {
        self.arena.node(node).end != NOWHERE
    }

    fn is_fostered_into(&self, parent: u32) -> bool {
        self.is_fostering && self.stack.top().is_some_and(|top| top.contents != parent)
    }

    pub(super) fn insert_comment(&mut self, comment: &CommentToken, parent: Option<u32>) {
        let place =
            parent.map_or_else(|| self.appropriate_place(None), InsertionPoint::LastChildOf);
        let mut node = ArenaNode::new(NodeKind::Comment, self.origin_at(place));
        (node.start, node.end) = (comment.start, comment.end);
        (node.inner_start, node.inner_end) = comment.data;
        node.flags = if comment.is_decoded { DECODED } else { 0 };
        self.arena.add(node, place);
    }

    pub(super) fn insert_doctype(&mut self, doctype: &DoctypeToken) {
        let mut node = ArenaNode::new(NodeKind::Doctype, NodeOrigin::Source);
        (node.start, node.end) = (doctype.start, doctype.end);
        self.arena.add(node, InsertionPoint::LastChildOf(0));
    }

    /// Takes the current node off the stack; its end tag is missing.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        self.close(open.node, None);
        Some(open)
    }

    /// Takes the current node off the stack; `tag` is its end tag.
    pub(super) fn pop_with(&mut self, tag: &TagToken) {
        if let Some(open) = self.stack.pop() {
            self.close(open.node, Some(tag));
        }
    }

    /// Takes an element off the stack that ends with its start tag.
    pub(super) fn pop_empty(&mut self, tag: &TagToken) {
        if let Some(open) = self.stack.pop() {
            let node = self.arena.node_mut(open.node);
            node.flags &= !OPEN;
            node.end = tag.end;
        }
    }

    /// Takes everything above `height` off the stack.
    pub(super) fn pop_above(&mut self, height: usize) {
        while self.stack.len() > height {
            self.pop();
        }
    }

    /// Takes the element at `height` off the stack, and all above it; `tag` is its end tag.
    pub(super) fn pop_at(&mut self, height: usize, tag: Option<&TagToken>) {
        self.pop_above(height);
        if self.stack.len() == height
            && let Some(open) = self.stack.pop()
        {
            self.close(open.node, tag);
        }
    }

    /// Takes elements off the stack until one of this name has been; `tag` is its end tag.
    pub(super) fn pop_until(&mut self, name: NameId, tag: Option<&TagToken>) {
        let height = self.stack.topmost(name);
        if height > 0 {
            self.pop_at(height, tag);
        }
    }

    /// The range of an element ends: with its end tag, or where the token begins that implies it.
    #[inline]
    pub(super) fn close(&mut self, node: u32, tag: Option<&TagToken>) {
        let token_start = self.token_start;
        let node = self.arena.node_mut(node);
        node.flags &= !OPEN;
        if node.start == NOWHERE || node.end != NOWHERE {
            return;
        }
        if let Some(tag) = tag {
            node.inner_end = tag.start;
            node.end = tag.end;
        } else {
            let inner_start =
                if node.inner_start == NOWHERE { node.start } else { node.inner_start };
            node.end = token_start.max(inner_start);
        }
    }

    /// Takes an element out of the stack wherever it is.
    pub(super) fn remove_at(&mut self, height: usize) {
        let mut above = self.stack.from(height);
        self.n_steps += above.len() as u64 * RELINK_STEPS;
        above.remove(0);
        self.stack.replace_from(height, above);
    }

    /// Closes an element although elements in it may stay open: then its range grows with theirs.
    pub(super) fn remove_below(&mut self, height: usize, tag: Option<&TagToken>) {
        let node = self.stack.at(height).node;
        if height < self.stack.len() {
            self.arena.node_mut(node).flags |= GROWS;
            self.arena.has_grown = true;
        }
        self.remove_at(height);
        self.close(node, tag);
    }

    /// Adds the attributes that an element does not have yet (a second `<html>` or `<body>` tag).
    pub(super) fn merge_attributes(&mut self, node: u32, tag: &TagToken) {
        if self.arena.node(node).kind != NodeKind::Element || tag.attributes == NO_ATTRIBUTES {
            return;
        }
        let old = self.arena.node(node).list;
        let (list, n_steps) = self.store.merged(old, tag);
        self.n_steps += n_steps;
        self.arena.node_mut(node).list = list;
    }

    /// Pops elements with implied end tags, up to an element called `except`.
    pub(super) fn generate_implied_end_tags(&mut self, except: Option<NameId>) {
        while let Some(top) = self.stack.top() {
            if !top.is(class::IMPLIED_END) || Some(top.name) == except {
                return;
            }
            self.pop();
        }
    }
}

/// An element for a start tag, not yet in the tree.
pub(super) fn element_of_tag(tag: &TagToken, name: NameId, namespace: Namespace) -> ArenaNode {
    let mut node = ArenaNode::new(NodeKind::Element, NodeOrigin::Source);
    node.name = name;
    node.namespace = namespace;
    node.start = tag.start;
    node.inner_start = tag.end;
    node.list = tag.attributes;
    node
}
