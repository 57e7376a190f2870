//! Records of the same shape: rules cannot tell them apart, and select the same nodes in each.
//!
//! Lists repeat themselves. What rules select in the first record of a list they select at the same places of the next
//! hundred, as long as the records agree in their tags and in the [footprint](RuleFootprint) of the rules: the tokens, the
//! captions and the attributes that rules ask for.

use crate::site::cache::token_masks::TokenMasks;
use crate::site::compile::footprint::RuleFootprint;
use crate::site::matcher::page_index::{MAX_OTHERS, NodeRange, PageIndex};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use unhusk_page::VisibleNode;

/// A shape of records, with what is known of them. Nodes are counted from the first node of the record.
#[derive(Debug)]
pub(in crate::site) struct RecordShape {
    /// The first record of the shape.
    scope: NodeRange,
    /// What rules depend on in each node, beside tag and place.
    signatures: Box<[NodeSignature]>,
    /// The nodes of which each rule holds, once they are known.
    found: RefCell<Vec<Option<Box<[VisibleNode]>>>>,
    /// The result of the election of each alternative.
    elections: RefCell<Vec<Election>>,
}

/// What rules depend on in a node: the tokens and attributes of an element, or the caption of a text.
type NodeSignature = u64;

/// The result of an election.
#[derive(Debug, Clone, Copy)]
enum Election {
    /// The rules were not asked.
    Open,
    /// The rules do not agree.
    Nobody,
    /// The rules agree on a node.
    One(VisibleNode),
}

impl RecordShape {
    fn new(scope: NodeRange, signatures: &[NodeSignature], footprint: &RuleFootprint) -> Self {
        Self {
            scope,
            signatures: signatures.into(),
            found: RefCell::new(vec![None; footprint.n_rules]),
            elections: RefCell::new(vec![Election::Open; footprint.n_alternatives]),
        }
    }

    /// Adds the nodes of a rule in a record that begins at `first`; returns false if they are not known.
    pub(in crate::site) fn find(
        &self,
        rule: usize,
        first: VisibleNode,
        nodes: &mut Vec<VisibleNode>,
    ) -> bool {
        let all = self.found.borrow();
        let Some(found) = all.get(rule).and_then(Option::as_deref) else { return false };
        nodes.extend(found.iter().map(|node| first + node));
        true
    }

    /// Keeps the nodes of a rule.
    pub(in crate::site) fn keep(&self, rule: usize, first: VisibleNode, nodes: &[VisibleNode]) {
        if let Some(found) = self.found.borrow_mut().get_mut(rule) {
            *found = Some(nodes.iter().map(|node| node - first).collect());
        }
    }

    /// The node on which the rules of an alternative agree, in a record that begins at `first`.
    pub(in crate::site) fn elected(
        &self,
        alternative: usize,
        first: VisibleNode,
        elect: impl FnOnce() -> Option<VisibleNode>,
    ) -> Option<VisibleNode> {
        let known = self.elections.borrow().get(alternative).copied();
        match known.unwrap_or(Election::Open) {
            Election::One(node) => return Some(first + node),
            Election::Nobody => return None,
            Election::Open => {}
        }
        let elected = elect();
        if let Some(known) = self.elections.borrow_mut().get_mut(alternative) {
            *known = elected.map_or(Election::Nobody, |node| Election::One(node - first));
        }
        elected
    }
}

/// The shapes of a page's records.
pub(in crate::site) struct ShapeCache<'a, 'p> {
    index: &'a PageIndex<'p>,
    footprint: &'a RuleFootprint,
    /// Numbers of the attributes whose values are read.
    attributes: Vec<u32>,
    /// The masks of elements, if the page index does not have them.
    token_masks: OnceCell<TokenMasks>,
    /// Shapes by elements alone, and by texts too.
    known: RefCell<[Vec<Rc<RecordShape>>; 2]>,
    /// A buffer for the signatures of a record.
    signatures: RefCell<Vec<NodeSignature>>,
}

/// What of a record rules depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum Evidence {
    /// Elements alone: mostly they decide, and no text has to be read.
    Elements,
    /// Texts too.
    Texts,
}

/// Most shapes that are kept: lists of real pages have a handful.
const MAX_SHAPES: usize = 64;

impl<'a, 'p> ShapeCache<'a, 'p> {
    pub(in crate::site) fn new(index: &'a PageIndex<'p>, footprint: &'a RuleFootprint) -> Self {
        let attributes = footprint.attributes(index);
        let (known, signatures) = (RefCell::default(), RefCell::default());
        Self { index, footprint, attributes, token_masks: OnceCell::new(), known, signatures }
    }

    /// The shape of a record; `None` if there are too many shapes, or if rules depend on what is around the record.
    pub(in crate::site) fn of(&self, scope: NodeRange, seen: Evidence) -> Option<Rc<RecordShape>> {
        // If there are many siblings, positions at the top of the scope are counted from outside.
        let n_nodes = (scope.end - scope.first) as usize;
        let first_end = self.index.end(scope.first);
        let is_counted_outside = scope.end > first_end && n_nodes > MAX_OTHERS;
        // Clues of a record see the end of its first element, even if the record ends before.
        let is_cut = scope.end < first_end;
        // With odd tags, clues may ask for other tokens than it seems.
        let are_tokens_known = !self.footprint.tokens.is_cut() && !self.index.has_odd_tags();
        if is_counted_outside || is_cut || !are_tokens_known {
            return None;
        }
        let mut signatures = self.signatures.borrow_mut();
        self.write_signatures(scope, seen, &mut signatures);
        let known = &mut self.known.borrow_mut()[seen as usize];
        let is_same = |shape: &&Rc<RecordShape>| {
            *shape.signatures == **signatures && self.index.is_shaped_alike(scope, shape.scope)
        };
        if let Some(shape) = known.iter().find(is_same) {
            return Some(Rc::clone(shape));
        }
        if known.len() == MAX_SHAPES {
            return None;
        }
        known.push(Rc::new(RecordShape::new(scope, &signatures, self.footprint)));
        known.last().map(Rc::clone)
    }

    fn write_signatures(
        &self,
        scope: NodeRange,
        seen: Evidence,
        signatures: &mut Vec<NodeSignature>,
    ) {
        let index = self.index;
        let token_masks = index.token_masks().unwrap_or_else(|| {
            self.token_masks.get_or_init(|| TokenMasks::new(&self.footprint.tokens, index.tree()))
        });
        signatures.clear();
        signatures.extend((scope.first..scope.end).map(|node| {
            if !index.is_text(node) {
                let tokens = token_masks.of(index.tree(), index.id(node));
                return NodeSignature::from(self.attributes_of(node)) << 32
                    | NodeSignature::from(tokens);
            }
            match seen {
                Evidence::Elements => 0,
                Evidence::Texts => {
                    NodeSignature::from(self.footprint.text(index, index.leaves_before(node)))
                }
            }
        }));
    }

    /// Which of the attributes whose values are read an element has, as bits.
    fn attributes_of(&self, node: VisibleNode) -> u32 {
        if self.attributes.is_empty() {
            return 0;
        }
        let position = |number| self.attributes.iter().position(|&asked| asked == number);
        let tree = self.index.tree();
        let found =
            tree.attributes_by_number(self.index.id(node), |number| position(number).is_some());
        found.filter_map(|(number, _)| position(number)).fold(0, |bits, at| bits | 1 << at)
    }
}

/// The shapes of one record.
pub(in crate::site) struct RecordShapes<'a, 'p> {
    shapes: &'a ShapeCache<'a, 'p>,
    scope: NodeRange,
    elements: Option<Rc<RecordShape>>,
    /// Computed when a rule asks for texts.
    texts: OnceCell<Option<Rc<RecordShape>>>,
}

impl<'a, 'p> RecordShapes<'a, 'p> {
    pub(in crate::site) fn new(shapes: &'a ShapeCache<'a, 'p>, scope: NodeRange) -> Self {
        let elements = shapes.of(scope, Evidence::Elements);
        Self { shapes, scope, elements, texts: OnceCell::new() }
    }

    /// The shape by elements alone, or by texts too; `None` if it is not known.
    pub(in crate::site) fn shape(&self, seen: Evidence) -> Option<&RecordShape> {
        let shape = match seen {
            Evidence::Elements => &self.elements,
            Evidence::Texts => self.texts.get_or_init(|| self.shapes.of(self.scope, seen)),
        };
        shape.as_deref()
    }
}
