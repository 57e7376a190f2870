//! Experiments: each prints a table, and writes its figures where they are kept under version control.
//!
//! `results/*.csv` beside this crate holds one file per experiment; `docs/results` the tables for people.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the lab is a program that reports to people"
)]

mod contest;
mod corroborate;
mod drift;
mod fewshot;
mod fingerprint;
mod hostile;
mod induce;
mod kl;
mod parse;
mod random;
mod read;
mod redesign;
mod results;
mod scaling;
mod site;
mod teach;
mod thresher;
mod venv;
mod wien;

use clap::Parser;

/// Experiments on unhusk.
#[derive(Parser)]
#[command(version, about)]
enum Experiment {
    /// Labels from imperfect recognizers: how often they and the wrapper learnt from them are right
    Corroborate(corroborate::Args),
    /// Changed sites: whether verify notices, and whether repair mends
    Drift(drift::Args),
    /// Learning from few pages: how well each method reads the rest of a site
    Fewshot(fewshot::Args),
    /// One hash per site and method: whether a change kept what is learnt and read
    Fingerprint(fingerprint::Args),
    /// Time and growth on pages made to hang a parser
    Hostile(hostile::Args),
    /// Schema and data without labels: columns and records against the truth
    Induce(induce::Args),
    /// Tables 1 and 2 of the paper on (k,l)-contextual tree languages: five examples, and teaching by counterexamples
    Kl(kl::Args),
    /// Speed of parsing, beside html5ever and lexbor, on real pages
    Parse(parse::Args),
    /// What reading adds to parsing, on real pages
    Read(read::Args),
    /// How well wrappers read pages after a redesign of the site
    Redesign(redesign::Args),
    /// Active teaching: labels until a site is read right, beside random order and co-testing
    Teach(teach::Args),
    /// Table 1 of the Thresher paper: how many examples a class needs
    Thresher(thresher::Args),
    /// Kushmerick's survey on his own pages: coverage, pages needed, time, growth
    Wien(wien::Args),
    #[command(hide = true)]
    Once(wien::Once),
}

fn main() -> anyhow::Result<()> {
    match Experiment::parse() {
        Experiment::Corroborate(args) => corroborate::run(&args),
        Experiment::Drift(args) => drift::run(&args),
        Experiment::Fewshot(args) => fewshot::run(&args),
        Experiment::Fingerprint(args) => fingerprint::run(&args),
        Experiment::Hostile(args) => hostile::run(&args),
        Experiment::Induce(args) => induce::run(&args),
        Experiment::Kl(args) => kl::run(&args),
        Experiment::Parse(args) => parse::run(&args),
        Experiment::Read(args) => read::run(&args),
        Experiment::Redesign(args) => redesign::run(&args),
        Experiment::Teach(args) => teach::run(&args),
        Experiment::Thresher(args) => thresher::run(&args),
        Experiment::Wien(args) => wien::run(&args),
        Experiment::Once(once) => once.run(),
    }
}
