//! Learning, with its messages: shared by `learn`, `run` and `like`.

use crate::conflict;
use crate::output::{Reporter, count, time_taken};
use anyhow::Context;
use std::time::{Duration, Instant};
use unhusk::example::TrainingSet;
use unhusk::learn::{LearnError, Learned, LearnedRule, Learner};
use unhusk::score::{FieldScore, Score, ValueCounts};
use unhusk::wrapper::AnyWrapper;

/// Advice if no method fits a label file.
pub(crate) const CHECK_THE_LABELS: &str = "check for a wrong or missing label; set `\"complete\": false` if a \
     page has more records than are listed";

/// A learner, with the messages for success and failure.
pub(crate) struct Attempt<'a, 'p> {
    pub(crate) learner: Learner<'p>,
    /// Advice if no method fits.
    pub(crate) advice: &'static str,
    pub(crate) reporter: &'a Reporter,
}

impl<'p> Attempt<'_, 'p> {
    /// Returns the training set; warns about labels that are not on their pages.
    pub(crate) fn training_set(&self) -> anyhow::Result<TrainingSet<'p>> {
        let set = match self.learner.training_set() {
            Err(error @ (LearnError::UnknownField { .. } | LearnError::NotSingle { .. })) => {
                Err(error).context("--single")
            }
            other => Ok(other?),
        }?;
        set.warnings().iter().for_each(|warning| self.reporter.warn(warning));
        Ok(set)
    }

    /// Learns a wrapper; reports the reason and returns `None` if none fits.
    pub(crate) fn learn(&self, set: &TrainingSet<'_>) -> Option<Learned> {
        self.report(set, || self.learner.learn_from(set))
    }

    /// Makes a wrapper of the rule that `find` returns; reports the reason and returns `None` if there is none.
    pub(crate) fn learn_by(
        &self,
        set: &TrainingSet<'_>,
        find: impl FnOnce() -> Result<LearnedRule<AnyWrapper>, LearnError>,
    ) -> Option<Learned> {
        self.report(set, || find().map(|found| self.learner.finish(found, set)))
    }

    fn report(
        &self,
        set: &TrainingSet<'_>,
        learn: impl FnOnce() -> Result<Learned, LearnError>,
    ) -> Option<Learned> {
        let started = Instant::now();
        match learn() {
            Ok(learned) => {
                let elapsed = started.elapsed();
                learned.warnings.iter().for_each(|warning| self.reporter.warn(warning));
                learned.chosen_places.iter().for_each(|one| self.reporter.detail(&one.to_string()));
                self.reporter.summary(&summary(&learned, elapsed));
                Some(learned)
            }
            Err(error) => {
                self.explain_failure(&error, set);
                None
            }
        }
    }

    /// Prints, with `--verbose`, the reason for the choice of the wrapper class, if there was a choice, and the
    /// robustness.
    pub(crate) fn report_account(&self, learned: &Learned) {
        if let Some(choice) = learned.choice() {
            self.reporter.detail(&choice.reason);
        }
        if let Some(robustness) = learned.robustness() {
            self.reporter.detail(&format!("it {}", robustness.sentence()));
        }
    }

    /// Prints why no wrapper fits, the places in conflict, and other methods that fit.
    fn explain_failure(&self, error: &LearnError, set: &TrainingSet<'_>) {
        let (message, lines) = conflict::shown(error);
        self.reporter.error(&message);
        self.reporter.lines(&lines);
        for page in self.learner.look_alikes(set) {
            self.reporter.warn(page);
        }
        let others = self.learner.other_methods(set);
        if !others.is_empty() {
            let others: Vec<_> =
                others.iter().map(|other| format!("`-m {}`", other.name)).collect();
            self.reporter
                .hint("help:", &format!("these labels can be learnt with {}", others.join(" or ")));
        } else if conflict::is_about_labels(error) {
            self.reporter.hint("help:", self.advice);
        }
    }
}

/// Returns one line: `learnt hlrt (auto) from 2 pages, 7 records in 3 ms; fits 2 of 2 pages`.
fn summary(learned: &Learned, elapsed: Duration) -> String {
    let (class, method) = (learned.class(), &learned.provenance.method);
    let chosen = if class == method { String::new() } else { format!(" ({method})") };
    let n_pages = learned.evaluation.n_pages;
    format!(
        "learnt {class}{chosen} from {}, {} in {}; {}",
        count(n_pages, "page"),
        count(learned.provenance.pages.iter().map(|page| page.records).sum(), "record"),
        time_taken(elapsed),
        fit(&learned.evaluation),
    )
}

/// Returns the quality on the labelled pages: `fits 2 of 3 pages`, or the fields that are at fault if none is.
fn fit(score: &Score) -> String {
    if score.n_pages_right > 0 {
        return format!("fits {} of {}", score.n_pages_right, count(score.n_pages, "page"));
    }
    let field = |FieldScore { name, counts }: &FieldScore| match counts {
        counts if counts.is_perfect() => None,
        ValueCounts { missed: 0, surplus, .. } => Some(format!("{name} {surplus} too many")),
        ValueCounts { right, missed, .. } => Some(format!("{name} {right} of {}", right + missed)),
    };
    let fields: Vec<String> = score.fields.iter().filter_map(field).collect();
    format!("no labelled page is read fully: {}", fields.join(", "))
}

#[cfg(test)]
mod tests {
    use super::fit;
    use unhusk::score::{FieldScore, Score, ValueCounts};

    #[test]
    fn fields_at_fault_are_named_if_no_page_is_read_fully() {
        let counts = |right, surplus, missed| ValueCounts { right, surplus, missed };
        let fields = [
            ("name", counts(2, 0, 0)),
            ("ingredients", counts(16, 0, 4)),
            ("image", counts(0, 1, 2)),
            ("price", counts(2, 3, 0)),
        ];
        let fields =
            fields.map(|(name, counts)| FieldScore { name: name.to_owned(), counts }).into();
        let score = Score { fields, n_pages: 2, n_pages_right: 0 };
        let expected =
            "no labelled page is read fully: ingredients 16 of 20, image 0 of 2, price 3 too many";
        assert_eq!(fit(&score), expected);
        assert_eq!(fit(&Score { n_pages_right: 1, ..score }), "fits 1 of 2 pages");
    }
}
