//! CSS selectors that name elements by the content of the page, not by its state.
//!
//! Supported are types, `*`, `#id`, `.class`, the seven attribute conditions, the combinators (space, `>`, `+`, `~`),
//! lists, `:first-child`, `:last-child`, `:nth-child()`, `:nth-last-child()`, the same `-of-type`, and
//! `:not()` of conditions on one element.

mod parse;
mod run;

pub(super) use run::Position;

use super::{Evaluator, SelectError, Selected, SelectorBudget};
use crate::{NodeId, Tree};

/// Evaluates a list of selectors on a page; returns the selected elements in document order.
///
/// # Errors
/// If the text is no selector that is supported, or the evaluation costs more than [`SelectorBudget::for_once`].
pub fn select(tree: &Tree, css: &str) -> Result<Vec<Selected>, SelectError> {
    let mut evaluator = Evaluator { budget: SelectorBudget::for_once(), ..Evaluator::new(tree) };
    run::run(&mut evaluator, &parse::selectors(css)?, NodeId::DOCUMENT)
}

/// A list of selectors, parsed once to be evaluated from many nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Css(Vec<ComplexSelector>);

impl Css {
    /// Parses a list of selectors.
    ///
    /// # Errors
    /// If the text is no selector that is supported.
    pub fn new(css: &str) -> Result<Self, SelectError> {
        parse::selectors(css).map(Self)
    }

    /// Returns the selected elements among a node and its descendants, in document order. Nodes around `from` are
    /// ignored, as in `parsel`.
    ///
    /// # Errors
    /// If the evaluator's budget is spent.
    pub fn run(
        &self,
        evaluator: &mut Evaluator<'_>,
        from: NodeId,
    ) -> Result<Vec<Selected>, SelectError> {
        run::run(evaluator, &self.0, from)
    }
}

/// One selector of a list: conditions on elements, from the outermost on, each with its combinator.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ComplexSelector {
    parts: Vec<(Combinator, Vec<Condition>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    /// White space; also before the first part of a selector, which may match anywhere in the document.
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// Condition on one element.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    Tag(String),
    Id(String),
    Class(String),
    Attribute { name: String, test: AttributeTest, value: String },
    Nth { formula: NthFormula, order: SiblingOrder },
    Not(Vec<Condition>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttributeTest {
    Exists,
    /// `=`
    Equals,
    /// `~=`: one of its words.
    HasWord,
    /// `|=`: itself, or before a hyphen.
    HasPrefixWord,
    /// `^=`
    Begins,
    /// `$=`
    Ends,
    /// `*=`
    Contains,
}

/// Order in which siblings are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SiblingOrder {
    from_end: bool,
    /// Counts only siblings of the same tag.
    of_type: bool,
}

/// `an+b`: the positions `b`, `a + b`, `2a + b`, ... from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NthFormula {
    a: i64,
    b: i64,
}
