//! What clues of one kind say of all nodes of a scope, worked out once however many rules ask.

use super::clue::{Kind, Print};
use super::ready::ReadyRule;
use super::rule::NodeTarget;
use super::sight::Sight;
use crate::wrapper::context::fork::Node;
use std::cell::RefCell;

/// A scope, with the tables that rules have asked for.
pub(crate) struct Index<'a, 'p> {
    pub(crate) sight: Sight<'a, 'p>,
    tables: RefCell<Vec<Table>>,
}

struct Table {
    kind: Kind,
    of_texts: bool,
    /// What is said, and of which node, in document order.
    said: Vec<(Print, Node)>,
}

impl<'a, 'p> Index<'a, 'p> {
    pub(crate) fn new(sight: Sight<'a, 'p>) -> Self {
        Self { sight, tables: RefCell::default() }
    }

    /// The nodes of a kind of which a rule holds, in document order.
    pub(crate) fn nodes(&self, rule: &ReadyRule, target: &NodeTarget) -> Vec<Node> {
        let Some(driver) = self.driver(rule, target) else { return Vec::new() };
        let (kind, print) = rule.clues[driver];
        let tables = self.tables.borrow();
        let of_texts = *target == NodeTarget::Text;
        let table = tables.iter().find(|table| (table.kind, table.of_texts) == (kind, of_texts));
        let said = table.map_or(&[][..], |table| &table.said);
        let is_attribute = matches!(target, NodeTarget::Attribute(_));
        let mut nodes: Vec<Node> = said
            .iter()
            .filter(|entry| entry.0 == print)
            .map(|entry| entry.1)
            .filter(|&node| self.holds(rule, driver, node))
            .filter(|&node| !is_attribute || self.sight.is_target(node, target))
            .collect();
        nodes.dedup();
        nodes
    }

    /// The clue that is looked up: one whose table is there, else the cheapest.
    fn driver(&self, rule: &ReadyRule, target: &NodeTarget) -> Option<usize> {
        let of_texts = *target == NodeTarget::Text;
        let is_there = |kind: Kind| {
            let tables = self.tables.borrow();
            tables.iter().any(|table| (table.kind, table.of_texts) == (kind, of_texts))
        };
        let known = rule.clues.iter().position(|clue| is_there(clue.0));
        if known.is_none() {
            self.add_table(rule.clues.first()?.0, of_texts);
        }
        Some(known.unwrap_or(0))
    }

    fn add_table(&self, kind: Kind, of_texts: bool) {
        let (view, scope) = (self.sight.view, self.sight.scope);
        let mut said = Vec::new();
        let mut add = |node| self.sight.each(kind, node, |print: Print| said.push((print, node)));
        if of_texts {
            view.leaves_of(scope).for_each(|leaf| add(view.leaf(leaf)));
        } else {
            (scope.first..scope.end).filter(|&node| !view.is_text(node)).for_each(add);
        }
        self.tables.borrow_mut().push(Table { kind, of_texts, said });
    }

    /// Whether the other clues of a rule hold of a node.
    fn holds(&self, rule: &ReadyRule, driver: usize, node: Node) -> bool {
        rule.clues.iter().enumerate().all(|(at, &(kind, print))| {
            at == driver || {
                let mut is_said = false;
                self.sight.each(kind, node, |said: Print| is_said |= said == print);
                is_said
            }
        })
    }
}
