//! The nodes of a scope of which rules hold.
//!
//! A rule is looked up by the clue that finds its nodes soonest ([`Look`]); the other clues are then asked about
//! these. Where no clue can be looked up, one is told of all nodes, once however many rules ask.

mod texts;

use super::build::{Alike, Builds, Seen};
use super::clue::{Kind, Print, What};
use super::look::{Look, Positions, SignLook};
use super::ready::{ReadyClue, ReadyRule, ReadyWay};
use super::rule::NodeTarget;
use super::sight::Sight;
use super::trie::Number;
use crate::wrapper::context::fork::Node;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A scope, with what rules have asked for.
pub(crate) struct Index<'a, 'p> {
    pub(crate) sight: Sight<'a, 'p>,
    /// How many elements are around the scope.
    top: OnceCell<u32>,
    tables: RefCell<Vec<Table>>,
    /// What is known of records like this one.
    alike: Option<Alike<'a, 'p>>,
    /// Room for the nodes of a rule.
    room: RefCell<Vec<Node>>,
}

struct Table {
    kind: Kind,
    of_texts: bool,
    /// What is said, and of which node, in document order.
    said: Vec<(Print, Node)>,
}

/// So many nodes are asked one by one.
const FEW: usize = 4;

/// Whether what was looked up is all that the clue holds of, or more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Exactly,
    Perhaps,
}

impl<'a, 'p> Index<'a, 'p> {
    pub(crate) fn new(sight: Sight<'a, 'p>) -> Self {
        let (top, tables, room) = (OnceCell::new(), RefCell::default(), RefCell::default());
        Self { sight, top, tables, alike: None, room }
    }

    /// The same for a record among others.
    pub(super) fn among(sight: Sight<'a, 'p>, builds: &'a Builds<'a, 'p>) -> Self {
        Self { alike: Some(Alike::new(builds, sight.scope)), ..Self::new(sight) }
    }

    /// The node that the rules of a way agree on: `elect` asks them, unless it is known.
    pub(super) fn elected(
        &self,
        way: &ReadyWay,
        elect: impl Fn(Seen) -> Option<Node>,
    ) -> Option<Node> {
        let Some(alike) = &self.alike else { return elect(Seen::Texts) };
        let first = self.sight.scope.first;
        let elected = |seen| match alike.build(seen) {
            Some(build) => build.elected(way.number, first, || elect(seen)),
            None => elect(seen),
        };
        elected(Seen::Elements).or_else(|| elected(Seen::Texts))
    }

    /// The nodes of a kind of which a rule holds, in document order.
    pub(crate) fn nodes(&self, rule: &ReadyRule, target: &NodeTarget) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.find(rule, target, &mut nodes);
        nodes
    }

    /// The same, shown to `seen`.
    pub(super) fn with_nodes<T>(
        &self,
        rule: &ReadyRule,
        target: &NodeTarget,
        seen: impl FnOnce(&[Node]) -> T,
    ) -> T {
        let mut nodes = self.room.take();
        self.find(rule, target, &mut nodes);
        let told = seen(&nodes);
        self.room.replace(nodes);
        told
    }

    fn find(&self, rule: &ReadyRule, target: &NodeTarget, nodes: &mut Vec<Node>) {
        nodes.clear();
        let build = self.alike.as_ref().and_then(|alike| alike.build(rule.sees()));
        let Some(build) = build else { return self.search(rule, target, nodes) };
        let first = self.sight.scope.first;
        if !build.find(rule.number, first, nodes) {
            self.search(rule, target, nodes);
            build.keep(rule.number, first, nodes);
        }
    }

    fn search(&self, rule: &ReadyRule, target: &NodeTarget, nodes: &mut Vec<Node>) {
        let of_texts = *target == NodeTarget::Text;
        let mut looks = rule.clues.iter().enumerate();
        let found =
            looks.find_map(|(at, clue)| Some((at, self.look_up(&clue.look, of_texts, nodes)?)));
        let asked_already = match found {
            Some((at, Found::Exactly)) => Some(at),
            Some((_, Found::Perhaps)) => None,
            None => self.look_in_tables(rule, of_texts, nodes),
        };
        let others = rule.clues.iter().enumerate().filter(|(at, _)| Some(*at) != asked_already);
        for (_, clue) in others {
            self.keep_said(clue, nodes);
        }
        if matches!(target, NodeTarget::Attribute(_)) {
            nodes.retain(|&node| self.sight.is_target(node, target));
        }
        if nodes.len() > 1 {
            nodes.sort_unstable();
            nodes.dedup();
        }
    }

    /// Keeps the nodes of which a clue holds.
    fn keep_said(&self, clue: &ReadyClue, nodes: &mut Vec<Node>) {
        let view = self.sight.view;
        let (look, positions) = match &clue.look {
            Look::Sign(look) => (look, None),
            Look::Positions(look, positions) if !view.has_odd_names() => (look, Some(positions)),
            _ => return nodes.retain(|&node| self.is_said(clue, node)),
        };
        // Many nodes have few signs.
        if nodes.len() <= FEW {
            return nodes.retain(|&node| self.is_said(clue, node));
        }
        let (found, least_depth, is_decided) = self.find_signs(look);
        let is_there = |node, positions: &Positions| {
            positions.of_text == view.is_text(node) && self.has_positions(node, positions)
        };
        nodes.retain(|&node| {
            view.signs().is_among(node, (&found, least_depth))
                && positions.is_none_or(|positions| is_there(node, positions))
                && (is_decided || self.is_said(clue, node))
        });
    }

    /// Nodes of which a clue may hold; none if they cannot be looked up.
    fn look_up(&self, look: &Look, of_texts: bool, nodes: &mut Vec<Node>) -> Option<Found> {
        match look {
            Look::Sign(look) => Some(self.look_up_sign(look, of_texts, nodes)),
            Look::Positions(look, positions) if !self.sight.view.has_odd_names() => {
                if positions.of_text != of_texts {
                    return Some(Found::Exactly);
                }
                let found = self.look_up_sign(look, of_texts, nodes);
                nodes.retain(|&node| self.has_positions(node, positions));
                Some(found)
            }
            &Look::Text(place, asked) if of_texts => Some(self.look_up_text(place, asked, nodes)),
            _ => None,
        }
    }

    fn look_up_sign(&self, look: &SignLook, of_texts: bool, nodes: &mut Vec<Node>) -> Found {
        let Sight { view, scope, .. } = self.sight;
        let signs = view.signs();
        let (found, least_depth, is_decided) = self.find_signs(look);
        if of_texts {
            signs.add_texts(view, scope, (&found, least_depth), nodes);
        } else {
            signs.add_elements(view, scope, (&found, least_depth), nodes);
        }
        if is_decided { Found::Exactly } else { Found::Perhaps }
    }

    /// The signs of which a clue says something, at which depth they count, and whether the clue then holds.
    fn find_signs(&self, look: &SignLook) -> (Rc<[Number]>, u32, bool) {
        let Sight { view, scope, .. } = self.sight;
        let signs = view.signs();
        let top = *self.top.get_or_init(|| signs.top(view, scope));
        let is_decided = top == 0 || !matches!(look.kind.0, What::Id | What::ClassAround);
        // What is around the scope does not count.
        (signs.find(self.sight, look, top), top + look.n_levels(), is_decided)
    }

    /// Whether a node and the elements around it have these positions.
    fn has_positions(&self, node: Node, positions: &Positions) -> bool {
        let Sight { view, scope, .. } = self.sight;
        let has = |node, number| {
            if positions.from_end {
                return view.nth_back(scope, node) == Some(number);
            }
            view.nth(scope, node) == number
        };
        let around = || std::iter::successors(Some(node), |&node| view.parent(node));
        let [numbers @ .., last] = &*positions.numbers else { return true };
        // The farthest tells apart most: the nearer ones are often the only ones of their names.
        around().nth(numbers.len()).is_some_and(|top| has(top, *last))
            && numbers.iter().zip(around()).all(|(&number, node)| has(node, number))
    }

    /// Nodes of which one clue holds, by the table of what such clues say of all nodes: one that is there, else
    /// that of the first clue. Which clue that was.
    fn look_in_tables(
        &self,
        rule: &ReadyRule,
        of_texts: bool,
        nodes: &mut Vec<Node>,
    ) -> Option<usize> {
        let mut tables = self.tables.borrow_mut();
        let of_clue = |tables: &[Table], at: usize| {
            let kind = rule.clues[at].kind;
            tables.iter().position(|table| (table.kind, table.of_texts) == (kind, of_texts))
        };
        let known = (0..rule.clues.len()).find_map(|at| Some((at, of_clue(&tables, at)?)));
        if known.is_none() {
            tables.push(self.table(rule.clues.first()?.kind, of_texts));
        }
        let (at, table) = known.unwrap_or((0, tables.len() - 1));
        let print = rule.clues[at].print;
        let said = tables[table].said.iter().filter(|said| said.0 == print);
        nodes.extend(said.map(|said| said.1));
        Some(at)
    }

    fn table(&self, kind: Kind, of_texts: bool) -> Table {
        let (view, scope) = (self.sight.view, self.sight.scope);
        let mut said = Vec::new();
        let mut add = |node| self.sight.each(kind, node, |print: Print| said.push((print, node)));
        if of_texts {
            view.leaves_of(scope).for_each(|leaf| add(view.leaf(leaf)));
        } else {
            (scope.first..scope.end).filter(|&node| !view.is_text(node)).for_each(add);
        }
        Table { kind, of_texts, said }
    }

    /// Whether a clue holds of a node.
    fn is_said(&self, clue: &ReadyClue, node: Node) -> bool {
        if !clue.tells_texts() {
            return self.sight.says(clue.kind, node, &clue.says);
        }
        // Their prints are at hand, and spare a copy of the text.
        let mut is_said = false;
        self.sight.each(clue.kind, node, |said: Print| is_said |= said == clue.print);
        is_said
    }
}
