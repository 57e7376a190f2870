//! Finds strings by the first positions at which they end in certain regions of the pages.
//!
//! Strings that end at the same position of the shortest region differ only in length. A longer one occurs in fewer
//! places, so its first occurrence in another region is the same or later. Where later is always better, only
//! the longest string common to all regions is a candidate; elsewhere the shorter ones are candidates as well.

use super::automaton::{ROOT, SuffixAutomaton};
use super::border::begins_token;
use super::budget::SearchBudget;
use super::misfit::{Misfit, NamedSource};
use super::substrings::SubstringSet;
use memchr::memmem;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;
use unhusk_wrapper::internal::sort;

/// A part of a page in which strings are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchRegion {
    pub(super) page: usize,
    /// Start of the search.
    pub(super) from: usize,
    /// Latest end of the string.
    pub(super) to: usize,
}

/// The constraint on a string in one of the regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EndBound {
    /// Position of the region.
    pub(super) region: usize,
    /// Latest allowed first end of the string.
    pub(super) last: usize,
    /// Up to this position a later end is always better; beyond it, ends are not comparable.
    pub(super) better_up_to: usize,
}

/// The substrings of the shortest region, and their occurrences in the others.
pub(super) struct Endings<'p> {
    pages: Vec<NamedSource<'p>>,
    regions: Vec<SearchRegion>,
    text: &'p str,
    shortest: usize,
    automaton: SuffixAutomaton,
    order: Vec<u32>,
    /// For every region, the end of each character on its page and the substring that ends there; computed on first use.
    walks: Vec<OnceCell<Vec<WalkStep>>>,
    /// The ends of the characters of `text`, in bytes.
    ends: Vec<u32>,
}

/// A string, and its first end in each region that has a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending<'p> {
    pub(super) text: &'p str,
    pub(super) ends: Vec<usize>,
}

/// A walk of a region through the automaton.
type RegionWalk<'a> = &'a [WalkStep];

/// The end of a character on its page, and the longest substring that ends there.
type WalkStep = (u32, Substring);

/// A substring: the state of the automaton, and the length in characters.
type Substring = (u32, u32);

impl<'p> Endings<'p> {
    /// `None` if there are no regions.
    pub(super) fn new(pages: &[NamedSource<'p>], regions: Vec<SearchRegion>) -> Option<Self> {
        let length = |region: &SearchRegion| region.to.saturating_sub(region.from);
        let shortest = (0..regions.len()).min_by_key(|&region| length(&regions[region]))?;
        let text = text_of(pages, &regions[shortest]);
        let automaton = SuffixAutomaton::of(text.chars());
        Some(Self {
            pages: pages.to_vec(),
            text,
            shortest,
            order: automaton.by_length(),
            walks: vec![OnceCell::new(); regions.len()],
            ends: std::iter::once(0).chain(ends(text, 0)).collect(),
            automaton,
            regions,
        })
    }

    /// The strings that satisfy all bounds and are not worse than others in all regions, including the empty string.
    pub(super) fn all(
        &self,
        bounds: &[EndBound],
        budget: &mut SearchBudget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let walks: Vec<RegionWalk<'_>> =
            bounds.iter().map(|bound| self.walk_up_to(bound)).collect();
        budget.spend(walks.iter().map(|walk| 2 * walk.len() + 4 * self.order.len()).sum())?;
        let seen = self.seen_in_all(&walks);
        let longest = seen.longest_suffixes(&self.automaton, &self.order);
        let in_shortest = bounds.iter().position(|bound| bound.region == self.shortest);
        let n_characters = in_shortest.map_or(self.ends.len() - 1, |number| walks[number].len());
        let ending = self.automaton.prefixes()[..=n_characters].iter();
        let substrings: BTreeSet<Substring> =
            ending.map(|&prefix| longest.suffix(prefix)).collect();
        let mut endings = self.first_ends(&substrings, &seen, bounds, &walks);
        self.add_shorter(&mut endings, &substrings, bounds, budget)?;
        let in_time = |ending: &Ending<'_>| {
            ending.ends.iter().zip(bounds).all(|(&end, bound)| end <= bound.last)
        };
        endings.retain(in_time);
        Ok(endings)
    }

    fn walk_up_to(&self, bound: &EndBound) -> RegionWalk<'_> {
        let region = &self.regions[bound.region];
        let walk = self.walks[bound.region].get_or_init(|| {
            let text = text_of(&self.pages, region);
            ends(text, region.from).zip(self.automaton.walk(text.chars())).collect()
        });
        &walk[..walk.partition_point(|(end, _)| *end as usize <= bound.last)]
    }

    /// The substrings that end in every walk.
    fn seen_in_all(&self, walks: &[RegionWalk<'_>]) -> SubstringSet {
        let seen_in = |walk: &RegionWalk<'_>| {
            let mut seen = SubstringSet::empty(&self.automaton);
            for &(_, place) in *walk {
                seen.insert(place);
            }
            seen.close_under_suffixes(&self.automaton, &self.order);
            seen
        };
        let mut walks = walks.iter().map(seen_in);
        let mut all = walks.next().unwrap_or_else(|| SubstringSet::empty(&self.automaton));
        for seen in walks {
            all.intersect(&seen);
        }
        all
    }

    /// The first ends of substrings, each the longest of its state in `seen`.
    fn first_ends(
        &self,
        substrings: &BTreeSet<Substring>,
        seen: &SubstringSet,
        bounds: &[EndBound],
        walks: &[RegionWalk<'_>],
    ) -> Vec<Ending<'p>> {
        let mut ends = vec![Vec::with_capacity(walks.len()); substrings.len()];
        for (bound, walk) in bounds.iter().zip(walks) {
            let from = self.regions[bound.region].from;
            let firsts = seen.first_positions(&self.automaton, &self.order, walk);
            for (ends, &(state, _)) in ends.iter_mut().zip(substrings) {
                ends.push(if state == ROOT { from } else { firsts[state as usize] as usize });
            }
        }
        let endings = substrings.iter().zip(ends);
        endings.map(|(&substring, ends)| Ending { text: self.text(substring), ends }).collect()
    }

    /// Adds suffixes of substrings that occur in other places and may be better there. A string whose ends are all
    /// within `better_up_to` is better than its suffixes.
    fn add_shorter(
        &self,
        endings: &mut Vec<Ending<'p>>,
        substrings: &BTreeSet<Substring>,
        bounds: &[EndBound],
        budget: &mut SearchBudget,
    ) -> Result<(), Misfit> {
        let is_best = |ending: &Ending<'_>| {
            ending.ends.iter().zip(bounds).all(|(&end, bound)| end <= bound.better_up_to)
        };
        let beyond = substrings.iter().zip(&*endings).filter(|(_, ending)| !is_best(ending));
        let beyond: Vec<Substring> = beyond.map(|(&substring, _)| substring).collect();
        if beyond.is_empty() {
            return Ok(());
        }
        let walks = || bounds.iter().map(|bound| self.walk_up_to(bound));
        budget.spend(walks().map(<[_]>::len).sum())?;
        let found: BTreeSet<Substring> = walks().flatten().map(|&(_, place)| place).collect();
        let mut known = substrings.clone();
        for substring in beyond {
            let mut shorter = self.next_shorter(substring, &found);
            while let Some(substring) = shorter.filter(|&substring| known.insert(substring)) {
                let text = self.text(substring);
                let ends = self.ends_of(text, bounds).expect("a longer string ends in all regions");
                let looked_at = ends.iter().zip(bounds);
                let looked_at = looked_at.map(|(end, bound)| end - self.regions[bound.region].from);
                budget.spend(1 + looked_at.sum::<usize>())?;
                let ending = Ending { text, ends };
                shorter =
                    if is_best(&ending) { None } else { self.next_shorter(substring, &found) };
                endings.push(ending);
            }
        }
        Ok(())
    }

    /// The longest suffix of a substring that may occur in a place where the substring does not.
    fn next_shorter(
        &self,
        (state, length): Substring,
        found: &BTreeSet<Substring>,
    ) -> Option<Substring> {
        let same_state = found.range((state, 0)..(state, length)).next_back();
        if state == ROOT || same_state.is_some() {
            return same_state.copied();
        }
        let link = self.automaton.link(state);
        Some((link, self.automaton.length(link)))
    }

    /// The first end of a string in each region that has a bound; `None` if a region does not contain it.
    fn ends_of(&self, text: &str, bounds: &[EndBound]) -> Option<Vec<usize>> {
        let regions = bounds.iter().map(|bound| &self.regions[bound.region]);
        ends_of(&self.pages, regions, text)
    }

    /// The shortest suffix of a string that has the same first ends, widened to a whole token; `None` if it is longer
    /// than a delimiter may be.
    pub(super) fn shortened(&self, ending: &Ending<'p>, bounds: &[EndBound]) -> Option<&'p str> {
        let text = ending.text;
        let same = |at: usize| {
            let at = text.floor_char_boundary(at);
            self.ends_of(&text[at..], bounds).as_ref() == Some(&ending.ends)
        };
        // A shorter suffix has the same first ends or earlier ones: bisect.
        let (mut fits, mut fails) = (0, text.len());
        while fails - fits > 1 {
            let middle = fits.midpoint(fails);
            if same(middle) { fits = middle } else { fails = middle }
        }
        let longest_cut = text.floor_char_boundary(fits);
        let cuts = (0..=longest_cut).rev().filter(|&at| text.is_char_boundary(at));
        let token = cuts.take(MAX_WIDENED).find(|&at| begins_token(text, at));
        let shortest = &text[longest_cut..];
        let whole = token.map(|at| &text[at..]).filter(|whole| whole.len() <= MAX_DELIMITER_BYTES);
        whole.or_else(|| (shortest.len() <= MAX_DELIMITER_BYTES).then_some(shortest))
    }

    /// The text of a substring.
    fn text(&self, (state, length): Substring) -> &'p str {
        let end = self.automaton.first_end(state) as usize;
        &self.text[self.ends[end - length as usize] as usize..self.ends[end] as usize]
    }
}

/// Drops endings that are not better than another in any region; sorts the rest by their ends, latest first.
pub(super) fn pruned<'p>(
    mut endings: Vec<Ending<'p>>,
    bounds: &[EndBound],
    budget: &mut SearchBudget,
) -> Result<Vec<Ending<'p>>, Misfit> {
    sort::by(&mut endings, |a, b| b.ends.cmp(&a.ends));
    let mut kept: Vec<Ending<'p>> = Vec::new();
    for ending in endings {
        let is_worse = |other: &Ending<'_>| {
            let mut ends = other.ends.iter().zip(&ending.ends).zip(bounds);
            ends.all(|((&theirs, &ours), bound)| {
                theirs == ours || (ours < theirs && theirs <= bound.better_up_to)
            })
        };
        budget.spend(1 + kept.len())?;
        if !kept.iter().any(is_worse) {
            kept.push(ending);
        }
    }
    Ok(kept)
}

/// The first end of a string in each region; `None` if a region does not contain it. The empty string ends at the start.
pub(super) fn ends_of<'r>(
    pages: &[NamedSource<'_>],
    regions: impl Iterator<Item = &'r SearchRegion>,
    text: &str,
) -> Option<Vec<usize>> {
    let finder = memmem::Finder::new(text);
    let end = |region: &SearchRegion| {
        let to = region.to.max(region.from);
        let found = finder.find(&pages[region.page].source.as_bytes()[region.from..to])?;
        Some(region.from + found + text.len())
    };
    regions.map(end).collect()
}

fn text_of<'p>(pages: &[NamedSource<'p>], region: &SearchRegion) -> &'p str {
    let source = pages[region.page].source;
    &source[region.from..source.floor_char_boundary(region.to.max(region.from))]
}

/// Maximum number of characters added to a shortened string to make it begin with a whole token.
const MAX_WIDENED: usize = 256;

/// The ends of the characters of a text that starts at `from`.
fn ends(text: &str, from: usize) -> impl Iterator<Item = u32> {
    let end = move |(at, character): (usize, char)| u32::try_from(from + at + character.len_utf8());
    text.char_indices().map(move |character| end(character).expect("pages are shorter than 4 GiB"))
}
