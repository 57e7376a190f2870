//! All the ways in which a common head can say where reading starts.
//!
//! Heads that end at the same place of the shortest page differ only in length. A longer one occurs in fewer
//! places, so its first occurrence on another page is the same or later; and on a page with records, later is
//! better, as long as it is before the first record: less is left in which something could be mistaken. So of
//! the heads that end at one place only the longest that is common to all pages matters, unless there are pages
//! without records, on which later may be worse: then the shorter ones are tried as well.

use super::super::automaton::{Automaton, ROOT};
use super::super::border::begins_token;
use super::super::budget::Budget;
use super::super::misfit::Misfit;
use super::super::seen::Seen;
use super::frame::{Frame, Starts};
use std::collections::BTreeSet;

/// The head of the shortest page, and where its pieces occur in the other heads.
pub(super) struct Heads<'p> {
    /// The shortest head, as far as a head may reach.
    text: &'p str,
    /// Which of the heads that is.
    shortest: usize,
    automaton: Automaton,
    order: Vec<u32>,
    /// For every page, in the order of [`Starts`]: where each letter ends, and what is found there.
    walks: Vec<Vec<(u32, (u32, u32))>>,
    /// Where each letter of `text` ends, in bytes.
    ends: Vec<u32>,
}

/// A head, and where reading starts with it.
pub(super) struct Start<'p> {
    pub(super) head: &'p str,
    pub(super) starts: Starts,
}

impl<'p> Heads<'p> {
    /// `None` if no page has a head.
    pub(super) fn new(frame: &Frame<'_, 'p>) -> Option<Self> {
        let gaps = &frame.fragments.heads;
        let shortest = (0..gaps.len()).min_by_key(|&head| gaps[head].to)?;
        let sources = frame.pages_with_heads().enumerate();
        let texts: Vec<&str> = sources
            .map(|(number, source)| match gaps.get(number) {
                Some(gap) => &source[..source.floor_char_boundary(gap.to - frame.first.lo)],
                None => source,
            })
            .collect();
        let text = texts[shortest];
        let automaton = Automaton::of(text.chars());
        let walk = |text: &&str| ends(text).zip(automaton.walk(text.chars())).collect();
        Some(Self {
            text,
            shortest,
            order: automaton.by_length(),
            walks: texts.iter().map(walk).collect(),
            ends: std::iter::once(0).chain(ends(text)).collect(),
            automaton,
        })
    }

    /// The starts that fit the first left delimiter of a length; those that are later on every page first.
    pub(super) fn all(
        &self,
        frame: &Frame<'_, 'p>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Start<'p>>, Misfit> {
        let walks = self.walks_up_to(frame, length);
        budget.spend(walks.iter().map(|walk| 2 * walk.len() + 4 * self.order.len()).sum())?;
        let seen = self.seen_on_all(&walks);
        let longest = seen.longest(&self.automaton, &self.order);
        let n_letters = walks[self.shortest].len();
        let ending = self.automaton.prefixes()[..=n_letters].iter();
        let heads: BTreeSet<(u32, u32)> = ending.map(|&prefix| longest.suffix(prefix)).collect();
        let starts = if frame.fragments.empty.is_empty() {
            self.first_starts(&heads, &seen, &walks)
        } else {
            self.starts_with_shorter(frame, &heads, budget)?
        };
        let fitting = starts.into_iter().filter(|start| frame.starts_fit(length, &start.starts));
        pruned(fitting.collect(), frame.fragments.heads.len(), budget)
    }

    /// The walks as far as a head may end when the first left delimiter has a length.
    fn walks_up_to(&self, frame: &Frame<'_, 'p>, length: usize) -> Vec<&[(u32, (u32, u32))]> {
        let n_heads = frame.fragments.heads.len();
        let walks = self.walks.iter().enumerate();
        walks
            .map(|(number, walk)| {
                if number >= n_heads {
                    return walk.as_slice();
                }
                let last = frame.bounds(number, length).0;
                &walk[..walk.partition_point(|(end, _)| *end as usize <= last)]
            })
            .collect()
    }

    /// The pieces that end, on every page, where a head may end.
    fn seen_on_all(&self, walks: &[&[(u32, (u32, u32))]]) -> Seen {
        let seen_on = |walk: &&[(u32, (u32, u32))]| {
            let mut seen = Seen::nothing(&self.automaton);
            for &(_, place) in *walk {
                seen.mark(place);
            }
            seen.spread(&self.automaton, &self.order);
            seen
        };
        let mut walks = walks.iter().map(seen_on);
        let mut all = walks.next().unwrap_or_else(|| Seen::nothing(&self.automaton));
        for seen in walks {
            all.meet(&seen);
        }
        all
    }

    /// Where reading starts with the longest seen pieces of states.
    fn first_starts(
        &self,
        heads: &BTreeSet<(u32, u32)>,
        seen: &Seen,
        walks: &[&[(u32, (u32, u32))]],
    ) -> Vec<Start<'p>> {
        let first = |walk: &&[_]| seen.first_places(&self.automaton, &self.order, walk);
        let firsts: Vec<Vec<u32>> = walks.iter().map(first).collect();
        let start = |&(state, length): &(u32, u32)| {
            let place =
                |first: &Vec<u32>| if length == 0 { 0 } else { first[state as usize] as usize };
            Start { head: self.piece((state, length)), starts: firsts.iter().map(place).collect() }
        };
        heads.iter().map(start).collect()
    }

    /// Where reading starts with pieces, and with those of their suffixes that occur in other places.
    fn starts_with_shorter(
        &self,
        frame: &Frame<'_, 'p>,
        heads: &BTreeSet<(u32, u32)>,
        budget: &mut Budget,
    ) -> Result<Vec<Start<'p>>, Misfit> {
        let places = self.walks.iter().flatten().map(|&(_, place)| place);
        let found: BTreeSet<(u32, u32)> = places.collect();
        let mut all = BTreeSet::new();
        for &head in heads {
            let mut head = Some(head);
            while let Some(piece) = head.filter(|&piece| all.insert(piece)) {
                head = self.next_shorter(piece, &found);
            }
        }
        let mut starts = Vec::new();
        let n_bytes: usize = frame.pages_with_heads().map(str::len).sum();
        for head in all {
            budget.spend(n_bytes)?;
            let head = self.piece(head);
            starts.extend(frame.starts(head).map(|starts| Start { head, starts }));
        }
        Ok(starts)
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

    /// The text of a piece.
    fn piece(&self, (state, length): (u32, u32)) -> &'p str {
        let end = self.automaton.first_end(state) as usize;
        &self.text[self.ends[end - length as usize] as usize..self.ends[end] as usize]
    }
}

/// Where each letter of a text ends.
fn ends(text: &str) -> impl Iterator<Item = u32> {
    let end = |(at, letter): (usize, char)| u32::try_from(at + letter.len_utf8());
    text.char_indices().map(move |letter| end(letter).expect("pages are shorter than 4 GiB"))
}

impl<'p> Start<'p> {
    /// The shortest end of the head with which reading starts at the same places, widened to a whole token.
    pub(super) fn shortened(&self, frame: &Frame<'_, 'p>) -> &'p str {
        let same = |at: usize| {
            let at = self.head.floor_char_boundary(at);
            frame.starts(&self.head[at..]).as_ref() == Some(&self.starts)
        };
        // Shorter ends are found at the same places or earlier: bisect.
        let (mut fits, mut fails) = (0, self.head.len());
        while fails - fits > 1 {
            let middle = fits.midpoint(fails);
            if same(middle) { fits = middle } else { fails = middle }
        }
        let longest_cut = self.head.floor_char_boundary(fits);
        let cuts = (0..=longest_cut).rev().filter(|&at| self.head.is_char_boundary(at));
        let token = cuts.take(MAX_WIDENED).find(|&at| begins_token(self.head, at));
        &self.head[token.unwrap_or(longest_cut)..]
    }
}

/// Letters by which a shortened head is widened at most to begin with a whole token.
const MAX_WIDENED: usize = 256;

/// Leaves out starts for which others are at least as late on every page with records, and the same on every
/// page without.
fn pruned<'p>(
    mut starts: Vec<Start<'p>>,
    n_heads: usize,
    budget: &mut Budget,
) -> Result<Vec<Start<'p>>, Misfit> {
    starts.sort_by(|a, b| b.starts.cmp(&a.starts));
    let mut kept: Vec<Start<'_>> = Vec::new();
    for start in starts {
        let is_worse = |other: &Start<'_>| {
            let pairs = || other.starts.iter().zip(&start.starts);
            pairs().take(n_heads).all(|(theirs, ours)| theirs >= ours)
                && pairs().skip(n_heads).all(|(theirs, ours)| theirs == ours)
        };
        budget.spend(kept.len() + 1)?;
        if !kept.iter().any(is_worse) {
            kept.push(start);
        }
    }
    Ok(kept)
}
