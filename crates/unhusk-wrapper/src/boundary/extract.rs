//! Extraction with boundary detectors.

use super::{Bwi, Detector, Ensemble};
use crate::RawExtraction;
use crate::context::group;
use crate::landmark::run::{Probe, TokenNumbers};
use crate::landmark::span;
use crate::landmark::tokens::{LandmarkToken, tokenize};
use crate::record::Schema;
use std::cmp::Reverse;
use unhusk_page::{Page, Span};

pub(super) fn extract<'p>(wrapper: &Bwi, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
    let mut vocabulary = TokenNumbers::default();
    let fields: Vec<EnsembleProgram> = wrapper
        .saved
        .fields
        .iter()
        .map(|field| EnsembleProgram::new(field, &mut vocabulary))
        .collect();
    let tokens = tokenize(page.source(), wrapper.saved.tags, |text| vocabulary.find(text));
    let place =
        |(start, end): (usize, usize)| span(&tokens, page.source(), &(start..end), (false, false));
    let places: Vec<Vec<Span>> =
        fields.iter().map(|field| field.find(&tokens).into_iter().map(place).collect()).collect();
    let (records, warnings) = group::records(wrapper.saved.records, schema, &places, page);
    RawExtraction { records, warnings }
}

/// A compiled [`Ensemble`].
struct EnsembleProgram<'w> {
    start: Vec<DetectorProgram>,
    end: Vec<DetectorProgram>,
    lengths: &'w [(u32, u32)],
}

/// A compiled [`Detector`].
struct DetectorProgram {
    before: Vec<Probe>,
    behind: Vec<Probe>,
    weight: u64,
}

impl DetectorProgram {
    fn new(detector: &Detector, vocabulary: &mut TokenNumbers) -> Self {
        let before = detector.before.iter().map(|one| vocabulary.probe(one)).collect();
        let behind = detector.behind.iter().map(|one| vocabulary.probe(one)).collect();
        Self { before, behind, weight: detector.weight.into() }
    }

    fn fires(&self, tokens: &[LandmarkToken], at: usize) -> bool {
        let Some(from) = at.checked_sub(self.before.len()) else { return false };
        let Some(behind) = tokens.get(at..at + self.behind.len()) else { return false };
        let all = |probes: &[Probe], row: &[LandmarkToken]| {
            probes.iter().zip(row).all(|(probe, token)| probe.matches(token))
        };
        all(&self.before, &tokens[from..at]) && all(&self.behind, behind)
    }
}

/// Sum of the weights of the detectors that fire before each token and at the end.
fn votes(detectors: &[DetectorProgram], tokens: &[LandmarkToken]) -> Vec<u64> {
    let sum = |at: usize| {
        detectors.iter().filter(|one| one.fires(tokens, at)).map(|one| one.weight).sum()
    };
    (0..=tokens.len()).map(sum).collect()
}

impl<'w> EnsembleProgram<'w> {
    fn new(ensemble: &'w Ensemble, vocabulary: &mut TokenNumbers) -> Self {
        let start =
            ensemble.start.iter().map(|one| DetectorProgram::new(one, vocabulary)).collect();
        let end = ensemble.end.iter().map(|one| DetectorProgram::new(one, vocabulary)).collect();
        Self { start, end, lengths: &ensemble.lengths }
    }

    /// Weight of a length: its frequency in the examples, smoothed, so that other lengths remain possible.
    fn weight(&self, length: usize) -> u64 {
        let seen = self.lengths.iter().find(|(known, _)| *known as usize == length);
        1 + 10 * seen.map_or(0, |(_, count)| u64::from(*count))
    }

    /// Finds values that do not overlap, in document order; of those with the same start, the best.
    fn find(&self, tokens: &[LandmarkToken]) -> Vec<(usize, usize)> {
        let (starts, ends) = (votes(&self.start, tokens), votes(&self.end, tokens));
        let enough = |votes: &[u64]| votes.iter().copied().max().unwrap_or(0).div_ceil(2).max(1);
        let (enough_start, enough_end) = (enough(&starts), enough(&ends));
        let longest = 2 * self.lengths.last().map_or(0, |(length, _)| *length as usize);
        let mut found = Vec::new();
        let mut free_from = 0;
        for (at, votes) in starts.iter().enumerate() {
            if at < free_from || *votes < enough_start {
                continue;
            }
            let last = (at + longest).min(tokens.len());
            let possible = (at + 1..=last).filter(|&end| ends[end] >= enough_end);
            // Of ends with the same score, the nearest.
            let score = |end: &usize| (ends[*end] * self.weight(end - at), Reverse(*end));
            let best = possible.max_by_key(score);
            if let Some(end) = best {
                found.push((at, end));
                free_from = end;
            }
        }
        found
    }
}
