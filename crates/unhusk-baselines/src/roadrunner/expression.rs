//! Expressions without unions: what pages of a template look like.

use crate::tokens::{Corpus, Kind, Symbol, Token};
use std::fmt;

/// A part of an expression. Items nest no deeper than twice [`MAX_NESTING`](super::MAX_NESTING): as many levels are
/// looked into, and as many may be put there. So functions on them may call themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// A tag.
    Tag(Kind, Symbol),
    /// A text that is always the same.
    Text(Symbol),
    /// Any text.
    Data,
    /// Items that occur once or several times; all their elements end in them.
    Plus(Vec<Item>),
    /// Items that occur once or not at all; all their elements end in them.
    Optional(Vec<Item>),
}

impl Item {
    /// A token as an expression.
    pub(super) fn of(token: &Token) -> Self {
        match token.kind {
            Kind::Text => Self::Text(token.symbol),
            kind => Self::Tag(kind, token.symbol),
        }
    }

    /// Items that occur once or several times.
    pub(super) fn plus(mut body: Vec<Item>) -> Self {
        match body.pop() {
            Some(Self::Plus(inner)) if body.is_empty() => Self::Plus(inner),
            last => {
                body.extend(last);
                Self::Plus(body)
            }
        }
    }

    /// Items that occur once or not at all.
    pub(super) fn optional(mut body: Vec<Item>) -> Self {
        match body.pop() {
            Some(Self::Optional(inner)) if body.is_empty() => Self::Optional(inner),
            last => {
                body.extend(last);
                Self::Optional(body)
            }
        }
    }

    /// What fits both of two tags or texts, if anything does.
    pub(super) fn both(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Tag(..), Self::Tag(..)) | (Self::Text(_), Self::Text(_)) if self == other => {
                Some(self.clone())
            }
            (Self::Text(_) | Self::Data, Self::Text(_) | Self::Data) => Some(Self::Data),
            _ => None,
        }
    }

    /// The first tag or text of what the item stands for, if it is there.
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

    /// Whether two items are equal but for their texts.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plus(one), Self::Plus(other)) | (Self::Optional(one), Self::Optional(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.is_like(b))
            }
            _ => self.both(other).is_some(),
        }
    }

    /// Levels of repeats and options.
    pub(super) fn nesting(&self) -> usize {
        match self {
            Self::Plus(body) | Self::Optional(body) => 1 + nesting(body),
            _ => 0,
        }
    }

    /// How many more elements are open behind the item than before it.
    pub(super) fn n_opened(&self) -> isize {
        match self {
            Self::Tag(Kind::Start, _) => 1,
            Self::Tag(Kind::End, _) => -1,
            _ => 0,
        }
    }
}

/// Levels of repeats and options.
pub(super) fn nesting(items: &[Item]) -> usize {
    items.iter().map(Item::nesting).max().unwrap_or(0)
}

/// What was found for some pages, with the words to write it.
#[derive(Debug)]
pub(super) struct Expression<'c> {
    pub(super) items: Vec<Item>,
    pub(super) corpus: &'c Corpus,
}

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.items, self.corpus, f)
    }
}

fn write(items: &[Item], corpus: &Corpus, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for item in items {
        let (body, sign) = match item {
            Item::Tag(_, symbol) | Item::Text(symbol) => {
                f.write_str(corpus.name(*symbol))?;
                continue;
            }
            Item::Data => {
                f.write_str("#PCDATA")?;
                continue;
            }
            Item::Plus(body) => (body, ")+"),
            Item::Optional(body) => (body, ")?"),
        };
        f.write_str("(")?;
        write(body, corpus, f)?;
        f.write_str(sign)?;
    }
    Ok(())
}
