//! N-HLRT: a pair of delimiters per level, between a head and a tail.

use super::super::conflict::Conflicts;
use super::super::frame::{self, Frame, Framed, Ground, Lengths};
use super::super::interval::{self, Interval};
use super::super::lr::not_empty;
use super::super::misfit::Misfit;
use super::facts::{Facts, Step};
use super::system::System;
use super::{FitLevels, levels, rights};
use crate::Settings;
use memchr::memmem;
use unhusk_wrapper::delimiter::{NHlrt, RuleStrings};

impl FitLevels for NHlrt {
    const CLASS: &'static str = "n-hlrt";

    fn fit(facts: &Facts<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let rights = rights(facts)?;
        let lefts: Vec<Interval<'_>> =
            (0..facts.names.len()).map(|level| left(facts, level)).collect::<Result<_, _>>()?;
        let system = System::new(facts, lefts.clone(), settings.preference)?;
        system.greatest(|_, _| true).ok_or_else(|| system.misfit(facts))?;
        let frame = Frame::new(ground(facts, lefts));
        let Framed { lengths, head, tail } = frame::find(&frame, &system, settings)?;
        let lefts = system.delimiters(&lengths);
        Ok(Self {
            head: frame::landmark(head)?,
            tail: frame::landmark(tail)?,
            fields: levels(facts, &lefts, &rights, settings.preference),
        })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The left delimiters of a level that are found where its values begin, from one value to the next.
fn left<'p>(facts: &Facts<'p>, level: usize) -> Result<Interval<'p>, Misfit> {
    let gaps = facts.gaps(level);
    let n_heads = if level == 0 { facts.heads.len() } else { 0 };
    interval::common_left(&facts.pages, &gaps)
        .and_then(|text| interval::proper(&facts.pages, text, &gaps[n_heads..], &[]))
        .and_then(not_empty)
        .map_err(|blocked| facts.left_conflict(level, &gaps, blocked))
}

fn ground<'p>(facts: &Facts<'p>, lefts: Vec<Interval<'p>>) -> Ground<'p> {
    Ground {
        pages: facts.pages.clone(),
        lefts,
        heads: facts.heads.clone(),
        between: facts.between.iter().map(|&Step { level, gap, .. }| (level, gap)).collect(),
        tails: facts.tails.clone(),
        empty: facts.empty.clone(),
    }
}

/// Lengths of the first level's left delimiter with which likely heads and tails are tried.
const MAX_PREFERRED: usize = 4;

impl Lengths for System<'_> {
    fn preferred(&self) -> Vec<Vec<usize>> {
        let firsts = self.ranked(0).iter().copied();
        let with = |first: usize| {
            let greatest = Lengths::greatest(self, first)?;
            Some(self.settle(greatest, |level, length| level > 0 || length == first))
        };
        let mut preferred: Vec<Vec<usize>> = firsts.take(MAX_PREFERRED).filter_map(with).collect();
        preferred.extend(System::greatest(self, |_, _| true));
        preferred
    }

    fn greatest(&self, first: usize) -> Option<Vec<usize>> {
        System::greatest(self, |level, length| level > 0 || length == first)
    }

    fn with_tail(&self, frame: &Frame<'_>, first: usize, tail: &str) -> Option<Vec<usize>> {
        let limits = TailLimits::of(frame, tail)?;
        let allowed = |level: usize, length: usize| {
            (level > 0 || length == first) && limits.allow(frame, level, length)
        };
        Some(self.settle(System::greatest(self, allowed)?, allowed))
    }

    fn to_the_end(&self, frame: &Frame<'_>) -> Vec<Vec<usize>> {
        let is_last = |level: usize, length: usize| {
            let mut tails = frame.ground.tails.iter().enumerate();
            tails.all(|(tail, (n_allowed, _))| {
                level >= *n_allowed || frame.first_ends(level, tail)[length].is_none()
            })
        };
        let firsts = self.ranked(0).iter().copied();
        let with = |first: usize| {
            let allowed = |level: usize, length: usize| {
                (level > 0 || length == first) && is_last(level, length)
            };
            Some(self.settle(System::greatest(self, allowed)?, allowed))
        };
        firsts.filter_map(with).collect()
    }
}

/// What a tail asks of the lengths of left delimiters.
struct TailLimits {
    /// For each level, the least length with which its delimiter begins before any tail.
    least: Vec<usize>,
    /// For each page's rest, where the tail begins.
    starts: Vec<usize>,
    /// Where a left delimiter must not begin together with a tail: level, and how far before the value.
    not: Vec<(usize, usize)>,
}

impl TailLimits {
    /// `None` if the tail is not behind the last value of every page.
    fn of(frame: &Frame<'_>, tail: &str) -> Option<Self> {
        let finder = memmem::Finder::new(tail);
        let find = |page: usize, from: usize, to: usize| {
            let source = frame.source(page).as_bytes();
            let to = (to + tail.len()).min(source.len());
            finder.find(&source[from..to.max(from)]).map(|at| from + at)
        };
        let starts = frame
            .ground
            .tails
            .iter()
            .map(|(_, rest)| find(rest.page, rest.from, frame.source(rest.page).len()));
        let starts = starts.collect::<Option<_>>()?;
        let mut least = vec![0; frame.ground.lefts.len()];
        let mut not = Vec::new();
        for (level, gap) in &frame.ground.between {
            if gap.exact {
                let at = find(gap.page, gap.from, gap.to);
                let needed = at.map_or(0, |at| (gap.to + 1).saturating_sub(at));
                least[*level] = least[*level].max(needed);
                continue;
            }
            let longest = frame.ground.lefts[*level].text.len();
            let from = gap.to - longest.min(gap.to - gap.from);
            let source = frame.source(gap.page).as_bytes();
            let end = (gap.to + tail.len()).min(source.len());
            not.extend(
                finder.find_iter(&source[from..end]).map(|at| (*level, gap.to.abs_diff(from + at))),
            );
        }
        Some(Self { least, starts, not })
    }

    fn allow(&self, frame: &Frame<'_>, level: usize, length: usize) -> bool {
        let begins_behind = |(tail, start): (usize, &usize)| {
            level >= frame.ground.tails[tail].0
                || frame.first_ends(level, tail)[length].is_none_or(|end| end - length >= *start)
        };
        length >= self.least[level]
            && !self.not.contains(&(level, length))
            && self.starts.iter().enumerate().all(begins_behind)
    }
}
