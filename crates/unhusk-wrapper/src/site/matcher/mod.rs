//! The matcher: one page, and the nodes in it of which rules hold.
//!
//! The first clue of a rule that has an [`AccessPath`] gives the candidates, and the other clues are tested on these. If
//! no clue has one, a feature is evaluated at all nodes, once for all rules.
//!
//! | file | contents |
//! | --- | --- |
//! | this one | candidates, and tests on them |
//! | [`ancestors`] | candidates by the elements around them |
//! | [`texts`] | candidates by a text nearby |
//! | [`tables`] | candidates by a feature that is evaluated at all nodes |
//! | [`eval`] | the meaning of clues: the values of a feature at a node |
//! | [`page_index`] | the nodes of a page in document order |

mod ancestors;
pub(in crate::site) mod eval;
pub(in crate::site) mod page_index;
mod tables;
mod texts;

use crate::site::cache::shapes::{Evidence, RecordShapes, ShapeCache};
use crate::site::clue::TextHash;
use crate::site::compile::access::{AccessPath, Positions, TextAnchor};
use crate::site::compile::ancestors::AncestorPath;
use crate::site::compile::{CompiledAlternative, CompiledClue, CompiledRule};
use crate::site::matcher::eval::EvalContext;
use crate::site::rule::NodeTarget;
use std::cell::RefCell;
use tables::ValueTable;
use unhusk_page::VisibleNode;

/// Finds the nodes of one scope of which rules hold.
pub struct RuleMatcher<'a, 'p> {
    /// The page and the scope.
    pub context: EvalContext<'a, 'p>,
    tables: RefCell<Vec<ValueTable>>,
    /// What is known of records of the same shape.
    shapes: Option<RecordShapes<'a, 'p>>,
    /// A buffer for the nodes of a rule.
    room: RefCell<Vec<VisibleNode>>,
}

/// Whether the nodes that were looked up are those of which the clue holds, or more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Candidates {
    Exact,
    Superset,
}

impl<'a, 'p> RuleMatcher<'a, 'p> {
    /// A matcher for a scope by itself.
    pub fn new(context: EvalContext<'a, 'p>) -> Self {
        Self { context, tables: RefCell::default(), shapes: None, room: RefCell::default() }
    }

    /// A matcher for a record among others, which shares what is known of records of the same shape.
    pub(in crate::site) fn among(
        context: EvalContext<'a, 'p>,
        shapes: &'a ShapeCache<'a, 'p>,
    ) -> Self {
        Self { shapes: Some(RecordShapes::new(shapes, context.scope)), ..Self::new(context) }
    }

    /// The node on which the rules of an alternative agree; `elect` is called only if the shape does not know it.
    pub(in crate::site) fn elected(
        &self,
        alternative: &CompiledAlternative,
        elect: impl Fn(Evidence) -> Option<VisibleNode>,
    ) -> Option<VisibleNode> {
        let Some(shapes) = &self.shapes else { return elect(Evidence::Texts) };
        let first = self.context.scope.first;
        let elected = |seen| match shapes.shape(seen) {
            Some(shape) => shape.elected(alternative.number, first, || elect(seen)),
            None => elect(seen),
        };
        elected(Evidence::Elements).or_else(|| elected(Evidence::Texts))
    }

    /// The nodes of a target of which a rule holds, in document order.
    pub fn nodes(&self, rule: &CompiledRule, target: &NodeTarget) -> Vec<VisibleNode> {
        let mut nodes = Vec::new();
        self.find(rule, target, &mut nodes);
        nodes
    }

    /// Calls `seen` with the [nodes](Self::nodes) of a rule, without an allocation.
    pub(in crate::site) fn with_nodes<T>(
        &self,
        rule: &CompiledRule,
        target: &NodeTarget,
        seen: impl FnOnce(&[VisibleNode]) -> T,
    ) -> T {
        let mut nodes = self.room.take();
        self.find(rule, target, &mut nodes);
        let result = seen(&nodes);
        self.room.replace(nodes);
        result
    }

    fn find(&self, rule: &CompiledRule, target: &NodeTarget, nodes: &mut Vec<VisibleNode>) {
        nodes.clear();
        let shape = self.shapes.as_ref().and_then(|shapes| shapes.shape(rule.evidence()));
        let Some(shape) = shape else { return self.search(rule, target, nodes) };
        let first = self.context.scope.first;
        if !shape.find(rule.number, first, nodes) {
            self.search(rule, target, nodes);
            shape.keep(rule.number, first, nodes);
        }
    }

    fn search(&self, rule: &CompiledRule, target: &NodeTarget, nodes: &mut Vec<VisibleNode>) {
        let of_texts = *target == NodeTarget::Text;
        let mut looks = rule.clues.iter().enumerate();
        let found = looks.find_map(|(at, clue)| Some((at, self.look_up(clue, of_texts, nodes)?)));
        let tested = match found {
            Some((at, Candidates::Exact)) => Some(at),
            Some((_, Candidates::Superset)) => None,
            None => self.look_at_all(rule, of_texts, nodes),
        };
        let others = rule.clues.iter().enumerate().filter(|(at, _)| Some(*at) != tested);
        for (_, clue) in others {
            self.retain_matching(clue, nodes);
        }
        if matches!(target, NodeTarget::Attribute(_)) {
            nodes.retain(|&node| self.context.is_target(node, target));
        }
        if nodes.len() > 1 {
            nodes.sort_unstable();
            nodes.dedup();
        }
    }

    /// Looks up the nodes of which a clue may hold; `None` if the clue has no access path.
    fn look_up(
        &self,
        clue: &CompiledClue,
        of_texts: bool,
        nodes: &mut Vec<VisibleNode>,
    ) -> Option<Candidates> {
        match &clue.access {
            AccessPath::Ancestors(path) => {
                self.look_up_lineage(path, of_texts, nodes);
                Some(Candidates::Exact)
            }
            AccessPath::Positions(path, positions) if !self.context.index.is_odd(&clue.text) => {
                if positions.of_text == of_texts {
                    self.look_up_lineage(path, of_texts, nodes);
                    nodes.retain(|&node| self.has_positions(node, positions));
                }
                Some(Candidates::Exact)
            }
            &AccessPath::Text(anchor, query) if of_texts => {
                Some(self.look_up_text(anchor, query, nodes))
            }
            _ => None,
        }
    }

    fn look_up_lineage(&self, path: &AncestorPath, of_texts: bool, nodes: &mut Vec<VisibleNode>) {
        path.on(self.context).each(self.context, of_texts, |node| nodes.push(node));
    }

    /// Whether a node and the elements around it have these positions.
    fn has_positions(&self, node: VisibleNode, positions: &Positions) -> bool {
        let EvalContext { index, scope, .. } = self.context;
        let has = |node, number| {
            if positions.from_end {
                return index.nth_back(scope, node) == Some(number);
            }
            index.nth(scope, node) == number
        };
        let around = || std::iter::successors(Some(node), |&node| index.parent(node));
        let [numbers @ .., last] = &*positions.numbers else { return true };
        // The outermost is tested first: inner elements are often the only ones of their tags.
        around().nth(numbers.len()).is_some_and(|top| has(top, *last))
            && numbers.iter().zip(around()).all(|(&number, node)| has(node, number))
    }

    /// Keeps the nodes of which a clue holds.
    fn retain_matching(&self, clue: &CompiledClue, nodes: &mut Vec<VisibleNode>) {
        let index = self.context.index;
        match &clue.access {
            AccessPath::Ancestors(path) => {
                let bound = path.on(self.context);
                nodes.retain(|&node| bound.holds(self.context, node));
            }
            AccessPath::Positions(path, positions) if !index.is_odd(&clue.text) => {
                let bound = path.on(self.context);
                nodes.retain(|&node| {
                    positions.of_text == index.is_text(node)
                        && bound.holds(self.context, node)
                        && self.has_positions(node, positions)
                });
            }
            &AccessPath::Text(TextAnchor::Between(after), before) => {
                nodes.retain(|&node| self.context.is_between(node, before.hash, after));
            }
            _ if clue.tells_texts() => nodes.retain(|&node| self.has_hash(clue, node)),
            _ => nodes.retain(|&node| self.context.has_value(clue.feature, node, &clue.text)),
        }
    }

    /// Whether a clue about texts holds of a node, by hashes: those of captions are cached.
    fn has_hash(&self, clue: &CompiledClue, node: VisibleNode) -> bool {
        let mut has_it = false;
        self.context.each(clue.feature, node, |value: TextHash| has_it |= value == clue.hash);
        has_it
    }
}
