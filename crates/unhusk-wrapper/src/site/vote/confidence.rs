//! Confidence: how sure a value is, by its share of the votes.
//!
//! Rules that rest on different things seldom agree by chance. On the sites at hand (SWDE, one and three labelled
//! pages, with and without pages that are not labelled) values that had a share of the votes were right this often:
//!
//! | share | under .4 | .4-.5 | .5-.6 | .6-.7 | .7-.8 | .8-.9 | .9-1 |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | right | .79 | .78 | .78 | .79 | .967 | .993 | .999 |
//!
//! A region may not be a record although its fields agree. The more records were labelled, the rarer that is: on search results
//! (Estuka) unanimous values were right at .91, .92 and .97 of all, with one, two and all records of a page labelled.
//! `unhusk-lab fewshot` counts both anew.

use super::ballot::Ballot;
use crate::record::{Cell, Confidence, Field, Record, Schema, Value, Votes};
use crate::site::compile::{CompiledAlternative, CompiledField};
use crate::site::matcher::RuleMatcher;
use crate::site::record_look::fallback::LookedUpValue;
use crate::site::rule::Records;
use unhusk_page::Span;

/// Shares of the votes, and the probability that values with such a share are right; between them it is linear.
const RIGHT: [(f64, f64); 6] =
    [(0.0, 0.6), (0.3, 0.76), (0.65, 0.8), (0.75, 0.967), (0.85, 0.993), (1.0, 0.999)];

/// Upper bound on the probability that a region is not a record, times the number of labelled records plus two.
const STRAY: f64 = 0.27;

/// Sets the confidence of the values of a record.
pub(in crate::site) fn set(
    record: &mut Record<'_>,
    schema: &Schema,
    rules: &[CompiledField],
    matcher: &RuleMatcher<'_, '_>,
    is_record: f64,
) {
    let fields = schema.fields().iter().zip(rules);
    for (cell, (field, rule)) in record.cells.iter_mut().zip(fields) {
        let values = match cell {
            Cell::One(value) => std::slice::from_mut(value),
            Cell::Many(values) => values,
            Cell::Absent | Cell::Nested(_) => continue,
        };
        let shares = Shares::new(rule, matcher, field);
        for value in values {
            let is_right = likely(shares.of(value.span)).min(most_likely(rule));
            let confidence = Confidence::new(is_record * is_right);
            value.confidence = Some(if field.many {
                confidence
            } else {
                confidence.with_votes(shares.votes(value, matcher))
            });
        }
    }
}

/// Confidence of values that were read by their looks, in a record that looks like the labelled ones in every respect.
const LOOKED_UP: f64 = 0.75;

/// Sets the confidence of values that no rule voted on: they were read by their looks.
pub(in crate::site) fn set_looked_up(record: &mut Record<'_>, looked_up: &[LookedUpValue]) {
    for LookedUpValue { field, likeness } in looked_up {
        let values = match &mut record.cells[*field] {
            Cell::One(value) => std::slice::from_mut(value),
            Cell::Many(values) => values.as_mut_slice(),
            Cell::Absent | Cell::Nested(_) => continue,
        };
        for value in values {
            value.confidence = Some(Confidence::new(LOOKED_UP * likeness));
        }
    }
}

/// The positions of the single fields whose rules select several places with the same text.
pub(in crate::site) fn split<'a>(
    schema: &'a Schema,
    rules: &'a [CompiledField],
    matcher: &'a RuleMatcher<'_, '_>,
) -> impl Iterator<Item = usize> + 'a {
    let fields = schema.fields().iter().zip(rules).enumerate();
    let single = fields.filter(|(_, (field, _))| !field.many);
    let is_split = |rule: &CompiledField, field: &Field| {
        rule.alternatives.first().is_some_and(|alternative| alternative.is_split(matcher, field))
    };
    single.filter(move |(_, (field, rule))| is_split(rule, field)).map(|(at, _)| at)
}

/// The probability that what is read as a record is one.
pub(in crate::site) fn is_record(records: &Records) -> f64 {
    match records {
        Records::Page | Records::Sequence(_) | Records::Layouts(_) => 1.0,
        Records::Regions(regions) => 1.0 - STRAY / (f64::from(regions.labelled) + 2.0),
    }
}

/// How the rules voted on the single values of a record, with the positions of their fields.
pub(in crate::site) fn votes(
    record: &Record<'_>,
    schema: &Schema,
    rules: &[CompiledField],
    matcher: &RuleMatcher<'_, '_>,
) -> Vec<(usize, Votes)> {
    let cells = record.cells.iter().zip(schema.fields().iter().zip(rules)).enumerate();
    let single = cells.filter_map(|(at, (cell, rules))| match cell {
        Cell::One(value) => Some((at, value, rules)),
        _ => None,
    });
    single
        .map(|(at, value, (field, rule))| {
            (at, Shares::new(rule, matcher, field).votes(value, matcher))
        })
        .collect()
}

/// The places that have votes, and their shares.
struct Shares {
    /// Sorted by place.
    all: Vec<(Span, f64)>,
    most: f64,
}

impl Shares {
    fn new(rule: &CompiledField, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Self {
        let mut all: Vec<(Span, f64)> = rule
            .alternatives
            .iter()
            .flat_map(|alternative| alternative.shares(matcher, field))
            .collect();
        all.sort_by_key(|share| share.0);
        // The first alternative that selects a place counts.
        all.dedup_by_key(|share| share.0);
        let most = all.iter().map(|share| share.1).fold(0.0, f64::max);
        Self { all, most }
    }

    /// How the rules voted on a value.
    fn votes(&self, value: &Value<'_>, matcher: &RuleMatcher<'_, '_>) -> Votes {
        let page = matcher.context.index.page();
        let own = self.of(value.span);
        let is_other = |span: Span| page.text(span) != value.text;
        let others = self.all.iter().filter(|(span, _)| *span != value.span && is_other(*span));
        let next = others.map(|(_, share)| *share).fold(0.0, f64::max);
        let contest = if own + next > 0.0 { next / (own + next) } else { 0.0 };
        Votes::new(own, contest)
    }

    /// The share of a value. One without votes of its own was found beside the first value of a list.
    fn of(&self, span: Span) -> f64 {
        let own = self.all.binary_search_by_key(&span, |share| share.0);
        own.map_or(self.most, |at| self.all[at].1)
    }
}

/// Highest confidence of a field: if there are only one or two rules, 0.7 and 0.85 of the values were right.
fn most_likely(rule: &CompiledField) -> f64 {
    match rule.alternatives.iter().map(|alternative| alternative.rules.len()).max() {
        Some(0 | 1) | None => 0.7,
        Some(2) => 0.85,
        Some(_) => 1.0,
    }
}

fn likely(share: f64) -> f64 {
    let behind = RIGHT.iter().position(|knot| knot.0 >= share).unwrap_or(RIGHT.len() - 1).max(1);
    let ((from, low), (to, high)) = (RIGHT[behind - 1], RIGHT[behind]);
    low + (high - low) * (share - from) / (to - from)
}

impl CompiledAlternative {
    /// The places that have votes when all rules have voted, with their shares.
    fn shares(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Vec<(Span, f64)> {
        self.ballot(matcher, true, Ballot::new(field.optional)).shares(field.many).collect()
    }

    /// Whether the rules select several places with the same text.
    fn is_split(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> bool {
        self.ballot(matcher, true, Ballot::new(field.optional)).is_split()
    }
}

#[cfg(test)]
mod tests {
    use super::likely;

    #[test]
    fn what_has_more_votes_is_surer_and_lines_meet_at_the_knots() {
        let all: Vec<f64> = (0..=100).map(|percent| likely(f64::from(percent) / 100.0)).collect();
        assert!(all.is_sorted());
        assert!((all[0] - 0.6).abs() < 1e-9);
        assert!((all[75] - 0.967).abs() < 1e-9);
        // Half-way between 0.65 and 0.75: the mean of 0.8 and 0.967.
        assert!((all[70] - 0.8835).abs() < 1e-9);
        assert!((all[100] - 0.999).abs() < 1e-9);
    }
}
