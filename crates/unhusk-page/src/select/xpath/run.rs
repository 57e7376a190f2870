//! Evaluates a path: from a set of nodes to the next, step by step.

use super::super::{Evaluator, SelectError, Selected, SelectorBudget, has_name};
use super::predicate::{self, PredicateContext, PredicateValue};
use super::{Axis, Expression, LocationStep, Path, Test, XPathValue};
use crate::{NodeId, NodeKind, Tree};

/// Returns the items that any of the paths selects from a context node, in document order.
pub(super) fn run(tree: &Tree, paths: &[Path], from: NodeId) -> Result<Vec<Selected>, SelectError> {
    XPathRunner { tree, budget: SelectorBudget::for_once() }.union(paths, Selected::Node(from))
}

/// The value of an expression at a context node.
pub(super) fn outcome(
    evaluator: &mut Evaluator<'_>,
    expression: &Expression,
    from: NodeId,
) -> Result<XPathValue, SelectError> {
    let mut runner = XPathRunner { tree: evaluator.tree, budget: evaluator.budget };
    let outcome = runner.outcome(expression, from);
    evaluator.budget = runner.budget;
    outcome
}

/// A tree, and the budget of the selector.
pub(super) struct XPathRunner<'t> {
    pub(super) tree: &'t Tree,
    budget: SelectorBudget,
}

impl XPathRunner<'_> {
    /// Counts visits.
    pub(super) fn visit(&mut self, n_visits: usize) -> Result<(), SelectError> {
        self.budget.spend(n_visits)
    }

    fn outcome(
        &mut self,
        expression: &Expression,
        from: NodeId,
    ) -> Result<XPathValue, SelectError> {
        self.visit(1)?;
        let context = PredicateContext { item: Selected::Node(from), position: 1, size: 1 };
        Ok(match predicate::value(self, expression, context)? {
            PredicateValue::Items(items) => XPathValue::Items(items),
            other => XPathValue::Text(predicate::string(self, other)?),
        })
    }

    /// Returns the items that any of some paths selects from `start`.
    pub(super) fn union(
        &mut self,
        paths: &[Path],
        start: Selected,
    ) -> Result<Vec<Selected>, SelectError> {
        let mut items = Vec::new();
        for path in paths {
            items.extend(self.path(path, start)?);
        }
        if paths.len() > 1 {
            items.sort_unstable();
            items.dedup();
        }
        Ok(items)
    }

    /// Returns the items that a path selects from `start`. Recurses only on the nesting of predicates, which is capped.
    pub(super) fn path(
        &mut self,
        path: &Path,
        start: Selected,
    ) -> Result<Vec<Selected>, SelectError> {
        let mut items = vec![if path.absolute { Selected::Node(NodeId::DOCUMENT) } else { start }];
        for step in &path.steps {
            let mut next = Vec::new();
            for item in items {
                next.extend(self.step(step, item)?);
            }
            next.sort_unstable();
            next.dedup();
            items = next;
        }
        Ok(items)
    }

    /// Whether any of some paths selects something. Siblings are visited up to the first selected one: a list of 20,000
    /// items would take 200 million visits otherwise.
    pub(super) fn selects_any(
        &mut self,
        paths: &[Path],
        start: Selected,
    ) -> Result<bool, SelectError> {
        for path in paths {
            let is_found = match (path.sibling_condition(), start) {
                (Some(step), Selected::Node(node)) => {
                    self.nth(step, node, (step.predicates.len(), 1))?.is_some()
                }
                _ => !self.path(path, start)?.is_empty(),
            };
            if is_found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, step: &LocationStep, from: Selected) -> Result<Vec<Selected>, SelectError> {
        if let (Selected::Node(node), Some((at, n))) = (from, step.is_for_one()) {
            let found = self.nth(step, node, (at, n))?.into_iter().collect();
            return self.filtered(found, &step.predicates[at + 1..]);
        }
        let mut items = match (step.axis, from) {
            (Axis::Attribute, Selected::Node(node)) => self.attributes(node, &step.test)?,
            (axis, Selected::Node(node)) => self.on_axis(axis, node)?,
            (axis, Selected::Attribute(element, _)) => {
                self.around_attribute(axis, from, element)?
            }
        };
        items.retain(|item| self.passes(&step.test, *item));
        self.filtered(items, &step.predicates)
    }

    /// Returns the n-th node on a long axis that passes the test and the predicates before that number, without
    /// visiting those behind it.
    fn nth(
        &mut self,
        step: &LocationStep,
        from: NodeId,
        (at, n): (usize, usize),
    ) -> Result<Option<Selected>, SelectError> {
        let tree = self.tree;
        let behind = (tree.subtree_end(from) as usize..tree.len()).map(NodeId::at);
        let before = (1..from.index()).rev().map(NodeId::at);
        let next = std::iter::successors(tree.next_sibling(from), |node| tree.next_sibling(*node));
        let previous =
            std::iter::successors(tree.prev_sibling(from), |node| tree.prev_sibling(*node));
        let nodes: &mut dyn Iterator<Item = NodeId> = match step.axis {
            Axis::FollowingSibling => &mut { next },
            Axis::PrecedingSibling => &mut { previous },
            Axis::Following => &mut { behind },
            Axis::Preceding => &mut { before.filter(|&node| !tree.is_ancestor(node, from)) },
            _ => &mut tree.descendants(from),
        };
        let mut n_left = n;
        for item in nodes.map(Selected::Node) {
            self.budget.spend(1)?;
            if !self.passes(&step.test, item) {
                continue;
            }
            if self.filtered(vec![item], &step.predicates[..at])?.is_empty() {
                continue;
            }
            n_left -= 1;
            if n_left == 0 {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    /// The items of which all predicates hold.
    fn filtered(
        &mut self,
        mut items: Vec<Selected>,
        predicates: &[Expression],
    ) -> Result<Vec<Selected>, SelectError> {
        for expression in predicates {
            let size = items.len();
            let mut kept = Vec::new();
            for (index, item) in items.into_iter().enumerate() {
                let context = PredicateContext { item, position: index + 1, size };
                if predicate::holds(self, expression, context)? {
                    kept.push(item);
                }
            }
            items = kept;
        }
        Ok(items)
    }

    /// The nodes on an axis, in the order in which the axis counts them: the nearest first.
    fn on_axis(&mut self, axis: Axis, node: NodeId) -> Result<Vec<Selected>, SelectError> {
        let tree = self.tree;
        let nodes: Vec<NodeId> = match axis {
            Axis::Child => tree.children(node).collect(),
            Axis::Descendant => tree.descendants(node).collect(),
            Axis::DescendantOrSelf => std::iter::once(node).chain(tree.descendants(node)).collect(),
            Axis::SelfNode => vec![node],
            Axis::Parent => tree.parent(node).into_iter().collect(),
            Axis::Ancestor => tree.ancestors(node).collect(),
            Axis::AncestorOrSelf => std::iter::once(node).chain(tree.ancestors(node)).collect(),
            Axis::FollowingSibling => {
                std::iter::successors(tree.next_sibling(node), |node| tree.next_sibling(*node))
                    .collect()
            }
            Axis::PrecedingSibling => {
                let children =
                    tree.parent(node).into_iter().flat_map(|parent| tree.children(parent));
                let mut before: Vec<NodeId> = children.take_while(|child| *child != node).collect();
                before.reverse();
                before
            }
            // Nodes are numbered in document order.
            Axis::Following => {
                let behind = tree.subtree_end(node) as usize;
                (behind..tree.len()).map(NodeId::at).collect()
            }
            Axis::Preceding => {
                let before = (1..node.index()).rev().map(NodeId::at);
                before.filter(|&before| !tree.is_ancestor(before, node)).collect()
            }
            Axis::Attribute => Vec::new(),
        };
        self.budget.spend(nodes.len() + 1)?;
        Ok(nodes.into_iter().map(Selected::Node).collect())
    }

    /// Returns the attributes of an element that pass the test; an element may have a thousand of them.
    fn attributes(&mut self, element: NodeId, test: &Test) -> Result<Vec<Selected>, SelectError> {
        let mut items = Vec::new();
        for (position, attribute) in (0..).zip(self.tree.attributes(element)) {
            self.budget.spend(1)?;
            let fits = match test {
                Test::Name(name) => attribute.name.eq_ignore_ascii_case(name),
                Test::Any | Test::Node => true,
                Test::Text => false,
            };
            items.extend(fits.then_some(Selected::Attribute(element, position)));
        }
        Ok(items)
    }

    fn around_attribute(
        &mut self,
        axis: Axis,
        attribute: Selected,
        element: NodeId,
    ) -> Result<Vec<Selected>, SelectError> {
        self.budget.spend(1)?;
        match axis {
            Axis::Parent => Ok(vec![Selected::Node(element)]),
            Axis::SelfNode | Axis::DescendantOrSelf => Ok(vec![attribute]),
            _ => Ok(Vec::new()),
        }
    }

    fn passes(&self, test: &Test, item: Selected) -> bool {
        let tree = self.tree;
        match (item, test) {
            (_, Test::Node) | (Selected::Attribute(..), Test::Any) => true,
            (Selected::Node(node), Test::Name(name)) => {
                tree.is_element(node) && has_name(tree, node, name)
            }
            (Selected::Node(node), Test::Any) => tree.is_element(node),
            (Selected::Node(node), Test::Text) => tree.kind(node) == NodeKind::Text,
            (Selected::Attribute(element, position), Test::Name(name)) => tree
                .attributes(element)
                .nth(position as usize)
                .is_some_and(|attribute| attribute.name.eq_ignore_ascii_case(name)),
            (Selected::Attribute(..), Test::Text) => false,
        }
    }

    /// Returns the string value of an item in `XPath`: all text in it, unfolded.
    pub(super) fn string(&mut self, item: Selected) -> Result<String, SelectError> {
        let tree = self.tree;
        match item {
            Selected::Attribute(element, position) => {
                let attribute = tree.attributes(element).nth(position as usize);
                Ok(attribute.map(|attribute| attribute.value.to_owned()).unwrap_or_default())
            }
            Selected::Node(node)
                if matches!(tree.kind(node), NodeKind::Text | NodeKind::Comment) =>
            {
                let text = tree.text(node);
                self.budget.spend(text.len() / 64)?;
                Ok(text.to_owned())
            }
            Selected::Node(node) => {
                self.budget.spend(tree.descendants(node).count() + 1)?;
                let texts =
                    tree.descendants(node).filter(|inner| tree.kind(*inner) == NodeKind::Text);
                let string: String = texts.map(|inner| tree.text(inner)).collect();
                // Copying text costs as well: about a node's worth for 64 bytes.
                self.budget.spend(string.len() / 64)?;
                Ok(string)
            }
        }
    }
}
