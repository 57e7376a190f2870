mod brute;
mod worked;

use super::{RecognizedColumn, Reliability};
use unhusk_page::Span;

/// Spans from the paper's notation, which includes the last byte.
fn closed(places: &[(u32, u32)]) -> Vec<Span> {
    places.iter().map(|&(start, last)| Span { start, end: last + 1 }).collect()
}

fn column(reliability: Reliability, places: &[(u32, u32)]) -> RecognizedColumn {
    RecognizedColumn::new(reliability, closed(places))
}
