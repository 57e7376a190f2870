//! Time to build the tree of a page, compared with html5ever and its simplest tree sink.
//!
//! `cargo bench -p unhusk-page --bench parse` reads real pages; without them it prints a message and runs on a
//! generated page. Throughput is bytes of source per second of one core.

#![allow(clippy::print_stdout, reason = "a benchmark tells what it measures")]

#[path = "../tests/it/oracle.rs"]
#[expect(dead_code, reason = "the tests look into the tree, the benchmark does not")]
mod oracle;

use divan::Bencher;
use divan::counter::BytesCount;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use unhusk_page::Page;

/// Folders of pages: the name that the results have, where they are, and how many pages to skip.
const SETS: [(&str, &str, usize); 3] = [
    ("swde", concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/swde"), 10),
    ("java-doc", "/usr/share/doc/openjdk-17-doc/api", 50),
    ("python-doc", "/usr/share/doc/python3-doc/html", 10),
];

static PAGES: LazyLock<Vec<(&'static str, Vec<Page>)>> = LazyLock::new(|| {
    let mut sets: Vec<_> = SETS
        .iter()
        .map(|&(name, folder, step)| (name, read(Path::new(folder), step)))
        .filter(|(_, pages)| !pages.is_empty())
        .collect();
    if sets.is_empty() {
        sets.push(("made-up", vec![Page::from(made_up().as_str())]));
    }
    sets
});

fn main() {
    for (name, pages) in PAGES.iter() {
        let n_bytes: usize = pages.iter().map(|page| page.source().len()).sum();
        let n_nodes: usize = pages.iter().map(|page| page.clone().tree().len()).sum();
        let heap: usize = pages.iter().map(|page| page.clone().tree().heap_bytes()).sum();
        println!(
            "{name}: {} pages, {n_bytes} bytes, {n_nodes} nodes, {} bytes per node",
            pages.len(),
            heap / n_nodes
        );
    }
    divan::main();
}

fn set_names() -> Vec<&'static str> {
    PAGES.iter().map(|(name, _)| *name).collect()
}

#[divan::bench(args = set_names())]
fn unhusk(bencher: Bencher, set: &str) {
    run(bencher, set, |page| page.clone().tree().len());
}

#[divan::bench(args = set_names())]
fn html5ever(bencher: Bencher, set: &str) {
    run(bencher, set, |page| oracle::read(page.source()).len());
}

fn run(bencher: Bencher, set: &str, parse: impl Fn(&Page) -> usize + Sync) {
    let pages = PAGES.iter().find(|(name, _)| *name == set).map_or(&[][..], |(_, pages)| pages);
    let n_bytes: usize = pages.iter().map(|page| page.source().len()).sum();
    bencher.counter(BytesCount::new(n_bytes)).bench(|| pages.iter().map(&parse).sum::<usize>());
}

/// Every `step`-th page of a folder and its subfolders, decoded; none if the folder is missing.
fn read(folder: &Path, step: usize) -> Vec<Page> {
    let mut folders = vec![folder.to_owned()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            println!("skipped: {} is not there", folder.display());
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == "htm" || found == "html") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let bytes = paths.iter().step_by(step).filter_map(|path| fs::read(path).ok());
    bytes.map(|bytes| Page::from_bytes(&bytes)).collect()
}

/// A list page of about 300 KB.
fn made_up() -> String {
    let item =
        "<li class=item><a href='/x?a=1&amp;b=2'>A name</a> <b>$12.00</b><p>Some text.</li>\n";
    format!("<!doctype html><title>List</title><ul>{}</ul>", item.repeat(4_000))
}
