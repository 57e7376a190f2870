//! Reason why nothing was learnt: an answer with its evidence, not a failure.

use crate::example::LabelError;
use std::fmt;
use unhusk_page::Span;

/// Reason why a learner found no wrapper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// No wrapper of the class reproduces the labels.
    #[error("no `{class}` wrapper fits: {conflict}")]
    NoFit {
        /// The wrapper class.
        class: &'static str,
        /// The first conflict that was found.
        conflict: Box<Conflict>,
    },
    /// The class cannot express labels of this shape.
    #[error("`{class}` cannot express these labels: {why}")]
    Inexpressible {
        /// The wrapper class.
        class: &'static str,
        /// The limitation of the class, and an alternative.
        why: String,
    },
    /// A counted limit was reached before an answer was found.
    #[error("gave up on `{class}` after {limit} {what}")]
    Budget {
        /// The wrapper class.
        class: &'static str,
        /// The counted unit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The labels do not make a training set.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// The number of pages differs from that of the labels.
    #[error("the labels speak of {labelled} pages, and {given} were given")]
    PageCount {
        /// Pages of the labels.
        labelled: usize,
        /// Pages that were given.
        given: usize,
    },
    /// A field that must be single is not among the labels.
    #[error("there is no field `{field}` (the labels have {known})")]
    UnknownField {
        /// The field.
        field: String,
        /// The fields of the labels.
        known: String,
    },
    /// A field that must be single is labelled with lists.
    #[error("field `{field}` is labelled with lists; label it with single values to read one")]
    NotSingle {
        /// The field.
        field: String,
    },
    /// A wrapper was found, and it reads no value of a labelled field.
    #[error("field `{field}`: no rule reads any of its {n_labelled} labelled values")]
    UnreadField {
        /// The field.
        field: String,
        /// The number of its labelled values.
        n_labelled: usize,
    },
    /// None of several classes has a wrapper that fits.
    #[error("no wrapper fits{}", list(tried))]
    NoneFits {
        /// The error of each class, in the order in which they were tried.
        tried: Vec<LearnError>,
    },
}

impl LearnError {
    /// Combines this error with that of another class, which was tried before.
    pub(super) fn beside(self, earlier: Self) -> Self {
        let mut tried = vec![earlier];
        match self {
            Self::NoneFits { tried: others } => tried.extend(others),
            other => tried.push(other),
        }
        Self::NoneFits { tried }
    }
}

fn list(errors: &[LearnError]) -> String {
    errors.iter().fold(String::new(), |list, error| list + "\n  " + &error.to_string())
}

/// A conflict that no wrapper of a class can resolve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The field, or the part of the rule (`head`, `tail`).
    pub field: String,
    /// The reason, as a sentence without its end: "no text is common to the left of both values".
    pub why: String,
    /// The places that conflict: one or two.
    pub places: Vec<Evidence>,
}

/// A place on a page, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The page, by its name in the labels.
    pub page: String,
    /// The place on the page.
    pub span: Span,
    /// The source around the place, shortened.
    pub excerpt: String,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field `{}`: {}", self.field, self.why)?;
        for (position, place) in self.places.iter().enumerate() {
            let joint = if position == 0 { ':' } else { ';' };
            write!(
                f,
                "{joint} {} bytes {}-{} `{}`",
                place.page, place.span.start, place.span.end, place.excerpt
            )?;
        }
        Ok(())
    }
}
