//! Boosting: learns detectors in turn, each for the errors of the previous ones.

use super::weak::{DetectorPattern, Positions};
use unhusk_learn::internal::task::TokenTexts;
use unhusk_learn::internal::terminal;
use unhusk_wrapper::boundary::Detector;

/// Learns up to `rounds` detectors (Schapire and Singer's `AdaBoost` with abstaining rules).
pub(super) fn boost(
    places: &Positions,
    rounds: usize,
    lookahead: usize,
    texts: &TokenTexts,
) -> Vec<Detector> {
    let n = as_f64(places.all.len());
    let mut weights = vec![1.0 / n; places.all.len()];
    let mut detectors: Vec<(DetectorPattern, f64)> = Vec::new();
    for _ in 0..rounds {
        let pattern = places.best(&weights, lookahead);
        let confidence = confidence(places, &pattern, &weights);
        // A detector worse than chance has no information, and a repeated one means that the search has converged.
        if confidence <= 0.0 || detectors.iter().any(|(known, _)| *known == pattern) {
            break;
        }
        for (weight, place) in weights.iter_mut().zip(&places.all) {
            if places.matches(&pattern, *place) {
                *weight *= (if place.is_border { -confidence } else { confidence }).exp();
            }
        }
        let sum: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        let is_enough = separates(places, &pattern);
        detectors.push((pattern, confidence));
        if is_enough {
            break;
        }
    }
    detectors.iter().map(|(pattern, confidence)| detector(pattern, *confidence, texts)).collect()
}

/// Whether a pattern alone separates all boundaries from all other positions: then nothing is left to learn.
fn separates(places: &Positions, pattern: &DetectorPattern) -> bool {
    places.all.iter().all(|place| places.matches(pattern, *place) == place.is_border)
}

/// Half the logarithm of the weight of boundaries over that of other positions, smoothed.
fn confidence(places: &Positions, pattern: &DetectorPattern, weights: &[f64]) -> f64 {
    let smoothing = 0.5 / as_f64(places.all.len());
    let (mut borders, mut others) = (smoothing, smoothing);
    for (weight, place) in weights.iter().zip(&places.all) {
        if places.matches(pattern, *place) {
            *(if place.is_border { &mut borders } else { &mut others }) += weight;
        }
    }
    0.5 * (borders / others).ln()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "weights are small and positive"
)]
fn detector(pattern: &DetectorPattern, confidence: f64, texts: &TokenTexts) -> Detector {
    let written = |probes: &[_]| probes.iter().map(|probe| terminal(*probe, texts)).collect();
    Detector {
        before: written(&pattern.before),
        behind: written(&pattern.behind),
        weight: (confidence * 1000.0).round().clamp(1.0, 1e6) as u32,
    }
}

#[expect(clippy::cast_precision_loss, reason = "tokens are far fewer than 2^52")]
fn as_f64(n: usize) -> f64 {
    n as f64
}
