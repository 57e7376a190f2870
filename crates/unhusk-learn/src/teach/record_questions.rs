//! Questions on pages that list records: one for every record that a learner reads, with the reasons for doubt.

use super::answer_labels::values_of;
use super::committee::CommitteeMember;
use super::lesson::Lesson;
use super::question::{DoubtReason, Question, QuestionSlot, RivalReading, SlotPart};
use super::reading::{Proposal, ReadValue};
use super::shape::TextShape;
use super::state::SessionState;
use crate::example::GivenRecord;
use std::collections::BTreeSet;
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::record::Confidence;

/// Weights of a divided vote inside the wrapper, of a missing field, and of an odd value.
const UNSURE: f64 = 0.9;
const MISSING: f64 = 0.6;
const ODD: f64 = 0.5;
/// Weight of learners that read different numbers of records.
const COUNTS: f64 = 0.1;

/// All open questions on all pages.
pub(super) fn questions(lesson: &Lesson<'_>, state: &SessionState) -> Vec<Question> {
    let questions = RecordQuestions { lesson, state, shapes: shapes(lesson, state) };
    (0..lesson.pages().len()).flat_map(|page| questions.of_records(page)).collect()
}

/// The shape of the known values of each field.
fn shapes(lesson: &Lesson<'_>, state: &SessionState) -> Vec<TextShape> {
    let mut shapes = vec![TextShape::default(); lesson.fields().len()];
    for (field, text) in &state.known {
        shapes[*field].add(text);
    }
    shapes
}

struct RecordQuestions<'a, 'p> {
    lesson: &'a Lesson<'p>,
    state: &'a SessionState,
    shapes: Vec<TextShape>,
}

/// Combines independent reasons for doubt.
#[derive(Default)]
struct Doubts {
    trust: Option<f64>,
    reasons: BTreeSet<DoubtReason>,
}

impl Doubts {
    fn add(&mut self, reason: DoubtReason, weight: f64) {
        if weight > 0.0 {
            self.trust = Some(self.trust.unwrap_or(1.0) * (1.0 - weight.min(1.0)));
            self.reasons.insert(reason);
        }
    }

    fn total(&self) -> f64 {
        1.0 - self.trust.unwrap_or(1.0)
    }
}

impl RecordQuestions<'_, '_> {
    /// The doubt in a wrapper of which little was confirmed: Laplace's rule of succession.
    fn untested(&self) -> Doubts {
        let mut doubts = Doubts::default();
        let n_right = u32::try_from(self.state.n_right).unwrap_or(u32::MAX - 2);
        doubts.add(DoubtReason::Untested, 1.0 / f64::from(n_right + 2));
        doubts
    }

    /// Adds the doubts that the values of a field give rise to.
    fn look(&self, proposed: &Proposal, field: usize, doubts: &mut Doubts) {
        let values = &proposed.values[field];
        let confidence = values.iter().filter_map(|found| found.confidence).min();
        if let Some(confidence) = confidence.filter(|sure| *sure < Confidence::DOUBT) {
            doubts.add(DoubtReason::Unsure, UNSURE * (1.0 - confidence.get()));
        }
        if values.is_empty() {
            // A labelled record that lacks the same fields makes this one less doubtful.
            let weight = MISSING * self.state.presence(field) * self.surprise();
            doubts.add(DoubtReason::Missing, weight / f64::from(1 + self.n_lacking(proposed)));
        }
        let odd = values.iter().map(|found| self.shapes[field].deviation(&found.text));
        doubts.add(DoubtReason::Odd, ODD * odd.fold(0.0, f64::max) * self.surprise());
    }

    /// The weight of looks: the lower, the more often the wrapper was right about records.
    fn surprise(&self) -> f64 {
        2.0 * (1.0 - self.state.weight(0, self.lesson.fields().len())).min(0.5)
    }

    /// The number of labelled records that have and lack the same fields.
    fn n_lacking(&self, proposed: &Proposal) -> u32 {
        let has = |record: &GivenRecord, name: &str| {
            let cell = record.cells.iter().find(|(known, _)| known == name);
            cell.is_some_and(|(_, cell)| !values_of(cell).is_empty())
        };
        let is_alike = |record: &&GivenRecord| {
            let fields = self.lesson.fields().iter().zip(&proposed.values);
            fields.into_iter().all(|(field, values)| has(record, &field.name) != values.is_empty())
        };
        let labelled = self.state.labels.pages().iter().flat_map(|page| &page.records);
        u32::try_from(labelled.filter(is_alike).count()).unwrap_or(u32::MAX - 1)
    }

    /// Questions about every record that the wrapper reads, and every record that only other learners read.
    fn of_records(&self, page: usize) -> Vec<Question> {
        let by_member: Vec<OrderedRecords<'_>> =
            self.state.members.iter().map(|member| OrderedRecords::of(member, page)).collect();
        let mut questions = Vec::new();
        let mut covered = BTreeSet::new();
        questions.extend(self.of_rest(page, &by_member));
        for (at, records) in by_member.iter().enumerate() {
            for (extent, proposal) in &records.0 {
                let is_read =
                    |earlier: &OrderedRecords<'_>| earlier.overlapping(*extent).next().is_some();
                let slot = QuestionSlot { page, part: SlotPart::Record(*extent) };
                let is_new = !by_member[..at].iter().any(is_read) && covered.insert(*extent);
                if is_new && self.state.is_open(slot) {
                    questions.push(self.of_record(slot, (at, proposal), &by_member));
                }
            }
        }
        questions
    }

    /// The question whether a page has records that no learner reads. Different record counts raise the doubt.
    fn of_rest(&self, page: usize, by_member: &[OrderedRecords<'_>]) -> Option<Question> {
        let slot = QuestionSlot { page, part: SlotPart::Rest };
        if !self.state.is_open(slot) {
            return None;
        }
        let mut doubts = Doubts::default();
        doubts.add(DoubtReason::Untested, self.state.rest_weight());
        let (counts, fits) =
            (by_member.iter().map(|records| records.0.len()), self.state.members.iter());
        let counts: Vec<usize> = counts
            .zip(fits)
            .filter(|(_, member)| member.learnt.is_some())
            .map(|(count, _)| count)
            .collect();
        if counts.iter().any(|count| *count != counts[0]) {
            doubts.add(DoubtReason::Disagreement, COUNTS);
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
        slot: QuestionSlot,
        (by, proposed): (usize, &Proposal),
        by_member: &[OrderedRecords<'_>],
    ) -> Question {
        let extent = proposed.extent().unwrap_or(Span { start: 0, end: 0 });
        let (mut doubts, mut rivals) = (self.untested(), Vec::new());
        let all_fields = self.lesson.fields().len();
        for (at, records) in by_member.iter().enumerate() {
            let member = &self.state.members[at];
            if at == by || member.learnt.is_none() {
                continue;
            }
            let same = records.overlapping(extent).any(|other| same_spans(other, proposed));
            if same == (by == 0) {
                continue;
            }
            // The learner reads a record that the wrapper does not read, or the other way round.
            doubts.add(DoubtReason::Disagreement, self.state.weight(at, all_fields));
            let reads = records.overlapping(extent).next().cloned();
            rivals.push(RivalReading { method: member.method, reads });
        }
        if by != 0 {
            doubts.add(DoubtReason::Disagreement, self.state.weight(by, all_fields));
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

/// The records that a learner reads on a page, ordered by place.
struct OrderedRecords<'a>(Vec<(Span, &'a Proposal)>);

impl<'a> OrderedRecords<'a> {
    fn of(member: &'a CommitteeMember, page: usize) -> Self {
        let records = member.learnt.as_ref().map_or(&[][..], |learnt| &learnt.pages[page]);
        let mut placed: Vec<(Span, &Proposal)> =
            records.iter().filter_map(|one| Some((one.extent()?, one))).collect();
        sort::by_key(&mut placed, |(extent, _)| *extent);
        Self(placed)
    }

    /// The records that overlap `span`. Records seldom overlap, so only a few are examined.
    fn overlapping(&self, span: Span) -> impl Iterator<Item = &'a Proposal> {
        let end = self.0.partition_point(|(extent, _)| extent.start < span.end);
        let before = self.0[..end].iter().rev().take(MAX_OVERLAPPING);
        before.filter(move |(extent, _)| extent.overlaps(span)).map(|(_, proposal)| *proposal)
    }
}

/// Records that are examined to find those that overlap a span.
const MAX_OVERLAPPING: usize = 16;

/// Whether two records have the same spans.
pub(super) fn same_spans(a: &Proposal, b: &Proposal) -> bool {
    let same = |a: &Vec<ReadValue>, b: &Vec<ReadValue>| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.span == b.span)
    };
    a.values.iter().zip(&b.values).all(|(a, b)| same(a, b))
}
