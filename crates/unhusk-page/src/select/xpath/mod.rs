//! `XPath` 1.0 without namespaces, variables and most arithmetic.
//!
//! Supported are paths (`/`, `//`, `.`, `..`) and unions of them, all axes but `namespace`; the tests by name, `*`,
//! `text()` and `node()`; predicates with positions, comparisons, `and`, `or`, and fifteen functions, from `not()` to
//! `translate()`. An expression may also be a string: `substring-after(//p, ':')`.

mod parse;
mod predicate;
mod run;
mod strings;

use super::{Evaluator, SelectError, Selected};
use crate::{NodeId, Tree};

/// Evaluates a path, or several with `|` between them, from the document; returns the selected items in document order.
///
/// # Errors
/// If the text is no path that is supported, or the evaluation costs more than
/// [`SelectorBudget::for_once`](super::SelectorBudget::for_once).
pub fn select(tree: &Tree, xpath: &str) -> Result<Vec<Selected>, SelectError> {
    run::run(tree, &parse::paths(xpath)?, NodeId::DOCUMENT)
}

/// An expression, parsed once to be evaluated from many nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct XPath(Expression);

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum XPathValue {
    /// The selected nodes and attributes, in document order.
    Items(Vec<Selected>),
    /// A string; numbers and truth values are converted to one.
    Text(String),
}

impl XPath {
    /// Parses an expression.
    ///
    /// # Errors
    /// If the text is no expression that is supported.
    pub fn new(xpath: &str) -> Result<Self, SelectError> {
        parse::whole_expression(xpath).map(Self)
    }

    /// Evaluates the expression with `from` as its context node.
    ///
    /// # Errors
    /// If the evaluator's budget is spent.
    pub fn run(
        &self,
        evaluator: &mut Evaluator<'_>,
        from: NodeId,
    ) -> Result<XPathValue, SelectError> {
        run::outcome(evaluator, &self.0, from)
    }
}

/// A location path.
#[derive(Debug, Clone, PartialEq)]
struct Path {
    /// Whether the path begins at the document.
    absolute: bool,
    steps: Vec<LocationStep>,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq)]
struct LocationStep {
    axis: Axis,
    test: Test,
    predicates: Vec<Expression>,
}

impl LocationStep {
    /// Returns the index of a predicate that selects only the n-th node of a long axis, and n. The predicates before it
    /// must not depend on positions.
    fn is_for_one(&self) -> Option<(usize, usize)> {
        let is_long = matches!(self.axis, Axis::Following | Axis::Preceding | Axis::Descendant);
        if !is_long && !self.is_among_siblings() {
            return None;
        }
        let at = self.predicates.iter().position(|one| matches!(one, Expression::Number(_)))?;
        let Expression::Number(number) = self.predicates[at] else { return None };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "see below")]
        let n = number as usize;
        #[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "it is a whole number")]
        let is_position = n > 0 && n as f64 == number;
        let is_plain = self.predicates[..at].iter().all(Expression::is_plain_condition);
        (is_position && is_plain).then_some((at, n))
    }

    fn is_among_siblings(&self) -> bool {
        matches!(self.axis, Axis::FollowingSibling | Axis::PrecedingSibling)
    }
}

impl Path {
    /// The step of a path that only goes to siblings, without positions: as a condition, its first node decides.
    fn sibling_condition(&self) -> Option<&LocationStep> {
        let [step] = &self.steps[..] else { return None };
        let is_plain = step.predicates.iter().all(Expression::is_plain_condition);
        (!self.absolute && step.is_among_siblings() && is_plain).then_some(step)
    }
}

impl Expression {
    /// Whether the expression is a condition on a node alone, independent of its position.
    fn is_plain_condition(&self) -> bool {
        let is_truth = match self {
            Self::Call(function, _) => {
                !matches!(function, Function::Count | Function::StringLength)
            }
            Self::Number(_) | Self::Sum(..) => false,
            _ => true,
        };
        is_truth && !self.counts()
    }

    /// Whether the expression depends on the position of the node, or on the number of nodes.
    fn counts(&self) -> bool {
        match self {
            Self::Call(Function::Position | Function::Last, _) => true,
            Self::Call(_, parts) | Self::Or(parts) | Self::And(parts) => {
                parts.iter().any(Self::counts)
            }
            Self::Compare(left, _, right) => left.counts() || right.counts(),
            Self::Sum(first, others) => {
                first.counts() || others.iter().any(|(_, other)| other.counts())
            }
            // Paths count positions of their own.
            Self::Number(_) | Self::Literal(_) | Self::Union(_) => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    Child,
    Descendant,
    DescendantOrSelf,
    SelfNode,
    Parent,
    Ancestor,
    AncestorOrSelf,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    /// An element, or on the attribute axis an attribute, of this name.
    Name(String),
    /// Any element, or any attribute.
    Any,
    Text,
    Node,
}

/// An expression: a predicate, an argument of a function, or a whole selector.
#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    Compare(Box<Expression>, Comparison, Box<Expression>),
    /// The first, then further ones added (`true`) or taken away.
    Sum(Box<Expression>, Vec<(bool, Expression)>),
    Number(f64),
    Literal(String),
    /// Union of the nodes that the paths select.
    Union(Vec<Path>),
    Call(Function, Vec<Expression>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Not,
    Contains,
    StartsWith,
    NormalizeSpace,
    String,
    StringLength,
    Concat,
    Translate,
    SubstringBefore,
    SubstringAfter,
    Count,
    Position,
    Last,
    True,
    False,
}
