//! Experiments: each prints a table and writes its figures to files under version control.
//!
//! `results/*.csv` beside this crate contains one file per experiment; `docs/results` the tables for people.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the lab is a program that reports to people"
)]

mod alarm;
mod contest;
mod corroborate;
mod drift;
mod engine;
mod fewshot;
mod fingerprint;
mod hostile;
mod induce;
mod kl;
mod logistic;
mod parse;
mod random;
mod read;
mod redesign;
mod results;
mod scaling;
mod signals;
mod site;
mod soak;
mod studio;
mod teach;
mod thresher;
mod venv;
mod wien;

use clap::Parser;

/// Experiments on unhusk.
#[derive(Parser)]
#[command(version, about)]
enum Experiment {
    /// Runs over unchanged pages: whether warnings name the fields that are read wrongly, and only those
    Alarm(alarm::Args),
    /// Labels from imperfect recognizers: how often the labels and the wrapper learnt from them are right
    Corroborate(corroborate::Args),
    /// Changed sites: whether verify detects the change, and whether repair fixes the wrapper
    Drift(drift::Args),
    /// Whole runs of the program: speed, threads, archives, memory, kills
    Engine(engine::Args),
    /// Learning from few pages: how well each method reads the rest of a site
    Fewshot(fewshot::Args),
    /// One hash per site and method: whether a change of the code kept what is learnt and read
    Fingerprint(fingerprint::Args),
    /// Time and growth on pages that are made to slow a parser down
    Hostile(hostile::Args),
    /// Schema and data without labels: columns and records against the truth
    Induce(induce::Args),
    /// Tables 1 and 2 of the paper on (k,l)-contextual tree languages: five examples, and teaching by counterexamples
    Kl(kl::Args),
    /// Speed of parsing, compared with html5ever and lexbor, on real pages
    Parse(parse::Args),
    /// Time of extraction relative to parsing, on real pages
    Read(read::Args),
    /// How well wrappers read pages after a redesign of the site
    Redesign(redesign::Args),
    /// Endurance: memory and speed over a million pages in one process, a library with many writers
    Soak(soak::Args),
    /// Teaching by clicking: acts of a scripted user until a list page is read right, and the time of each
    Studio(studio::Args),
    /// Active teaching: labels until a site is read correctly, compared with random order and co-testing
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
        Experiment::Alarm(args) => alarm::run(&args),
        Experiment::Corroborate(args) => corroborate::run(&args),
        Experiment::Drift(args) => drift::run(&args),
        Experiment::Engine(args) => engine::run(&args),
        Experiment::Fewshot(args) => fewshot::run(&args),
        Experiment::Fingerprint(args) => fingerprint::run(&args),
        Experiment::Hostile(args) => hostile::run(&args),
        Experiment::Induce(args) => induce::run(&args),
        Experiment::Kl(args) => kl::run(&args),
        Experiment::Parse(args) => parse::run(&args),
        Experiment::Read(args) => read::run(&args),
        Experiment::Redesign(args) => redesign::run(&args),
        Experiment::Soak(args) => soak::run(&args),
        Experiment::Studio(args) => studio::run(&args),
        Experiment::Teach(args) => teach::run(&args),
        Experiment::Thresher(args) => thresher::run(&args),
        Experiment::Wien(args) => wien::run(&args),
        Experiment::Once(once) => once.run(),
    }
}
