//! Landmark rules made ready, and their run over tokens.

use super::rule::{Border, Cut, Items, Origin, Terminal, Way};
use super::tokens::{Token, UNKNOWN};
use std::collections::HashMap;
use std::ops::Range;
use unhusk_page::internal::Budget;

/// A terminal made ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Probe {
    /// The number of a text. Before classes: of patterns that do the same, the first says what stands there.
    Text(u32),
    /// A class of tokens, as its bit.
    Class(u16),
}

impl Probe {
    /// Whether a token is of this class, or has this text.
    pub fn matches(self, token: &Token) -> bool {
        match self {
            Self::Class(bit) => token.classes & bit != 0,
            Self::Text(number) => token.text == number || token.name == number,
        }
    }
}

/// The texts that rules name, with numbers from 1.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    // The page chooses what is looked up and could make a faster hash collide.
    numbers: HashMap<String, u32>,
}

impl Vocabulary {
    /// The number of a text; a new one if it has none yet.
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let next = u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX);
        self.numbers.insert(text.to_owned(), next);
        next
    }

    /// Returns the number of a text.
    pub fn find(&self, text: &str) -> u32 {
        self.numbers.get(text).copied().unwrap_or(UNKNOWN)
    }

    /// Returns the test for a terminal.
    pub fn probe(&mut self, terminal: &Terminal) -> Probe {
        match terminal {
            Terminal::Text(text) => Probe::Text(self.number(text)),
            Terminal::Any(of) => Probe::Class(of.any.bit()),
        }
    }
}

/// A way made ready: its landmarks as they are met.
#[derive(Debug, Clone)]
struct Path {
    landmarks: Vec<Vec<Probe>>,
    until: bool,
}

/// A border made ready.
#[derive(Debug, Clone)]
pub(super) struct BorderProgram {
    from: Origin,
    paths: Vec<Path>,
    pub(super) with_space: bool,
}

/// A cut made ready.
#[derive(Debug, Clone)]
pub(super) struct CutProgram {
    pub(super) start: BorderProgram,
    pub(super) end: BorderProgram,
    items: Option<(BorderProgram, BorderProgram)>,
}

impl CutProgram {
    pub(super) fn new(cut: &Cut, vocabulary: &mut Vocabulary) -> Self {
        let mut ready = |border: &Border| BorderProgram::new(border, vocabulary);
        let (start, end) = (ready(&cut.start), ready(&cut.end));
        let forwards =
            |ways: &[Way]| Border { from: Origin::Start, ways: ways.to_vec(), with_space: false };
        let items = cut.items.as_ref();
        let items =
            items.map(|Items { end, next }| (ready(&forwards(end)), ready(&forwards(next))));
        Self { start, end, items }
    }

    /// What it cuts out of a part of the tokens; none if a border is not found or nothing is between them.
    pub(super) fn one(
        &self,
        tokens: &[Token],
        within: Range<usize>,
        steps: &mut Budget,
    ) -> Option<Range<usize>> {
        let start = self.start.find(tokens, within.clone(), steps)?;
        let end = self.end.find(tokens, within, steps)?;
        (start < end).then_some(start..end)
    }

    /// The items of a list; the list itself if it has none.
    pub(super) fn all(
        &self,
        tokens: &[Token],
        within: Range<usize>,
        steps: &mut Budget,
    ) -> Vec<Range<usize>> {
        let Some(list) = self.one(tokens, within, steps) else { return Vec::new() };
        let Some((end, next)) = &self.items else { return vec![list] };
        let mut items = Vec::new();
        let mut start = list.start;
        while let Some(stop) = end.find(tokens, start..tokens.len(), steps) {
            if stop <= start || stop > list.end {
                break;
            }
            items.push(start..stop);
            match next.find(tokens, stop..list.end, steps) {
                Some(at) if at < list.end => start = at,
                _ => break,
            }
        }
        items
    }
}

impl BorderProgram {
    fn new(border: &Border, vocabulary: &mut Vocabulary) -> Self {
        let mut path = |way: &Way| {
            let mut landmarks: Vec<Vec<Probe>> = Vec::with_capacity(way.skip.len());
            for landmark in &way.skip {
                let mut probes: Vec<Probe> =
                    landmark.iter().map(|one| vocabulary.probe(one)).collect();
                if border.from == Origin::End {
                    probes.reverse();
                }
                landmarks.push(probes);
            }
            Path { landmarks, until: way.until }
        };
        let paths = border.ways.iter().map(&mut path).collect();
        Self { from: border.from, paths, with_space: border.with_space }
    }

    /// The position before which the border is; none if all ways fail.
    fn find(&self, tokens: &[Token], within: Range<usize>, steps: &mut Budget) -> Option<usize> {
        let row = &tokens[within.clone()];
        let met = |path: &Path, steps: &mut Budget| match self.from {
            Origin::Start => path.walk(row.len(), |at| &row[at], steps).map(|at| within.start + at),
            Origin::End => {
                path.walk(row.len(), |at| &row[row.len() - 1 - at], steps).map(|at| within.end - at)
            }
        };
        self.paths.iter().find_map(|path| met(path, steps))
    }
}

impl Path {
    /// How many tokens the way goes over.
    fn walk<'t>(
        &self,
        len: usize,
        token: impl Fn(usize) -> &'t Token,
        steps: &mut Budget,
    ) -> Option<usize> {
        let mut at = 0;
        for (number, landmark) in self.landmarks.iter().enumerate() {
            let last_start = len.checked_sub(landmark.len())?;
            loop {
                if at > last_start || steps.spend(1).is_err() {
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
