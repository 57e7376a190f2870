//! Evaluates selectors from left to right: the elements that match the first part, then those that match the second
//! part and are related to one of the first, and so on. Each part is one pass in document order, so there is no
//! backtracking.

use super::super::{Evaluator, SelectError, Selected, attribute_value, has_name};
use super::{AttributeTest, Combinator, ComplexSelector, Condition, NthFormula, SiblingOrder};
use crate::{NodeId, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A position among siblings, from 1.
pub(in crate::select) type Position = i64;

/// Returns the node `from` and the nodes in it that any of the selectors selects, in document order.
pub(super) fn run(
    evaluator: &mut Evaluator<'_>,
    selectors: &[ComplexSelector],
    from: NodeId,
) -> Result<Vec<Selected>, SelectError> {
    let nodes = from.index()..evaluator.tree.subtree_end(from) as usize;
    let mut runner = CssRunner { evaluator, nodes };
    let mut selected = vec![false; runner.nodes.len()];
    for selector in selectors {
        for (node, fits) in runner.selector(selector)?.into_iter().enumerate() {
            selected[node] |= fits;
        }
    }
    let all = runner.nodes.zip(selected).filter(|(_, is_selected)| *is_selected);
    Ok(all.map(|(node, _)| Selected::Node(NodeId::at(node))).collect())
}

struct CssRunner<'s, 't> {
    evaluator: &'s mut Evaluator<'t>,
    /// The nodes that may be selected.
    nodes: Range<usize>,
}

impl CssRunner<'_, '_> {
    /// For each node, whether the selector selects it.
    fn selector(&mut self, selector: &ComplexSelector) -> Result<Vec<bool>, SelectError> {
        let n_nodes = self.nodes.len();
        let mut related: Option<Vec<bool>> = None;
        for (index, (_, conditions)) in selector.parts.iter().enumerate() {
            let mut fits = vec![false; n_nodes];
            self.evaluator.budget.spend(n_nodes.saturating_mul(conditions.len() + 2))?;
            for (at, node) in self.nodes.clone().map(NodeId::at).enumerate() {
                let candidate = related.as_ref().is_none_or(|related| related[at]);
                fits[at] = candidate
                    && self.evaluator.tree.is_element(node)
                    && self.fulfils(node, conditions)?;
            }
            let Some((combinator, _)) = selector.parts.get(index + 1) else { return Ok(fits) };
            related = Some(self.related(&fits, *combinator));
        }
        Ok(vec![false; n_nodes])
    }

    /// For each node, whether it is related to one that fits.
    fn related(&self, fits: &[bool], combinator: Combinator) -> Vec<bool> {
        let tree = self.evaluator.tree;
        let first = self.nodes.start;
        let mut related = vec![false; fits.len()];
        let mut latest_child: Vec<Option<usize>> = vec![None; fits.len()];
        for (at, node) in self.nodes.clone().map(NodeId::at).enumerate() {
            let parent = tree.parent(node).and_then(|parent| parent.index().checked_sub(first));
            let Some(parent) = parent else { continue };
            let sibling = latest_child[parent];
            if tree.is_element(node) {
                latest_child[parent] = Some(at);
            }
            let (before, transitive) = match combinator {
                Combinator::Child => (Some(parent), false),
                Combinator::Descendant => (Some(parent), true),
                Combinator::NextSibling => (sibling, false),
                Combinator::LaterSibling => (sibling, true),
            };
            let Some(before) = before else { continue };
            related[at] = fits[before] || transitive && related[before];
        }
        related
    }

    fn fulfils(&mut self, node: NodeId, conditions: &[Condition]) -> Result<bool, SelectError> {
        for condition in conditions {
            if !self.holds(node, condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds(&mut self, node: NodeId, condition: &Condition) -> Result<bool, SelectError> {
        let tree = self.evaluator.tree;
        Ok(match condition {
            Condition::Tag(name) => has_name(tree, node, name),
            Condition::Id(id) => attribute_value(tree, node, "id") == Some(id),
            Condition::Class(class) => attribute_value(tree, node, "class")
                .is_some_and(|value| AttributeTest::HasWord.passes(value, class)),
            Condition::Attribute { name, test, value: expected } => {
                attribute_value(tree, node, name).is_some_and(|value| test.passes(value, expected))
            }
            Condition::Nth { formula, order } => formula.has(self.position(node, *order)?),
            Condition::Not(conditions) => !self.fulfils(node, conditions)?,
        })
    }

    /// The position of an element among its siblings.
    fn position(&mut self, node: NodeId, order: SiblingOrder) -> Result<Position, SelectError> {
        let Evaluator { tree, budget, positions: known } = &mut *self.evaluator;
        let at = if let Some(at) = known.iter().position(|(known, _)| *known == order) {
            at
        } else {
            budget.spend(tree.len())?;
            known.push((order, positions(tree, order)));
            known.len() - 1
        };
        Ok(known[at].1[node.index()])
    }
}

/// The position of every element among its siblings.
fn positions(tree: &Tree, order: SiblingOrder) -> Vec<Position> {
    let mut positions = vec![0; tree.len()];
    let mut counts: FxHashMap<(Option<NodeId>, &str), i64> = FxHashMap::default();
    let mut count = |node: NodeId| {
        let tag = if order.of_type { tree.tag(node) } else { "" };
        let count = counts.entry((tree.parent(node), tag)).or_default();
        *count += 1;
        positions[node.index()] = *count;
    };
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    if order.from_end {
        elements.rev().for_each(&mut count);
    } else {
        elements.for_each(&mut count);
    }
    positions
}

impl AttributeTest {
    /// Whether the value of an attribute passes the test. An empty word or part matches nothing.
    fn passes(self, value: &str, expected: &str) -> bool {
        let is_part = !expected.is_empty();
        match self {
            Self::Exists => true,
            Self::Equals => value == expected,
            Self::HasWord => value.split_ascii_whitespace().any(|word| word == expected),
            Self::HasPrefixWord => value
                .strip_prefix(expected)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            Self::Begins => is_part && value.starts_with(expected),
            Self::Ends => is_part && value.ends_with(expected),
            Self::Contains => is_part && value.contains(expected),
        }
    }
}

impl NthFormula {
    /// Whether some `n >= 0` gives the position.
    fn has(self, position: Position) -> bool {
        let distance = position - self.b;
        match self.a {
            0 => distance == 0,
            a => distance % a == 0 && distance / a >= 0,
        }
    }
}
