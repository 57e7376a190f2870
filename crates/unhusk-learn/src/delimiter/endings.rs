//! Strings by where they first end in certain regions of the pages.
//!
//! Strings that end at the same place of the shortest region differ only in length. A longer one occurs in fewer
//! places, so its first occurrence in another region is the same or later. Where later is always better, only
//! the longest that is common to all regions matters; where it may be worse, the shorter ones matter as well.

use super::automaton::{Automaton, ROOT};
use super::border::begins_token;
use super::budget::SearchBudget;
use super::misfit::{Misfit, Named};
use super::seen::Seen;
use memchr::memmem;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// A part of a page in which a string is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) page: usize,
    /// Where the search begins.
    pub(super) from: usize,
    /// Where the string must have ended at the latest.
    pub(super) to: usize,
}

/// What is asked of a string in one of the regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    /// Number of the region.
    pub(super) region: usize,
    /// Where the string must end at the latest.
    pub(super) last: usize,
    /// Up to where a later end is always better; behind that, every end is another matter.
    pub(super) better_up_to: usize,
}

/// The shortest region, and where its pieces occur in the others.
pub(super) struct Endings<'p> {
    pages: Vec<Named<'p>>,
    regions: Vec<Region>,
    text: &'p str,
    shortest: usize,
    automaton: Automaton,
    order: Vec<u32>,
    /// For every region: where each letter ends on its page, and what is found there; made when first asked for.
    walks: Vec<OnceCell<Vec<Step>>>,
    /// Where each letter of `text` ends, in bytes.
    ends: Vec<u32>,
}

/// A string, and where it first ends in each region that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending<'p> {
    pub(super) text: &'p str,
    pub(super) ends: Vec<usize>,
}

/// A walk through an automaton as far as a region reaches.
type Walk<'a> = &'a [Step];

/// Where a letter ends on its page, and what is found there.
type Step = (u32, Piece);

/// A state, and how many letters of its longest string are meant.
type Piece = (u32, u32);

impl<'p> Endings<'p> {
    /// `None` if there are no regions.
    pub(super) fn new(pages: &[Named<'p>], regions: Vec<Region>) -> Option<Self> {
        let length = |region: &Region| region.to.saturating_sub(region.from);
        let shortest = (0..regions.len()).min_by_key(|&region| length(&regions[region]))?;
        let text = text_of(pages, &regions[shortest]);
        let automaton = Automaton::of(text.chars());
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

    /// The strings that keep to all bounds, and may be better there than all others that do; the empty string
    /// among them.
    pub(super) fn all(
        &self,
        bounds: &[Bound],
        budget: &mut SearchBudget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let walks: Vec<Walk<'_>> = bounds.iter().map(|bound| self.walk_up_to(bound)).collect();
        budget.spend(walks.iter().map(|walk| 2 * walk.len() + 4 * self.order.len()).sum())?;
        let seen = self.seen_in_all(&walks);
        let longest = seen.longest(&self.automaton, &self.order);
        let in_shortest = bounds.iter().position(|bound| bound.region == self.shortest);
        let n_letters = in_shortest.map_or(self.ends.len() - 1, |number| walks[number].len());
        let ending = self.automaton.prefixes()[..=n_letters].iter();
        let pieces: BTreeSet<Piece> = ending.map(|&prefix| longest.suffix(prefix)).collect();
        let mut endings = self.first_ends(&pieces, &seen, bounds, &walks);
        self.add_shorter(&mut endings, &pieces, bounds, budget)?;
        let in_time = |ending: &Ending<'_>| {
            ending.ends.iter().zip(bounds).all(|(&end, bound)| end <= bound.last)
        };
        endings.retain(in_time);
        Ok(endings)
    }

    fn walk_up_to(&self, bound: &Bound) -> Walk<'_> {
        let region = &self.regions[bound.region];
        let walk = self.walks[bound.region].get_or_init(|| {
            let text = text_of(&self.pages, region);
            ends(text, region.from).zip(self.automaton.walk(text.chars())).collect()
        });
        &walk[..walk.partition_point(|(end, _)| *end as usize <= bound.last)]
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
        pieces: &BTreeSet<Piece>,
        seen: &Seen,
        bounds: &[Bound],
        walks: &[Walk<'_>],
    ) -> Vec<Ending<'p>> {
        let mut ends = vec![Vec::with_capacity(walks.len()); pieces.len()];
        for (bound, walk) in bounds.iter().zip(walks) {
            let from = self.regions[bound.region].from;
            let firsts = seen.first_places(&self.automaton, &self.order, walk);
            for (ends, &(state, _)) in ends.iter_mut().zip(pieces) {
                ends.push(if state == ROOT { from } else { firsts[state as usize] as usize });
            }
        }
        let endings = pieces.iter().zip(ends);
        endings.map(|(&piece, ends)| Ending { text: self.piece(piece), ends }).collect()
    }

    /// Adds the suffixes of pieces that occur in other places and may be better there: a string that ends nowhere
    /// later than where later is better leaves nothing to its suffixes.
    fn add_shorter(
        &self,
        endings: &mut Vec<Ending<'p>>,
        pieces: &BTreeSet<Piece>,
        bounds: &[Bound],
        budget: &mut SearchBudget,
    ) -> Result<(), Misfit> {
        let is_best = |ending: &Ending<'_>| {
            ending.ends.iter().zip(bounds).all(|(&end, bound)| end <= bound.better_up_to)
        };
        let beyond = pieces.iter().zip(&*endings).filter(|(_, ending)| !is_best(ending));
        let beyond: Vec<Piece> = beyond.map(|(&piece, _)| piece).collect();
        if beyond.is_empty() {
            return Ok(());
        }
        let walks = || bounds.iter().map(|bound| self.walk_up_to(bound));
        budget.spend(walks().map(<[_]>::len).sum())?;
        let found: BTreeSet<Piece> = walks().flatten().map(|&(_, place)| place).collect();
        let mut known = pieces.clone();
        for piece in beyond {
            let mut shorter = self.next_shorter(piece, &found);
            while let Some(piece) = shorter.filter(|&piece| known.insert(piece)) {
                let text = self.piece(piece);
                let ends = self.ends_of(text, bounds).expect("a longer one ends in all regions");
                let looked_at = ends.iter().zip(bounds);
                let looked_at = looked_at.map(|(end, bound)| end - self.regions[bound.region].from);
                budget.spend(1 + looked_at.sum::<usize>())?;
                let ending = Ending { text, ends };
                shorter = if is_best(&ending) { None } else { self.next_shorter(piece, &found) };
                endings.push(ending);
            }
        }
        Ok(())
    }

    /// The longest suffix of a piece that may occur in a place where the piece does not.
    fn next_shorter(&self, (state, length): Piece, found: &BTreeSet<Piece>) -> Option<Piece> {
        let same_state = found.range((state, 0)..(state, length)).next_back();
        if state == ROOT || same_state.is_some() {
            return same_state.copied();
        }
        let link = self.automaton.link(state);
        Some((link, self.automaton.length(link)))
    }

    /// Where a string first ends in each region that has a bound; `None` if it is missing in one.
    fn ends_of(&self, text: &str, bounds: &[Bound]) -> Option<Vec<usize>> {
        let regions = bounds.iter().map(|bound| &self.regions[bound.region]);
        ends_of(&self.pages, regions, text)
    }

    /// The shortest end of a string that first ends at the same places, widened to a whole token; `None` if it has
    /// more bytes than a delimiter may have.
    pub(super) fn shortened(&self, ending: &Ending<'p>, bounds: &[Bound]) -> Option<&'p str> {
        let text = ending.text;
        let same = |at: usize| {
            let at = text.floor_char_boundary(at);
            self.ends_of(&text[at..], bounds).as_ref() == Some(&ending.ends)
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
        let shortest = &text[longest_cut..];
        let whole = token.map(|at| &text[at..]).filter(|whole| whole.len() <= MAX_DELIMITER_BYTES);
        whole.or_else(|| (shortest.len() <= MAX_DELIMITER_BYTES).then_some(shortest))
    }

    /// The text of a piece.
    fn piece(&self, (state, length): Piece) -> &'p str {
        let end = self.automaton.first_end(state) as usize;
        &self.text[self.ends[end - length as usize] as usize..self.ends[end] as usize]
    }
}

/// Leaves out endings for which others are at least as good in all regions; those with the latest ends first.
pub(super) fn pruned<'p>(
    mut endings: Vec<Ending<'p>>,
    bounds: &[Bound],
    budget: &mut SearchBudget,
) -> Result<Vec<Ending<'p>>, Misfit> {
    endings.sort_by(|a, b| b.ends.cmp(&a.ends));
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

/// Where a string first ends in each region; `None` if it is missing in one. The empty string ends at once.
pub(super) fn ends_of<'r>(
    pages: &[Named<'_>],
    regions: impl Iterator<Item = &'r Region>,
    text: &str,
) -> Option<Vec<usize>> {
    let finder = memmem::Finder::new(text);
    let end = |region: &Region| {
        let to = region.to.max(region.from);
        let found = finder.find(&pages[region.page].source.as_bytes()[region.from..to])?;
        Some(region.from + found + text.len())
    };
    regions.map(end).collect()
}

fn text_of<'p>(pages: &[Named<'p>], region: &Region) -> &'p str {
    let source = pages[region.page].source;
    &source[region.from..source.floor_char_boundary(region.to.max(region.from))]
}

/// Letters by which a shortened string is widened at most to begin with a whole token.
const MAX_WIDENED: usize = 256;

/// Where each letter of a text ends, if the text begins at `from`.
fn ends(text: &str, from: usize) -> impl Iterator<Item = u32> {
    let end = move |(at, letter): (usize, char)| u32::try_from(from + at + letter.len_utf8());
    text.char_indices().map(move |letter| end(letter).expect("pages are shorter than 4 GiB"))
}
