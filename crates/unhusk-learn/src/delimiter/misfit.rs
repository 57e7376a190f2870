//! Reason why a class does not fit, without the name of the class.

use super::super::{Conflict, Evidence, LearnError};
use unhusk_page::Span;

/// Reason why no wrapper of a class was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misfit {
    /// No rule reconciles the labels.
    Conflict(Conflict),
    /// The class cannot express labels of this shape.
    Inexpressible(String),
    /// The search reached a limit.
    Budget { what: &'static str, limit: usize },
}

/// The source of a page, and the name of the page in messages.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedSource<'p> {
    pub(super) name: &'p str,
    pub(super) source: &'p str,
}

impl Misfit {
    pub(super) fn conflict(field: &str, why: impl Into<String>, places: Vec<Evidence>) -> Self {
        Self::Conflict(Conflict { field: field.to_owned(), why: why.into(), places })
    }

    pub(super) fn of(self, class: &'static str) -> LearnError {
        match self {
            Self::Conflict(conflict) => LearnError::NoFit { class, conflict: Box::new(conflict) },
            Self::Inexpressible(why) => LearnError::Inexpressible { class, why },
            Self::Budget { what, limit } => LearnError::Budget { class, what, limit },
        }
    }
}

/// Characters in an excerpt before and behind a place.
const AROUND: usize = 12;
/// Maximum number of characters in an excerpt from the place itself.
const INSIDE: usize = 40;

impl NamedSource<'_> {
    /// The place from `start` to `end`, widened to character borders, with an excerpt of the text around it.
    pub(super) fn evidence(self, start: usize, end: usize) -> Evidence {
        let start = self.source.floor_char_boundary(start);
        let end = self.source.ceil_char_boundary(end);
        let before: String = {
            let kept: Vec<char> = self.source[..start].chars().rev().take(AROUND).collect();
            kept.into_iter().rev().collect()
        };
        let inside = &self.source[start..end];
        let mut excerpt = before;
        excerpt.extend(inside.chars().take(INSIDE));
        if inside.chars().nth(INSIDE).is_some() {
            excerpt.push_str("...");
        }
        excerpt.extend(self.source[end..].chars().take(AROUND));
        Evidence {
            page: self.name.to_owned(),
            span: Span::new(start, end),
            excerpt: excerpt.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect(),
        }
    }

    pub(super) fn evidence_of(self, span: Span) -> Evidence {
        self.evidence(span.start as usize, span.end as usize)
    }
}
