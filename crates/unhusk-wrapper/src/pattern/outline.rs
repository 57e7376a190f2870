//! A pattern prepared for a page.

use super::part::{ElementTest, NodeTest, PatternPart};
use unhusk_page::{NodeId, NodeKind, Tree, fold};

/// The tree of a pattern, which its depths define.
#[derive(Debug, Clone, Default)]
pub(super) struct PatternTree {
    /// For each part, the parts below it that a match needs or gains by: optional wildcards are neither.
    pub(super) children: Vec<Vec<usize>>,
}

impl PatternTree {
    pub(super) fn new(parts: &[PatternPart]) -> Self {
        let mut children = vec![Vec::new(); parts.len()];
        let mut above: Vec<usize> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            above.truncate(part.depth);
            let says_something = part.what != NodeTest::Any || !part.count.is_optional();
            if let Some(&parent) = above.last().filter(|_| says_something) {
                children[parent].push(at);
            }
            above.push(at);
        }
        Self { children }
    }
}

/// Test of a part on one page.
pub(super) enum ResolvedTest<'w> {
    /// Elements of this tag number with these tokens.
    Element(u32, Vec<(&'w str, &'w str)>),
    Text(&'w str),
    AnyText,
    Any,
    /// The page has no such tag.
    Nowhere,
}

impl<'w> ResolvedTest<'w> {
    pub(super) fn new(what: &'w NodeTest, tree: &Tree) -> Self {
        match what {
            NodeTest::Element(frame) => Self::element(frame, tree),
            NodeTest::Text(text) => Self::Text(text),
            NodeTest::AnyText => Self::AnyText,
            NodeTest::Any => Self::Any,
        }
    }

    pub(super) fn element(frame: &'w ElementTest, tree: &Tree) -> Self {
        let tokens = frame.tokens.iter().filter_map(|token| token.split_once('=')).collect();
        match tree.name_number(&frame.tag) {
            Some(number) => Self::Element(number, tokens),
            None => Self::Nowhere,
        }
    }

    /// Whether a node passes the test of the part, without its children.
    pub(super) fn fits(&self, tree: &Tree, id: NodeId) -> bool {
        let is_text = || tree.kind(id) == NodeKind::Text;
        match self {
            Self::Element(tag, tokens) => {
                tree.is_element(id)
                    && tree.tag_number(id) == *tag
                    && tokens.iter().all(|(name, token)| has_token(tree, id, name, token))
            }
            Self::Text(text) => is_text() && fold(tree.text(id)) == *text,
            Self::AnyText => is_text(),
            Self::Any => true,
            Self::Nowhere => false,
        }
    }

    /// Returns the weight of a node that fits: more specific tests weigh more.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::Element(_, tokens) => 8 + 4 * u32::try_from(tokens.len().min(4)).unwrap_or(4),
            Self::Text(_) => 8,
            Self::AnyText => 3,
            Self::Any => 1,
            Self::Nowhere => 0,
        }
    }
}

fn has_token(tree: &Tree, id: NodeId, name: &str, token: &str) -> bool {
    tree.attribute(id, name)
        .is_some_and(|attribute| attribute.value.split_ascii_whitespace().any(|one| one == token))
}
