//! The counted limits that can end a search early, and which of them it reached: the best result so far is taken, and a
//! warning reports the limit.
//!
//! Other constants that bound the search are not limits in this sense. Some define what a rule is (three clues, four kinds
//! of records), some the size of a sample for the ranking (sixty values, four hundred regions), and some how many of the
//! best candidates are followed up (alignments, voters). They apply to every page, and what they leave out does not matter.
//! A limit belongs here if it keeps a large or hostile page from being considered in full.
//!
//! Of several attempts, the limits of the one that was taken are reported; if none was taken, the first of all.

use super::{clues, corpus, field, labelled, regions, search};
use std::cell::Cell;
use unhusk_page::Warning;

/// What there was too much of to consider all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Limit {
    /// Places of one label that vote on where records are.
    VotingPlaces,
    /// Places of all labels that vote on where records are.
    AllVotingPlaces,
    /// Votes on where records are.
    Votes,
    /// Elements around a value that may be its record.
    Levels,
    /// Places of one label from which clues are gathered.
    Places,
    /// Clues that labels have in common.
    Clues,
    /// Sets of nodes of which rules hold.
    Sets,
    /// Sets of nodes out of which values are cut.
    Cuts,
    /// Places of one label that are parts of nodes.
    Parts,
    /// Alternatives by which values of a field can be read.
    Ways,
    /// Clues that are combined.
    Pairs,
    /// Pairs of clues that are made stricter.
    Triples,
    /// Texts of the template.
    Landmarks,
}

impl Limit {
    const ALL: [Self; 13] = [
        Self::VotingPlaces,
        Self::AllVotingPlaces,
        Self::Votes,
        Self::Levels,
        Self::Places,
        Self::Clues,
        Self::Sets,
        Self::Cuts,
        Self::Parts,
        Self::Ways,
        Self::Pairs,
        Self::Triples,
        Self::Landmarks,
    ];

    /// Limits of choices whose likeliest candidates come first: they matter only if no candidate gave a rule. Wrong labels
    /// make every search go through all candidates.
    const CHOICES: [Self; 5] =
        [Self::Parts, Self::Ways, Self::Pairs, Self::Triples, Self::Landmarks];

    fn bit(self) -> u16 {
        1 << self as u8
    }

    /// The limit, and what was counted.
    fn counted(self) -> (usize, &'static str) {
        match self {
            Self::VotingPlaces => (regions::MAX_PLACES, "places of one label"),
            Self::AllVotingPlaces => (regions::MAX_ALL_PLACES, "places of all labels"),
            Self::Votes => (regions::MAX_VOTES, "votes on where records are"),
            Self::Levels => (regions::MAX_LEVELS, "elements around a value"),
            Self::Places => (clues::MAX_PLACES, "places of one label"),
            Self::Clues => (clues::MAX_CLUES, "clues"),
            Self::Sets => (search::MAX_SETS, "sets of nodes that rules tell apart"),
            Self::Cuts => (field::MAX_CUT, "sets of nodes to cut values out of"),
            Self::Parts => (labelled::MAX_PARTS, "texts of which one label is a part"),
            Self::Ways => (field::MAX_WAYS, "ways to read a value"),
            Self::Pairs => (search::N_PAIRED, "clues to combine"),
            Self::Triples => (search::N_TRIPLED, "pairs of clues to make stricter"),
            Self::Landmarks => (corpus::MAX_LANDMARKS, "texts that the pages share"),
        }
    }

    fn ended(self) -> String {
        let (n, what) = self.counted();
        format!("the search ended at its limit of {n} {what}")
    }

    /// What a user can do if the limit was reached because a text has many places.
    fn help(self) -> &'static str {
        match self {
            Self::VotingPlaces
            | Self::AllVotingPlaces
            | Self::Votes
            | Self::Places
            | Self::Parts => "; a span instead of a text would say which place is meant",
            _ => "",
        }
    }
}

/// The limits that a search has reached.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reached(Cell<u16>);

impl Reached {
    /// Remembers a limit.
    pub(super) fn add(&self, limit: Limit) {
        self.0.set(self.0.get() | limit.bit());
    }

    /// Remembers a limit if it was exceeded.
    pub(super) fn add_if(&self, is_over: bool, limit: Limit) {
        if is_over {
            self.add(limit);
        }
    }

    /// Remembers the limits that another search reached.
    pub(crate) fn add_all(&self, other: &Self) {
        self.0.set(self.0.get() | other.0.get());
    }

    /// Forgets the limits of choices, because a rule was found.
    pub(super) fn forget_choices(&self) {
        let choices = Limit::CHOICES.iter().fold(0, |bits, limit| bits | limit.bit());
        self.0.set(self.0.get() & !choices);
    }

    fn limits(&self) -> impl Iterator<Item = Limit> + '_ {
        Limit::ALL.into_iter().filter(|limit| self.0.get() & limit.bit() != 0)
    }

    /// The warnings about the limits; `subject` is what was searched for.
    pub(crate) fn warnings(&self, subject: &str) -> Vec<Warning> {
        let reported = |limit: Limit| {
            let (ended, help) = (limit.ended(), limit.help());
            Warning::Note(format!("{subject}: {ended}; the best so far was taken{help}"))
        };
        self.limits().map(reported).collect()
    }

    /// The first limit, as an addition to the reason why nothing was found.
    pub(super) fn addition(&self) -> String {
        self.limits().next().map_or_else(String::new, |limit| format!("; {}", limit.ended()))
    }
}
