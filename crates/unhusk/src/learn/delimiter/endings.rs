//! Strings by where they first end in certain regions of the pages.
//!
//! Strings that end at the same place of the shortest region differ only in length. A longer one occurs in fewer
//! places, so its first occurrence in another region is the same or later. Where later is always better, only
//! the longest that is common to all regions matters; where it may be worse, the shorter ones matter as well.

use super::automaton::{Automaton, ROOT};
use super::border::begins_token;
use super::budget::Budget;
use super::misfit::{Misfit, Named};
use super::seen::Seen;
use memchr::memmem;
use std::collections::BTreeSet;

/// A part of a page in which a string is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) page: usize,
    /// Where the search begins.
    pub(super) from: usize,
    /// Where the string must have ended at the latest.
    pub(super) to: usize,
    /// Whether a later end is always better.
    pub(super) later_is_better: bool,
}

/// The shortest region, and where its pieces occur in the others.
pub(super) struct Endings<'p> {
    pages: Vec<Named<'p>>,
    regions: Vec<Region>,
    text: &'p str,
    shortest: usize,
    automaton: Automaton,
    order: Vec<u32>,
    /// For every region: where each letter ends on its page, and what is found there.
    walks: Vec<Vec<(u32, (u32, u32))>>,
    /// Where each letter of `text` ends, in bytes.
    ends: Vec<u32>,
}

/// A string, and where it first ends in each region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending<'p> {
    pub(super) text: &'p str,
    pub(super) ends: Vec<usize>,
}

/// A walk through an automaton as far as a region reaches.
type Walk<'a> = &'a [(u32, (u32, u32))];

impl<'p> Endings<'p> {
    /// `None` if there are no regions.
    pub(super) fn new(pages: &[Named<'p>], regions: Vec<Region>) -> Option<Self> {
        let length = |region: &Region| region.to.saturating_sub(region.from);
        let shortest = (0..regions.len()).min_by_key(|&region| length(&regions[region]))?;
        let text = |region: &Region| {
            let source = pages[region.page].source;
            &source[region.from..source.floor_char_boundary(region.to.max(region.from))]
        };
        let automaton = Automaton::of(text(&regions[shortest]).chars());
        let walk = |region: &Region| {
            let places = automaton.walk(text(region).chars());
            ends(text(region), region.from).zip(places).collect()
        };
        Some(Self {
            pages: pages.to_vec(),
            text: text(&regions[shortest]),
            shortest,
            order: automaton.by_length(),
            walks: regions.iter().map(walk).collect(),
            ends: std::iter::once(0).chain(ends(text(&regions[shortest]), 0)).collect(),
            automaton,
            regions,
        })
    }

    /// The strings that end in every region at `last` or before, and may be better there than all others; those
    /// with the latest ends first, the empty string among them.
    pub(super) fn all(
        &self,
        last: impl Fn(usize) -> usize,
        budget: &mut Budget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let up_to = |(region, walk): (usize, Walk<'_>)| {
            let last = last(region);
            walk.partition_point(|(end, _)| *end as usize <= last)
        };
        let walks: Vec<Walk<'_>> = self
            .walks
            .iter()
            .enumerate()
            .map(|(region, walk)| &walk[..up_to((region, walk))])
            .collect();
        budget.spend(walks.iter().map(|walk| 2 * walk.len() + 4 * self.order.len()).sum())?;
        let seen = self.seen_in_all(&walks);
        let longest = seen.longest(&self.automaton, &self.order);
        let n_letters = walks[self.shortest].len();
        let ending = self.automaton.prefixes()[..=n_letters].iter();
        let pieces: BTreeSet<(u32, u32)> = ending.map(|&prefix| longest.suffix(prefix)).collect();
        let later_is_better = self.regions.iter().all(|region| region.later_is_better);
        let mut endings = if later_is_better {
            self.first_ends(&pieces, &seen, &walks)
        } else {
            self.with_shorter(&pieces, budget)?
        };
        let in_time = |ending: &Ending<'_>| {
            ending.ends.iter().enumerate().all(|(region, &end)| end <= last(region))
        };
        endings.retain(in_time);
        Ok(endings)
    }

    /// The pieces that end in every one of the walks.
    fn seen_in_all(&self, walks: &[Walk<'_>]) -> Seen {
        let seen_in = |walk: &Walk<'_>| {
            let mut seen = Seen::nothing(&self.automaton);
            for &(_, place) in *walk {
                seen.mark(place);
            }
            seen.spread(&self.automaton, &self.order);
            seen
        };
        let mut walks = walks.iter().map(seen_in);
        let mut all = walks.next().unwrap_or_else(|| Seen::nothing(&self.automaton));
        for seen in walks {
            all.meet(&seen);
        }
        all
    }

    /// Where the longest seen pieces of states first end.
    fn first_ends(
        &self,
        pieces: &BTreeSet<(u32, u32)>,
        seen: &Seen,
        walks: &[Walk<'_>],
    ) -> Vec<Ending<'p>> {
        let states: Vec<u32> = pieces.iter().map(|(state, _)| *state).collect();
        let mut ends = vec![Vec::with_capacity(walks.len()); pieces.len()];
        for (region, walk) in self.regions.iter().zip(walks) {
            let firsts = seen.first_places(&self.automaton, &self.order, walk);
            for (ends, &state) in ends.iter_mut().zip(&states) {
                let first =
                    if state == ROOT { region.from } else { firsts[state as usize] as usize };
                ends.push(first);
            }
        }
        let endings = pieces.iter().zip(ends);
        endings.map(|(&piece, ends)| Ending { text: self.piece(piece), ends }).collect()
    }

    /// Where pieces, and those of their suffixes that occur in other places, first end.
    fn with_shorter(
        &self,
        pieces: &BTreeSet<(u32, u32)>,
        budget: &mut Budget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let places = self.walks.iter().flatten().map(|&(_, place)| place);
        let found: BTreeSet<(u32, u32)> = places.collect();
        let mut all = BTreeSet::new();
        for &piece in pieces {
            let mut piece = Some(piece);
            while let Some(new) = piece.filter(|&piece| all.insert(piece)) {
                piece = self.next_shorter(new, &found);
            }
        }
        let n_letters: usize = self.walks.iter().map(Vec::len).sum();
        let mut endings = Vec::new();
        for piece in all {
            budget.spend(n_letters)?;
            let text = self.piece(piece);
            endings.extend(self.ends_of(text).map(|ends| Ending { text, ends }));
        }
        Ok(endings)
    }

    /// The longest suffix of a piece that may occur in a place where the piece does not.
    fn next_shorter(
        &self,
        (state, length): (u32, u32),
        found: &BTreeSet<(u32, u32)>,
    ) -> Option<(u32, u32)> {
        let same_state = found.range((state, 0)..(state, length)).next_back();
        if state == ROOT || same_state.is_some() {
            return same_state.copied();
        }
        let link = self.automaton.link(state);
        Some((link, self.automaton.length(link)))
    }

    /// Where a string first ends in each region; `None` if it is missing in one.
    pub(super) fn ends_of(&self, text: &str) -> Option<Vec<usize>> {
        ends_of(&self.pages, &self.regions, text)
    }

    /// The shortest end of a string that first ends at the same places, widened to a whole token.
    pub(super) fn shortened(&self, ending: &Ending<'p>) -> &'p str {
        let text = ending.text;
        let same = |at: usize| {
            let at = text.floor_char_boundary(at);
            self.ends_of(&text[at..]).as_ref() == Some(&ending.ends)
        };
        // Shorter ends are found at the same places or earlier: bisect.
        let (mut fits, mut fails) = (0, text.len());
        while fails - fits > 1 {
            let middle = fits.midpoint(fails);
            if same(middle) { fits = middle } else { fails = middle }
        }
        let longest_cut = text.floor_char_boundary(fits);
        let cuts = (0..=longest_cut).rev().filter(|&at| text.is_char_boundary(at));
        let token = cuts.take(MAX_WIDENED).find(|&at| begins_token(text, at));
        &text[token.unwrap_or(longest_cut)..]
    }

    /// The text of a piece.
    fn piece(&self, (state, length): (u32, u32)) -> &'p str {
        let end = self.automaton.first_end(state) as usize;
        &self.text[self.ends[end - length as usize] as usize..self.ends[end] as usize]
    }

    /// Leaves out endings for which others are at least as late where later is better, and the same elsewhere.
    pub(super) fn pruned(
        &self,
        mut endings: Vec<Ending<'p>>,
        budget: &mut Budget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        endings.sort_by(|a, b| b.ends.cmp(&a.ends));
        let mut kept: Vec<Ending<'p>> = Vec::new();
        for ending in endings {
            let is_worse = |other: &Ending<'_>| {
                let mut ends = other.ends.iter().zip(&ending.ends).zip(&self.regions);
                ends.all(|((theirs, ours), region)| {
                    theirs == ours || (region.later_is_better && theirs > ours)
                })
            };
            budget.spend(1 + kept.len())?;
            if !kept.iter().any(is_worse) {
                kept.push(ending);
            }
        }
        Ok(kept)
    }
}

/// Where a string first ends in each region; `None` if it is missing in one. The empty string ends at once.
pub(super) fn ends_of(pages: &[Named<'_>], regions: &[Region], text: &str) -> Option<Vec<usize>> {
    let finder = memmem::Finder::new(text);
    let end = |region: &Region| {
        let to = region.to.max(region.from);
        let found = finder.find(&pages[region.page].source.as_bytes()[region.from..to])?;
        Some(region.from + found + text.len())
    };
    regions.iter().map(end).collect()
}

/// Letters by which a shortened string is widened at most to begin with a whole token.
const MAX_WIDENED: usize = 256;

/// Where each letter of a text ends, if the text begins at `from`.
fn ends(text: &str, from: usize) -> impl Iterator<Item = u32> {
    let end = move |(at, letter): (usize, char)| u32::try_from(from + at + letter.len_utf8());
    text.char_indices().map(move |letter| end(letter).expect("pages are shorter than 4 GiB"))
}
