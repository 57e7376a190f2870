//! `--until`: adds labelled pages one by one until they satisfy a PAC bound, as in the papers on WIEN.

use crate::learning::Attempt;
use crate::output::count;
use std::str::FromStr;
use unhusk::example::TrainingSet;
use unhusk::learn::Account;
use unhusk::learn::pac::{Bound, Demand};

/// Default of the sentence that `-v` prints: 90 % confidence in 90 % of the pages.
pub(super) const USUAL: Demand = Demand { epsilon: 0.1, delta: 0.1 };

/// Value of `--until`: `EPSILON,DELTA`.
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
            shares.ok_or("expected two numbers between 0 and 1, such as 0.1,0.1")?;
        Ok(Self(Demand { epsilon, delta }))
    }
}

/// Value of `--bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum BoundName {
    /// Rigorous bound for a finite number of wrappers
    Finite,
    /// Bound per delimiter, with the error divided among them
    Split,
    /// Bound per delimiter, reconstructed from the paper of 1997; optimistic
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

/// Returns the fewest first pages that satisfy the demand, `None` if all of them do not; prints the result.
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
