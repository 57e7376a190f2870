//! A run that is stopped at any place and resumed gives the result of an uninterrupted run.

use super::{ResumableRun, ResumeError, RunIdentity};
use crate::testing::{Shop, SilentListener};
use crate::{Collector, Extraction, Inputs, RunResult, Shard, WrapperSet};
use proptest::prelude::*;
use std::fs::{self, OpenOptions};
use std::ops::ControlFlow;
use std::path::Path;
use unhusk::sink::{JsonLines, Spans};

/// The result of a run, and its output.
#[derive(Debug, PartialEq)]
struct Finished {
    bytes: Vec<u8>,
    result: RunResult,
}

fn at_once(shop: &Shop, extraction: &Extraction<'_>) -> Finished {
    let mut bytes = Vec::new();
    let mut sink = JsonLines::new(extraction.wrappers.schema(), Spans::Write, &mut bytes);
    let mut listener = SilentListener::default();
    let mut collector = Collector::new(extraction, &mut sink, &mut listener);
    extraction.read(shop.inputs(), |outcome| {
        collector.take(outcome).expect("memory takes everything");
        ControlFlow::Continue(())
    });
    let result = collector.finish();
    drop(sink);
    Finished { bytes, result }
}

fn identity(shop: &Shop, extraction: &Extraction<'_>) -> RunIdentity {
    RunIdentity::new(extraction, &shop.listed(), Shard::default(), "")
}

/// Reads until `n_pages` more were read; returns the result if that was all.
fn read_some(
    shop: &Shop,
    extraction: &Extraction<'_>,
    folder: &Path,
    n_pages: usize,
) -> Option<Finished> {
    let mut run = ResumableRun::open(folder, &identity(shop, extraction)).expect("the run opens");
    let mut n_read = 0;
    let flow = run.read(extraction, shop.inputs(), |_| {
        n_read += 1;
        if n_read == n_pages { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if flow.expect("the folder can be written").is_break() {
        return None;
    }
    let mut bytes = Vec::new();
    let mut sink = JsonLines::new(extraction.wrappers.schema(), Spans::Write, &mut bytes);
    let mut listener = SilentListener::default();
    let mut collector = Collector::new(extraction, &mut sink, &mut listener);
    let take = |outcome| {
        collector.take(outcome).expect("memory takes everything");
        Ok::<(), ResumeError>(())
    };
    run.replay(take).expect("the segments can be read");
    let result = collector.finish();
    drop(sink);
    Some(Finished { bytes, result })
}

/// Damage that a kill or a power cut leaves behind.
#[derive(Debug, Clone)]
enum Damage {
    None,
    TornJournal(usize),
    TornSegment(usize),
    Temporary,
}

fn damage(folder: &Path, damage: &Damage) {
    let cut = |name: &str, n_bytes: usize| {
        let Ok(file) = OpenOptions::new().write(true).open(folder.join(name)) else { return };
        let length = file.metadata().expect("a file").len();
        file.set_len(length.saturating_sub(n_bytes as u64)).expect("the file can be cut");
    };
    match damage {
        Damage::None => {}
        Damage::TornJournal(n_bytes) => cut("journal.jsonl", *n_bytes),
        Damage::TornSegment(n_bytes) => cut("seg-00000.jsonl", *n_bytes),
        Damage::Temporary => {
            fs::write(folder.join(".unhusk-x.tmp"), "half a segm").expect("a file");
        }
    }
}

fn any_damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        Just(Damage::None),
        (1_usize..200).prop_map(Damage::TornJournal),
        (1_usize..200).prop_map(Damage::TornSegment),
        Just(Damage::Temporary),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_stopped_run_ends_as_if_it_was_never_stopped(
        stops in proptest::collection::vec((1_usize..30, any_damage()), 0..6),
        n_jobs in 1_usize..4,
    ) {
        let shop = Shop::new(40);
        let wrappers = WrapperSet::one(Shop::wrapper());
        let extraction = Extraction { n_jobs, ..Shop::extraction(&wrappers) };
        let folder = shop.folder().join("run");
        for (n_pages, kind) in &stops {
            read_some(&shop, &extraction, &folder, *n_pages);
            damage(&folder, kind);
        }
        let resumed = read_some(&shop, &extraction, &folder, usize::MAX).expect("it ends");
        prop_assert_eq!(resumed, at_once(&shop, &Shop::extraction(&wrappers)));
    }
}

#[test]
fn another_run_is_refused_and_told_apart() {
    let shop = Shop::new(3);
    let wrappers = WrapperSet::one(Shop::wrapper());
    let extraction = Shop::extraction(&wrappers);
    let folder = shop.folder().join("run");
    read_some(&shop, &extraction, &folder, 1);
    let why = |identity: &RunIdentity| match ResumableRun::open(&folder, identity) {
        Err(ResumeError::Differs { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    let other = Extraction { with_confidence: true, ..extraction.clone() };
    assert!(why(&identity(&shop, &other)).contains("options"));
    let fewer = RunIdentity::new(&extraction, &shop.listed()[1..], Shard::default(), "");
    assert!(why(&fewer).contains("now there are"));
    fs::write(shop.folder().join("0.html"), "<p>changed").expect("a page");
    assert!(why(&identity(&shop, &extraction)).contains("changed"));
}

#[test]
fn a_folder_is_used_by_one_program_and_for_runs_alone() {
    let shop = Shop::new(2);
    let wrappers = WrapperSet::one(Shop::wrapper());
    let identity = identity(&shop, &Shop::extraction(&wrappers));
    let folder = shop.folder().join("run");
    let _first = ResumableRun::open(&folder, &identity).expect("it opens");
    let second = ResumableRun::open(&folder, &identity);
    assert!(matches!(second, Err(ResumeError::Locked { .. })), "{second:?}");
    let pages = ResumableRun::open(shop.folder(), &identity);
    assert!(matches!(pages, Err(ResumeError::NotARun { .. })), "{pages:?}");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let shop = Shop::new(2);
    let wrappers = WrapperSet::one(Shop::wrapper());
    let extraction = Shop::extraction(&wrappers);
    for name in ["lock", "journal.jsonl", "seg-00000.jsonl", "seg-00001.jsonl"] {
        let folder = shop.folder().join(format!("run-{name}"));
        let elsewhere = shop.folder().join(format!("precious-{name}"));
        fs::write(&elsewhere, "precious").expect("a file");
        read_some(&shop, &extraction, &folder, 1);
        let link = folder.join(name);
        if link.exists() {
            fs::remove_file(&link).expect("a file of the run");
        }
        std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");
        let opened = ResumableRun::open(&folder, &identity(&shop, &extraction));
        assert!(matches!(opened, Err(ResumeError::Link { .. })), "{name}: {opened:?}");
        assert_eq!(fs::read(&elsewhere).expect("a file"), b"precious", "{name}");
    }
}

#[test]
fn parts_together_are_the_whole() {
    let shop = Shop::new(17);
    let names = |inputs: Inputs| -> Vec<String> {
        inputs.map(|page| page.listed.expect("a page").name).collect()
    };
    let mut parts: Vec<String> = (1..=4)
        .flat_map(|part| names(shop.inputs().shard(Shard::new(part, 4).expect("a part"))))
        .collect();
    parts.sort();
    let mut whole = names(shop.inputs());
    whole.sort();
    assert_eq!(parts, whole);
}
