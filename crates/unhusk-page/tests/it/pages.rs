//! Sources for tests: pieces of the html5lib cases, and real pages.

#![allow(clippy::unwrap_used, reason = "a test stops at data that it cannot read")]

use crate::{at_hand, html5lib};
use std::fs;
use std::path::PathBuf;

/// Every tag, comment and stretch of text in the inputs of the html5lib tree construction tests, once.
/// Empty if the tests are not there.
pub(crate) fn html5lib_pieces() -> Vec<String> {
    // The few long inputs are one text each.
    let inputs = html5lib_inputs().into_iter().filter(|input| input.len() < 400);
    let mut pieces: Vec<String> = inputs.flat_map(|input| split(&input)).collect();
    pieces.sort();
    pieces.dedup();
    pieces
}

/// The inputs of the html5lib tree construction tests; none if the tests are not there.
pub(crate) fn html5lib_inputs() -> Vec<String> {
    let Some(folder) = html5lib::tests("tree-construction") else { return Vec::new() };
    let files = html5lib::files(&folder, "dat");
    let cases = files.iter().flat_map(|path| html5lib::read_tree_cases(path));
    cases.map(|case| case.input).collect()
}

/// Cuts before every `<` and behind every `>`.
fn split(input: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in input.chars() {
        if character == '<' {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
        if character == '>' {
            pieces.push(String::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// A deterministic pseudo-random sequence (xorshift), for recombinations that need no shrinking.
pub(crate) struct XorShift(pub(crate) u64);

impl XorShift {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// Every `step`-th real page, as bytes.
pub(crate) fn real_pages(step: usize) -> Vec<(PathBuf, Vec<u8>)> {
    let Some(root) = at_hand::benchmark("data") else { return Vec::new() };
    let mut folders = vec![root];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == "htm" || found == "html") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    assert!(paths.len() > 1_900, "only {} pages of the benchmarks", paths.len());
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    paths.into_iter().step_by(step).map(read).collect()
}
