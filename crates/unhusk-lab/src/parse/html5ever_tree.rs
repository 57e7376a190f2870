//! html5ever with the least tree that keeps what a reader needs: an arena of nodes linked by number.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, parse_document};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// How many nodes the tree of `source` has.
pub(super) fn n_nodes(source: &str) -> usize {
    parse_document(Arena::new(), ParseOpts::default()).one(source).nodes.into_inner().len()
}

type NodeNumber = usize;
const DOCUMENT: NodeNumber = 0;

enum Content {
    Document,
    Element { name: QualName, attributes: Vec<Attribute>, contents: Option<NodeNumber> },
    Text(StrTendril),
    Other,
}

struct Node {
    content: Content,
    parent: Option<NodeNumber>,
    children: Vec<NodeNumber>,
}

struct Arena {
    nodes: RefCell<Vec<Node>>,
}

impl Arena {
    fn new() -> Self {
        let arena = Self { nodes: RefCell::default() };
        arena.add(Content::Document);
        arena
    }

    fn add(&self, content: Content) -> NodeNumber {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { content, parent: None, children: Vec::new() });
        nodes.len() - 1
    }

    fn insert(&self, parent: NodeNumber, position: usize, child: NodeOrText<NodeNumber>) {
        let child = match child {
            NodeOrText::AppendNode(node) => {
                self.remove_from_parent(&node);
                node
            }
            NodeOrText::AppendText(text) => {
                if self.extend_text(parent, position, &text) {
                    return;
                }
                self.add(Content::Text(text))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        let position = position.min(nodes[parent].children.len());
        nodes[parent].children.insert(position, child);
        nodes[child].parent = Some(parent);
    }

    /// Text that follows text becomes part of it.
    fn extend_text(&self, parent: NodeNumber, position: usize, text: &StrTendril) -> bool {
        let mut nodes = self.nodes.borrow_mut();
        let Some(before) = position.checked_sub(1).map(|before| nodes[parent].children[before])
        else {
            return false;
        };
        let Content::Text(known) = &mut nodes[before].content else { return false };
        known.push_tendril(text);
        true
    }

    fn n_children(&self, node: NodeNumber) -> usize {
        self.nodes.borrow()[node].children.len()
    }
}

impl TreeSink for Arena {
    type Handle = NodeNumber;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> NodeNumber {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeNumber) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].content {
            Content::Element { name, .. } => name,
            _ => unreachable!("the parser asks for names of elements alone"),
        })
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> NodeNumber {
        let contents = flags.template.then(|| self.add(Content::Other));
        self.add(Content::Element { name, attributes, contents })
    }

    fn create_comment(&self, _: StrTendril) -> NodeNumber {
        self.add(Content::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeNumber {
        self.add(Content::Other)
    }

    fn append(&self, parent: &NodeNumber, child: NodeOrText<NodeNumber>) {
        self.insert(*parent, self.n_children(*parent), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeNumber,
        previous: &NodeNumber,
        child: NodeOrText<NodeNumber>,
    ) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {
        let doctype = self.add(Content::Other);
        self.append(&DOCUMENT, NodeOrText::AppendNode(doctype));
    }

    fn get_template_contents(&self, target: &NodeNumber) -> NodeNumber {
        match &self.nodes.borrow()[*target].content {
            Content::Element { contents: Some(contents), .. } => *contents,
            _ => *target,
        }
    }

    fn same_node(&self, left: &NodeNumber, right: &NodeNumber) -> bool {
        left == right
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeNumber, child: NodeOrText<NodeNumber>) {
        let position = {
            let nodes = self.nodes.borrow();
            let parent = nodes[*sibling].parent.unwrap_or(DOCUMENT);
            (parent, nodes[parent].children.iter().position(|child| child == sibling).unwrap_or(0))
        };
        self.insert(position.0, position.1, child);
    }

    fn add_attrs_if_missing(&self, target: &NodeNumber, new: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        let Content::Element { attributes, .. } = &mut nodes[*target].content else { return };
        let expanded = |attribute: &Attribute| -> (html5ever::Namespace, html5ever::LocalName) {
            let ExpandedName { ns, local } = attribute.name.expanded();
            (ns.clone(), local.clone())
        };
        let known: Vec<_> = attributes.iter().map(expanded).collect();
        attributes
            .extend(new.into_iter().filter(|attribute| !known.contains(&expanded(attribute))));
    }

    fn remove_from_parent(&self, target: &NodeNumber) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[*target].parent.take() {
            nodes[parent].children.retain(|child| child != target);
        }
    }

    fn reparent_children(&self, node: &NodeNumber, new_parent: &NodeNumber) {
        let mut nodes = self.nodes.borrow_mut();
        let moved = std::mem::take(&mut nodes[*node].children);
        for child in &moved {
            nodes[*child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(moved);
    }
}
