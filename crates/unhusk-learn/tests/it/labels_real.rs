//! Labels of real sites: every file is read, and every value is found on its page.
//!
//! The spans of WIEN and the paths of SRR are exact. The texts of SWDE and Estuka are those that the authors of
//! the sets found on the pages, so all of them must have a place; which of its places is right is for learners.

#![expect(clippy::print_stderr, reason = "what is not placed is reported")]

use crate::at_hand;
use std::path::{Path, PathBuf};
use unhusk_learn::example::{
    GivenCell, GivenRecord, LabelCell, Labels, Place, PlaceFit, PlaceTarget, Strictness,
    TrainingSet,
};
use unhusk_page::Page;

/// The folder of a benchmark set, if it is there.
fn folder(set: &str) -> Option<PathBuf> {
    at_hand::benchmark(&format!("data/{set}"))
}

/// The labels files under a folder, in order.
fn labels_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "labels.json") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn parse(file: &Path) -> Labels {
    let json = std::fs::read_to_string(file).expect("the file can be read");
    Labels::parse(&file.to_string_lossy(), &json).unwrap_or_else(|error| panic!("{error}"))
}

fn load(labels: &Labels) -> Vec<Page> {
    let read =
        |path: PathBuf| Page::from_bytes(&std::fs::read(path).expect("the page can be read"));
    labels.pages().iter().map(|page| read(page.location())).collect()
}

/// Values that labels give, and values that have a place.
#[derive(Default)]
struct LabelCount {
    given: usize,
    placed: usize,
    candidates: usize,
    /// Values that are all of some text node.
    whole: usize,
}

impl LabelCount {
    fn add_given(&mut self, record: &GivenRecord) {
        for (_, cell) in &record.cells {
            match cell {
                GivenCell::Absent => {}
                GivenCell::One(_) => self.given += 1,
                GivenCell::Many(values) => self.given += values.len(),
                GivenCell::Nested(records) => {
                    for record in records {
                        self.add_given(record);
                    }
                }
            }
        }
    }

    fn add_placed(&mut self, page: &Page, cells: &[LabelCell]) {
        for cell in cells {
            let labels = match cell {
                LabelCell::Unknown | LabelCell::Absent => continue,
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
                LabelCell::Nested(records) => {
                    for record in records {
                        self.add_placed(page, &record.cells);
                    }
                    continue;
                }
            };
            let is_whole = |place: &Place| {
                matches!(place.target, PlaceTarget::Text(_)) && place.fit(page) == PlaceFit::Whole
            };
            for label in labels {
                self.placed += 1;
                self.candidates += label.candidates.len();
                self.whole += usize::from(label.candidates.iter().any(is_whole));
            }
        }
    }
}

/// Puts the labels of a set together with their pages, every `stride`-th page of a site.
fn count(set: &str, stride: usize) -> Option<LabelCount> {
    let mut count = LabelCount::default();
    for file in labels_files(&folder(set)?) {
        let labels = parse(&file);
        let labels = Labels::new(labels.pages().iter().step_by(stride).cloned().collect())
            .expect("a part of the labels is well formed");
        let pages = load(&labels);
        let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
        let training_set = TrainingSet::new(&labels, &numbered, Strictness::Lenient)
            .unwrap_or_else(|error| panic!("{error}"));
        for warning in training_set.warnings() {
            eprintln!("{warning}");
        }
        for page in labels.pages() {
            for record in &page.records {
                count.add_given(record);
            }
        }
        for example in training_set.examples() {
            for record in &example.records {
                count.add_placed(example.page, &record.cells);
            }
        }
    }
    eprintln!("{set}: {} of {} placed, {} candidates", count.placed, count.given, count.candidates);
    Some(count)
}

#[test]
fn every_labels_file_is_read_and_written_alike() {
    for set in ["wien", "swde", "estuka", "srr"] {
        let Some(folder) = folder(set) else { continue };
        for file in labels_files(&folder) {
            let labels = parse(&file);
            let again = Labels::parse(&file.to_string_lossy(), &labels.to_json()).unwrap();
            assert_eq!(labels, again);
        }
    }
}

#[test]
fn the_spans_of_wien_lie_in_their_pages() {
    let Some(count) = count("wien", 1) else { return };
    assert_eq!(count.placed, count.given);
    assert_eq!(count.candidates, count.given);
}

#[test]
fn the_paths_of_srr_select_what_they_say() {
    let Some(folder) = folder("srr") else { return };
    let (mut right, mut wrong) = (0, 0);
    for file in labels_files(&folder) {
        let labels = parse(&file);
        for (given, page) in labels.pages().iter().zip(load(&labels)) {
            for record in &given.records {
                let mut alone = given.clone();
                alone.records = vec![record.clone()];
                let alone = Labels::new(vec![alone]).expect("the record is well formed");
                match TrainingSet::new(&alone, &[(0, &page)], Strictness::Strict) {
                    Ok(_) => right += 1,
                    Err(error) => {
                        eprintln!("{error}");
                        wrong += 1;
                    }
                }
            }
        }
    }
    assert_eq!((right, wrong), (1697, 0));
}

#[test]
fn all_texts_of_swde_are_found() {
    // All 1,600 pages give the same answer, but take four times as long.
    let Some(count) = count("swde", 4) else { return };
    assert_eq!(count.placed, count.given);
    // Of the 7,152 values, 50 are only part of a text node.
    assert!(count.whole * 100 >= count.given * 99, "{} of {}", count.whole, count.given);
}

#[test]
fn all_texts_of_estuka_are_found() {
    let Some(count) = count("estuka", 1) else { return };
    assert_eq!(count.placed, count.given);
}
