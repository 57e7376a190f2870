//! html5ever with its simplest tree sink: an independent reading of the same source.

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// Kind of a node of the oracle's tree.
pub(crate) enum OracleKind {
    Document,
    Doctype(String, String, String),
    Element(QualName, Vec<Attribute>),
    Text(StrTendril),
    Comment(StrTendril),
    TemplateContents,
}

/// A node of the oracle's tree.
pub(crate) struct OracleNode {
    pub(crate) kind: OracleKind,
    parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    contents: Option<usize>,
    is_integration_point: bool,
}

/// The oracle's tree; the document is number 0.
pub(crate) struct Oracle {
    pub(crate) nodes: RefCell<Vec<OracleNode>>,
}

/// Reads a document, scripting off.
pub(crate) fn read(source: &str) -> Vec<OracleNode> {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
        ..Default::default()
    };
    let oracle = Oracle { nodes: RefCell::default() };
    oracle.create(OracleKind::Document);
    parse_document(oracle, options).one(source).nodes.into_inner()
}

impl Oracle {
    fn create(&self, kind: OracleKind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(OracleNode {
            kind,
            parent: None,
            children: Vec::new(),
            contents: None,
            is_integration_point: false,
        });
        nodes.len() - 1
    }

    fn insert(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        let id = match child {
            NodeOrText::AppendNode(id) => id,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = at.checked_sub(1).map(|before| nodes[parent].children[before]);
                if let Some(before) = before
                    && let OracleKind::Text(old) = &mut nodes[before].kind
                {
                    old.push_tendril(&text);
                    return;
                }
                drop(nodes);
                self.create(OracleKind::Text(text))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[id].parent = Some(parent);
        nodes[parent].children.insert(at, id);
    }

    fn position(&self, id: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[id].parent?;
        let at = nodes[parent].children.iter().rposition(|&child| child == id)?;
        Some((parent, at))
    }
}

/// The name of an element, borrowed from the tree.
#[derive(Debug)]
pub(crate) struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Oracle {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].kind {
            OracleKind::Element(name, _) => name,
            _ => panic!("only elements have names"),
        }))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let id = self.create(OracleKind::Element(name, attrs));
        if flags.template {
            let contents = self.create(OracleKind::TemplateContents);
            self.nodes.borrow_mut()[id].contents = Some(contents);
        }
        self.nodes.borrow_mut()[id].is_integration_point =
            flags.mathml_annotation_xml_integration_point;
        id
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.create(OracleKind::Comment(text))
    }

    fn create_pi(&self, target: StrTendril, _: StrTendril) -> usize {
        self.create(OracleKind::Comment(target))
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let at = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, at, child);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let (parent, at) = self.position(*sibling).expect("a sibling has a parent");
        self.insert(parent, at, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        prev_element: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let kind = OracleKind::Doctype(name.to_string(), public.to_string(), system.to_string());
        let id = self.create(kind);
        self.append(&0, NodeOrText::AppendNode(id));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].contents.expect("a template has contents")
    }

    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        if let OracleKind::Element(_, old) = &mut self.nodes.borrow_mut()[*target].kind {
            for attr in attrs {
                if old.iter().all(|known| known.name != attr.name) {
                    old.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, at)) = self.position(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(at);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        for &child in &children {
            nodes[child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        self.nodes.borrow()[*handle].is_integration_point
    }
}

impl OracleNode {
    /// Returns the nodes below a node: the contents of a template come first.
    pub(crate) fn below(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.contents.into_iter().chain(self.children.iter().copied())
    }
}
