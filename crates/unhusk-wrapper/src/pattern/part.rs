//! Parts of a pattern.

use crate::context::extract::place_of;
use crate::context::{Extent, NodeTarget};
use crate::site::Cut;
use crate::site::cut::cut_span;
use serde::{Deserialize, Serialize};
use unhusk_page::{NodeId, Page, Span};

/// One node of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedPart", into = "SavedPart")]
pub struct PatternPart {
    /// Levels below the root, which is at 0. Parts are in document order, so that the depths define the tree.
    pub depth: usize,
    /// The nodes that match it.
    pub what: NodeTest,
    /// Their number.
    pub count: Repetition,
}

/// Test of a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeTest {
    /// An element that has all parts below it in their order, among any others.
    Element(ElementTest),
    /// A visible text.
    Text(String),
    /// Any text: content.
    AnyText,
    /// Anything: the wildcard `*`.
    Any,
}

/// The tag of an element and the attribute tokens that it must have: `class=price` for one of its classes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `tag`")]
pub struct ElementTest {
    /// The tag.
    pub tag: String,
    /// Sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<String>,
}

/// Number of nodes that match a part.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case", expecting = "`one`, `optional`, `list` or `optional-list`")]
pub enum Repetition {
    /// One.
    #[default]
    One,
    /// One or none: `?`.
    Optional,
    /// One or more: a list wildcard.
    List,
    /// Any number.
    OptionalList,
}

impl Repetition {
    /// Whether the part may be absent.
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Optional | Self::OptionalList)
    }

    /// Whether several nodes may match.
    pub fn is_list(self) -> bool {
        matches!(self, Self::List | Self::OptionalList)
    }

    /// The repetition that also allows none.
    #[must_use]
    pub fn or_none(self) -> Self {
        if self.is_list() { Self::OptionalList } else { Self::Optional }
    }

    /// The repetition that also allows several.
    #[must_use]
    pub fn or_more(self) -> Self {
        if self.is_optional() { Self::OptionalList } else { Self::List }
    }
}

/// Value of a field in the nodes of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `part` and `target`")]
pub struct Binding {
    /// Position of the part.
    pub part: usize,
    /// The content of its nodes that is used.
    pub target: NodeTarget,
    /// The extent of that content.
    #[serde(default)]
    pub extent: Extent,
    /// The part of the extent that is the value.
    #[serde(default, skip_serializing_if = "Cut::is_nothing")]
    pub cut: Cut,
    /// Whether dashes alone are a value. Most often, they mean that there is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dashes: bool,
}

impl Binding {
    /// Returns the place of the value of a node.
    pub(super) fn place(&self, page: &Page, id: NodeId) -> Option<Span> {
        let whole = place_of(page, id, &self.target, self.extent)?;
        let span = cut_span(page, whole, &self.cut, Extent::Trimmed)?;
        (self.dashes || !is_dashes(page, span)).then_some(span)
    }
}

/// Longest source of dashes, in bytes: three of `&mdash;`, or more of shorter ones.
const MAX_DASHES: usize = 24;

/// Whether there are only dashes at a place.
pub fn is_dashes(page: &Page, span: Span) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let is_short = (1..=MAX_DASHES).contains(&span.len());
    let text = if is_short { page.text(span) } else { "".into() };
    !text.is_empty() && text.chars().all(is_dash)
}

/// A part as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with `depth` and one of `tag`, `text` and `any`"
)]
struct SavedPart {
    depth: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    any: Option<AnyKind>,
    #[serde(default, skip_serializing_if = "is_one")]
    count: Repetition,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`text` or `nodes`")]
enum AnyKind {
    Text,
    Nodes,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's skip_serializing_if hands a reference"
)]
fn is_one(count: &Repetition) -> bool {
    *count == Repetition::One
}

impl TryFrom<SavedPart> for PatternPart {
    type Error = &'static str;

    fn try_from(saved: SavedPart) -> Result<Self, Self::Error> {
        let SavedPart { depth, tag, mut tokens, text, any, count } = saved;
        tokens.sort_unstable();
        tokens.dedup();
        let has_tokens = !tokens.is_empty();
        let what = match (tag, text, any) {
            (Some(tag), None, None) if !tag.is_empty() => {
                NodeTest::Element(ElementTest { tag, tokens })
            }
            (None, Some(text), None) if !has_tokens => NodeTest::Text(text),
            (None, None, Some(AnyKind::Text)) if !has_tokens => NodeTest::AnyText,
            (None, None, Some(AnyKind::Nodes)) if !has_tokens => NodeTest::Any,
            _ => {
                return Err(
                    "a part has one of `tag`, `text` and `any`, and `tokens` with a `tag` only",
                );
            }
        };
        Ok(Self { depth, what, count })
    }
}

impl From<PatternPart> for SavedPart {
    fn from(part: PatternPart) -> Self {
        let PatternPart { depth, what, count } = part;
        let mut saved = Self { depth, tag: None, tokens: Vec::new(), text: None, any: None, count };
        match what {
            NodeTest::Element(frame) => (saved.tag, saved.tokens) = (Some(frame.tag), frame.tokens),
            NodeTest::Text(text) => saved.text = Some(text),
            NodeTest::AnyText => saved.any = Some(AnyKind::Text),
            NodeTest::Any => saved.any = Some(AnyKind::Nodes),
        }
        saved
    }
}
