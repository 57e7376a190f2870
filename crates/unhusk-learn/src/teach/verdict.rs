//! Reports whether there are enough examples, in one sentence.

use super::agreement::FieldLabel;
use super::lesson::{Lesson, PageLayout};
use super::question::{Question, SlotPart};
use super::state::SessionState;
use crate::example::{Strictness, TrainingSet};
use crate::pac::{Demand, Experience};
use std::collections::BTreeSet;
use std::fmt;

/// Whether there are enough examples. `Display` writes it as one sentence.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SessionVerdict {
    /// Whether no open question is worthwhile.
    pub enough: bool,
    /// The number of pages with a doubtful reading.
    pub n_doubtful: usize,
    /// The verdict as a sentence.
    sentence: String,
    evidence: Option<String>,
}

impl SessionVerdict {
    /// Returns the evidence for the verdict, with its statistics, if no question is left.
    pub fn evidence(&self) -> Option<&str> {
        self.evidence.as_deref()
    }
}

impl fmt::Display for SessionVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// A record of a list is doubtful from this doubt on: one learner against the wrapper that was wrong three times more
/// often than right stays below it.
const DOUBTFUL_RECORD: f64 = 0.25;
/// A field is doubtful from this doubt on: on the sites that the weights were fitted on, 1 in 50 of the readings below
/// it was wrong, and 1 in 4 of the others.
const DOUBTFUL_FIELD: f64 = 0.06;
/// Labelled values of a field that may be read wrongly before more labels are considered useless.
const MAX_MISREAD: usize = 3;
/// Consecutive expected answers that are needed for each field. The most doubtful readings are presented first, so the
/// error rate of the others is probably lower.
const N_RIGHT: usize = 2;
const MAX_RIGHT: usize = 10;

/// The accuracy that the bounds of delimiter classes are computed for.
const DEMAND: Demand = Demand { epsilon: 0.1, delta: 0.05 };

/// Computes the verdict; `questions` are all open questions, the most valuable first.
pub(super) fn verdict(
    lesson: &Lesson<'_>,
    state: &SessionState,
    questions: &[Question],
) -> SessionVerdict {
    let hopeless = hopeless(lesson, state);
    let is_doubtful = |one: &&Question| match one.slot.part {
        SlotPart::Field(field) => one.doubt >= DOUBTFUL_FIELD && !hopeless.contains(&field),
        SlotPart::Record(_) | SlotPart::Rest => one.doubt >= DOUBTFUL_RECORD,
    };
    let doubtful: Vec<&Question> = questions.iter().filter(is_doubtful).collect();
    let pages: BTreeSet<usize> = doubtful.iter().map(|one| one.slot.page).collect();
    let others: BTreeSet<usize> = questions.iter().map(|one| one.slot.page).collect();
    let n_missing = n_missing(lesson, state).min(questions.len());
    let sentence = match doubtful.first() {
        _ if state.learnt().is_none() => {
            "No wrapper fits the answers so far: check the last answers again.".to_owned()
        }
        Some(first) => format!(
            "{} of {} in doubt, first {} of {}: a few more answers will help.",
            counted(pages.len(), "page"),
            lesson.pages().len(),
            part(lesson, first),
            lesson.names()[first.slot.page]
        ),
        None if n_missing > 0 => format!(
            "Nothing is in doubt, but little was confirmed since the last mistake: {} needed.",
            more_answers(n_missing)
        ),
        None if others.is_empty() => "Everything on these pages was answered.".to_owned(),
        None => "Nothing left to ask about these pages.".to_owned(),
    };
    let names: Vec<String> =
        hopeless.iter().map(|&field| format!("`{}`", lesson.fields()[field].name)).collect();
    let sentence = match names.as_slice() {
        [] => sentence,
        names => format!(
            "{sentence} No wrapper was found that reads {} as labelled, so more answers about it do not help.",
            names.join(" and ")
        ),
    };
    let enough = doubtful.is_empty() && n_missing == 0 && state.learnt().is_some();
    let evidence = (enough && !others.is_empty()).then(|| agreed(lesson, state, others.len()));
    SessionVerdict { enough, n_doubtful: pages.len(), sentence, evidence }
}

/// The number of expected answers that are still needed; 0 for lists, whose questions have a doubt of their own for it.
fn n_missing(lesson: &Lesson<'_>, state: &SessionState) -> usize {
    match lesson.layout() {
        PageLayout::Detail => {
            (N_RIGHT * lesson.fields().len()).min(MAX_RIGHT).saturating_sub(state.n_right)
        }
        PageLayout::List => 0,
    }
}

/// Fields of which so many labelled values are read wrongly that probably no learner fits them.
fn hopeless(lesson: &Lesson<'_>, state: &SessionState) -> Vec<usize> {
    let (PageLayout::Detail, Some(learnt)) = (lesson.layout(), state.learnt()) else {
        return Vec::new();
    };
    let labels = FieldLabel::all(lesson, &state.labels);
    let misread: Vec<usize> =
        labels.iter().filter(|one| !one.is_read(lesson, learnt)).map(|one| one.field).collect();
    let n_misread = |field: usize| misread.iter().filter(|one| **one == field).count();
    (0..lesson.fields().len()).filter(|&field| n_misread(field) >= MAX_MISREAD).collect()
}

fn part(lesson: &Lesson<'_>, question: &Question) -> String {
    match question.slot.part {
        SlotPart::Field(field) => format!("`{}`", lesson.fields()[field].name),
        SlotPart::Record(_) => "a record".to_owned(),
        SlotPart::Rest => "a record that may be missed".to_owned(),
    }
}

fn more_answers(n: usize) -> String {
    if n == 1 { "1 more answer is".to_owned() } else { format!("{n} more answers are") }
}

fn counted(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// The evidence if nothing is in doubt. Agreement of the learners on `n_pages` pages bounds how often they differ on
/// other pages: with probability 0.95 on at most 3 of as many (the rule of three, the PAC bound for one hypothesis).
fn agreed(lesson: &Lesson<'_>, state: &SessionState, n_pages: usize) -> String {
    let n_learners = state.members.iter().filter(|member| member.learnt.is_some()).count();
    let share = 100.0 * (1.0 - 0.05_f64.powf(1.0 / as_f64(n_pages)));
    let who = match n_learners {
        1 => "The only learner that fits is sure of".to_owned(),
        n => format!("All {n} learners that fit agree on"),
    };
    let sentence = format!(
        "{who} the {} that are left, so with 95 % confidence at most {share:.0} % of new pages would raise a doubt",
        counted(n_pages, "page"),
    );
    match bound(lesson, state) {
        Some(bound) => format!("{sentence} ({bound})"),
        None => sentence,
    }
}

#[expect(clippy::cast_precision_loss, reason = "pages are few")]
fn as_f64(n: usize) -> f64 {
    n as f64
}

/// The bound for the wrapper class, if there is one.
fn bound(lesson: &Lesson<'_>, state: &SessionState) -> Option<String> {
    let learnt = state.members.first()?.learnt.as_ref()?;
    let numbered = lesson.numbered(&state.labels);
    let set = TrainingSet::new(&state.labels, &numbered, Strictness::Lenient).ok()?;
    Some(Experience::of(&set, &learnt.wrapper.rule)?.sentence(DEMAND))
}
