//! N-HLRT: a pair of delimiters per level, between a head and a tail.

use super::super::conflict::Conflicts;
use super::super::frame::{self, FittingFrame, FrameConditions, FrameFacts, LeftLengths};
use super::super::interval::{self, Interval};
use super::super::lr::not_empty;
use super::super::misfit::Misfit;
use super::fragments::{LevelFragments, LevelSearch};
use super::system::LengthSystem;
use super::{FitLevels, levels, rights};
use crate::Settings;
use memchr::memmem;
use unhusk_wrapper::delimiter::{NHlrt, RuleStrings};

impl FitLevels for NHlrt {
    const CLASS: &'static str = "n-hlrt";

    fn fit(fragments: &LevelFragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let rights = rights(fragments)?;
        let lefts: Vec<Interval<'_>> = (0..fragments.names.len())
            .map(|level| left(fragments, level))
            .collect::<Result<_, _>>()?;
        let system = LengthSystem::new(fragments, lefts.clone(), settings.preference)?;
        system.greatest(|_, _| true).ok_or_else(|| system.misfit(fragments))?;
        let frame = FrameConditions::new(frame_facts(fragments, lefts));
        let FittingFrame { lengths, head, tail } = frame::find(&frame, &system, settings)?;
        let lefts = system.delimiters(&lengths);
        Ok(Self {
            head: frame::landmark(head)?,
            tail: frame::landmark(tail)?,
            fields: levels(fragments, &lefts, &rights, settings.preference),
        })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The left delimiters of a level that a search finds from one value to the next.
fn left<'p>(fragments: &LevelFragments<'p>, level: usize) -> Result<Interval<'p>, Misfit> {
    let gaps = fragments.gaps(level);
    let n_heads = if level == 0 { fragments.heads.len() } else { 0 };
    interval::common_left(&fragments.pages, &gaps)
        .and_then(|text| interval::proper(&fragments.pages, text, &gaps[n_heads..], &[]))
        .and_then(not_empty)
        .map_err(|blocked| fragments.left_conflict(level, &gaps, blocked))
}

fn frame_facts<'p>(fragments: &LevelFragments<'p>, lefts: Vec<Interval<'p>>) -> FrameFacts<'p> {
    FrameFacts {
        pages: fragments.pages.clone(),
        lefts,
        heads: fragments.heads.clone(),
        between: fragments
            .between
            .iter()
            .map(|&LevelSearch { level, gap, .. }| (level, gap))
            .collect(),
        tails: fragments.tails.clone(),
        empty: fragments.empty.clone(),
    }
}

/// Maximum number of lengths of the first level's left delimiter tried with likely heads and tails.
const MAX_PREFERRED: usize = 4;

impl LeftLengths for LengthSystem<'_> {
    fn preferred(&self) -> Vec<Vec<usize>> {
        let firsts = self.ranked(0).iter().copied();
        let with = |first: usize| {
            let greatest = LeftLengths::greatest(self, first)?;
            Some(LengthSystem::preferred(self, greatest, |level, length| {
                level > 0 || length == first
            }))
        };
        let mut preferred: Vec<Vec<usize>> = firsts.take(MAX_PREFERRED).filter_map(with).collect();
        preferred.extend(LengthSystem::greatest(self, |_, _| true));
        preferred
    }

    fn greatest(&self, first: usize) -> Option<Vec<usize>> {
        LengthSystem::greatest(self, |level, length| level > 0 || length == first)
    }

    fn with_tail(
        &self,
        frame: &FrameConditions<'_>,
        first: usize,
        tail: &str,
    ) -> Option<Vec<usize>> {
        let limits = TailLimits::of(frame, tail)?;
        let allowed = |level: usize, length: usize| {
            (level > 0 || length == first) && limits.allow(frame, level, length)
        };
        Some(LengthSystem::preferred(self, LengthSystem::greatest(self, allowed)?, allowed))
    }

    fn to_the_end(&self, frame: &FrameConditions<'_>) -> Vec<Vec<usize>> {
        let is_last = |level: usize, length: usize| {
            let mut tails = frame.facts.tails.iter().enumerate();
            tails.all(|(tail, (n_allowed, _))| {
                level >= *n_allowed || frame.first_ends(level, tail)[length].is_none()
            })
        };
        let firsts = self.ranked(0).iter().copied();
        let with = |first: usize| {
            let allowed = |level: usize, length: usize| {
                (level > 0 || length == first) && is_last(level, length)
            };
            Some(LengthSystem::preferred(self, LengthSystem::greatest(self, allowed)?, allowed))
        };
        firsts.filter_map(with).collect()
    }
}

/// The constraints of a tail on the lengths of left delimiters.
struct TailLimits {
    /// For each level, the minimum length with which its delimiter begins before any tail.
    least: Vec<usize>,
    /// For each rest of a page, the start of the tail.
    starts: Vec<usize>,
    /// LeftLengths with which a left delimiter would begin together with a tail: level and length.
    excluded: Vec<(usize, usize)>,
}

impl TailLimits {
    /// `None` if the tail does not occur behind the last value of every page.
    fn of(frame: &FrameConditions<'_>, tail: &str) -> Option<Self> {
        let finder = memmem::Finder::new(tail);
        let find = |page: usize, from: usize, to: usize| {
            let source = frame.source(page).as_bytes();
            let to = (to + tail.len()).min(source.len());
            finder.find(&source[from..to.max(from)]).map(|at| from + at)
        };
        let starts = frame
            .facts
            .tails
            .iter()
            .map(|(_, rest)| find(rest.page, rest.from, frame.source(rest.page).len()));
        let starts = starts.collect::<Option<_>>()?;
        let mut least = vec![0; frame.facts.lefts.len()];
        let mut excluded = Vec::new();
        for (level, gap) in &frame.facts.between {
            if gap.exact {
                let at = find(gap.page, gap.from, gap.to);
                let needed = at.map_or(0, |at| (gap.to + 1).saturating_sub(at));
                least[*level] = least[*level].max(needed);
                continue;
            }
            let longest = frame.facts.lefts[*level].text.len();
            let from = gap.to - longest.min(gap.to - gap.from);
            let source = frame.source(gap.page).as_bytes();
            let end = (gap.to + tail.len()).min(source.len());
            excluded.extend(
                finder.find_iter(&source[from..end]).map(|at| (*level, gap.to.abs_diff(from + at))),
            );
        }
        Some(Self { least, starts, excluded })
    }

    fn allow(&self, frame: &FrameConditions<'_>, level: usize, length: usize) -> bool {
        let begins_behind = |(tail, start): (usize, &usize)| {
            level >= frame.facts.tails[tail].0
                || frame.first_ends(level, tail)[length].is_none_or(|end| end - length >= *start)
        };
        length >= self.least[level]
            && !self.excluded.contains(&(level, length))
            && self.starts.iter().enumerate().all(begins_behind)
    }
}
