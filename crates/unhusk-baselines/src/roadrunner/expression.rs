//! Union-free regular expressions over the tokens of pages.

use crate::tokens::{PageToken, PageTokenKind, TokenCorpus, TokenSymbol};
use std::fmt;

/// A part of an expression. Items nest at most twice as deep as [`MAX_NESTING`](super::MAX_NESTING), since as many
/// levels are searched and as many may be added, so functions on them may recurse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionItem {
    /// A tag.
    Tag(PageTokenKind, TokenSymbol),
    /// A constant text.
    Text(TokenSymbol),
    /// Any text.
    Data,
    /// Items that occur once or several times; elements that begin in them end in them.
    Plus(Vec<ExpressionItem>),
    /// Items that occur once or not at all; elements that begin in them end in them.
    Optional(Vec<ExpressionItem>),
}

impl ExpressionItem {
    /// Makes an item of a token.
    pub(super) fn of(token: &PageToken) -> Self {
        match token.kind {
            PageTokenKind::Text => Self::Text(token.symbol),
            kind => Self::Tag(kind, token.symbol),
        }
    }

    /// Makes a repeated part.
    pub(super) fn plus(mut body: Vec<ExpressionItem>) -> Self {
        match body.pop() {
            Some(Self::Plus(inner)) if body.is_empty() => Self::Plus(inner),
            last => {
                body.extend(last);
                Self::Plus(body)
            }
        }
    }

    /// Makes an optional part.
    pub(super) fn optional(mut body: Vec<ExpressionItem>) -> Self {
        match body.pop() {
            Some(Self::Optional(inner)) if body.is_empty() => Self::Optional(inner),
            last => {
                body.extend(last);
                Self::Optional(body)
            }
        }
    }

    /// Returns the item that matches both of two tags or texts, if there is one.
    pub(super) fn both(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Tag(..), Self::Tag(..)) | (Self::Text(_), Self::Text(_)) if self == other => {
                Some(self.clone())
            }
            (Self::Text(_) | Self::Data, Self::Text(_) | Self::Data) => Some(Self::Data),
            _ => None,
        }
    }

    /// Returns the first tag or text of the item.
    pub(super) fn first(&self) -> &Self {
        let mut item = self;
        while let Self::Plus(body) | Self::Optional(body) = item {
            let Some(first) = body.first() else { break };
            item = first;
        }
        item
    }

    /// Whether two items can begin with the same token.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        self.first().both(other.first()).is_some()
    }

    /// Whether two items are equal except for their texts.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plus(one), Self::Plus(other)) | (Self::Optional(one), Self::Optional(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.is_like(b))
            }
            _ => self.both(other).is_some(),
        }
    }

    /// Nesting depth of repeats and options.
    pub(super) fn nesting(&self) -> usize {
        match self {
            Self::Plus(body) | Self::Optional(body) => 1 + nesting(body),
            _ => 0,
        }
    }

    /// Number of elements that the item leaves open; negative if it closes more.
    pub(super) fn n_opened(&self) -> isize {
        match self {
            Self::Tag(PageTokenKind::Start, _) => 1,
            Self::Tag(PageTokenKind::End, _) => -1,
            _ => 0,
        }
    }
}

/// Nesting depth of repeats and options.
pub(super) fn nesting(items: &[ExpressionItem]) -> usize {
    items.iter().map(ExpressionItem::nesting).max().unwrap_or(0)
}

/// The expression of some pages, with the corpus to write it.
#[derive(Debug)]
pub(super) struct UnionFreeExpression<'c> {
    pub(super) items: Vec<ExpressionItem>,
    pub(super) corpus: &'c TokenCorpus,
}

impl fmt::Display for UnionFreeExpression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.items, self.corpus, f)
    }
}

fn write(
    items: &[ExpressionItem],
    corpus: &TokenCorpus,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for item in items {
        let (body, sign) = match item {
            ExpressionItem::Tag(_, symbol) | ExpressionItem::Text(symbol) => {
                f.write_str(corpus.name(*symbol))?;
                continue;
            }
            ExpressionItem::Data => {
                f.write_str("#PCDATA")?;
                continue;
            }
            ExpressionItem::Plus(body) => (body, ")+"),
            ExpressionItem::Optional(body) => (body, ")?"),
        };
        f.write_str("(")?;
        write(body, corpus, f)?;
        f.write_str(sign)?;
    }
    Ok(())
}
