//! One lesson: questions in some order until nothing is wrong.

use super::teacher::Teacher;
use crate::random::Random;
use std::collections::BTreeSet;
use unhusk::example::Labels;
use unhusk::teach::{Answer, Layout, Question, Session, Slot};

/// In which order questions are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Where learners disagree most.
    Active,
    /// Anywhere.
    Random,
}

/// How one lesson went.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    /// What is read wrongly after each number of labels, from those that were told first.
    pub(super) wrong: Vec<(usize, usize)>,
    /// Labels when the session said that it was enough, and what was wrong then.
    pub(super) stopped: Option<(usize, usize)>,
    /// Answers that were counterexamples.
    pub(super) n_counterexamples: usize,
}

impl Course {
    pub(super) fn best(&self) -> usize {
        self.wrong.iter().map(|(_, wrong)| *wrong).min().unwrap_or(usize::MAX)
    }

    /// Labels until no more than `goal` is wrong; all that were given if that never was.
    pub(super) fn needed(&self, goal: usize) -> usize {
        let reached = self.wrong.iter().find(|(_, wrong)| *wrong <= goal);
        reached.or(self.wrong.last()).map_or(0, |(n_labels, _)| *n_labels)
    }
}

/// Teaches until nothing is wrong, everything was asked, or `max_answers` were given.
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
    };
    let mut course = Course::default();
    let mut asked: BTreeSet<Slot> = BTreeSet::new();
    let mut n_labels = n_first;
    loop {
        let n_wrong: usize =
            (0..teacher.n_pages()).map(|page| teacher.n_wrong(page, session.reads(page))).sum();
        course.wrong.push((n_labels, n_wrong));
        if order == Order::Active && course.stopped.is_none() && session.verdict().enough {
            course.stopped = Some((n_labels, n_wrong));
        }
        // A session that asks goes on until it says that it is enough.
        let is_over = n_wrong == 0 && (order == Order::Random || course.stopped.is_some());
        if is_over || n_labels - n_first >= max_answers {
            break;
        }
        let Some((question, answer)) = next(teacher, &session, order, &asked, random) else {
            break;
        };
        asked.insert(question.slot);
        let before = session.wrapper().map(|(wrapper, _)| wrapper.clone());
        if session.answer(&question, &answer).is_err() {
            continue;
        }
        n_labels += 1;
        course.n_counterexamples +=
            usize::from(session.wrapper().map(|(wrapper, _)| wrapper) != before.as_ref());
    }
    course
}

/// The next question with its answer; none if nothing is left.
fn next(
    teacher: &Teacher<'_>,
    session: &Session<'_>,
    order: Order,
    asked: &BTreeSet<Slot>,
    random: &mut Random,
) -> Option<(Question, Answer)> {
    if order == Order::Active {
        let questions = session.questions().into_iter().filter(|one| !asked.contains(&one.slot));
        let worth = |one: &Question| teacher.layout == Layout::Detail || one.doubt > 0.0;
        for question in questions.filter(worth) {
            let answer = teacher.answer(&question);
            if answer != Answer::Skip {
                return Some((question, answer));
            }
        }
    }
    // Of a list, a record that nobody reads is pointed at by the person.
    let slots: Vec<Slot> =
        teacher.slots().into_iter().filter(|slot| !asked.contains(slot)).collect();
    if slots.is_empty() {
        return None;
    }
    let question = session.ask(slots[random.below(slots.len())]);
    let answer = teacher.answer(&question);
    Some((question, answer))
}
