//! Learns extraction rules: selects the rows from which each border is learnt.

use super::arena::TokenArena;
use super::candidate::SkipDraft;
use super::search::learn_alternatives;
use super::task::TokenTexts;
use std::ops::Range;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;
use unhusk_wrapper::landmark::internal::tokens::LandmarkToken;
use unhusk_wrapper::landmark::{
    AnyOf, Border, ExtractionRule, Items, SearchFrom, SkipRule, Terminal, Wildcard,
};

/// One row of tokens, and the items to extract from it.
pub(super) struct ExampleRow<'t> {
    pub(super) tokens: &'t [LandmarkToken],
    /// Range of the row in `tokens`.
    pub(super) within: Range<usize>,
    /// The items to extract, in order; empty if the row has none.
    pub(super) items: Vec<Range<usize>>,
    /// Whether `items` has all items of the row.
    pub(super) all: bool,
}

impl ExampleRow<'_> {
    fn tokens_in(&self, within: Range<usize>) -> Vec<LandmarkToken> {
        self.tokens[within].to_vec()
    }
}

/// The side on which the search for each border starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchSides {
    pub(super) start: SearchFrom,
    pub(super) end: SearchFrom,
}

/// Number of tokens behind the last item of a list from which the end of the item is learnt.
const LOOK_BEHIND: usize = 100;

/// Learns extraction rules.
pub(super) struct RuleLearner<'a> {
    pub(super) texts: &'a TokenTexts,
    pub(super) sides: SearchSides,
    pub(super) budget: &'a mut Budget,
}

impl RuleLearner<'_> {
    /// Learns a rule that extracts the items of each row; an error is the position of a row that no rule reconciles with
    /// the others.
    pub(super) fn learn(
        &mut self,
        rows: &[ExampleRow<'_>],
        (before, behind): (bool, bool),
        is_list: bool,
    ) -> Result<ExtractionRule, usize> {
        let overlap =
            |row: &ExampleRow<'_>| row.items.windows(2).any(|pair| pair[1].start < pair[0].end);
        if let Some(odd) = rows.iter().position(overlap) {
            return Err(odd);
        }
        let start =
            self.border(rows, self.sides.start, |items| items.first().map(|item| item.start))?;
        // The end of the list is unknown in a row that has more items than the labelled ones.
        let is_open = is_list && !rows.iter().any(|row| row.all);
        let end = if is_open {
            vec![SkipRule::default()]
        } else {
            let complete: Vec<usize> =
                (0..rows.len()).filter(|&at| !is_list || rows[at].all).collect();
            let ends: Vec<&ExampleRow<'_>> = complete.iter().map(|&at| &rows[at]).collect();
            self.border_of(&ends, self.sides.end, |items| items.last().map(|item| item.end))
                .map_err(|odd| complete[odd])?
        };
        let end_from = if is_open { SearchFrom::End } else { self.sides.end };
        let items = if is_list { Some(self.items(rows)?) } else { None };
        Ok(ExtractionRule {
            start: Border { from: self.sides.start, alternatives: start, with_space: before },
            end: Border { from: end_from, alternatives: end, with_space: behind },
            items,
        })
    }

    fn border(
        &mut self,
        rows: &[ExampleRow<'_>],
        from: SearchFrom,
        place: impl Fn(&[Range<usize>]) -> Option<usize>,
    ) -> Result<Vec<SkipRule>, usize> {
        self.border_of(&rows.iter().collect::<Vec<_>>(), from, place)
    }

    fn border_of(
        &mut self,
        rows: &[&ExampleRow<'_>],
        from: SearchFrom,
        place: impl Fn(&[Range<usize>]) -> Option<usize>,
    ) -> Result<Vec<SkipRule>, usize> {
        let target_row = |row: &&ExampleRow<'_>| {
            let Range { start, end } = row.within;
            let mut tokens = row.tokens_in(start..end);
            let target = place(&row.items);
            if from == SearchFrom::Start {
                return (tokens, target.map(|at| at - start));
            }
            tokens.reverse();
            (tokens, target.map(|at| end - at))
        };
        let arena = TokenArena::new(rows.iter().map(target_row));
        let drafts = learn_alternatives(&arena, self.budget)?;
        Ok(drafts.iter().map(|draft| self.saved_rule(draft, from)).collect())
    }

    /// Learns how to split a list, from consecutive items.
    fn items(&mut self, rows: &[ExampleRow<'_>]) -> Result<Items, usize> {
        let (mut ends, mut nexts) = (Vec::new(), Vec::new());
        let (mut end_of, mut next_of) = (Vec::new(), Vec::new());
        for (at, row) in rows.iter().enumerate() {
            for (number, item) in row.items.iter().enumerate() {
                let next = row.items.get(number + 1);
                let look_behind = (item.end + LOOK_BEHIND).min(row.tokens.len());
                let reach = next.map_or(look_behind, |next| next.end);
                ends.push((row.tokens_in(item.start..reach), Some(item.end - item.start)));
                end_of.push(at);
                if let Some(next) = next {
                    nexts.push((row.tokens_in(item.end..next.end), Some(next.start - item.end)));
                    next_of.push(at);
                }
            }
        }
        let end =
            learn_alternatives(&TokenArena::new(ends), self.budget).map_err(|row| end_of[row])?;
        // No example has a second item: use a rule that never matches.
        let next = if nexts.is_empty() {
            vec![SkipDraft { landmarks: vec![vec![Probe::Text(u32::MAX)]], until: false }]
        } else {
            learn_alternatives(&TokenArena::new(nexts), self.budget).map_err(|row| next_of[row])?
        };
        let saved = |ways: Vec<SkipDraft>| {
            ways.iter().map(|way| self.saved_rule(way, SearchFrom::Start)).collect()
        };
        Ok(Items { end: saved(end), next: saved(next) })
    }

    /// Converts a draft to a saved rule, with landmarks in the order of the page.
    fn saved_rule(&self, draft: &SkipDraft, from: SearchFrom) -> SkipRule {
        let landmark = |probes: &Vec<Probe>| {
            let mut landmark: Vec<Terminal> =
                probes.iter().map(|probe| terminal(*probe, self.texts)).collect();
            if from == SearchFrom::End {
                landmark.reverse();
            }
            landmark
        };
        SkipRule { skip: draft.landmarks.iter().map(landmark).collect(), until: draft.until }
    }
}

/// Converts a probe to a saved terminal.
pub fn terminal(probe: Probe, texts: &TokenTexts) -> Terminal {
    match probe {
        Probe::Text(number) => Terminal::Text(texts.text(number).to_owned()),
        Probe::Class(bit) => {
            let any = Wildcard::ALL.into_iter().find(|wildcard| wildcard.bit() == bit);
            Terminal::Any(AnyOf { any: any.unwrap_or(Wildcard::Any) })
        }
    }
}
