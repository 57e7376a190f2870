//! Valid classes: their roles have one order, and they nest. HANDINV of the paper.

use super::classes::{ClassMember, EquivalenceClass, MIN_SIZE};
use std::cmp::Reverse;
use unhusk_page::internal::Budget;

/// Roles among which the predecessor of a role is searched.
const MAX_LOOK_BACK: usize = 64;
/// Limit on the classes that are compared with each other, largest first.
const MAX_CLASSES: usize = 512;

/// Returns the valid parts of some classes; those with more tokens go first.
pub(super) fn keep_valid(
    classes: Vec<EquivalenceClass>,
    budget: &mut Budget,
) -> Vec<EquivalenceClass> {
    let mut ordered: Vec<EquivalenceClass> =
        classes.into_iter().filter_map(|class| in_order(class, budget)).collect();
    ordered.sort_by_cached_key(|class| {
        Reverse((class.support(), class.members.len(), class.vector.clone()))
    });
    ordered.truncate(MAX_CLASSES);
    let mut kept: Vec<EquivalenceClass> = Vec::new();
    for class in ordered {
        let n_places = class.members[0].places.len();
        let is_affordable = budget.spend_or_end((n_places + 1) * (kept.len() + 1));
        if is_affordable && kept.iter().all(|other| are_nested(other, &class)) {
            kept.push(class);
        }
    }
    kept
}

/// Reduces a class to its longest run of roles that follow each other in each occurrence; `None` if the run is short.
fn in_order(mut class: EquivalenceClass, budget: &mut Budget) -> Option<EquivalenceClass> {
    let mean_place =
        |member: &ClassMember| member.places.iter().map(|at| u64::from(*at)).sum::<u64>();
    class.members.sort_by_cached_key(|member| (mean_place(member), member.role));
    let bounds: Vec<usize> = class.ranges().map(|range| range.end).collect();
    let members = &class.members;
    // For each role the best run that ends with it: its length, the role before it, and the first one.
    let mut runs: Vec<(usize, usize, usize)> = Vec::with_capacity(members.len());
    for (at, member) in members.iter().enumerate() {
        let mut best = (1, at, at);
        for before in (at.saturating_sub(MAX_LOOK_BACK)..at).rev() {
            let (length, _, first) = runs[before];
            if length < best.0 || !budget.spend_or_end(member.places.len()) {
                continue;
            }
            let follows = follows(&members[before], member, &bounds);
            if follows && follows_first(&members[first], member, &bounds) {
                best = (length + 1, before, first);
            }
        }
        runs.push(best);
    }
    let (mut at, _) = runs.iter().enumerate().max_by_key(|(at, run)| (run.0, Reverse(*at)))?;
    let mut kept = vec![at];
    while runs[at].1 != at {
        at = runs[at].1;
        kept.push(at);
    }
    kept.reverse();
    let members: Vec<ClassMember> = kept.into_iter().map(|at| class.members[at].clone()).collect();
    (members.len() >= MIN_SIZE).then_some(EquivalenceClass { members, ..class })
}

/// Whether each occurrence of `member` is after that of `before`, and before the next one of `before`.
fn follows(before: &ClassMember, member: &ClassMember, bounds: &[usize]) -> bool {
    let is_behind = before.places.iter().zip(&member.places).all(|(before, at)| before < at);
    is_behind && follows_first(before, member, bounds)
}

/// Whether each occurrence of `member` is before the next one of `first`.
fn follows_first(first: &ClassMember, member: &ClassMember, bounds: &[usize]) -> bool {
    let mut start = 0;
    bounds.iter().all(|&end| {
        let range = start..end;
        start = end;
        let next = first.places[range.clone()].iter().skip(1);
        member.places[range].iter().zip(next).all(|(at, next)| at < next)
    })
}

/// Whether two classes are disjoint, or one lies in one gap of the other.
fn are_nested(one: &EquivalenceClass, other: &EquivalenceClass) -> bool {
    is_within(other, one) || is_within(one, other)
}

/// Whether all occurrences of a class are in the same gap of another, or none touches it.
fn is_within(inner: &EquivalenceClass, outer: &EquivalenceClass) -> bool {
    let mut seen = None;
    for (range, outer_range) in inner.ranges().zip(outer.ranges()) {
        for nth in range {
            let gap = gap_of(inner, nth, outer, outer_range.clone());
            if gap == RelativePlace::Overlap || seen.is_some_and(|seen| seen != gap) {
                return false;
            }
            seen = Some(gap);
        }
    }
    true
}

/// Position of an occurrence of a class relative to another class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RelativePlace {
    Outside,
    /// After the member with this index.
    Behind(usize),
    Overlap,
}

fn gap_of(
    inner: &EquivalenceClass,
    nth: usize,
    outer: &EquivalenceClass,
    range: std::ops::Range<usize>,
) -> RelativePlace {
    let (start, end) = (inner.first()[nth], inner.last()[nth]);
    let n_before = outer.first()[range.clone()].partition_point(|first| *first < start);
    let next = range.start + n_before;
    if next < range.end && outer.first()[next] < end {
        return RelativePlace::Overlap;
    }
    let around = (n_before > 0).then(|| next - 1);
    let Some(around) = around.filter(|around| outer.last()[*around] > start) else {
        return RelativePlace::Outside;
    };
    let n_members = outer.members.partition_point(|member| member.places[around] < start);
    let behind = outer.members.get(n_members);
    match behind {
        Some(next) if next.places[around] > end => RelativePlace::Behind(n_members - 1),
        _ => RelativePlace::Overlap,
    }
}

impl EquivalenceClass {
    fn first(&self) -> &[u32] {
        &self.members[0].places
    }

    fn last(&self) -> &[u32] {
        &self.members[self.members.len() - 1].places
    }
}
