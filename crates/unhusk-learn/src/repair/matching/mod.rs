//! Schema matching: finds the columns of changed pages that are the fields of a wrapper, whatever their values.
//!
//! 1. [`units`]: the texts of a page that can be values.
//! 2. [`columns`]: groups of units that may be the values of one field. What the old wrapper reads is one of them.
//! 3. [`features`]: how alike a field and a column are: values, places, names in markup and in the page's own data.
//! 4. [`model`]: the probability that the column is the field.
//!
//! Only for pages of one record.

mod columns;
mod features;
mod model;
mod units;

pub use features::{MATCH_FEATURES, MatchFeatures, N_MATCH_FEATURES};
pub use model::MatchModel;

use crate::example::NamedPage;
use columns::Column;
use features::FieldEvidence;
use std::collections::BTreeSet;
use unhusk_page::squeeze;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::record::Cell;
use unhusk_wrapper::verify::{Health, Verdict};
use units::PageUnits;

/// A column with its likeness to a field.
#[derive(Debug, Clone)]
pub struct ScoredColumn {
    /// What its values have in common.
    pub key: String,
    /// Texts of the values on each page.
    pub texts: Vec<Vec<String>>,
    /// How alike the field and the column are.
    pub features: MatchFeatures,
    /// The logit of the model.
    pub logit: f64,
}

/// A field with the column that is most like it.
#[derive(Debug, Clone)]
pub(super) struct FieldMatch {
    /// The column; `None` if no column is like the field.
    pub(super) column: Option<ScoredColumn>,
    /// The probability that the column is the field.
    pub(super) probability: f64,
}

/// Pages that are matched; more take longer and change little.
const MAX_MATCHED: usize = 12;

/// Matches every field of a wrapper with the columns of the pages; `None` if the wrapper reads several records a page.
pub(super) fn matches(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    before: &Verdict,
) -> Option<Vec<FieldMatch>> {
    let scored = scored_columns(file, healthy, pages, before)?;
    let model = MatchModel::default();
    let mut matches: Vec<FieldMatch> =
        vec![FieldMatch { column: None, probability: 0.0 }; scored.len()];
    // The surest field chooses first; a column belongs to one field.
    let mut waiting: Vec<usize> = (0..scored.len()).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    while !waiting.is_empty() {
        let best = |field: &usize| best(&scored[*field], &model, &taken);
        let chosen = waiting.iter().enumerate().filter_map(|(at, field)| Some((at, best(field)?)));
        let Some((at, (column, probability))) =
            chosen.max_by(|a, b| a.1.1.total_cmp(&b.1.1).then(b.0.cmp(&a.0)))
        else {
            break;
        };
        taken.extend(column.texts.iter().flatten().map(|text| squeeze(text)));
        let field = waiting.remove(at);
        matches[field] = FieldMatch { column: Some(column.clone()), probability };
    }
    Some(matches)
}

/// The column with the highest probability, among those of which most values are free.
fn best<'s>(
    columns: &'s [ScoredColumn],
    model: &MatchModel,
    taken: &BTreeSet<String>,
) -> Option<(&'s ScoredColumn, f64)> {
    let is_free = |column: &&ScoredColumn| {
        let texts = || column.texts.iter().flatten();
        2 * texts().filter(|text| taken.contains(&squeeze(text))).count() <= texts().count()
    };
    // Columns with the same values are one: the most likely of them counts.
    let mut distinct: Vec<&ScoredColumn> = Vec::new();
    let mut seen: BTreeSet<&Vec<Vec<String>>> = BTreeSet::new();
    for column in columns.iter().filter(is_free) {
        if seen.insert(&column.texts) {
            distinct.push(column);
        }
    }
    let top = *distinct.first()?;
    let sum: f64 = distinct.iter().map(|column| (column.logit - top.logit).exp()).sum();
    Some((top, 1.0 / (sum + (model.none - top.logit).exp())))
}

/// The columns for every field, the most alike first; `None` if the wrapper reads several records a page.
pub fn scored_columns(
    file: &Wrapper,
    healthy: &Profile,
    pages: &[NamedPage<'_>],
    before: &Verdict,
) -> Option<Vec<Vec<ScoredColumn>>> {
    if healthy.records.most() > 1 || !file.schema.is_flat() {
        return None;
    }
    let pages = &pages[..pages.len().min(MAX_MATCHED)];
    let template = file.rule.template_texts();
    let mut units: Vec<PageUnits<'_>> =
        pages.iter().map(|one| PageUnits::of(one.page, &template)).collect();
    let shared = columns::columns(&units);
    let n_fields = file.schema.fields().len();
    let mut read: Vec<Vec<Vec<usize>>> = vec![vec![Vec::new(); pages.len()]; n_fields];
    for (page, one) in pages.iter().enumerate() {
        for record in file.extract(one.page).records {
            for (field, cell) in record.cells.iter().enumerate() {
                let values = Cell::values(cell).iter();
                read[field][page].extend(values.map(|value| units[page].add(one.page, value)));
            }
        }
    }
    let model = MatchModel::default();
    let texts_of = |cells: &[Vec<usize>]| -> Vec<Vec<String>> {
        let of_page = |(cells, page): (&Vec<usize>, &PageUnits<'_>)| {
            cells.iter().map(|at| page.units[*at].squeezed.clone()).collect()
        };
        cells.iter().zip(&units).map(of_page).collect()
    };
    let healthy_texts = |field: usize| -> BTreeSet<String> {
        let is_other =
            |other: &usize| *other != field && before.fields[*other].health == Health::Healthy;
        (0..n_fields).filter(is_other).flat_map(|other| texts_of(&read[other]).concat()).collect()
    };
    let of_field = |field: usize| -> Vec<ScoredColumn> {
        let evidence =
            FieldEvidence::new(healthy, field, texts_of(&read[field]), before.fields[field].score);
        let taken = healthy_texts(field);
        let is_many = file.schema.fields()[field].many;
        let old = Column { key: "old".to_owned(), cells: read[field].clone(), is_first: false };
        let fits = |column: &&Column| {
            let longest = column.cells.iter().map(Vec::len).max().unwrap_or(0);
            longest > 0 && (is_many || longest == 1)
        };
        let mut scored: Vec<ScoredColumn> = shared
            .iter()
            .chain([&old])
            .filter(fits)
            .map(|column| {
                let features = features::features(&evidence, column, &units, &taken);
                let of_page = |(cells, page): (&Vec<usize>, &PageUnits<'_>)| {
                    cells.iter().map(|at| page.units[*at].text.clone()).collect()
                };
                ScoredColumn {
                    key: column.key.clone(),
                    texts: column.cells.iter().zip(&units).map(of_page).collect(),
                    logit: model.logit(&features),
                    features,
                }
            })
            .collect();
        scored.sort_by(|a, b| b.logit.total_cmp(&a.logit).then_with(|| a.key.cmp(&b.key)));
        scored
    };
    Some((0..n_fields).map(of_field).collect())
}

/// Sentences for users on why a column was chosen for a field, those of the features with the largest contribution first.
pub(super) fn evidence(column: &ScoredColumn) -> Vec<String> {
    let model = MatchModel::default();
    let mut parts: Vec<(f64, usize)> = (0..N_MATCH_FEATURES)
        .map(|at| (model.weights[at] * column.features[at], at))
        .filter(|(part, _)| *part > MIN_PART)
        .collect();
    parts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut sentences: Vec<String> = Vec::new();
    if column.features[0] < SAME_SHAPE {
        sentences.push("its values look as they did".to_owned());
    }
    let of_features = parts.iter().filter_map(|(_, at)| sentence(MATCH_FEATURES[*at]));
    sentences.extend(of_features.map(str::to_owned));
    sentences.dedup();
    sentences.truncate(MAX_SENTENCES);
    sentences
}

/// The least contribution of a feature that is mentioned, in logits.
const MIN_PART: f64 = 0.3;
/// The shape of values that look the same.
const SAME_SHAPE: f64 = 0.5;
const MAX_SENTENCES: usize = 4;

fn sentence(feature: &str) -> Option<&'static str> {
    Some(match feature {
        "known" | "known record" => "it has known values of the field",
        "tag" | "path" => "its elements have the same tags",
        "heading" => "it is below the same heading",
        "caption" => "it has the same caption",
        "marks" => "the markup around it has the same names",
        "name" => "the markup around it has the name of the field",
        "embedded" => "the page's own data names it as before",
        "embedded name" => "the page's own data names it like the field",
        "old" | "old, doubted" => "the old wrapper reads it",
        _ => return None,
    })
}
