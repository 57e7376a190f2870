//! What surrounds nodes, as numbers: elements have the same sign if they and all elements around them are alike in
//! names and naming attributes. A page has few signs, so that what clues about names, classes and ids say is worked
//! out per sign, not per node.

use super::clue::{Kind, Print, What};
use super::look::SignLook;
use super::sight::{AROUND, Sight, is_stable};
use super::view::{Scope, View};
use crate::page::{NodeId, Tree};
use crate::wrapper::context::fork::Node;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hasher;
use std::rc::Rc;

/// The number of a sign.
type Number = u32;

/// The sign around roots.
const NO_SIGN: Number = Number::MAX;

/// What was looked up, in scopes whose tops are at one depth.
type LookedUp = (Kind, u32, Print);

/// The signs of a page's nodes.
#[derive(Debug)]
pub(super) struct Signs {
    /// The sign of each element, and of the element around each text.
    of: Vec<Number>,
    all: Vec<Sign>,
    /// The next text or element with the same sign.
    next: Vec<Node>,
    found: RefCell<FxHashMap<LookedUp, Rc<[Number]>>>,
}

#[derive(Debug)]
struct Sign {
    above: Number,
    depth: u32,
    /// The first byte of its name.
    initial: u8,
    /// An element that has it.
    node: Node,
    elements: Chain,
    texts: Chain,
}

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
        let mut all: Vec<Sign> = Vec::new();
        let mut next: Vec<Node> = vec![0; view.len()];
        for node in (0..).take(view.len()) {
            let above = view.parent(node).map_or(NO_SIGN, |parent| of[parent as usize]);
            if view.is_text(node) {
                of.push(above);
                if let Some(sign) = all.get_mut(above as usize) {
                    sign.texts.add(node, &mut next);
                }
                continue;
            }
            let number = interner.number(above, view.id(node));
            if number as usize == all.len() {
                let depth = all.get(above as usize).map_or(0, |above| above.depth + 1);
                let initial = view.tag(node).as_bytes().first().copied().unwrap_or_default();
                let (elements, texts) = (Chain::default(), Chain::default());
                all.push(Sign { above, depth, initial, node, elements, texts });
            }
            all[number as usize].elements.add(node, &mut next);
            of.push(number);
        }
        Self { of, all, next, found: RefCell::default() }
    }

    /// How many elements are around the first node of a scope.
    pub(super) fn top(&self, view: &View<'_>, scope: Scope) -> u32 {
        let parent = view.parent(scope.first).filter(|_| scope.first > 0);
        parent.map_or(0, |parent| self.all[self.of[parent as usize] as usize].depth + 1)
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
            What::ClassAround => self.with_class_around(sight, &look.says).into(),
            _ => self.saying(sight, look, key.1).collect(),
        };
        let mut kept = self.found.borrow_mut();
        if kept.len() < MAX_FOUND {
            kept.insert(key, Rc::clone(&found));
        }
        found
    }

    fn saying(
        &self,
        sight: Sight<'_, '_>,
        look: &SignLook,
        top: u32,
    ) -> impl Iterator<Item = Number> {
        // Such clues begin with the name of the element, or with its id.
        let initial = look.says.as_bytes().first().copied().unwrap_or_default();
        let may_say = move |sign: &Sign| initial == b'#' || initial == sign.initial;
        let numbered = (0..).zip(&self.all).filter(move |(_, sign)| may_say(sign));
        numbered.filter(move |(_, sign)| says(sight, look, sign, top)).map(|(number, _)| number)
    }

    /// The signs of elements with a class, and of those not far below.
    fn with_class_around(&self, sight: Sight<'_, '_>, says: &str) -> Vec<Number> {
        let mut n_levels: Vec<usize> = Vec::with_capacity(self.all.len());
        for sign in &self.all {
            let above = n_levels.get(sign.above as usize).map_or(AROUND, |n| n + 1);
            n_levels.push(if sight.has_class(sign.node, says) { 0 } else { above });
        }
        (0..).zip(n_levels).filter(|(_, n)| *n < AROUND).map(|(number, _)| number).collect()
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
        self.add_nodes(scope, found, (|sign| &sign.texts, is_asked), nodes);
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
        self.add_nodes(scope, found, (|sign| &sign.elements, is_asked), nodes);
    }

    /// Follows the chains of the signs, or looks at all of the scope if that is less.
    fn add_nodes(
        &self,
        scope: Scope,
        (found, least_depth): (&[Number], u32),
        (chain, is_asked): (impl Fn(&Sign) -> &Chain, impl Fn(Node) -> bool),
        nodes: &mut Vec<Node>,
    ) {
        let is_deep = |sign: &&Sign| sign.depth >= least_depth;
        let signs = || found.iter().map(|&number| &self.all[number as usize]).filter(is_deep);
        let mut n_left = scope.end - scope.first;
        let is_less = |sign: &Sign| match n_left.checked_sub(chain(sign).len) {
            None => true,
            Some(rest) => {
                n_left = rest;
                false
            }
        };
        if signs().any(is_less) {
            let is_found = |number: Number| {
                found.binary_search(&number).is_ok()
                    && self.all[number as usize].depth >= least_depth
            };
            let all = (scope.first..scope.end).zip(self.of(scope));
            let asked = all.filter(|&(node, &number)| is_asked(node) && is_found(number));
            nodes.extend(asked.map(|(node, _)| node));
            return;
        }
        for chain in signs().map(chain) {
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

/// Gives signs their numbers.
struct Interner<'a> {
    tree: &'a Tree,
    naming: &'a [bool],
    // The page chooses these keys and could make a faster hash collide.
    numbers: HashMap<(Number, u64), Number>,
    /// Signs that were met of late, by all that is written in the element.
    recent: Vec<((Number, u64), Number)>,
}

const N_RECENT: usize = 512;

impl<'a> Interner<'a> {
    fn new(view: &'a View<'_>) -> Self {
        let recent = vec![((NO_SIGN, 0), NO_SIGN); N_RECENT];
        Self { tree: view.tree(), naming: view.naming(), numbers: HashMap::new(), recent }
    }

    fn number(&mut self, above: Number, id: NodeId) -> Number {
        let written = (above, self.written(id));
        let slot = (written.1 ^ u64::from(above)) % N_RECENT as u64;
        let slot = usize::try_from(slot).unwrap_or(0);
        let (known, number) = self.recent[slot];
        if known == written && number != NO_SIGN {
            return number;
        }
        let key = (above, self.look(id));
        let next = Number::try_from(self.numbers.len()).unwrap_or(NO_SIGN);
        let number = *self.numbers.entry(key).or_insert(next);
        self.recent[slot] = (written, number);
        number
    }

    /// A hash of an element's name and naming attributes, just as they are written.
    fn written(&self, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u32(self.tree.tag_number(id));
        let is_naming = |number: u32| self.naming[number as usize];
        for (number, value) in self.tree.attributes_by_number(id, is_naming) {
            hasher.write_u32(number);
            hasher.write(value.as_bytes());
        }
        hasher.finish()
    }

    /// The same as far as it makes a difference to clues. Elements that were made to have the same one only spoil
    /// the page that they are on.
    fn look(&self, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u32(self.tree.tag_number(id));
        let is_naming = |number: u32| self.naming[number as usize];
        for (number, value) in self.tree.attributes_by_number(id, is_naming) {
            hasher.write_u32(number);
            // Counters and keys make no difference to any clue.
            if is_stable(value) || is_stable(value.trim()) {
                hasher.write(value.as_bytes());
                continue;
            }
            for token in value.split_ascii_whitespace() {
                hasher.write(if is_stable(token) { token.as_bytes() } else { b"\0" });
            }
        }
        hasher.finish()
    }
}
