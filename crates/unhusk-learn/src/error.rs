//! Why nothing was learnt: an answer with its evidence, not a failure.

use crate::example::LabelError;
use std::fmt;
use unhusk_page::Span;

/// Why a learner has no wrapper to give.
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
    /// The labels have a shape that the class cannot say at all.
    #[error("`{class}` cannot express these labels: {why}")]
    Inexpressible {
        /// The wrapper class.
        class: &'static str,
        /// What the class lacks, and what to use instead.
        why: String,
    },
    /// A counted limit was reached before an answer was found.
    #[error("gave up on `{class}` after {limit} {what}")]
    Budget {
        /// The wrapper class.
        class: &'static str,
        /// What was counted.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The labels do not make a training set.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// There are not as many pages as the labels speak of.
    #[error("the labels speak of {labelled} pages, and {given} were given")]
    PageCount {
        /// Pages of the labels.
        labelled: usize,
        /// Pages that were given.
        given: usize,
    },
    /// A field is to be single that the labels do not have.
    #[error("there is no field `{field}` (the labels have {known})")]
    UnknownField {
        /// The field.
        field: String,
        /// The fields of the labels.
        known: String,
    },
    /// A field is to be single that is labelled with lists.
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
        /// Why each class has none, in the order in which they were tried.
        tried: Vec<LearnError>,
    },
}

impl LearnError {
    /// This error together with that of another class, which was tried before.
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

/// What no wrapper of a class can reconcile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The field, or what else the rule part belongs to (`head`, `tail`).
    pub field: String,
    /// What cannot be, as a sentence without its end: "no text is common to the left of both values".
    pub why: String,
    /// The places that conflict: one or two.
    pub places: Vec<Evidence>,
}

/// A place that a message points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The page, by its name in the labels.
    pub page: String,
    /// Where on the page.
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
