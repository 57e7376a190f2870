//! One lesson: questions in some order until nothing is wrong.

use super::teacher::Teacher;
use crate::random::Random;
use std::collections::BTreeSet;
use unhusk::example::Labels;
use unhusk::teach::{Answer, PageLayout, Question, QuestionSlot, Session};

/// Order of the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The place where the wrapper is most likely wrong.
    Active,
    /// A random place.
    Random,
    /// A random place where the two views of STALKER differ.
    Naive,
    /// The place where the two views of STALKER differ and both look wrong.
    Aggressive,
}

/// Course of one lesson.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    /// Number of errors after each number of labels, starting with the first labels.
    wrong: Vec<(usize, usize)>,
    /// Labels and errors when the session ended by itself.
    pub(super) stopped: Option<(usize, usize)>,
}

impl Course {
    /// Returns the lowest number of errors.
    pub(super) fn best(&self) -> usize {
        self.wrong.iter().map(|(_, wrong)| *wrong).min().unwrap_or(usize::MAX)
    }

    /// Returns the number of labels until at most `goal` errors remain; all labels if that never happened.
    pub(super) fn needed(&self, goal: usize) -> usize {
        let reached = self.wrong.iter().find(|(_, wrong)| *wrong <= goal);
        reached.or(self.wrong.last()).map_or(0, |(n_labels, _)| *n_labels)
    }
}

/// Teaches until nothing is wrong, everything was asked, or `max_answers` were given. An active session continues
/// until it ends by itself.
pub(super) fn teach(
    teacher: &Teacher<'_>,
    (labels, n_first): (&Labels, usize),
    order: Order,
    max_answers: usize,
    random: &mut Random,
) -> Course {
    let lesson = teacher.lesson(labels);
    let mut session = match order {
        Order::Active => Session::new(lesson, labels.clone()),
        Order::Random => Session::with_methods(lesson, labels.clone(), &["auto"]),
        Order::Naive | Order::Aggressive => {
            let views = ["stalker", "stalker-forwards", "stalker-backwards"];
            Session::with_methods(lesson, labels.clone(), &views)
        }
    };
    let mut course = Course::default();
    let mut asked: BTreeSet<QuestionSlot> = BTreeSet::new();
    let (mut n_labels, mut n_asked) = (n_first, 0);
    loop {
        let pages = 0..teacher.n_pages();
        let n_wrong = pages.map(|page| teacher.n_wrong(page, session.reads(page))).sum();
        course.wrong.push((n_labels, n_wrong));
        if order == Order::Active && course.stopped.is_none() && session.verdict().enough {
            course.stopped = Some((n_labels, n_wrong));
        }
        let is_over = n_wrong == 0 && (order != Order::Active || course.stopped.is_some());
        if is_over || n_asked >= max_answers {
            return course;
        }
        let Some((question, answer)) = next(teacher, &session, order, &asked, random) else {
            return course;
        };
        asked.insert(question.slot);
        n_asked += 1;
        n_labels += usize::from(session.answer(&question, &answer).is_ok());
    }
}

/// Returns the next question with its answer; `None` if nothing is left.
fn next(
    teacher: &Teacher<'_>,
    session: &Session<'_>,
    order: Order,
    asked: &BTreeSet<QuestionSlot>,
    random: &mut Random,
) -> Option<(Question, Answer)> {
    let answered = |question: Question| {
        let read = session.reads(question.slot.page);
        let answer = teacher.answer(&question, read, session.labels());
        (answer != Answer::Skip).then_some((question, answer))
    };
    let by_session = match order {
        Order::Random => None,
        Order::Active => {
            // In a list, only a person can point at a record that is not read.
            let worth = |one: &Question| teacher.layout == PageLayout::Detail || one.doubt > 0.0;
            session.questions().into_iter().filter(worth).find_map(answered)
        }
        Order::Naive | Order::Aggressive => contention(session, order, random).and_then(answered),
    };
    if by_session.is_some() {
        return by_session;
    }
    let slots: Vec<QuestionSlot> =
        teacher.slots().into_iter().filter(|slot| !asked.contains(slot)).collect();
    if slots.is_empty() {
        return None;
    }
    answered(session.ask(slots[random.below(slots.len())]))
}

/// Returns a question on which the views differ.
fn contention(session: &Session<'_>, order: Order, random: &mut Random) -> Option<Question> {
    let mut points: Vec<Question> =
        session.questions().into_iter().filter(|one| !one.rivals.is_empty()).collect();
    if points.is_empty() {
        return None;
    }
    if order == Order::Aggressive {
        let deviation = |one: &Question| one.deviation;
        return points.into_iter().max_by(|a, b| deviation(a).total_cmp(&deviation(b)));
    }
    Some(points.swap_remove(random.below(points.len())))
}
