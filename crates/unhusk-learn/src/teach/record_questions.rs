//! Where the wrapper may be wrong on pages that list records: every record that learners read, and what speaks against
//! it.

use super::committee::Member;
use super::labelled::values_of;
use super::lesson::Lesson;
use super::question::{Part, Question, Reason, Rival, Slot};
use super::reading::{Found, Proposal};
use super::shape::Shape;
use super::state::State;
use crate::example::GivenRecord;
use std::collections::BTreeSet;
use unhusk_page::Span;
use unhusk_wrapper::record::Confidence;

/// How much a divided vote inside the wrapper counts, a missing field, an odd value.
const UNSURE: f64 = 0.9;
const MISSING: f64 = 0.6;
const ODD: f64 = 0.5;
/// How much it counts that learners read different numbers of records.
const COUNTS: f64 = 0.1;

/// Everything of all pages that may be asked, with its doubt.
pub(super) fn questions(lesson: &Lesson<'_>, state: &State) -> Vec<Question> {
    let doubter = Doubter { lesson, state, shapes: shapes(lesson, state) };
    (0..lesson.pages().len()).flat_map(|page| doubter.of_records(page)).collect()
}

/// How the labelled values of each field look, as far as the wrapper reads them.
fn shapes(lesson: &Lesson<'_>, state: &State) -> Vec<Shape> {
    let mut shapes = vec![Shape::default(); lesson.fields().len()];
    for (field, text) in &state.known {
        shapes[*field].add(text);
    }
    shapes
}

struct Doubter<'a, 'p> {
    lesson: &'a Lesson<'p>,
    state: &'a State,
    shapes: Vec<Shape>,
}

/// Sums up reasons: each may be wrong by itself.
#[derive(Default)]
struct Doubts {
    trust: Option<f64>,
    reasons: BTreeSet<Reason>,
}

impl Doubts {
    fn add(&mut self, reason: Reason, weight: f64) {
        if weight > 0.0 {
            self.trust = Some(self.trust.unwrap_or(1.0) * (1.0 - weight.min(1.0)));
            self.reasons.insert(reason);
        }
    }

    fn total(&self) -> f64 {
        1.0 - self.trust.unwrap_or(1.0)
    }
}

impl Doubter<'_, '_> {
    /// What speaks against a wrapper of which little was confirmed: the rule of succession.
    fn untested(&self) -> Doubts {
        let mut doubts = Doubts::default();
        let n_right = u32::try_from(self.state.n_right).unwrap_or(u32::MAX - 2);
        doubts.add(Reason::Untested, 1.0 / f64::from(n_right + 2));
        doubts
    }

    /// What the values themselves say.
    fn look(&self, proposed: &Proposal, field: usize, doubts: &mut Doubts) {
        let values = &proposed.values[field];
        let confidence = values.iter().filter_map(|found| found.confidence).min();
        if let Some(confidence) = confidence.filter(|sure| *sure < Confidence::DOUBT) {
            doubts.add(Reason::Unsure, UNSURE * (1.0 - confidence.get()));
        }
        if values.is_empty() {
            // A told record that lacks the same fields vouches for this one.
            let weight = MISSING * self.state.presence(field) * self.surprise();
            doubts.add(Reason::Missing, weight / f64::from(1 + self.n_lacking(proposed)));
        }
        let odd = values.iter().map(|found| self.shapes[field].deviation(&found.text));
        doubts.add(Reason::Odd, ODD * odd.fold(0.0, f64::max) * self.surprise());
    }

    /// How much looks are believed: less the more often the wrapper was right of records that were asked for them.
    fn surprise(&self) -> f64 {
        2.0 * (1.0 - self.state.weight(0, self.lesson.fields().len())).min(0.5)
    }

    /// How many told records have and lack the same fields.
    fn n_lacking(&self, proposed: &Proposal) -> u32 {
        let has = |record: &GivenRecord, name: &str| {
            let cell = record.cells.iter().find(|(known, _)| known == name);
            cell.is_some_and(|(_, cell)| !values_of(cell).is_empty())
        };
        let is_alike = |record: &&GivenRecord| {
            let fields = self.lesson.fields().iter().zip(&proposed.values);
            fields.into_iter().all(|(field, values)| has(record, &field.name) != values.is_empty())
        };
        let told = self.state.labels.pages().iter().flat_map(|page| &page.records);
        u32::try_from(told.filter(is_alike).count()).unwrap_or(u32::MAX - 1)
    }

    /// Every record that the wrapper reads, and every one that only others read.
    fn of_records(&self, page: usize) -> Vec<Question> {
        let by_member: Vec<Records<'_>> =
            self.state.members.iter().map(|member| Records::of(member, page)).collect();
        let mut questions = Vec::new();
        let mut covered = BTreeSet::new();
        questions.extend(self.of_rest(page, &by_member));
        for (at, records) in by_member.iter().enumerate() {
            for (extent, proposal) in &records.0 {
                let is_read = |earlier: &Records<'_>| earlier.overlapping(*extent).next().is_some();
                let slot = Slot { page, part: Part::Record(*extent) };
                let is_new = !by_member[..at].iter().any(is_read) && covered.insert(*extent);
                if is_new && self.state.is_open(slot) {
                    questions.push(self.of_record(slot, (at, proposal), &by_member));
                }
            }
        }
        questions
    }

    /// Whether a page has records that nobody reads. Learners that count differently say that something is wrong.
    fn of_rest(&self, page: usize, by_member: &[Records<'_>]) -> Option<Question> {
        let slot = Slot { page, part: Part::Rest };
        if !self.state.is_open(slot) {
            return None;
        }
        let mut doubts = Doubts::default();
        doubts.add(Reason::Untested, self.state.rest_weight());
        let (counts, fits) =
            (by_member.iter().map(|records| records.0.len()), self.state.members.iter());
        let counts: Vec<usize> = counts
            .zip(fits)
            .filter(|(_, member)| member.learnt.is_some())
            .map(|(count, _)| count)
            .collect();
        if counts.iter().any(|count| *count != counts[0]) {
            doubts.add(Reason::Disagreement, COUNTS);
        }
        let proposed = Proposal::empty(self.lesson.fields().len());
        let (doubt, reasons) = (doubts.total(), doubts.reasons.into_iter().collect());
        Some(Question {
            slot,
            proposed,
            rivals: Vec::new(),
            doubt,
            reasons,
            deviation: 0.0,
            worth: doubt,
        })
    }

    fn of_record(
        &self,
        slot: Slot,
        (by, proposed): (usize, &Proposal),
        by_member: &[Records<'_>],
    ) -> Question {
        let extent = proposed.extent().unwrap_or(Span { start: 0, end: 0 });
        let (mut doubts, mut rivals) = (self.untested(), Vec::new());
        let all_fields = self.lesson.fields().len();
        for (at, records) in by_member.iter().enumerate() {
            let member = &self.state.members[at];
            if at == by || member.learnt.is_none() {
                continue;
            }
            let same = records.overlapping(extent).any(|other| same_places(other, proposed));
            if same == (by == 0) {
                continue;
            }
            // Who reads what the wrapper does not, or does not read what it does.
            doubts.add(Reason::Disagreement, self.state.weight(at, all_fields));
            let reads = records.overlapping(extent).next().cloned();
            rivals.push(Rival { method: member.method, reads });
        }
        if by != 0 {
            doubts.add(Reason::Disagreement, self.state.weight(by, all_fields));
        }
        for field in 0..all_fields {
            self.look(proposed, field, &mut doubts);
        }
        let (doubt, reasons) = (doubts.total(), doubts.reasons.into_iter().collect());
        Question {
            slot,
            proposed: proposed.clone(),
            rivals,
            doubt,
            reasons,
            deviation: 0.0,
            worth: doubt,
        }
    }
}

/// The records that a member reads on a page, by where they stand.
struct Records<'a>(Vec<(Span, &'a Proposal)>);

impl<'a> Records<'a> {
    fn of(member: &'a Member, page: usize) -> Self {
        let records = member.learnt.as_ref().map_or(&[][..], |learnt| &learnt.pages[page]);
        let mut placed: Vec<(Span, &Proposal)> =
            records.iter().filter_map(|one| Some((one.extent()?, one))).collect();
        placed.sort_by_key(|(extent, _)| *extent);
        Self(placed)
    }

    /// Those that share something with a span. Records seldom overlap, so few are looked at.
    fn overlapping(&self, span: Span) -> impl Iterator<Item = &'a Proposal> {
        let end = self.0.partition_point(|(extent, _)| extent.start < span.end);
        let before = self.0[..end].iter().rev().take(MAX_OVERLAPPING);
        before.filter(move |(extent, _)| extent.overlaps(span)).map(|(_, proposal)| *proposal)
    }
}

/// Records that are looked at to find those that overlap another.
const MAX_OVERLAPPING: usize = 16;

/// Whether two records are made of the same places.
pub(super) fn same_places(a: &Proposal, b: &Proposal) -> bool {
    let same = |a: &Vec<Found>, b: &Vec<Found>| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.span == b.span)
    };
    a.values.iter().zip(&b.values).all(|(a, b)| same(a, b))
}
