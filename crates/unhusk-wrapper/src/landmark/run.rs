//! Compiles landmark rules and runs them on tokens.

use super::rule::{Border, ExtractionRule, Items, SearchFrom, SkipRule, Terminal};
use super::tokens::{LandmarkToken, UNKNOWN};
use std::collections::HashMap;
use std::ops::Range;
use unhusk_page::internal::Budget;

/// A compiled [`Terminal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Probe {
    /// The number of a text. Sorts before classes, so that of equivalent patterns the one with texts comes first.
    Text(u32),
    /// The bit of a class of tokens.
    Class(u16),
}

impl Probe {
    /// Whether a token has this text or belongs to this class.
    pub fn matches(self, token: &LandmarkToken) -> bool {
        match self {
            Self::Class(bit) => token.classes & bit != 0,
            Self::Text(number) => token.text == number || token.name == number,
        }
    }
}

/// Numbers, from 1, for the texts in rules.
#[derive(Debug, Clone, Default)]
pub struct TokenNumbers {
    // Pages choose the keys that are looked up: a faster hash could be made to collide.
    numbers: HashMap<String, u32>,
}

impl TokenNumbers {
    /// Returns the number of a text; adds the text if it is new.
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let next = u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX);
        self.numbers.insert(text.to_owned(), next);
        next
    }

    /// Returns the number of a text, [`UNKNOWN`] if it has none.
    pub fn find(&self, text: &str) -> u32 {
        self.numbers.get(text).copied().unwrap_or(UNKNOWN)
    }

    /// Compiles a terminal.
    pub fn probe(&mut self, terminal: &Terminal) -> Probe {
        match terminal {
            Terminal::Text(text) => Probe::Text(self.number(text)),
            Terminal::Any(of) => Probe::Class(of.any.bit()),
        }
    }
}

/// A compiled [`SkipRule`]: landmarks in the direction of the search.
#[derive(Debug, Clone)]
struct SkipProgram {
    landmarks: Vec<Vec<Probe>>,
    until: bool,
}

/// A compiled [`Border`].
#[derive(Debug, Clone)]
pub(super) struct BorderProgram {
    from: SearchFrom,
    alternatives: Vec<SkipProgram>,
    pub(super) with_space: bool,
}

/// A compiled [`ExtractionRule`].
#[derive(Debug, Clone)]
pub(super) struct ExtractionProgram {
    pub(super) start: BorderProgram,
    pub(super) end: BorderProgram,
    items: Option<(BorderProgram, BorderProgram)>,
}

impl ExtractionProgram {
    pub(super) fn new(rule: &ExtractionRule, vocabulary: &mut TokenNumbers) -> Self {
        let mut compile = |border: &Border| BorderProgram::new(border, vocabulary);
        let (start, end) = (compile(&rule.start), compile(&rule.end));
        let forwards = |rules: &[SkipRule]| Border {
            from: SearchFrom::Start,
            alternatives: rules.to_vec(),
            with_space: false,
        };
        let items = rule.items.as_ref();
        let items =
            items.map(|Items { end, next }| (compile(&forwards(end)), compile(&forwards(next))));
        Self { start, end, items }
    }

    /// Extracts one range of tokens; `None` if a border is not found or nothing is between the borders.
    pub(super) fn one(
        &self,
        tokens: &[LandmarkToken],
        within: Range<usize>,
        budget: &mut Budget,
    ) -> Option<Range<usize>> {
        let start = self.start.find(tokens, within.clone(), budget)?;
        let end = self.end.find(tokens, within, budget)?;
        (start < end).then_some(start..end)
    }

    /// Extracts the items of a list; the whole list if the rule has no items.
    pub(super) fn all(
        &self,
        tokens: &[LandmarkToken],
        within: Range<usize>,
        budget: &mut Budget,
    ) -> Vec<Range<usize>> {
        let Some(list) = self.one(tokens, within, budget) else { return Vec::new() };
        let Some((end, next)) = &self.items else { return vec![list] };
        let mut items = Vec::new();
        let mut start = list.start;
        while let Some(stop) = end.find(tokens, start..tokens.len(), budget) {
            if stop <= start || stop > list.end {
                break;
            }
            items.push(start..stop);
            match next.find(tokens, stop..list.end, budget) {
                Some(at) if at < list.end => start = at,
                _ => break,
            }
        }
        items
    }
}

impl BorderProgram {
    fn new(border: &Border, vocabulary: &mut TokenNumbers) -> Self {
        let mut compile = |rule: &SkipRule| {
            let mut landmarks: Vec<Vec<Probe>> = Vec::with_capacity(rule.skip.len());
            for landmark in &rule.skip {
                let mut probes: Vec<Probe> =
                    landmark.iter().map(|one| vocabulary.probe(one)).collect();
                if border.from == SearchFrom::End {
                    probes.reverse();
                }
                landmarks.push(probes);
            }
            SkipProgram { landmarks, until: rule.until }
        };
        let alternatives = border.alternatives.iter().map(&mut compile).collect();
        Self { from: border.from, alternatives, with_space: border.with_space }
    }

    /// Index of the token behind the border; `None` if no alternative matches.
    fn find(
        &self,
        tokens: &[LandmarkToken],
        within: Range<usize>,
        budget: &mut Budget,
    ) -> Option<usize> {
        let row = &tokens[within.clone()];
        let position = |rule: &SkipProgram, budget: &mut Budget| match self.from {
            SearchFrom::Start => {
                rule.walk(row.len(), |at| &row[at], budget).map(|at| within.start + at)
            }
            SearchFrom::End => rule
                .walk(row.len(), |at| &row[row.len() - 1 - at], budget)
                .map(|at| within.end - at),
        };
        self.alternatives.iter().find_map(|rule| position(rule, budget))
    }
}

impl SkipProgram {
    /// Returns the number of tokens that the search skips; `None` if a landmark is missing.
    fn walk<'t>(
        &self,
        len: usize,
        token: impl Fn(usize) -> &'t LandmarkToken,
        budget: &mut Budget,
    ) -> Option<usize> {
        let mut at = 0;
        for (number, landmark) in self.landmarks.iter().enumerate() {
            let last_start = len.checked_sub(landmark.len())?;
            loop {
                if at > last_start || budget.spend(1).is_err() {
                    return None;
                }
                if landmark.iter().enumerate().all(|(k, probe)| probe.matches(token(at + k))) {
                    break;
                }
                at += 1;
            }
            let is_near_side = self.until && number + 1 == self.landmarks.len();
            at += if is_near_side { 0 } else { landmark.len() };
        }
        Some(at)
    }
}
