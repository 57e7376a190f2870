//! The values of a page in page order, each with its level.

use super::super::misfit::{Misfit, NamedSource};
use super::labels::{FlatCell, FlatLabels};
use crate::example::Place;
use unhusk_page::Span;
use unhusk_wrapper::delimiter::LevelShape;
use unhusk_wrapper::internal::sort;

/// The values of one page, in page order.
#[derive(Debug, Clone)]
pub(super) struct Sequence<'p> {
    pub(super) page: NamedSource<'p>,
    pub(super) items: Vec<SequenceItem>,
    /// Whether the last item is known to be the last value of the page.
    pub(super) ends: bool,
    /// Whether all values of the page are known.
    pub(super) is_complete: bool,
    /// Places labelled as not a value: level and place.
    pub(super) negatives: Vec<(usize, Span)>,
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SequenceItem {
    pub(super) level: usize,
    pub(super) span: Span,
    /// Whether the previous item (or the start of the page) directly precedes this value.
    pub(super) follows: bool,
    /// Position of the record.
    record: usize,
}

/// Puts the values of a page in page order and checks that levels can express the labels.
pub(super) fn sequence<'p>(
    page: NamedSource<'p>,
    complete: bool,
    flat: &FlatLabels<'_>,
    chosen: &[Place],
    shape: &LevelShape,
) -> Result<Sequence<'p>, Misfit> {
    let entries = in_page_order(flat, chosen);
    let top = |entry: &FlatCell| top_record(flat, entry.record);
    let (mut items, mut last_top, mut follows) = (Vec::new(), None, complete);
    for entry in &entries {
        if !complete && last_top != Some(top(entry)) {
            follows = false;
        }
        last_top = Some(top(entry));
        let Some(slot) = entry.slot else {
            follows = false;
            continue;
        };
        let FlatCell { level, record, .. } = *entry;
        items.push(SequenceItem { level, span: chosen[slot].span, follows, record });
        follows = true;
    }
    let ends = complete && follows;
    let is_complete = complete && entries.iter().all(|entry| entry.slot.is_some());
    let sequence = Sequence { page, items, ends, is_complete, negatives: Vec::new() };
    sequence.check(shape)?;
    Ok(sequence)
}

/// The entries, with the records sorted by their first values, inner records behind the values of the outer one.
fn in_page_order(flat: &FlatLabels<'_>, chosen: &[Place]) -> Vec<FlatCell> {
    let mut starts = vec![u32::MAX; flat.records.len()];
    for entry in &flat.entries {
        let mut record = Some(entry.record);
        let start = entry.slot.map_or(u32::MAX, |slot| chosen[slot].span.start);
        while let Some(number) = record {
            starts[number] = starts[number].min(start);
            record = flat.records[number].parent;
        }
    }
    let path = |entry: &FlatCell| {
        let mut path = Vec::new();
        let mut record = Some(entry.record);
        while let Some(number) = record {
            path.push((starts[number], number));
            record = flat.records[number].parent;
        }
        path.reverse();
        path
    };
    let mut entries = flat.entries.clone();
    let start = |entry: &FlatCell| entry.slot.map(|slot| chosen[slot].span.start);
    sort::by_cached_key(&mut entries, |entry| (path(entry), entry.level, start(entry)));
    entries
}

fn top_record(flat: &FlatLabels<'_>, mut record: usize) -> usize {
    while let Some(parent) = flat.records[record].parent {
        record = parent;
    }
    record
}

impl Sequence<'_> {
    fn check(&self, shape: &LevelShape) -> Result<(), Misfit> {
        for pair in self.items.windows(2) {
            if pair[0].span.end > pair[1].span.start {
                return Err(self.out_of_order(pair[0], pair[1], shape));
            }
        }
        // For each depth, the open record and the last level filled in it.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut n_allowed = 1;
        for item in &self.items {
            let place = &shape.levels[item.level];
            open.truncate(place.depth + 1);
            let known = open.get(place.depth);
            let is_filled = known
                .is_none_or(|(_, last)| *last > item.level || (*last == item.level && !place.many));
            let is_new = known.is_none_or(|(record, _)| *record != item.record);
            if item.follows && (item.level >= n_allowed || is_filled != is_new) {
                return Err(self.no_level(*item, shape));
            }
            open.truncate(place.depth);
            while open.len() < place.depth {
                open.push((usize::MAX, 0));
            }
            open.push((item.record, item.level));
            n_allowed = item.level + 2;
        }
        Ok(())
    }

    fn out_of_order(
        &self,
        first: SequenceItem,
        second: SequenceItem,
        shape: &LevelShape,
    ) -> Misfit {
        let (a, b) = (self.page.evidence_of(first.span), self.page.evidence_of(second.span));
        Misfit::Inexpressible(format!(
            "`{}` should be before `{}` on {}: {}-{} `{}` and {}-{} `{}`",
            shape.levels[first.level].field,
            shape.levels[second.level].field,
            self.page.name,
            a.span.start,
            a.span.end,
            a.excerpt,
            b.span.start,
            b.span.end,
            b.excerpt
        ))
    }

    fn no_level(&self, item: SequenceItem, shape: &LevelShape) -> Misfit {
        let place = self.page.evidence_of(item.span);
        Misfit::Inexpressible(format!(
            "levels cannot tell to which record this `{}` of {} belongs: {}-{} `{}`",
            shape.levels[item.level].field,
            self.page.name,
            place.span.start,
            place.span.end,
            place.excerpt
        ))
    }
}
