//! The nodes of a scope of which rules hold.
//!
//! A rule is looked up by the clue that finds its nodes soonest ([`Look`]); the other clues are then asked about
//! these. Where no clue can be looked up, one is told of all nodes, once however many rules ask.

mod texts;

use super::build::{Alike, Builds, Seen};
use super::clue::{Kind, Print, What};
use super::lineage::Lineage;
use super::look::{Look, Place, Positions};
use super::ready::{ReadyClue, ReadyRule, ReadyWay};
use super::rule::NodeTarget;
use super::sight::Sight;
use crate::context::fork::Node;
use std::cell::RefCell;

/// A scope, with what rules have asked for.
pub struct Index<'a, 'p> {
    /// The page and the scope.
    pub sight: Sight<'a, 'p>,
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

/// Whether what was looked up is all that the clue holds of, or more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Exactly,
    Perhaps,
}

impl<'a, 'p> Index<'a, 'p> {
    /// An empty index of a scope.
    pub fn new(sight: Sight<'a, 'p>) -> Self {
        Self { sight, tables: RefCell::default(), alike: None, room: RefCell::default() }
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
    pub fn nodes(&self, rule: &ReadyRule, target: &NodeTarget) -> Vec<Node> {
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
        let found = looks.find_map(|(at, clue)| Some((at, self.look_up(clue, of_texts, nodes)?)));
        let asked_already = match found {
            Some((at, Found::Exactly)) => Some(at),
            Some((_, Found::Perhaps)) => None,
            None => self.look_at_all(rule, of_texts, nodes),
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

    /// Nodes of which a clue may hold; none if they cannot be looked up.
    fn look_up(&self, clue: &ReadyClue, of_texts: bool, nodes: &mut Vec<Node>) -> Option<Found> {
        match &clue.look {
            Look::Lineage(lineage) => {
                self.look_up_lineage(lineage, of_texts, nodes);
                Some(Found::Exactly)
            }
            Look::Positions(lineage, positions) if !self.sight.view.is_odd(&clue.says) => {
                if positions.of_text == of_texts {
                    self.look_up_lineage(lineage, of_texts, nodes);
                    nodes.retain(|&node| self.has_positions(node, positions));
                }
                Some(Found::Exactly)
            }
            &Look::Text(place, asked) if of_texts => Some(self.look_up_text(place, asked, nodes)),
            _ => None,
        }
    }

    fn look_up_lineage(&self, lineage: &Lineage, of_texts: bool, nodes: &mut Vec<Node>) {
        lineage.on(self.sight).each(self.sight, of_texts, |node| nodes.push(node));
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

    /// Nodes of which one clue holds that cannot be looked up; which clue that was.
    fn look_at_all(
        &self,
        rule: &ReadyRule,
        of_texts: bool,
        nodes: &mut Vec<Node>,
    ) -> Option<usize> {
        let is_seldom_so = |clue: &ReadyClue| matches!(clue.kind.0, What::Shape | What::Title);
        let Some(at) = rule.clues.iter().position(is_seldom_so) else {
            return self.look_in_tables(rule, of_texts, nodes);
        };
        // Most nodes are told at their first character.
        if of_texts {
            let Sight { view, scope, .. } = self.sight;
            nodes.extend(view.leaves_of(scope).map(|leaf| view.leaf(leaf)));
            self.keep_said(&rule.clues[at], nodes);
        }
        Some(at)
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

    /// Keeps the nodes of which a clue holds.
    fn keep_said(&self, clue: &ReadyClue, nodes: &mut Vec<Node>) {
        let view = self.sight.view;
        match &clue.look {
            Look::Lineage(lineage) => {
                let sought = lineage.on(self.sight);
                nodes.retain(|&node| sought.holds(self.sight, node));
            }
            Look::Positions(lineage, positions) if !view.is_odd(&clue.says) => {
                let sought = lineage.on(self.sight);
                nodes.retain(|&node| {
                    positions.of_text == view.is_text(node)
                        && sought.holds(self.sight, node)
                        && self.has_positions(node, positions)
                });
            }
            &Look::Text(Place::Between(after), before) => {
                nodes.retain(|&node| self.sight.is_between(node, before.print, after));
            }
            _ if clue.tells_texts() => nodes.retain(|&node| self.is_text_said(clue, node)),
            _ => nodes.retain(|&node| self.sight.says(clue.kind, node, &clue.says)),
        }
    }

    /// Whether a clue that is made of what texts say holds of a node: their prints are at hand, and spare a copy.
    fn is_text_said(&self, clue: &ReadyClue, node: Node) -> bool {
        let mut is_said = false;
        self.sight.each(clue.kind, node, |said: Print| is_said |= said == clue.print);
        is_said
    }
}
