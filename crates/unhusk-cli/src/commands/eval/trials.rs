//! Runs the trials of one method on one site.

use crate::conflict;
use crate::output::{Reporter, count};
use anyhow::bail;
use std::time::{Duration, Instant};
use unhusk::example::{Example, TrainingSet};
use unhusk::learn::{LearnedRule, Method, Settings};
use unhusk::page::{Page, PageOptions};
use unhusk::record::Schema;
use unhusk::score::Score;
use unhusk::wrapper::{AnyWrapper, Extract};

/// Number and size of the trials.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrialPlan {
    pub(super) n_train: usize,
    pub(super) n_trials: usize,
    pub(super) seed: u64,
}

/// Results of the trials of one method on one site, or on all sites.
#[derive(Debug, Clone, Default)]
pub(super) struct TrialResults {
    /// The label file; empty for a sum over sites.
    pub(super) site: String,
    pub(super) method: &'static str,
    /// Training pages per trial; in a sum, those of the first site.
    pub(super) n_train: usize,
    pub(super) n_trials: usize,
    /// Trials in which a wrapper was found.
    pub(super) n_fits: usize,
    /// Score on the test pages; a trial without a wrapper extracts nothing.
    pub(super) score: Score,
    /// Time to learn, over all trials.
    pub(super) learning: Duration,
    /// Time to parse the test pages and extract from them.
    pub(super) reading: Duration,
    /// Number of pages in that time.
    pub(super) n_read: usize,
    /// Error of the first trial without a wrapper, line by line.
    pub(super) why_not: Vec<String>,
}

impl TrialResults {
    /// Returns F1 over all trials; 0 if no trial found a wrapper.
    pub(super) fn f1(&self) -> f64 {
        if self.n_fits == 0 { 0.0 } else { self.score.total().f1() }
    }

    /// Adds the trials of another site.
    pub(super) fn add(&mut self, other: &Self) {
        self.n_trials += other.n_trials;
        self.n_fits += other.n_fits;
        self.score += &other.score;
        self.learning += other.learning;
        self.reading += other.reading;
        self.n_read += other.n_read;
    }
}

/// A label file with its pages.
pub(super) struct LabelledSite<'a> {
    pub(super) file: &'a str,
    pub(super) set: TrainingSet<'a>,
    pub(super) options: PageOptions,
}

impl LabelledSite<'_> {
    /// Returns the number of training pages: that of the plan, reduced so that at least one test page remains.
    pub(super) fn n_train(&self, plan: &TrialPlan, reporter: &Reporter) -> anyhow::Result<usize> {
        let n_pages = self.set.examples().len();
        let n_train = plan.n_train.min(n_pages.saturating_sub(1));
        let (file, labelled) = (self.file, count(n_pages, "page"));
        if n_train == 0 {
            bail!(
                "`{file}` labels {labelled}; at least two are required, to learn from one and score on another: label one more \
                 page, or score a saved wrapper on this one with `-w W.json`"
            );
        }
        if n_train < plan.n_train {
            reporter.warn(format_args!(
                "`{file}` labels {labelled}: each trial learns from {n_train}, not from {}",
                plan.n_train
            ));
        }
        Ok(n_train)
    }

    /// Runs all trials: learns from `n_train` pages and scores on the others.
    pub(super) fn run(
        &self,
        method: &'static Method,
        n_train: usize,
        plan: &TrialPlan,
    ) -> TrialResults {
        let n_pages = self.set.examples().len();
        let site = self.file.to_owned();
        let mut outcome =
            TrialResults { site, method: method.name, n_train, ..TrialResults::default() };
        for trial in 0..plan.n_trials {
            let order = shuffled(n_pages, plan.seed.wrapping_add(trial as u64));
            let mut chosen = order[..n_train].to_vec();
            chosen.sort_unstable();
            self.one_trial(&chosen, method, &mut outcome);
        }
        outcome
    }

    fn one_trial(&self, chosen: &[usize], method: &Method, outcome: &mut TrialResults) {
        outcome.n_trials += 1;
        let started = Instant::now();
        let learned = self.learn(chosen, method);
        outcome.learning += started.elapsed();
        outcome.n_fits += usize::from(learned.is_ok());
        let n_right = outcome.score.n_pages_right;
        let rest = self
            .set
            .examples()
            .iter()
            .enumerate()
            .filter(|(position, _)| !chosen.contains(position));
        for (_, example) in rest {
            match &learned {
                Ok(wrapper) => self.score(wrapper, example, outcome),
                Err(_) => outcome.score.add_page(self.set.schema(), example, &[]),
            }
        }
        if let Err(why_not) = learned {
            // Without a wrapper, a page without records does not count as right.
            outcome.score.n_pages_right = n_right;
            if outcome.why_not.is_empty() {
                outcome.why_not = why_not;
            }
        }
    }

    /// Learns from the chosen pages; fails if they have no records.
    fn learn(
        &self,
        chosen: &[usize],
        method: &Method,
    ) -> Result<(AnyWrapper, Schema), Vec<String>> {
        let set = self.set.select(chosen).map_err(|error| vec![error.to_string()])?;
        let learned = method.learn(&set, &Settings::default());
        let with_schema = |learned: LearnedRule<AnyWrapper>| {
            let schema = learned.schema(&set);
            (learned.wrapper, schema)
        };
        learned.map(with_schema).map_err(|error| {
            let (message, lines) = conflict::shown(&error);
            std::iter::once(message).chain(lines).collect()
        })
    }

    fn score(
        &self,
        (wrapper, schema): &(AnyWrapper, Schema),
        example: &Example<'_>,
        outcome: &mut TrialResults,
    ) {
        let mut options = self.options.clone();
        options.syntax = example.page.syntax();
        options.charset = Some("utf-8".to_owned());
        let started = Instant::now();
        // Parsed again, so that the time includes parsing.
        let page = Page::read(example.page.source().as_bytes(), options);
        let found = wrapper.extract(schema, &page);
        outcome.reading += started.elapsed();
        outcome.n_read += 1;
        outcome.score.add_page(self.set.schema(), example, &found.records);
    }
}

/// Returns the numbers below `n`, shuffled (Fisher and Yates).
fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut state = seed;
    for last in (1..n).rev() {
        let bound = last as u64 + 1;
        let chosen = usize::try_from(next_random(&mut state) % bound).expect("it is below a usize");
        order.swap(last, chosen);
    }
    order
}

/// Returns the next number of `SplitMix64` (Steele, Lea, Flood 2014), which is equal on all machines.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::{next_random, shuffled};

    #[test]
    fn random_numbers_are_those_of_the_published_generator() {
        // The first numbers for this seed, as Rosetta Code prints them ("Pseudo-random numbers/Splitmix64").
        let mut state = 1_234_567;
        let numbers = [next_random(&mut state), next_random(&mut state), next_random(&mut state)];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_shuffle_keeps_every_number_and_depends_on_the_seed() {
        let mut order = shuffled(10, 1);
        assert_ne!(order, shuffled(10, 2));
        assert_eq!(order, shuffled(10, 1));
        order.sort_unstable();
        assert_eq!(order, (0..10).collect::<Vec<_>>());
        assert!(shuffled(0, 1).is_empty());
    }
}
