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
use std::cell::{OnceCell, RefCell};
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
    texts: OnceCell<BySign>,
    elements: OnceCell<BySign>,
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
}

/// So many nodes are looked at one by one.
const FEW: Node = 128;

/// Most lookups that are kept. There are more only on pages whose records are at very many depths.
const MAX_FOUND: usize = 10_000;

impl Signs {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut interner = Interner::new(view);
        let mut of: Vec<Number> = Vec::with_capacity(view.len());
        let mut all: Vec<Sign> = Vec::new();
        for node in (0..).take(view.len()) {
            let above = view.parent(node).map_or(NO_SIGN, |parent| of[parent as usize]);
            if view.is_text(node) {
                of.push(above);
                continue;
            }
            let number = interner.number(above, view.id(node));
            if number as usize == all.len() {
                let depth = all.get(above as usize).map_or(0, |above| above.depth + 1);
                let initial = view.tag(node).as_bytes().first().copied().unwrap_or_default();
                all.push(Sign { above, depth, initial, node });
            }
            of.push(number);
        }
        Self {
            of,
            all,
            texts: OnceCell::new(),
            elements: OnceCell::new(),
            found: RefCell::default(),
        }
    }

    /// How many elements are around the first node of a scope.
    pub(super) fn top(&self, view: &View<'_>, scope: Scope) -> u32 {
        let parent = view.parent(scope.first).filter(|_| scope.first > 0);
        parent.map_or(0, |parent| self.all[self.of[parent as usize] as usize].depth + 1)
    }

    /// The sign of an element, or of the element around a text.
    pub(super) fn of(&self, node: Node) -> Number {
        self.of[node as usize]
    }

    pub(super) fn depth(&self, number: Number) -> u32 {
        self.all[number as usize].depth
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

    /// Adds the texts or elements of a scope that have a sign, in document order.
    pub(super) fn add_nodes(
        &self,
        view: &View<'_>,
        scope: Scope,
        (number, of_texts): (Number, bool),
        nodes: &mut Vec<Node>,
    ) {
        if scope.end - scope.first <= FEW {
            let has_sign = |node: &Node| self.of[*node as usize] == number;
            let signed = (scope.first..scope.end).filter(has_sign);
            nodes.extend(signed.filter(|&node| view.is_text(node) == of_texts));
            return;
        }
        let all = self.nodes(view, number, of_texts);
        let first = all.partition_point(|&node| node < scope.first);
        nodes.extend(all[first..].iter().take_while(|&&node| node < scope.end));
    }

    /// The nodes with a sign, in document order.
    fn nodes(&self, view: &View<'_>, number: Number, of_texts: bool) -> &[Node] {
        let kept = if of_texts { &self.texts } else { &self.elements };
        let by_sign = kept.get_or_init(|| {
            if of_texts {
                let texts = (0..view.n_leaves()).map(|leaf| view.leaf(leaf));
                return BySign::new(&self.of, self.all.len(), texts);
            }
            let elements = (0..).take(view.len()).filter(|&node| !view.is_text(node));
            BySign::new(&self.of, self.all.len(), elements)
        });
        by_sign.nodes(number)
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

/// Nodes by their signs.
#[derive(Debug)]
struct BySign {
    /// Where the nodes of each sign end; they begin where those of the last end.
    ends: Vec<u32>,
    nodes: Vec<Node>,
}

impl BySign {
    fn new(of: &[Number], n_signs: usize, nodes: impl Iterator<Item = Node> + Clone) -> Self {
        let signed = nodes.filter(|&node| of[node as usize] != NO_SIGN);
        let mut ends: Vec<u32> = vec![0; n_signs + 1];
        signed.clone().for_each(|node| ends[of[node as usize] as usize + 1] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut sorted = vec![0; sum as usize];
        for node in signed {
            let end = &mut ends[of[node as usize] as usize];
            sorted[*end as usize] = node;
            *end += 1;
        }
        Self { ends, nodes: sorted }
    }

    fn nodes(&self, number: Number) -> &[Node] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nodes[first as usize..self.ends[number] as usize]
    }
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
