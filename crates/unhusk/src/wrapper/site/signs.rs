//! What surrounds nodes, as numbers: elements have the same sign if they and all elements around them are alike in
//! names and naming attributes, as far as somebody asks for these. A page has few signs, so that what clues about
//! names, classes and ids say is worked out per sign, not per node.

use super::clue::{Kind, Print, What};
use super::intern::Interner;
use super::look::SignLook;
use super::sight::{AROUND, Sight};
use super::trie::{NO_SIGN, Number, Sign, Trie};
use super::view::{Scope, View};
use crate::wrapper::context::fork::Node;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// What was looked up, in scopes whose tops are at one depth.
type LookedUp = (Kind, u32, Print);

/// The signs of a page's nodes.
#[derive(Debug)]
pub(super) struct Signs {
    /// The sign of each element, and of the element around each text.
    of: Vec<Number>,
    trie: Trie,
    /// Elements and texts with each sign.
    nodes: Vec<[Chain; 2]>,
    /// The next text or element with the same sign.
    next: Vec<Node>,
    found: RefCell<FxHashMap<LookedUp, Rc<[Number]>>>,
}

/// Positions of the chains of a sign.
const ELEMENTS: usize = 0;
const TEXTS: usize = 1;

/// Nodes that have a sign, each with a link to the next.
#[derive(Debug, Default)]
struct Chain {
    first: Node,
    last: Node,
    len: u32,
}

impl Chain {
    fn add(&mut self, node: Node, next: &mut [Node]) {
        if self.len == 0 {
            self.first = node;
        } else {
            next[self.last as usize] = node;
        }
        self.last = node;
        self.len += 1;
    }
}

/// Most lookups that are kept. There are more only on pages whose records are at very many depths.
const MAX_FOUND: usize = 10_000;

impl Signs {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut interner = Interner::new(view);
        let mut of: Vec<Number> = Vec::with_capacity(view.len());
        let mut nodes: Vec<[Chain; 2]> = Vec::new();
        let mut next: Vec<Node> = vec![0; view.len()];
        for node in (0..).take(view.len()) {
            let above = view.parent(node).map_or(NO_SIGN, |parent| of[parent as usize]);
            let is_text = view.is_text(node);
            let number = if is_text { above } else { interner.number(above, node, view.id(node)) };
            if nodes.len() < interner.len() {
                nodes.push(Default::default());
            }
            if let Some(chains) = nodes.get_mut(number as usize) {
                chains[usize::from(is_text)].add(node, &mut next);
            }
            of.push(number);
        }
        let trie = interner.finish();
        Self { of, trie, nodes, next, found: RefCell::default() }
    }

    /// How many elements are around the first node of a scope.
    pub(super) fn top(&self, view: &View<'_>, scope: Scope) -> u32 {
        let parent = view.parent(scope.first).filter(|_| scope.first > 0);
        parent.map_or(0, |parent| self.trie.sign(self.of[parent as usize]).depth + 1)
    }

    /// The signs of the elements of a scope, and of the elements around its texts.
    pub(super) fn of(&self, scope: Scope) -> &[Number] {
        &self.of[scope.first as usize..scope.end as usize]
    }

    /// The signs of which a clue says this, in scopes whose tops are at this depth.
    pub(super) fn find(&self, sight: Sight<'_, '_>, look: &SignLook, top: u32) -> Rc<[Number]> {
        let key = (look.kind, if look.kind.0 == What::WholePath { top } else { 0 }, look.print);
        if let Some(found) = self.found.borrow().get(&key) {
            return Rc::clone(found);
        }
        let found: Rc<[Number]> = match look.kind.0 {
            What::ClassAround => self.with_class_around(sight, look).into(),
            _ => self.saying(sight, look, key.1).into(),
        };
        let mut kept = self.found.borrow_mut();
        if kept.len() < MAX_FOUND {
            kept.insert(key, Rc::clone(&found));
        }
        found
    }

    fn saying(&self, sight: Sight<'_, '_>, look: &SignLook, top: u32) -> Vec<Number> {
        let mut found = Vec::new();
        if let Some(asked) = look.asked(sight.view) {
            self.trie.each(&asked, |number, sign| {
                if asked.is_all || says(sight, look, sign, top) {
                    found.push(number);
                }
            });
        }
        found
    }

    /// The signs of elements with a class, and of those not far below.
    fn with_class_around(&self, sight: Sight<'_, '_>, look: &SignLook) -> Vec<Number> {
        let Some(asked) = look.asked(sight.view) else { return Vec::new() };
        let mut n_levels: Vec<usize> = Vec::with_capacity(self.trie.len());
        for sign in &self.trie.signs {
            let above = n_levels.get(sign.above as usize).map_or(AROUND, |n| n + 1);
            let has_class = self.trie.has(sign, &asked) && sight.has_class(sign.node, &look.says);
            n_levels.push(if has_class { 0 } else { above });
        }
        (0..).zip(n_levels).filter(|(_, n)| *n < AROUND).map(|(number, _)| number).collect()
    }

    /// Whether an element, or the element around a text, has one of some signs, of those that are deep enough.
    pub(super) fn is_among(&self, node: Node, (found, least_depth): (&[Number], u32)) -> bool {
        let number = self.of[node as usize];
        found.binary_search(&number).is_ok() && self.trie.sign(number).depth >= least_depth
    }

    /// Adds the texts of a scope that stand in elements with some signs, of those that are deep enough.
    pub(super) fn add_texts(
        &self,
        view: &View<'_>,
        scope: Scope,
        found: (&[Number], u32),
        nodes: &mut Vec<Node>,
    ) {
        let is_asked = |node| view.is_text(node);
        self.add_nodes(scope, found, (TEXTS, is_asked), nodes);
    }

    /// The same for elements.
    pub(super) fn add_elements(
        &self,
        view: &View<'_>,
        scope: Scope,
        found: (&[Number], u32),
        nodes: &mut Vec<Node>,
    ) {
        let is_asked = |node| !view.is_text(node);
        self.add_nodes(scope, found, (ELEMENTS, is_asked), nodes);
    }

    /// Follows the chains of the signs, or looks at all of the scope if that is less.
    fn add_nodes(
        &self,
        scope: Scope,
        (found, least_depth): (&[Number], u32),
        (which, is_asked): (usize, impl Fn(Node) -> bool),
        nodes: &mut Vec<Node>,
    ) {
        let is_deep = |number: Number| self.trie.sign(number).depth >= least_depth;
        let deep = || found.iter().copied().filter(|&number| is_deep(number));
        let chains = || deep().map(|number| &self.nodes[number as usize][which]);
        let mut n_left = scope.end - scope.first;
        let is_less = |chain: &Chain| match n_left.checked_sub(chain.len) {
            None => true,
            Some(rest) => {
                n_left = rest;
                false
            }
        };
        if chains().any(is_less) {
            let is_found = |number: Number| found.binary_search(&number).is_ok() && is_deep(number);
            let all = (scope.first..scope.end).zip(self.of(scope));
            let asked = all.filter(|&(node, &number)| is_asked(node) && is_found(number));
            nodes.extend(asked.map(|(node, _)| node));
            return;
        }
        for chain in chains() {
            let links =
                std::iter::successors(Some(chain.first), |&node| Some(self.next[node as usize]));
            nodes.extend(links.take(chain.len as usize).filter(|&node| scope.holds(node)));
        }
    }
}

/// Whether a clue says this of elements with a sign.
fn says(sight: Sight<'_, '_>, look: &SignLook, sign: &Sign, top: u32) -> bool {
    let view = sight.view;
    let mut scope = view.whole();
    if top > 0 {
        let Some(n_levels) = sign.depth.checked_sub(top) else { return false };
        let mut around = std::iter::successors(Some(sign.node), |&node| view.parent(node));
        scope.first = around.nth(n_levels as usize).unwrap_or(0);
    }
    Sight { scope, ..sight }.says(look.kind, sign.node, &look.says)
}
