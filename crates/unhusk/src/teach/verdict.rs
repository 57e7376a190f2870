//! Whether there are enough examples, in one sentence.

use super::lesson::Lesson;
use super::question::{Part, Question};
use super::state::State;
use crate::example::{Strictness, TrainingSet};
use crate::learn::pac::{Demand, Experience};
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

/// A place with less doubt than this is taken for settled: one learner against the wrapper that was wrong
/// three times more often than right stays below it.
const DOUBTFUL: f64 = 0.25;

/// What is asked of the bounds of delimiter classes.
const DEMAND: Demand = Demand { epsilon: 0.1, delta: 0.05 };

/// Looks at all questions that are left, the most doubtful first.
pub(super) fn verdict(lesson: &Lesson<'_>, state: &State, questions: &[Question]) -> Verdict {
    let doubtful: Vec<&Question> = questions.iter().filter(|one| one.doubt >= DOUBTFUL).collect();
    let pages: BTreeSet<usize> = doubtful.iter().map(|one| one.slot.page).collect();
    let fits: Vec<&str> = state
        .members
        .iter()
        .filter(|member| member.learnt.is_some())
        .map(|member| member.method)
        .collect();
    let no_wrapper = state.members.first().is_none_or(|member| member.learnt.is_none());
    let others: BTreeSet<usize> = questions.iter().map(|one| one.slot.page).collect();
    let sentence = match doubtful.first() {
        _ if no_wrapper => {
            "No wrapper fits what was said so far: look at the last answers again.".to_owned()
        }
        Some(first) => format!(
            "{} of {} in doubt, first {} of {}: a few more answers will help.",
            is_or_are(pages.len(), "page"),
            lesson.pages().len(),
            part(lesson, first),
            lesson.names()[first.slot.page]
        ),
        None if others.is_empty() => "Everything on these pages was answered.".to_owned(),
        None => agreed(lesson, state, (fits.len(), others.len())),
    };
    Verdict { enough: doubtful.is_empty() && !no_wrapper, n_doubtful: pages.len(), sentence }
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
fn agreed(lesson: &Lesson<'_>, state: &State, (n_learners, n_pages): (usize, usize)) -> String {
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
