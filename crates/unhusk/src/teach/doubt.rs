//! Where the wrapper may be wrong: every place that learners read, and what speaks against it.

use super::committee::Member;
use super::lesson::{Layout, Lesson};
use super::question::{Part, Question, Reason, Rival, Slot};
use super::reading::{Found, Proposal};
use super::shape::Shape;
use super::state::State;
use crate::page::Span;
use crate::record::Confidence;
use std::collections::BTreeSet;

/// How much a divided vote inside the wrapper counts, a missing field, an odd value.
const UNSURE: f64 = 0.9;
const MISSING: f64 = 0.6;
const ODD: f64 = 0.5;
/// How much it counts that learners read different numbers of records.
const COUNTS: f64 = 0.1;

/// Everything of all pages that may be asked, with its doubt.
pub(super) fn questions(lesson: &Lesson<'_>, state: &State) -> Vec<Question> {
    let doubter = Doubter { lesson, state, shapes: shapes(lesson, state) };
    let pages = 0..lesson.pages().len();
    match lesson.layout() {
        Layout::Detail => pages
            .flat_map(|page| (0..lesson.fields().len()).map(move |field| (page, field)))
            .filter(|&(page, field)| state.is_open(Slot { page, part: Part::Field(field) }))
            .map(|(page, field)| doubter.of_field(page, field))
            .collect(),
        Layout::List => pages.flat_map(|page| doubter.of_records(page)).collect(),
    }
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
    fn of_field(&self, page: usize, field: usize) -> Question {
        let slot = Slot { page, part: Part::Field(field) };
        let n_fields = self.lesson.fields().len();
        let reads = |member: &Member| {
            let learnt = member.learnt.as_ref()?;
            learnt.wrapper.1.position(&self.lesson.fields()[field].name)?;
            Some(learnt.pages[page].first().cloned().unwrap_or_else(|| Proposal::empty(n_fields)))
        };
        let proposed = self.state.members.first().and_then(reads);
        let (mut doubts, mut rivals) = (self.untested(), Vec::new());
        if let Some(proposed) = &proposed {
            for (at, member) in self.state.members.iter().enumerate().skip(1) {
                let Some(other) = reads(member).filter(|other| !other.agrees(proposed, field))
                else {
                    continue;
                };
                doubts.add(Reason::Disagreement, self.state.weight(at, field));
                rivals.push(Rival { method: member.method, reads: Some(other) });
            }
            self.look(&proposed.values[field], field, &mut doubts);
        } else {
            doubts.add(Reason::Unseen, self.state.unseen_weight(field));
        }
        let proposed = proposed.unwrap_or_else(|| Proposal::empty(n_fields));
        let deviation = self.deviation(field, &proposed, &rivals);
        let (doubt, reasons) = (doubts.total(), doubts.reasons.into_iter().collect());
        Question { slot, proposed, rivals, doubt, reasons, deviation }
    }

    /// The least deviation of all readings of a field.
    fn deviation(&self, field: usize, proposed: &Proposal, rivals: &[Rival]) -> f64 {
        let of = |one: &Proposal| {
            let values = one.values[field].iter();
            values.map(|found| self.shapes[field].deviation(&found.text)).fold(0.0, f64::max)
        };
        rivals
            .iter()
            .filter_map(|rival| rival.reads.as_ref())
            .chain([proposed])
            .map(of)
            .fold(1.0, f64::min)
    }

    /// What speaks against a wrapper of which little was confirmed: the rule of succession.
    fn untested(&self) -> Doubts {
        let mut doubts = Doubts::default();
        let n_right = u32::try_from(self.state.n_right).unwrap_or(u32::MAX - 2);
        doubts.add(Reason::Untested, 1.0 / f64::from(n_right + 2));
        doubts
    }

    /// What the values themselves say.
    fn look(&self, values: &[Found], field: usize, doubts: &mut Doubts) {
        let confidence = values.iter().filter_map(|found| found.confidence).min();
        if let Some(confidence) = confidence.filter(|sure| *sure < Confidence::DOUBT) {
            doubts.add(Reason::Unsure, UNSURE * (1.0 - confidence.get()));
        }
        if values.is_empty() {
            doubts.add(Reason::Missing, MISSING * self.state.presence(field));
        }
        let odd = values.iter().map(|found| self.shapes[field].deviation(&found.text));
        doubts.add(Reason::Odd, ODD * odd.fold(0.0, f64::max));
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
        Some(Question { slot, proposed, rivals: Vec::new(), doubt, reasons, deviation: 0.0 })
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
        for (field, values) in proposed.values.iter().enumerate() {
            self.look(values, field, &mut doubts);
        }
        let (doubt, reasons) = (doubts.total(), doubts.reasons.into_iter().collect());
        Question { slot, proposed: proposed.clone(), rivals, doubt, reasons, deviation: 0.0 }
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
