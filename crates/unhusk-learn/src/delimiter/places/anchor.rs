//! Where each record most likely stands, whatever the order of the labels.
//!
//! A record stands where its values stand close together, so each place of its surest value is tried, with the
//! nearest places of the others around it. Records with the same texts cannot be told apart: as many as there are
//! take as many places, in the order of the page.

use super::Slot;
use super::chain::SCORE;
use super::context::Rated;
use crate::example::Place;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Span;

/// The slots of one record, in the order of the columns.
pub(super) type OfRecord = Vec<usize>;

/// For each record, where its surest value most likely begins.
pub(super) fn anchors(
    slots: &[Slot<'_>],
    rated: &[Vec<Rated>],
    records: &[OfRecord],
) -> BTreeMap<usize, u32> {
    let mut alike: BTreeMap<Vec<Text<'_>>, Vec<usize>> = BTreeMap::new();
    for (number, record) in records.iter().enumerate() {
        let texts = record.iter().map(|&slot| text(&slots[slot])).collect();
        alike.entry(texts).or_default().push(number);
    }
    let mut anchors = BTreeMap::new();
    for group in alike.values() {
        let sites = sites(rated, &records[group[0]], group.len());
        let starts = sites.into_iter().map(Some).chain(std::iter::repeat(None));
        for (&number, start) in group.iter().zip(starts) {
            anchors.insert(slots[records[number][0]].record, start.unwrap_or(u32::MAX));
        }
    }
    anchors
}

/// What a label says: its column, its text or its place.
type Text<'s> = (usize, Option<&'s str>, Option<Place>);

fn text<'s>(slot: &Slot<'s>) -> Text<'s> {
    (slot.column, slot.label.text.as_deref(), slot.label.candidates.first().copied())
}

/// The best places for `n` records with the same texts, in the order of the page.
fn sites(rated: &[Vec<Rated>], record: &[usize], n: usize) -> Vec<u32> {
    let Some(surest) = (0..record.len()).min_by_key(|&at| rated[record[at]].len()) else {
        return Vec::new();
    };
    let value = |site: &Rated| SCORE * site.score - extent(rated, record, surest, site.place.span);
    let mut sites: Vec<(i64, Span)> =
        rated[record[surest]].iter().map(|site| (value(site), site.place.span)).collect();
    sites.sort_by_key(|&(value, span)| (Reverse(value), span));
    let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
    for (_, span) in sites {
        if taken.len() == n {
            break;
        }
        let before = taken.range(..=(span.end, 0)).next_back();
        if before.is_none_or(|&(_, end)| end <= span.start) {
            taken.insert((span.start, span.end));
        }
    }
    taken.into_iter().map(|(start, _)| start).collect()
}

/// What it costs that a value has no place on its side of the others: more than any page is long.
const NOWHERE: i64 = 1 << 32;

/// How long a record is if one value stands at `site` and the others as near as they can in their order.
fn extent(rated: &[Vec<Rated>], record: &[usize], surest: usize, site: Span) -> i64 {
    let (mut start, mut end, mut missing) = (site.start, site.end, 0);
    for &slot in record[..surest].iter().rev() {
        // Places stand in document order; those that overlap are few.
        let n_before = rated[slot].partition_point(|rated| rated.place.span.start < start);
        let mut before = rated[slot][..n_before].iter().rev();
        match before.find(|rated| rated.place.span.end <= start) {
            Some(rated) => start = rated.place.span.start,
            None => missing += NOWHERE,
        }
    }
    for &slot in &record[surest + 1..] {
        let n_before = rated[slot].partition_point(|rated| rated.place.span.start < end);
        match rated[slot].get(n_before) {
            Some(rated) => end = rated.place.span.end,
            None => missing += NOWHERE,
        }
    }
    i64::from(end - start) + missing
}
