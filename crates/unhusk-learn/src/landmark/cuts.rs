//! From labels to cuts: which rows each border is learnt from.

use super::arena::Arena;
use super::candidate::Draft;
use super::search::learn_ways;
use super::task::Texts;
use std::ops::Range;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;
use unhusk_wrapper::landmark::internal::tokens::Token;
use unhusk_wrapper::landmark::{
    AnyOf, Border, ExtractionRule, Items, SearchFrom, SkipRule, Terminal, Wildcard,
};

/// What is cut out of one row: nothing, or items one behind the other.
pub(super) struct Sample<'t> {
    pub(super) tokens: &'t [Token],
    /// The row inside the tokens.
    pub(super) within: Range<usize>,
    /// What is to be cut out, in order; empty if nothing is to be found.
    pub(super) items: Vec<Range<usize>>,
    /// Whether these are all items of the row.
    pub(super) all: bool,
}

impl Sample<'_> {
    fn row(&self, within: Range<usize>) -> Vec<Token> {
        self.tokens[within].to_vec()
    }
}

/// From which side each border is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) start: SearchFrom,
    pub(super) end: SearchFrom,
}

/// Tokens behind the last item of a list that its end is learnt from.
const LOOK_BEHIND: usize = 100;

/// Learns cuts.
pub(super) struct Cutter<'a> {
    pub(super) texts: &'a Texts,
    pub(super) sides: Sides,
    pub(super) budget: &'a mut Budget,
}

impl Cutter<'_> {
    /// A cut that finds what each sample says; or the position of a sample that no rule reconciles with the others.
    pub(super) fn learn(
        &mut self,
        samples: &[Sample<'_>],
        (before, behind): (bool, bool),
        is_list: bool,
    ) -> Result<ExtractionRule, usize> {
        let overlap =
            |sample: &Sample<'_>| sample.items.windows(2).any(|pair| pair[1].start < pair[0].end);
        if let Some(odd) = samples.iter().position(overlap) {
            return Err(odd);
        }
        let start =
            self.border(samples, self.sides.start, |items| items.first().map(|item| item.start))?;
        // Where the list ends is not known of a row that has more items than were told.
        let is_open = is_list && !samples.iter().any(|sample| sample.all);
        let end = if is_open {
            vec![SkipRule::default()]
        } else {
            let told: Vec<usize> =
                (0..samples.len()).filter(|&at| !is_list || samples[at].all).collect();
            let ends: Vec<&Sample<'_>> = told.iter().map(|&at| &samples[at]).collect();
            self.border_of(&ends, self.sides.end, |items| items.last().map(|item| item.end))
                .map_err(|odd| told[odd])?
        };
        let end_from = if is_open { SearchFrom::End } else { self.sides.end };
        let items = if is_list { Some(self.items(samples)?) } else { None };
        Ok(ExtractionRule {
            start: Border { from: self.sides.start, alternatives: start, with_space: before },
            end: Border { from: end_from, alternatives: end, with_space: behind },
            items,
        })
    }

    fn border(
        &mut self,
        samples: &[Sample<'_>],
        from: SearchFrom,
        place: impl Fn(&[Range<usize>]) -> Option<usize>,
    ) -> Result<Vec<SkipRule>, usize> {
        self.border_of(&samples.iter().collect::<Vec<_>>(), from, place)
    }

    fn border_of(
        &mut self,
        samples: &[&Sample<'_>],
        from: SearchFrom,
        place: impl Fn(&[Range<usize>]) -> Option<usize>,
    ) -> Result<Vec<SkipRule>, usize> {
        let row = |sample: &&Sample<'_>| {
            let Range { start, end } = sample.within;
            let mut tokens = sample.row(start..end);
            let target = place(&sample.items);
            if from == SearchFrom::Start {
                return (tokens, target.map(|at| at - start));
            }
            tokens.reverse();
            (tokens, target.map(|at| end - at))
        };
        let arena = Arena::new(samples.iter().map(row));
        let ways = learn_ways(&arena, self.budget)?;
        Ok(ways.iter().map(|way| self.written(way, from)).collect())
    }

    /// How a list goes on, learnt from items that follow each other.
    fn items(&mut self, samples: &[Sample<'_>]) -> Result<Items, usize> {
        let (mut ends, mut nexts) = (Vec::new(), Vec::new());
        let (mut end_of, mut next_of) = (Vec::new(), Vec::new());
        for (at, sample) in samples.iter().enumerate() {
            for (number, item) in sample.items.iter().enumerate() {
                let next = sample.items.get(number + 1);
                let look_behind = (item.end + LOOK_BEHIND).min(sample.tokens.len());
                let reach = next.map_or(look_behind, |next| next.end);
                ends.push((sample.row(item.start..reach), Some(item.end - item.start)));
                end_of.push(at);
                if let Some(next) = next {
                    nexts.push((sample.row(item.end..next.end), Some(next.start - item.end)));
                    next_of.push(at);
                }
            }
        }
        let end = learn_ways(&Arena::new(ends), self.budget).map_err(|row| end_of[row])?;
        // A list that was never seen to go on does not.
        let next = if nexts.is_empty() {
            vec![Draft { landmarks: vec![vec![Probe::Text(u32::MAX)]], until: false }]
        } else {
            learn_ways(&Arena::new(nexts), self.budget).map_err(|row| next_of[row])?
        };
        let written = |ways: Vec<Draft>| {
            ways.iter().map(|way| self.written(way, SearchFrom::Start)).collect()
        };
        Ok(Items { end: written(end), next: written(next) })
    }

    /// A way as it is saved: landmarks in the order of the page.
    fn written(&self, draft: &Draft, from: SearchFrom) -> SkipRule {
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

/// A probe as it is saved.
pub fn terminal(probe: Probe, texts: &Texts) -> Terminal {
    match probe {
        Probe::Text(number) => Terminal::Text(texts.text(number).to_owned()),
        Probe::Class(bit) => {
            let any = Wildcard::ALL.into_iter().find(|wildcard| wildcard.bit() == bit);
            Terminal::Any(AnyOf { any: any.unwrap_or(Wildcard::Any) })
        }
    }
}
