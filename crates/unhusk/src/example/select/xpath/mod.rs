//! The part of `XPath` 1.0 that labels use.
//!
//! Paths (`/`, `//`, `.`, `..`), the axes `child`, `descendant`, `descendant-or-self`, `self`, `parent`,
//! `ancestor`, `ancestor-or-self`, `following-sibling`, `preceding-sibling` and `attribute`; the tests by name,
//! `*`, `text()` and `node()`; predicates with positions, comparisons, `and`, `or`, `not()`, `contains()`,
//! `starts-with()`, `normalize-space()`, `string()`, `position()`, `last()`, `true()`, `false()`.

mod parse;
mod predicate;
mod run;

use super::{Item, SelectError};
use crate::page::Tree;

/// What `xpath` selects, in document order.
pub(in crate::example) fn select(tree: &Tree, xpath: &str) -> Result<Vec<Item>, SelectError> {
    run::run(tree, &parse::path(xpath)?)
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
    Path(Path),
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
    Position,
    Last,
    True,
    False,
}
