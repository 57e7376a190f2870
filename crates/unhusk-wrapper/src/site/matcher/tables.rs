//! Nodes that are found by evaluating a feature at all nodes, once for all rules.

use super::RuleMatcher;
use super::eval::EvalContext;
use crate::site::clue::{ClueKind, Feature, TextHash};
use crate::site::compile::{CompiledClue, CompiledRule};
use unhusk_page::VisibleNode;

/// The values of a feature at all nodes of a scope.
pub(super) struct ValueTable {
    feature: Feature,
    of_texts: bool,
    /// The hashes of the values, with their nodes, in document order.
    values: Vec<(TextHash, VisibleNode)>,
}

impl RuleMatcher<'_, '_> {
    /// Finds the nodes of which one clue without an access path holds; returns the position of the clue.
    pub(super) fn look_at_all(
        &self,
        rule: &CompiledRule,
        of_texts: bool,
        nodes: &mut Vec<VisibleNode>,
    ) -> Option<usize> {
        let is_seldom_so =
            |clue: &CompiledClue| matches!(clue.feature.kind, ClueKind::Shape | ClueKind::Title);
        let Some(at) = rule.clues.iter().position(is_seldom_so) else {
            return self.look_in_tables(rule, of_texts, nodes);
        };
        // Most texts are ruled out by their first character.
        if of_texts {
            let EvalContext { index, scope, .. } = self.context;
            nodes.extend(index.leaves_of(scope).map(|leaf| index.leaf(leaf)));
            self.retain_matching(&rule.clues[at], nodes);
        }
        Some(at)
    }

    /// Finds the nodes of which one clue holds in the table of the values of its feature: that of a table that exists,
    /// or of the first clue. Returns the position of the clue.
    fn look_in_tables(
        &self,
        rule: &CompiledRule,
        of_texts: bool,
        nodes: &mut Vec<VisibleNode>,
    ) -> Option<usize> {
        let mut tables = self.tables.borrow_mut();
        let of_clue = |tables: &[ValueTable], at: usize| {
            let feature = rule.clues[at].feature;
            tables.iter().position(|table| (table.feature, table.of_texts) == (feature, of_texts))
        };
        let known = (0..rule.clues.len()).find_map(|at| Some((at, of_clue(&tables, at)?)));
        if known.is_none() {
            tables.push(self.table(rule.clues.first()?.feature, of_texts));
        }
        let (at, table) = known.unwrap_or((0, tables.len() - 1));
        let hash = rule.clues[at].hash;
        let found = tables[table].values.iter().filter(|value| value.0 == hash);
        nodes.extend(found.map(|value| value.1));
        Some(at)
    }

    fn table(&self, feature: Feature, of_texts: bool) -> ValueTable {
        let (index, scope) = (self.context.index, self.context.scope);
        let mut values = Vec::new();
        let mut add =
            |node| self.context.each(feature, node, |hash: TextHash| values.push((hash, node)));
        if of_texts {
            index.leaves_of(scope).for_each(|leaf| add(index.leaf(leaf)));
        } else {
            (scope.first..scope.end).filter(|&node| !index.is_text(node)).for_each(add);
        }
        ValueTable { feature, of_texts, values }
    }
}
