//! Estimates the position of each record, independently of the order of the labels.
//!
//! The values of a record are close together. So each place of the value with the fewest places is tried, with the
//! nearest places of the other values around it. Records with equal texts are indistinguishable: n such records get the
//! best n positions, in the order of the page.

use super::LabelSlot;
use super::chain::SCORE;
use super::context::RatedPlace;
use crate::example::Place;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;

/// The slots of one record, in the order of the columns.
pub(super) type RecordSlots = Vec<usize>;

/// For each record, the likeliest start of the value with the fewest places.
pub(super) fn anchors(
    slots: &[LabelSlot<'_>],
    rated: &[Vec<RatedPlace>],
    records: &[RecordSlots],
) -> BTreeMap<usize, u32> {
    let mut alike: BTreeMap<Vec<LabelKey<'_>>, Vec<usize>> = BTreeMap::new();
    for (number, record) in records.iter().enumerate() {
        let texts = record.iter().map(|&slot| label_key(&slots[slot])).collect();
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

/// Column, text and first place of a label; equal for labels that cannot be distinguished.
type LabelKey<'s> = (usize, Option<&'s str>, Option<Place>);

fn label_key<'s>(slot: &LabelSlot<'s>) -> LabelKey<'s> {
    (slot.column, slot.label.text.as_deref(), slot.label.candidates.first().copied())
}

/// The best positions for `n` records with the same texts, in the order of the page.
fn sites(rated: &[Vec<RatedPlace>], record: &[usize], n: usize) -> Vec<u32> {
    let Some(surest) = (0..record.len()).min_by_key(|&at| rated[record[at]].len()) else {
        return Vec::new();
    };
    let value =
        |site: &RatedPlace| SCORE * site.score - extent(rated, record, surest, site.place.span);
    let mut sites: Vec<(i64, Span)> =
        rated[record[surest]].iter().map(|site| (value(site), site.place.span)).collect();
    sort::by_key(&mut sites, |&(value, span)| (Reverse(value), span));
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

/// Penalty for a value without a place on the right side of the others; more than the length of any page.
const NOWHERE: i64 = 1 << 32;

/// Length of a record with one value at `site` and the others at the nearest places that keep the order.
fn extent(rated: &[Vec<RatedPlace>], record: &[usize], surest: usize, site: Span) -> i64 {
    let (mut start, mut end, mut missing) = (site.start, site.end, 0);
    for &slot in record[..surest].iter().rev() {
        // Places are in document order, and few overlap.
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
