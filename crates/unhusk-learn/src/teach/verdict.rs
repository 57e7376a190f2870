//! Whether there are enough examples, in one sentence.

use super::lesson::{Layout, Lesson};
use super::question::{Part, Question};
use super::state::State;
use super::told::Told;
use crate::example::{Strictness, TrainingSet};
use crate::pac::{Demand, Experience};
use std::collections::BTreeSet;
use std::fmt;

/// Whether there are enough examples.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether nothing is left that is worth asking.
    pub enough: bool,
    /// Pages on which something is in doubt.
    pub n_doubtful: usize,
    /// The verdict for people.
    sentence: String,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// A record of a list with less doubt than this is taken for settled: one learner against the wrapper that was wrong
/// three times more often than right stays below it.
const DOUBTFUL_RECORD: f64 = 0.25;
/// A field with less doubt than this is taken for settled: of such readings, 1 in 50 was wrong on the sites from which
/// the weights of signs are, of the others 1 in 4.
const DOUBTFUL_FIELD: f64 = 0.06;
/// Told values of a field that the wrapper may read wrongly before more of them are no help.
const MAX_MISREAD: usize = 3;
/// Answers in a row that must be as expected before it is enough, for each field. They are those of which most was
/// doubted, so the error of the others is likely less.
const N_RIGHT: usize = 2;
const MAX_RIGHT: usize = 10;

/// What is asked of the bounds of delimiter classes.
const DEMAND: Demand = Demand { epsilon: 0.1, delta: 0.05 };

/// Looks at all questions that are left, the most worthwhile first.
pub(super) fn verdict(lesson: &Lesson<'_>, state: &State, questions: &[Question]) -> Verdict {
    let hopeless = hopeless(lesson, state);
    let is_doubtful = |one: &&Question| match one.slot.part {
        Part::Field(field) => one.doubt >= DOUBTFUL_FIELD && !hopeless.contains(&field),
        Part::Record(_) | Part::Rest => one.doubt >= DOUBTFUL_RECORD,
    };
    let doubtful: Vec<&Question> = questions.iter().filter(is_doubtful).collect();
    let pages: BTreeSet<usize> = doubtful.iter().map(|one| one.slot.page).collect();
    let others: BTreeSet<usize> = questions.iter().map(|one| one.slot.page).collect();
    let n_missing = n_missing(lesson, state).min(questions.len());
    let sentence = match doubtful.first() {
        _ if state.learnt().is_none() => {
            "No wrapper fits what was said so far: look at the last answers again.".to_owned()
        }
        Some(first) => format!(
            "{} of {} in doubt, first {} of {}: a few more answers will help.",
            is_or_are(pages.len(), "page"),
            lesson.pages().len(),
            part(lesson, first),
            lesson.names()[first.slot.page]
        ),
        None if n_missing > 0 => format!(
            "Nothing is in doubt, but little was confirmed since the last mistake: {} more will tell.",
            is_or_are(n_missing, "answer")
        ),
        None if others.is_empty() => "Everything on these pages was answered.".to_owned(),
        None => agreed(lesson, state, others.len()),
    };
    let names: Vec<String> =
        hopeless.iter().map(|&field| format!("`{}`", lesson.fields()[field].name)).collect();
    let sentence = match names.as_slice() {
        [] => sentence,
        names => format!(
            "{sentence} No wrapper was found that reads {} as told, so more answers of it are no help.",
            names.join(" and ")
        ),
    };
    let enough = doubtful.is_empty() && n_missing == 0 && state.learnt().is_some();
    Verdict { enough, n_doubtful: pages.len(), sentence }
}

/// How many answers must still be as expected. Records of lists have a doubt for that of their own.
fn n_missing(lesson: &Lesson<'_>, state: &State) -> usize {
    match lesson.layout() {
        Layout::Detail => {
            (N_RIGHT * lesson.fields().len()).min(MAX_RIGHT).saturating_sub(state.n_right)
        }
        Layout::List => 0,
    }
}

/// Fields of which so many told values are read wrongly that no learner is likely to fit them.
fn hopeless(lesson: &Lesson<'_>, state: &State) -> Vec<usize> {
    let (Layout::Detail, Some(learnt)) = (lesson.layout(), state.learnt()) else {
        return Vec::new();
    };
    let told = Told::all(lesson, &state.labels);
    let misread: Vec<usize> =
        told.iter().filter(|told| !told.is_read(lesson, learnt)).map(|told| told.field).collect();
    let n_misread = |field: usize| misread.iter().filter(|one| **one == field).count();
    (0..lesson.fields().len()).filter(|&field| n_misread(field) >= MAX_MISREAD).collect()
}

fn part(lesson: &Lesson<'_>, question: &Question) -> String {
    match question.slot.part {
        Part::Field(field) => format!("`{}`", lesson.fields()[field].name),
        Part::Record(_) => "a record".to_owned(),
        Part::Rest => "what may be missed".to_owned(),
    }
}

fn is_or_are(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Nothing is in doubt. That learners agree on `n_pages` pages bounds how often they differ on others: with
/// probability 0.95 on at most 3 of as many (the rule of three, the PAC bound for one hypothesis).
fn agreed(lesson: &Lesson<'_>, state: &State, n_pages: usize) -> String {
    let n_learners = state.members.iter().filter(|member| member.learnt.is_some()).count();
    let share = 100.0 * (1.0 - 0.05_f64.powf(1.0 / as_f64(n_pages)));
    let who = match n_learners {
        1 => "The only learner that fits is sure of".to_owned(),
        n => format!("All {n} learners that fit agree on"),
    };
    let mut sentence = format!(
        "{who} the {} that are left, so with 95 % confidence at most {share:.0} % of new pages would raise a doubt",
        is_or_are(n_pages, "page"),
    );
    if let Some(bound) = bound(lesson, state) {
        sentence = format!("{sentence} ({bound})");
    }
    format!("{sentence}: enough examples.")
}

#[expect(clippy::cast_precision_loss, reason = "pages are few")]
fn as_f64(n: usize) -> f64 {
    n as f64
}

/// What the bounds of the class say, if there are any for it.
fn bound(lesson: &Lesson<'_>, state: &State) -> Option<String> {
    let learnt = state.members.first()?.learnt.as_ref()?;
    let numbered = lesson.numbered(&state.labels);
    let set = TrainingSet::new(&state.labels, &numbered, Strictness::Lenient).ok()?;
    Some(Experience::of(&set, &learnt.wrapper.0)?.sentence(DEMAND))
}
