//! The part of CSS selectors that labels and exports use.
//!
//! Types, `*`, `#id`, `.class`, the seven attribute conditions, the combinators (space, `>`, `+`, `~`), lists,
//! `:first-child`, `:last-child`, `:nth-child()`, `:nth-last-child()`, the same `-of-type`, and
//! `:not()` of conditions on one element.

mod parse;
mod run;

pub(super) use run::Position;

use super::{Item, SelectError, Session, Visits};
use crate::{NodeId, Tree};

/// What `css` selects, in document order.
pub fn select(tree: &Tree, css: &str) -> Result<Vec<Item>, SelectError> {
    let mut session = Session { visits: Visits::new(), ..Session::new(tree) };
    run::run(&mut session, &parse::selectors(css)?, NodeId::DOCUMENT)
}

/// Selectors that were read once, to be run on many nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Css(Vec<Selector>);

impl Css {
    /// Reads a list of selectors.
    pub fn new(css: &str) -> Result<Self, SelectError> {
        parse::selectors(css).map(Self)
    }

    /// What they select in a node and the node itself; what is around the node does not count, as in `parsel`.
    pub fn run(&self, session: &mut Session<'_>, from: NodeId) -> Result<Vec<Item>, SelectError> {
        run::run(session, &self.0, from)
    }
}

/// One selector of a list: conditions on elements, from the outermost on, and how each relates to the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Selector {
    parts: Vec<(Combinator, Vec<Condition>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    /// White space; the first part of a selector stands somewhere in the document likewise.
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// What one element must fulfil.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    Tag(String),
    Id(String),
    Class(String),
    Attribute { name: String, test: AttributeTest, value: String },
    Nth { formula: Nth, order: Order },
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

/// How siblings are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Order {
    from_end: bool,
    /// Only those of the same tag.
    of_type: bool,
}

/// `an+b`: the positions `b`, `a + b`, `2a + b`, ... from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Nth {
    a: i64,
    b: i64,
}
