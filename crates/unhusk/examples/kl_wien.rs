//! The paper's Table 2 on the WIEN sites at hand: how many examples until the rule is right everywhere?
//!
//! `cargo run --release --example kl_wien -- FOLDER_WITH_SITES`
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "an experiment reads files, a clock and prints")]

use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use unhusk::Page;
use unhusk::learn::context::{Hypothesis, Lesson, PageNode, SearchLimits};
use unhusk::page::NodeKind;
use unhusk::wrapper::context::NodeTarget;

const N_RUNS: u64 = 30;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wien").to_owned()
    });
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder of sites").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    println!("task     pages values   pos   neg   k l variant(last run)  ms");
    let mut sums = (0.0, 0.0, 0);
    for folder in folders {
        for task in tasks(&folder) {
            let result = interact(&task);
            sums = (sums.0 + result.0, sums.1 + result.1, sums.2 + 1);
        }
    }
    let n = f64::from(sums.2);
    println!("mean of {} tasks: {:.2} positives, {:.2} negatives", sums.2, sums.0 / n, sums.1 / n);
}

struct Task {
    name: String,
    pages: Vec<Page>,
    truth: BTreeSet<PageNode>,
}

/// The fields of a site whose values are all whole text nodes.
fn tasks(folder: &Path) -> Vec<Task> {
    let site = folder.file_name().expect("a name").to_string_lossy().into_owned();
    let labels: Json =
        serde_json::from_str(&fs::read_to_string(folder.join("labels.json")).expect("labels"))
            .expect("JSON");
    let fields = labels["fields"].as_array().expect("fields");
    let mut tasks = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let Some(field) = field.as_str() else { continue };
        let pages: Vec<Page> = labels["pages"].as_array().expect("pages").iter().map(|page| {
            let path = folder.join(page["path"].as_str().expect("a path"));
            Page::from_bytes(&fs::read(path).expect("a page"))
        }).collect();
        let mut truth = BTreeSet::new();
        let mut n_values = 0;
        let mut n_missing = 0;
        for (page_at, page) in labels["pages"].as_array().expect("pages").iter().enumerate() {
            for record in page["records"].as_array().expect("records") {
                let Some(span) = record[field]["span"].as_array() else { continue };
                n_values += 1;
                let span = (span[0].as_u64().expect("n") as usize, span[1].as_u64().expect("n") as usize);
                match whole_text(&pages[page_at], span) {
                    Some(node) => { truth.insert((page_at, node)); }
                    None => n_missing += 1,
                }
            }
        }
        let name = format!("{site}-{}", at + 1);
        if n_missing > 0 || n_values == 0 {
            println!("{name:8} left out: {n_missing} of {n_values} values are no whole text nodes");
            continue;
        }
        tasks.push(Task { name, pages, truth });
    }
    tasks
}

fn whole_text(page: &Page, (start, end): (usize, usize)) -> Option<unhusk::page::NodeId> {
    let trim = |(start, end): (usize, usize)| {
        let text = &page.source()[start..end];
        let start = start + (text.len() - text.trim_start().len());
        (start, start + text.trim().len())
    };
    let wanted = trim((start, end));
    page.tree().nodes().find(|&node| {
        page.tree().kind(node) == NodeKind::Text
            && page.tree().span(node).is_some_and(|span| {
                span.start as usize <= wanted.0 && wanted.1 <= span.end as usize && trim((span.start as usize, span.end as usize)) == wanted
            })
    })
}

struct Dice(u64);

impl Dice {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items[usize::try_from(self.0 >> 33).expect("31 bits") % items.len()]
    }
}

fn interact(task: &Task) -> (f64, f64) {
    let pages: Vec<&Page> = task.pages.iter().collect();
    let lesson = Lesson::new(&pages, &NodeTarget::Text);
    let truth: Vec<PageNode> = task.truth.iter().copied().collect();
    let (mut n_positives, mut n_negatives, mut failures) = (0, 0, 0);
    let mut last = String::new();
    let start = Instant::now();
    for run in 0..N_RUNS {
        let mut dice = Dice(run * 7919 + 1);
        let mut session = lesson.begin(SearchLimits::default());
        session.accept(dice.pick(&truth));
        n_positives += 1;
        loop {
            let Hypothesis::Rule { point, found } = session.hypothesis() else {
                failures += 1;
                break;
            };
            let found: BTreeSet<PageNode> = found.into_iter().collect();
            let wrong: Vec<PageNode> = found.symmetric_difference(&task.truth).copied().collect();
            last = format!("{} {} {:?}/{}", point.width, point.depth, point.variant.tokens, point.variant.contexts);
            if wrong.is_empty() {
                break;
            }
            let node = dice.pick(&wrong);
            if task.truth.contains(&node) {
                session.accept(node);
                n_positives += 1;
            } else {
                session.reject(node);
                n_negatives += 1;
            }
        }
    }
    let ms = start.elapsed().as_secs_f64() * 1000.0 / N_RUNS as f64;
    let (p, n) = (f64::from(n_positives) / N_RUNS as f64, f64::from(n_negatives) / N_RUNS as f64);
    println!("{:8} {:5} {:6} {p:5.2} {n:5.2}   {last}  {ms:.1} ms  {failures} failures", task.name, task.pages.len(), truth.len());
    (p, n)
}
