//! The committee of learners: each with its current wrapper and what this wrapper reads on all pages.

use super::lesson::Lesson;
use super::reading::{Proposal, read};
use super::surroundings::FieldSurroundings;
use crate::example::{GivenCell, GivenRecord, Labels, PageLabels, Strictness, TrainingSet};
use crate::landmark::{ScanDirection, StalkerLearner};
use crate::{Learn, LearnedRule, Settings};
use std::sync::Arc;
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::record::Schema;

/// A rule and the schema that it was learnt for.
#[derive(Debug, Clone, PartialEq)]
pub struct TaughtRule {
    /// The rule.
    pub rule: AnyWrapper,
    /// The fields that were labelled.
    pub schema: Schema,
}

/// One learner and its current wrapper.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CommitteeMember {
    /// Name of the method.
    pub(super) method: &'static str,
    /// The wrapper and its readings; `None` if nothing fits the labels.
    pub(super) learnt: Option<Arc<LearnedReading>>,
}

/// A wrapper and its readings of the pages of the lesson.
#[derive(Debug, PartialEq)]
pub(super) struct LearnedReading {
    pub(super) wrapper: TaughtRule,
    /// Records by page.
    pub(super) pages: Vec<Vec<Proposal>>,
    /// The surroundings of each field of the first record, by page.
    pub(super) surroundings: Vec<Vec<Option<FieldSurroundings>>>,
}

/// The default methods. The session uses the wrapper of the first; the others reveal its likely errors.
pub(super) const METHODS: &[&str] = &["auto", "kl", "stalker", "delimiters"];

/// Labelled bytes beyond which only the first method learns.
const MAX_BYTES: usize = 1 << 20;
/// Pages without labels that learners get.
const MAX_UNLABELLED: usize = 10;

impl CommitteeMember {
    /// Learns from the labels of a lesson.
    pub(super) fn learn(method: &'static str, lesson: &Lesson<'_>, labels: &Labels) -> Self {
        let learnt = learn(method, lesson, labels);
        let learnt = learnt.map(|wrapper| {
            let fields = lesson.fields();
            let pages: Vec<Vec<Proposal>> =
                lesson.pages().iter().map(|page| read(&wrapper, fields, page)).collect();
            let surroundings = surroundings(lesson, &pages);
            Arc::new(LearnedReading { wrapper, pages, surroundings })
        });
        Self { method, learnt }
    }
}

fn surroundings(
    lesson: &Lesson<'_>,
    pages: &[Vec<Proposal>],
) -> Vec<Vec<Option<FieldSurroundings>>> {
    let of = |(page, read): (&&unhusk_page::Page, &Vec<Proposal>)| {
        let values = |field: usize| read.first().map_or(&[][..], |one| &one.values[field]);
        (0..lesson.fields().len()).map(|field| FieldSurroundings::of(page, values(field))).collect()
    };
    lesson.pages().iter().zip(pages).map(of).collect()
}

fn learn(method: &'static str, lesson: &Lesson<'_>, labels: &Labels) -> Option<TaughtRule> {
    let labels = Labels::new(fields_with_values(labels)).ok()?;
    let numbered = lesson.numbered(&labels);
    let set = TrainingSet::new(&labels, &numbered, Strictness::Lenient).ok()?;
    let n_bytes: usize = numbered.iter().map(|(_, page)| page.source().len()).sum();
    if method != METHODS[0] && n_bytes > MAX_BYTES {
        return None;
    }
    let labelled =
        |page: &&&unhusk_page::Page| numbered.iter().any(|(_, known)| std::ptr::eq(*known, **page));
    let others = lesson.pages().iter().filter(|page| !labelled(page)).copied();
    let set = set.with_unlabelled(others.take(MAX_UNLABELLED));
    let settings = Settings::default();
    let by_view =
        |view: ScanDirection| StalkerLearner::new(view).learn(&set).ok().map(LearnedRule::into_any);
    let learned = match method {
        "delimiters" => crate::delimiter::simplest_of_any_class(&set, &settings).ok(),
        "stalker-forwards" => by_view(ScanDirection::Forwards),
        "stalker-backwards" => by_view(ScanDirection::Backwards),
        method => crate::find_method(method)?.learn(&set, &settings).ok(),
    }?;
    let schema = learned.schema(&set);
    Some(TaughtRule { rule: learned.wrapper, schema })
}

/// The labels without the fields of which no value is known: no learner can learn them.
fn fields_with_values(labels: &Labels) -> Vec<PageLabels> {
    let has_value = |name: &str| {
        let records = labels.pages().iter().flat_map(|page| &page.records);
        let mut cells = records.flat_map(|record| &record.cells).filter(|(known, _)| known == name);
        cells.any(|(_, cell)| !is_empty(cell))
    };
    let without_values: Vec<&str> = labels
        .schema()
        .fields()
        .iter()
        .map(|field| field.name.as_str())
        .filter(|name| !has_value(name))
        .collect();
    let mut pages = labels.pages().to_vec();
    for page in &mut pages {
        let drop_fields = |record: &mut GivenRecord| {
            record.cells.retain(|(name, _)| !without_values.contains(&name.as_str()));
        };
        page.records.iter_mut().chain(&mut page.not).for_each(drop_fields);
        page.not.retain(|record| !record.cells.is_empty());
    }
    pages
}

fn is_empty(cell: &GivenCell) -> bool {
    match cell {
        GivenCell::Absent => true,
        GivenCell::One(_) => false,
        GivenCell::Many(values) => values.is_empty(),
        GivenCell::Nested(records) => records.is_empty(),
    }
}
