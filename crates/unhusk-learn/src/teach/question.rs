//! What a person is asked, and what they answer.

use super::reading::Proposal;
use crate::example::{GivenRecord, GivenValue};
use std::fmt;
use unhusk_page::Span;

/// What a question is about: a field of the only record of a page, or a record of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Number of the page in the lesson.
    pub page: usize,
    /// What of the page.
    pub part: Part,
}

/// What of a page a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The field with this number.
    Field(usize),
    /// The record that stands here.
    Record(Span),
    /// What is not read: has the page a record that is missed?
    Rest,
}

/// A question: is this right?
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What it is about.
    pub slot: Slot,
    /// What the wrapper reads there; if it reads no record there, what another learner reads.
    pub proposed: Proposal,
    /// What the learners read there that differ from the proposal.
    pub rivals: Vec<Rival>,
    /// How likely the wrapper is wrong there, from 0 to 1, as far as the learners can tell.
    pub doubt: f64,
    /// What speaks against the wrapper there.
    pub reasons: Vec<Reason>,
    /// How far the reading that looks most like known values is from them, from 0 to 1: if it is far, all learners
    /// are likely wrong.
    pub deviation: f64,
    /// How much an answer is worth: how likely the wrapper is wrong, and less if answers of this field were as expected
    /// or did not help.
    pub worth: f64,
}

/// Another reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Rival {
    /// The method that reads so.
    pub method: &'static str,
    /// What it reads; none if it reads no such record.
    pub reads: Option<Proposal>,
}

/// Why a place is in doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// Learners that fit the labels read something else there.
    Disagreement,
    /// The rules of the wrapper do not agree among themselves.
    Unsure,
    /// The field is missing, which it seldom is.
    Missing,
    /// The value does not look like those that are known.
    Odd,
    /// It stands elsewhere than the others, or something like it stands beside it and is not read.
    Elsewhere,
    /// No value of the field is known yet.
    Unseen,
    /// Little that the wrapper reads was confirmed since it last was wrong.
    Untested,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disagreement => "other learners that fit read something else",
            Self::Unsure => "the rules of the wrapper are divided",
            Self::Missing => "the field is there on most other pages",
            Self::Odd => "it does not look like the values so far",
            Self::Elsewhere => "what is around it differs from other pages",
            Self::Unseen => "no value of this field is known yet",
            Self::Untested => "little of what the wrapper reads was confirmed so far",
        })
    }
}

/// What a person says to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is as proposed; no record is missed.
    Right,
    /// The values of the field are these; none if it has no value there.
    Values(Vec<GivenValue>),
    /// The record is this one; this one is missed.
    Record(GivenRecord),
    /// There is no such record.
    NotARecord,
    /// The proposed value is none; what is right is not said.
    Wrong,
    /// Ask something else.
    Skip,
}
