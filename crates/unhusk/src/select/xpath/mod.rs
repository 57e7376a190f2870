//! The part of `XPath` 1.0 that labels and exports use.
//!
//! Paths (`/`, `//`, `.`, `..`) and unions of them, all axes but `namespace`; the tests by name, `*`, `text()` and
//! `node()`; predicates with positions, comparisons, `and`, `or`, and the functions of [`Function`]. An expression
//! may also be a string: `substring-after(//p, ':')`.

mod parse;
mod predicate;
mod run;
mod strings;

use super::{Item, SelectError};
use crate::page::{NodeId, Tree};

/// What `xpath` selects, in document order.
pub(crate) fn select(tree: &Tree, xpath: &str) -> Result<Vec<Item>, SelectError> {
    run::run(tree, &parse::paths(xpath)?, NodeId::DOCUMENT)
}

/// An expression that was read once, to be run on many nodes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct XPath(Expression);

/// What an expression comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// What is selected, in document order.
    Items(Vec<Item>),
    /// A string, or what else comes as one.
    Text(String),
}

impl XPath {
    /// Reads an expression.
    pub(crate) fn new(xpath: &str) -> Result<Self, SelectError> {
        parse::whole_expression(xpath).map(Self)
    }

    /// Runs it, seen from a node.
    pub(crate) fn run(&self, tree: &Tree, from: NodeId) -> Result<Outcome, SelectError> {
        run::outcome(tree, &self.0, from)
    }
}

/// A location path.
#[derive(Debug, Clone, PartialEq)]
struct Path {
    /// Whether it begins at the document.
    absolute: bool,
    steps: Vec<Step>,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq)]
struct Step {
    axis: Axis,
    test: Test,
    predicates: Vec<Expression>,
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

/// What stands in a predicate.
#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    Compare(Box<Expression>, Comparison, Box<Expression>),
    /// The first, then further ones added (`true`) or taken away.
    Sum(Box<Expression>, Vec<(bool, Expression)>),
    Number(f64),
    Literal(String),
    /// What any of these selects.
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
