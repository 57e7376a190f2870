//! Questions to the user, and their answers.

use super::reading::Proposal;
use crate::example::{GivenRecord, GivenValue};
use std::fmt;
use unhusk_page::Span;

/// Subject of a question: a field of the only record of a page, or a record of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionSlot {
    /// Index of the page in the lesson.
    pub page: usize,
    /// The part of the page.
    pub part: SlotPart,
}

/// The part of a page that a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlotPart {
    /// The field with this index.
    Field(usize),
    /// The record with this extent.
    Record(Span),
    /// All that is not read: is a record of the page missed?
    Rest,
}

/// A question: is this reading right?
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The subject of the question.
    pub slot: QuestionSlot,
    /// The reading of the wrapper; if it reads no record there, the reading of another learner.
    pub proposed: Proposal,
    /// The readings of learners that differ from the proposal.
    pub rivals: Vec<RivalReading>,
    /// The estimated probability that the wrapper is wrong there.
    pub doubt: f64,
    /// The reasons for doubt.
    pub reasons: Vec<DoubtReason>,
    /// The deviation from the known values of the reading that is most like them, from 0 to 1. If it is large, all
    /// learners are probably wrong.
    pub deviation: f64,
    /// The value of an answer: the probability that the wrapper is wrong, reduced if answers about this field were as
    /// expected or did not help.
    pub worth: f64,
}

/// The reading of another learner.
#[derive(Debug, Clone, PartialEq)]
pub struct RivalReading {
    /// The method of this learner.
    pub method: &'static str,
    /// The record; `None` if the learner reads no such record.
    pub reads: Option<Proposal>,
}

/// Reason to doubt a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DoubtReason {
    /// Learners that fit the labels read something else.
    Disagreement,
    /// The rules of the wrapper disagree with each other.
    Unsure,
    /// The field is missing, which is rare.
    Missing,
    /// The value differs from the known values.
    Odd,
    /// The surroundings differ from those of other values, or a similar text next to the value is not read.
    Elsewhere,
    /// No value of the field is known yet.
    Unseen,
    /// Few of the wrapper's readings were confirmed since its last error.
    Untested,
}

impl fmt::Display for DoubtReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disagreement => "other learners that fit read something else",
            Self::Unsure => "the rules of the wrapper disagree",
            Self::Missing => "most other pages have the field",
            Self::Odd => "it does not look like the values so far",
            Self::Elsewhere => "its surroundings differ from those on other pages",
            Self::Unseen => "no value of this field is known yet",
            Self::Untested => "little of what the wrapper reads has been confirmed so far",
        })
    }
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The proposal is right; about [`SlotPart::Rest`]: no record is missed.
    Right,
    /// The values of the field; empty if the field has no value there.
    Values(Vec<GivenValue>),
    /// The right record; about [`SlotPart::Rest`]: a missed record.
    Record(GivenRecord),
    /// The proposed record is none.
    NotARecord,
    /// The proposed value is wrong; the right one is not given.
    Wrong,
    /// Ask another question.
    Skip,
}
