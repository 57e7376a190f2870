//! `--until`: labelled pages are taken one by one until they prove enough, as in the papers.

use crate::learning::Attempt;
use crate::output::count;
use std::str::FromStr;
use unhusk::example::TrainingSet;
use unhusk::learn::Account;
use unhusk::learn::pac::{Bound, Demand};

/// What the sentence of every run is about: 90 % confidence in 90 % of the pages.
pub(super) const USUAL: Demand = Demand { epsilon: 0.1, delta: 0.1 };

/// `EPSILON,DELTA` on the command line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Until(pub(super) Demand);

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let share =
            |text: &str| text.trim().parse().ok().filter(|share| *share > 0.0 && *share < 1.0);
        let shares = text
            .split_once(',')
            .and_then(|(epsilon, delta)| Some((share(epsilon)?, share(delta)?)));
        let (epsilon, delta) =
            shares.ok_or("two numbers between 0 and 1 are needed, such as 0.1,0.1")?;
        Ok(Self(Demand { epsilon, delta }))
    }
}

/// Which bound decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum BoundName {
    /// Rigorous: counts the wrappers of the class
    Finite,
    /// Per delimiter, the error divided among them
    Split,
    /// Per delimiter, as restored from the paper of 1997; optimistic
    Reconstructed,
}

impl BoundName {
    pub(super) fn bound(self) -> Bound {
        match self {
            Self::Finite => Bound::FiniteClass,
            Self::Split => Bound::Split,
            Self::Reconstructed => Bound::Reconstructed,
        }
    }
}

/// The first labelled pages that satisfy the demand, if any number of them does; told either way.
pub(super) fn enough<'p>(
    set: &TrainingSet<'p>,
    attempt: &Attempt<'_, '_>,
    demand: Demand,
    bound: Bound,
) -> Option<TrainingSet<'p>> {
    let n_labelled = set.examples().len();
    let learner = attempt.learner.clone().account(Account::Fit);
    for n_pages in 1..=n_labelled {
        let first: Vec<usize> = (0..n_pages).collect();
        let Ok(taken) = set.select(&first) else { continue };
        let Ok(learned) = learner.learn_from(&taken) else { continue };
        if learned.experience.is_some_and(|seen| seen.satisfies(bound, demand)) {
            attempt
                .reporter
                .summary(&format!("{} of {n_labelled} are enough", count(n_pages, "page")));
            return Some(taken);
        }
    }
    attempt
        .reporter
        .warn(format_args!("all {} together are not enough", count(n_labelled, "labelled page")));
    None
}
