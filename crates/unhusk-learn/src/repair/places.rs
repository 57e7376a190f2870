//! Labels for fields whose values are not known, from intact fields and from places that look like the field.
//!
//! Only for pages of one record: places that look alike on most pages (with the same caption, in the same kind of
//! elements) form a *group*. The values of each group are profiled and compared with the field's profile. A group is
//! chosen if it is the only one that looks like the field.

use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use crate::example::NamedPage;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Span;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::{FieldProfile, Profile, TextSurroundings, text_places};
use unhusk_wrapper::record::{Cell, Record, Value};
use unhusk_wrapper::verify::internal::score::Weights;
use unhusk_wrapper::verify::internal::signals::{at, count, share, signals};

/// A chosen group has at most this score, and the next group, of other values, has at least `MARGIN` times its odds.
const MAX_SCORE: f64 = 0.06;
const MARGIN: f64 = 4.0;
/// Logits that the old caption is worth.
const SAME_CAPTION: f64 = 1.5;
/// Known values that a group without the old caption must have: looks alone have misled.
const MIN_KNOWN: usize = 3;
/// The share of pages that a group must cover, of those that had the field.
const MIN_COVERED: f64 = 0.6;
/// Places of one page that are considered.
const MAX_PLACES: usize = 5000;

/// Adds labels for the pages of which nothing is known.
pub(super) fn add(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    intact: &[bool],
    known: &TrainingLabels,
) -> TrainingLabels {
    if (healthy.records.least(), healthy.records.most()) != (1, 1) || pages.len() < 2 {
        return known.clone();
    }
    let records: Vec<Option<Record<'_>>> =
        pages.iter().map(|one| file.extract(one.page).records.into_iter().next()).collect();
    let mut groups = PlaceGroups::of(pages, &file.rule.template_texts());
    let is_intact = |field: usize| intact[field];
    groups.leave_out(&records, is_intact);
    let columns: Vec<Vec<TrainingCell>> = (0..file.schema.fields().len())
        .map(|field| {
            if is_intact(field) {
                records.iter().map(|record| read(record.as_ref(), field)).collect()
            } else {
                let places = groups.like(file, healthy, field);
                places.map_or(vec![TrainingCell::Unknown; pages.len()], |places| {
                    places.into_iter().map(taught).collect()
                })
            }
        })
        .collect();
    let mut training = known.clone();
    for page in 0..pages.len() {
        let cells: Vec<TrainingCell> = columns.iter().map(|column| column[page].clone()).collect();
        let is_known = training.pages.iter().any(|taught| taught.page == page);
        if !is_known && cells.iter().any(TrainingCell::is_labelled) {
            training.pages.push(RepairPage { page, is_complete: true, records: vec![cells] });
        }
    }
    training.pages.sort_by_key(|taught| taught.page);
    training
}

fn read(record: Option<&Record<'_>>, field: usize) -> TrainingCell {
    let places = record.and_then(|record| record.cells.get(field)).map(spans);
    places.filter(|places| !places.is_empty()).map_or(TrainingCell::Unknown, TrainingCell::Places)
}

fn spans(cell: &Cell<'_>) -> Vec<Span> {
    cell.values().iter().map(|value| value.span).collect()
}

fn taught(place: Option<Span>) -> TrainingCell {
    place.map_or(TrainingCell::Unknown, |span| TrainingCell::Places(vec![span]))
}

/// Groups of places that look alike, with at most one place on a page.
struct PlaceGroups<'p> {
    pages: &'p [NamedPage<'p>],
    all: BTreeMap<String, Vec<Option<Span>>>,
}

impl<'p> PlaceGroups<'p> {
    fn of(pages: &'p [NamedPage<'p>], template: &[&str]) -> Self {
        let mut all: BTreeMap<String, Vec<Option<Span>>> = BTreeMap::new();
        for (number, NamedPage { page, .. }) in pages.iter().enumerate() {
            let mut of_page: BTreeMap<String, Vec<Span>> = BTreeMap::new();
            for place in text_places(page, template).into_iter().take(MAX_PLACES) {
                for key in keys(&place) {
                    of_page.entry(key).or_default().push(place.span);
                }
            }
            for (key, spans) in of_page {
                // Places with the same key on one page are distinguished by their number; lists are not handled.
                for (at, span) in spans.iter().enumerate().take(4) {
                    let group =
                        all.entry(format!("{key} {at}")).or_insert_with(|| vec![None; pages.len()]);
                    group[number] = Some(*span);
                }
            }
        }
        let n_least = pages.len().div_ceil(3).max(2);
        all.retain(|_, spans| spans.iter().flatten().count() >= n_least);
        Self { pages, all }
    }

    /// Removes groups at the places of intact fields: a place belongs to one field.
    fn leave_out(&mut self, records: &[Option<Record<'_>>], is_intact: impl Fn(usize) -> bool) {
        let read_on = |record: &Option<Record<'_>>| -> Vec<Span> {
            let cells = record.iter().flat_map(|record| record.cells.iter().enumerate());
            let intact = cells.filter(|(field, _)| is_intact(*field));
            intact.flat_map(|(_, cell)| spans(cell)).collect()
        };
        let taken: Vec<Vec<Span>> = records.iter().map(read_on).collect();
        let is_taken = |(span, taken): &(&Option<Span>, &Vec<Span>)| {
            span.is_some_and(|span| taken.iter().any(|other| span.overlaps(*other)))
        };
        self.all.retain(|_, spans| {
            let n_taken = spans.iter().zip(&taken).filter(is_taken).count();
            2 * n_taken < spans.iter().flatten().count()
        });
    }

    /// The places of the only group that looks like a field.
    fn like(&self, file: &Wrapper, healthy: &Profile, field: usize) -> Option<Vec<Option<Span>>> {
        let weights = by_values();
        let usual = &healthy.fields[field];
        if usual.values() == 0 {
            return None;
        }
        let expected = MIN_COVERED * share(usual.filled, usual.cells) * count(self.pages.len());
        let old_caption = usual.captions.values().iter().max_by_key(|(_, count)| *count);
        let old_caption = old_caption
            .map(|(caption, _)| caption.trim_start_matches('='))
            .filter(|caption| caption.len() > 2);
        let mut scored: Vec<(f64, &Vec<Option<Span>>, bool)> = Vec::new();
        for (key, spans) in &self.all {
            let n_covered = spans.iter().flatten().count();
            if count(n_covered) < expected {
                continue;
            }
            let values: Vec<Option<Value<'_>>> = spans
                .iter()
                .zip(self.pages)
                .map(|(span, one)| span.map(|span| Value::at(one.page, span)))
                .collect();
            let now = Profile::of_values(&file.schema, field, &values);
            let score = weights.score(&signals(healthy, &now, field));
            let has_old_caption = old_caption
                .is_some_and(|caption| caption_of(key).is_some_and(|one| one.contains(caption)));
            let logit =
                (score / (1.0 - score)).ln() - if has_old_caption { SAME_CAPTION } else { 0.0 };
            let is_supported = has_old_caption || n_known(usual, &values) >= MIN_KNOWN;
            scored.push((logit, spans, is_supported));
        }
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (best, spans, is_supported) = *scored.first()?;
        let has_other_values = |other: &Vec<Option<Span>>| {
            let both = spans.iter().zip(other).zip(self.pages);
            let n_other = both
                .filter(|((own, other), NamedPage { page, .. })| match (own, other) {
                    (Some(own), Some(other)) => page.text(*own) != page.text(*other),
                    (own, other) => own.is_some() != other.is_some(),
                })
                .count();
            10 * n_other > spans.len()
        };
        let next = scored
            .iter()
            .skip(1)
            .find(|(_, other, _)| has_other_values(other))
            .map_or(f64::INFINITY, |one| one.0);
        let is_like = is_supported
            && best <= (MAX_SCORE / (1.0 - MAX_SCORE)).ln()
            && next >= best + MARGIN.ln();
        is_like.then(|| spans.clone())
    }
}

/// The number of distinct values of a group that the field is known to have.
fn n_known(usual: &FieldProfile, values: &[Option<Value<'_>>]) -> usize {
    let texts: BTreeSet<&str> = values.iter().flatten().map(|value| &*value.text).collect();
    texts.into_iter().filter(|text| text.len() > 2 && usual.sample.count(text) > 0).count()
}

/// Keys of the groups that a place belongs to.
fn keys(place: &TextSurroundings) -> Vec<String> {
    let mut keys =
        vec![format!("path {}", place.path), format!("class {} {}", place.path, place.class)];
    if !place.caption.is_empty() {
        keys.push(format!("label {}", place.caption));
    }
    keys
}

/// The caption in a group's key.
fn caption_of(key: &str) -> Option<&str> {
    key.strip_prefix("label ")
}

/// Weights of the signals about values, not about places.
fn by_values() -> Weights {
    let mut weights = Weights::default();
    for signal in 0..weights.weights.len() {
        let is_of_values = matches!(
            signal,
            at::MISSING
                | at::GAPS
                | at::SHAPE
                | at::UNSEEN
                | at::MIXTURE
                | at::TYPE
                | at::SAME
                | at::KNOWN
                | at::GONE
        );
        if !is_of_values {
            weights.weights[signal] = 0.0;
        }
    }
    weights
}
