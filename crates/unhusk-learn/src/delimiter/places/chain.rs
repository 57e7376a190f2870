//! Chooses one place per value so that the places are in order and do not overlap.

use super::anchor::{RecordSlots, anchors};
use super::context::RatedPlace;
use super::{ChosenPlaces, LabelSlot, Reordering};
use crate::example::Place;
use unhusk_wrapper::internal::sort;

/// The best choices of one place per slot: with the records in their likeliest order, then also with the columns in
/// the order of most records, last with all values in the order of the labels. Labels may be in any order, so that
/// order is tried last.
pub(super) fn choose(
    slots: &[Vec<LabelSlot<'_>>],
    rated: &[Vec<Vec<RatedPlace>>],
    order: Reordering,
) -> Vec<ChosenPlaces> {
    let mut choices = Vec::new();
    let orders: &[Sorted] = match order {
        Reordering::OfRecords => &[by_records, as_labelled],
        Reordering::OfRecordsAndColumns => &[by_records, by_records_and_columns, as_labelled],
    };
    for order in orders {
        let pages = slots.iter().zip(rated);
        let chosen: Option<ChosenPlaces> =
            pages.map(|(slots, rated)| best_chain(slots, rated, &order(slots, rated))).collect();
        choices.extend(chosen.filter(|chosen| !choices.contains(chosen)));
    }
    choices
}

/// Sorts the slots of a page.
type Sorted = fn(&[LabelSlot<'_>], &[Vec<RatedPlace>]) -> Vec<usize>;

fn as_labelled(slots: &[LabelSlot<'_>], _: &[Vec<RatedPlace>]) -> Vec<usize> {
    (0..slots.len()).collect()
}

/// Sorts the records by their likeliest positions.
fn by_records(slots: &[LabelSlot<'_>], rated: &[Vec<RatedPlace>]) -> Vec<usize> {
    sorted(slots, rated, records(slots))
}

/// Sorts the records by their likeliest positions, and the columns by their order in most records.
fn by_records_and_columns(slots: &[LabelSlot<'_>], rated: &[Vec<RatedPlace>]) -> Vec<usize> {
    let mut records = records(slots);
    let n_columns = slots.iter().map(|slot| slot.column + 1).max().unwrap_or_default();
    // For each column, the number of columns before it, summed over the records.
    let mut n_before = vec![0_usize; n_columns];
    for record in &records {
        let starts: Vec<u32> = record.iter().map(|&slot| best_start(&rated[slot])).collect();
        for (&slot, start) in record.iter().zip(&starts) {
            n_before[slots[slot].column] += starts.iter().filter(|&other| other < start).count();
        }
    }
    for record in &mut records {
        sort::by_key(record, |&slot| (n_before[slots[slot].column], slots[slot].column));
    }
    sorted(slots, rated, records)
}

/// The slots of all records, with the records sorted by their anchors.
fn sorted(
    slots: &[LabelSlot<'_>],
    rated: &[Vec<RatedPlace>],
    mut records: Vec<RecordSlots>,
) -> Vec<usize> {
    let anchors = anchors(slots, rated, &records);
    sort::by_key(&mut records, |record| {
        let number = slots[record[0]].record;
        (anchors.get(&number).copied(), number)
    });
    records.into_iter().flatten().collect()
}

/// Groups the slots by record.
fn records(slots: &[LabelSlot<'_>]) -> Vec<RecordSlots> {
    let numbers: Vec<usize> = (0..slots.len()).collect();
    numbers.chunk_by(|&a, &b| slots[a].record == slots[b].record).map(<[usize]>::to_vec).collect()
}

fn best_start(rated: &[RatedPlace]) -> u32 {
    rated.iter().rev().max_by_key(|rated| rated.score).map_or(0, |rated| rated.place.span.start)
}

/// The chain of places with the best score; of chains with equal scores, the one with the most compact records.
fn best_chain(
    slots: &[LabelSlot<'_>],
    rated: &[Vec<RatedPlace>],
    order: &[usize],
) -> Option<Vec<Place>> {
    // For each slot in order and each of its places: value of the best chain that ends there, and its previous place.
    let mut chains: Vec<Vec<(i64, usize)>> = Vec::with_capacity(order.len());
    for (position, &slot) in order.iter().enumerate() {
        let before = position.checked_sub(1).map(|at| (order[at], &chains[at]));
        let chain = match before {
            None => rated[slot].iter().map(|rated| (SCORE * rated.score, usize::MAX)).collect(),
            Some((other, chain)) => {
                let same_record = slots[other].record == slots[slot].record;
                extend(&rated[other], chain, &rated[slot], same_record)
            }
        };
        chains.push(chain);
    }
    trace(rated, order, &chains)
}

/// Weight of one point of score, in bytes of distance within a record.
pub(super) const SCORE: i64 = 1 << 32;
const IMPOSSIBLE: i64 = i64::MIN;

/// Extends the chains that end at one slot's places to the next slot's places.
fn extend(
    before: &[RatedPlace],
    chain: &[(i64, usize)],
    places: &[RatedPlace],
    same_record: bool,
) -> Vec<(i64, usize)> {
    let distance = |position: u32| if same_record { i64::from(position) } else { 0 };
    let mut by_end: Vec<usize> =
        (0..before.len()).filter(|&at| chain[at].0 != IMPOSSIBLE).collect();
    sort::by_key(&mut by_end, |&at| before[at].place.span.end);
    let mut by_start: Vec<usize> = (0..places.len()).collect();
    sort::by_key(&mut by_start, |&at| places[at].place.span.start);
    let mut extended = vec![(IMPOSSIBLE, usize::MAX); places.len()];
    let mut ended = by_end.into_iter().peekable();
    let mut best: Option<(i64, usize)> = None;
    for at in by_start {
        let start = places[at].place.span.start;
        while let Some(other) = ended.next_if(|&other| before[other].place.span.end <= start) {
            let value = chain[other].0 + distance(before[other].place.span.end);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, other));
            }
        }
        if let Some((value, other)) = best {
            extended[at] = (value + SCORE * places[at].score - distance(start), other);
        }
    }
    extended
}

/// The places of the best chain, in the order of the slots.
fn trace(
    rated: &[Vec<RatedPlace>],
    order: &[usize],
    chains: &[Vec<(i64, usize)>],
) -> Option<Vec<Place>> {
    let mut chosen: Vec<Option<Place>> = vec![None; rated.len()];
    let Some(last) = chains.last() else { return Some(Vec::new()) };
    let mut place = (0..last.len())
        .rev()
        .max_by_key(|&place| last[place].0)
        .filter(|&place| last[place].0 != IMPOSSIBLE)?;
    for (chain, &slot) in chains.iter().zip(order).rev() {
        chosen[slot] = Some(rated[slot][place].place);
        place = chain[place].1;
    }
    chosen.into_iter().collect()
}
