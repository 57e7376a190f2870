//! Records of one build: they differ in nothing that rules can see, so that rules hold of the same nodes in each.
//!
//! Pages repeat themselves. What rules find in the first record of a list they find at the same places of the next
//! hundred, as long as elements are the same in their names and in the words that rules ask for, and so are the texts
//! that rules name.

use crate::context::fork::Node;
use crate::site::cache::token_masks::TokenMasks;
use crate::site::compile::footprint::RuleFootprint;
use crate::site::matcher::page_index::{MAX_OTHERS, NodeRange, PageIndex};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Records of one build, with what is known of them. Nodes are counted from the first of the record.
#[derive(Debug)]
pub(in crate::site) struct RecordShape {
    /// The first of them.
    scope: NodeRange,
    /// What rules can see of its nodes, beside their names and where they are.
    marks: Box<[Mark]>,
    /// The nodes of which each rule holds, once they are known.
    found: RefCell<Vec<Option<Box<[Node]>>>>,
    /// How the rules of each way vote.
    elections: RefCell<Vec<Election>>,
}

/// What rules can see of a node: the words of an element and the attributes that it has, or what a text says.
type Mark = u64;

/// How the rules of a way vote.
#[derive(Debug, Clone, Copy)]
enum Election {
    /// They were not asked.
    Open,
    /// They do not agree.
    Nobody,
    /// They agree on a node.
    One(Node),
}

impl RecordShape {
    fn new(scope: NodeRange, marks: &[Mark], footprint: &RuleFootprint) -> Self {
        Self {
            scope,
            marks: marks.into(),
            found: RefCell::new(vec![None; footprint.n_rules]),
            elections: RefCell::new(vec![Election::Open; footprint.n_alternatives]),
        }
    }

    /// Adds to `nodes` those of which a rule holds, in a record that begins at `first`; whether they are known.
    pub(in crate::site) fn find(&self, rule: usize, first: Node, nodes: &mut Vec<Node>) -> bool {
        let all = self.found.borrow();
        let Some(found) = all.get(rule).and_then(Option::as_deref) else { return false };
        nodes.extend(found.iter().map(|node| first + node));
        true
    }

    /// Makes known of which nodes a rule holds.
    pub(in crate::site) fn keep(&self, rule: usize, first: Node, nodes: &[Node]) {
        if let Some(found) = self.found.borrow_mut().get_mut(rule) {
            *found = Some(nodes.iter().map(|node| node - first).collect());
        }
    }

    /// The node that the rules of a way agree on, in a record that begins at `first`.
    pub(in crate::site) fn elected(
        &self,
        alternative: usize,
        first: Node,
        elect: impl FnOnce() -> Option<Node>,
    ) -> Option<Node> {
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

/// The builds of a page's records.
pub(in crate::site) struct ShapeCache<'a, 'p> {
    index: &'a PageIndex<'p>,
    footprint: &'a RuleFootprint,
    /// Numbers of the attributes that are values.
    attributes: Vec<u32>,
    /// The words of elements that rules tell from others, where the index does not have them.
    token_masks: OnceCell<TokenMasks>,
    /// ShapeCache as far as elements tell, and as far as texts do too.
    known: RefCell<[Vec<Rc<RecordShape>>; 2]>,
    /// Room for a record's marks.
    marks: RefCell<Vec<Mark>>,
}

/// What of a record is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum Evidence {
    /// Its elements: mostly they decide, and no text need be read.
    Elements,
    /// Its texts too.
    Texts,
}

/// Most builds that are kept: lists of real pages have a handful.
const MAX_SHAPES: usize = 64;

impl<'a, 'p> ShapeCache<'a, 'p> {
    pub(in crate::site) fn new(index: &'a PageIndex<'p>, footprint: &'a RuleFootprint) -> Self {
        let attributes = footprint.attributes(index);
        let (known, marks) = (RefCell::default(), RefCell::default());
        Self { index, footprint, attributes, token_masks: OnceCell::new(), known, marks }
    }

    /// The build of a record; none if there are too many, or if what is around the record matters.
    pub(in crate::site) fn of(&self, scope: NodeRange, seen: Evidence) -> Option<Rc<RecordShape>> {
        // Siblings in the scope have positions that are counted from outside if there are many.
        let n_nodes = (scope.end - scope.first) as usize;
        let first_end = self.index.end(scope.first);
        let is_counted_outside = scope.end > first_end && n_nodes > MAX_OTHERS;
        // What is behind the record in its first element is seen from inside, too.
        let is_cut = scope.end < first_end;
        // Where names are odd, it is not plain which words clues ask for.
        let are_words_told = !self.footprint.tokens.is_cut() && !self.index.has_odd_names();
        if is_counted_outside || is_cut || !are_words_told {
            return None;
        }
        let mut marks = self.marks.borrow_mut();
        self.write_marks(scope, seen, &mut marks);
        let known = &mut self.known.borrow_mut()[seen as usize];
        let is_same = |shape: &&Rc<RecordShape>| {
            *shape.marks == **marks && self.index.is_shaped_alike(scope, shape.scope)
        };
        if let Some(shape) = known.iter().find(is_same) {
            return Some(Rc::clone(shape));
        }
        if known.len() == MAX_SHAPES {
            return None;
        }
        known.push(Rc::new(RecordShape::new(scope, &marks, self.footprint)));
        known.last().map(Rc::clone)
    }

    fn write_marks(&self, scope: NodeRange, seen: Evidence, marks: &mut Vec<Mark>) {
        let index = self.index;
        let token_masks = index.token_masks().unwrap_or_else(|| {
            self.token_masks.get_or_init(|| TokenMasks::new(&self.footprint.tokens, index.tree()))
        });
        marks.clear();
        marks.extend((scope.first..scope.end).map(|node| {
            if !index.is_text(node) {
                let words = token_masks.of(index.tree(), index.id(node));
                return Mark::from(self.attributes_of(node)) << 32 | Mark::from(words);
            }
            match seen {
                Evidence::Elements => 0,
                Evidence::Texts => {
                    Mark::from(self.footprint.text(index, index.leaves_before(node)))
                }
            }
        }));
    }

    /// Which of the attributes that are values an element has, as bits.
    fn attributes_of(&self, node: Node) -> u32 {
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

/// The builds of one record.
pub(in crate::site) struct RecordShapes<'a, 'p> {
    shapes: &'a ShapeCache<'a, 'p>,
    scope: NodeRange,
    elements: Option<Rc<RecordShape>>,
    /// Worked out when a rule asks for texts.
    texts: OnceCell<Option<Rc<RecordShape>>>,
}

impl<'a, 'p> RecordShapes<'a, 'p> {
    pub(in crate::site) fn new(shapes: &'a ShapeCache<'a, 'p>, scope: NodeRange) -> Self {
        let elements = shapes.of(scope, Evidence::Elements);
        Self { shapes, scope, elements, texts: OnceCell::new() }
    }

    /// The build as far as that is looked at; none if it is not known.
    pub(in crate::site) fn shape(&self, seen: Evidence) -> Option<&RecordShape> {
        let shape = match seen {
            Evidence::Elements => &self.elements,
            Evidence::Texts => self.texts.get_or_init(|| self.shapes.of(self.scope, seen)),
        };
        shape.as_deref()
    }
}
