//! Features of a pair of a field and a column: how alike they are.

use super::columns::Column;
use super::units::{PageUnits, Unit};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::squeeze;
use unhusk_wrapper::profile::{
    FieldProfile, N_FEATURES, Profile, ValueSample, measure, patterns, types,
};
use unhusk_wrapper::verify::internal::signals::{USUAL_SPREAD, count, share};

/// The number of features.
pub const N_MATCH_FEATURES: usize = 26;

/// The names of the features, for tables.
pub const MATCH_FEATURES: [&str; N_MATCH_FEATURES] = [
    "shape",
    "length",
    "known",
    "known record",
    "count",
    "tag",
    "path",
    "heading",
    "caption",
    "marks",
    "name",
    "embedded",
    "embedded name",
    "type",
    "start",
    "end",
    "old",
    "old, doubted",
    "taken",
    "boilerplate",
    "first",
    "coverage",
    "data",
    "short",
    "split",
    "position",
];

/// The features of one pair.
pub type MatchFeatures = [f64; N_MATCH_FEATURES];

/// What is known about a field.
pub(super) struct FieldEvidence<'a> {
    pub(super) healthy: &'a FieldProfile,
    /// Texts that the field is known to have had, without white space, by page.
    known: Vec<BTreeSet<String>>,
    sampled: BTreeSet<String>,
    /// Beginnings of the words of the field's name.
    stems: Vec<String>,
    /// Texts that the old wrapper reads for the field, by page.
    pub(super) old: Vec<Vec<String>>,
    /// The probability that it reads them wrongly.
    pub(super) doubt: f64,
}

impl<'a> FieldEvidence<'a> {
    pub(super) fn new(
        profile: &'a Profile,
        position: usize,
        old: Vec<Vec<String>>,
        doubt: f64,
    ) -> Self {
        let healthy = &profile.fields[position];
        let of_page = |records: &Vec<Vec<Vec<String>>>| -> BTreeSet<String> {
            let cells = records.iter().filter_map(|record| record.get(position));
            cells.flatten().map(|text| squeeze(text)).collect()
        };
        let known: Vec<BTreeSet<String>> =
            profile.known.iter().map(|page| of_page(&page.records)).collect();
        let sampled = healthy.sample.values().iter().map(|(text, _)| squeeze(text)).collect();
        Self { healthy, known, sampled, stems: stems(&healthy.name), old, doubt }
    }
}

/// The first letters of each word of a name, so that `authors` matches `author`.
fn stems(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let stem = |word: String| -> String {
        let n = word.chars().count();
        word.chars().take(if n > 4 { n - 1 } else { n }).collect()
    };
    words.filter(|word| word.chars().count() > 2).map(stem).collect()
}

/// The features of a field and a column; `taken` has the texts that healthy other fields read.
pub(super) fn features(
    field: &FieldEvidence<'_>,
    column: &Column,
    pages: &[PageUnits<'_>],
    taken: &BTreeSet<String>,
) -> MatchFeatures {
    let healthy = field.healthy;
    let units: Vec<(usize, &Unit)> = column
        .cells
        .iter()
        .enumerate()
        .flat_map(|(page, cells)| cells.iter().map(move |at| (page, &pages[page].units[*at])))
        .collect();
    let n = count(units.len()).max(1.0);
    let of =
        |is: &dyn Fn(&Unit) -> bool| count(units.iter().filter(|(_, unit)| is(unit)).count()) / n;
    let (shape, length) = shape(healthy, &units);
    let first: Vec<(usize, &Unit)> = column
        .cells
        .iter()
        .enumerate()
        .filter_map(|(page, cells)| Some((page, &pages[page].units[*cells.first()?])))
        .collect();
    let place = place(field, &first, pages);
    let old = mean_overlap(column, pages, &field.old);
    let n_filled = count(first.len());
    let per_page = n / n_filled.max(1.0);
    let usual = (healthy.per_record.mean()).max(1.0);
    let known_record = column.cells.iter().zip(pages).map(|(cells, page)| {
        let texts: BTreeSet<&str> =
            cells.iter().map(|at| page.units[*at].squeezed.as_str()).collect();
        let best = field.known.iter().map(|known| {
            let both = texts.iter().filter(|text| known.contains(**text)).count();
            2.0 * count(both) / count(texts.len() + known.len()).max(1.0)
        });
        best.fold(0.0, f64::max)
    });
    let (embedded, embedded_name, is_data) = embedded(field, column, pages);
    let start = |unit: &Unit| healthy.starts.contains_key(&patterns(&unit.text).start);
    let end = |unit: &Unit| healthy.ends.contains_key(&patterns(&unit.text).end);
    let expected = share(healthy.filled, healthy.cells) * count(pages.len());
    [
        shape,
        length,
        of(&|unit| field.sampled.contains(&unit.squeezed)),
        known_record.fold(0.0, f64::max),
        ((per_page / usual).ln().abs() - LIST_SLACK).clamp(0.0, 3.0),
        place.tag,
        place.path,
        place.heading,
        place.caption,
        place.marks,
        place.name,
        embedded,
        embedded_name,
        type_distance(healthy, &units),
        of(&start),
        of(&end),
        old * (1.0 - field.doubt),
        old * field.doubt,
        of(&|unit| taken.contains(&unit.squeezed)),
        of(&|unit| unit.is_boilerplate),
        f64::from(column.is_first),
        ((expected - n_filled) / count(pages.len()).max(1.0)).max(0.0),
        is_data,
        of(&|unit| unit.squeezed.chars().count() < 3),
        split(column, pages),
        place.position,
    ]
}

/// Logarithm of the factor by which lists of one site differ in length without being another list.
const LIST_SLACK: f64 = 0.5;

/// Share of the units beside those of the column, with the same tags and classes in the same element, that the column
/// lacks: a part of a list is not the list.
fn split(column: &Column, pages: &[PageUnits<'_>]) -> f64 {
    if column.is_first {
        return 0.0;
    }
    let (mut n_own, mut n_all) = (0, 0);
    for (cells, page) in column.cells.iter().zip(pages) {
        let places = |at: &usize| {
            let unit = &page.units[*at];
            Some((*unit.containers.first()?, unit.key.as_str()))
        };
        let containers: BTreeSet<_> = cells.iter().filter_map(places).collect();
        n_own += cells.len();
        let beside =
            containers.iter().filter_map(|key| page.n_alike.get(&(key.0, key.1.to_owned())));
        n_all += beside.sum::<usize>().max(cells.len());
    }
    1.0 - count(n_own) / count(n_all).max(1.0)
}

/// Mean distances of the features' means, and of the length, in usual spreads.
fn shape(healthy: &FieldProfile, units: &[(usize, &Unit)]) -> (f64, f64) {
    let mut sums = [0.0; N_FEATURES];
    for (_, unit) in units {
        for (sum, number) in sums.iter_mut().zip(measure(&unit.text, unit.text.len())) {
            *sum += real(number);
        }
    }
    let n = count(units.len()).max(1.0);
    let mut total = 0.0;
    let features = healthy.features.all();
    // The last feature is the share of markup, which is about the source.
    for at in 0..N_FEATURES - 1 {
        let before = features[at];
        let spread = before.scatter() / real(before.count()).max(1.0);
        let spread = (USUAL_SPREAD[at] * USUAL_SPREAD[at] + spread).sqrt();
        total += ((sums[at] / n - before.mean()).abs() / spread).min(4.0);
    }
    let length = (sums[0] / n - features[0].mean()).abs() / 1000.0;
    (total / count(N_FEATURES - 1), length.min(3.0))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "features in thousandths and counts of values are small"
)]
fn real(number: u64) -> f64 {
    number as f64
}

/// Likeness of the places.
#[derive(Default)]
struct PlaceLikeness {
    tag: f64,
    path: f64,
    heading: f64,
    caption: f64,
    marks: f64,
    name: f64,
    position: f64,
}

/// Compares the surroundings of the first value of each page with the profile.
fn place(
    field: &FieldEvidence<'_>,
    first: &[(usize, &Unit)],
    pages: &[PageUnits<'_>],
) -> PlaceLikeness {
    let healthy = field.healthy;
    let mut sum = PlaceLikeness::default();
    for (page, unit) in first {
        let around = &pages[*page].around;
        let path = around.path(unit.span);
        let tail = |n: usize, path: &str| -> String {
            let names: Vec<&str> = path.rsplit('/').take(n).collect();
            names.join("/")
        };
        let share_of = |n: usize| {
            let same = |(one, _): &&(String, u64)| tail(n, one) == tail(n, &path);
            let n_same: u64 = healthy.paths.values().iter().filter(same).map(|(_, n)| n).sum();
            share(n_same, total(&healthy.paths))
        };
        let heading = around.heading(unit.span);
        let caption = around.caption(unit.span);
        let bare = caption.trim_start_matches('=');
        let has_caption =
            healthy.captions.values().iter().any(|(one, _)| one.trim_start_matches('=') == bare);
        let marks = around.marks(unit.span);
        let n_same = marks.iter().filter(|mark| healthy.marks.count(mark) > 0).count();
        let n_least = marks.len().min(healthy.marks.values().len()).max(1);
        let is_named = field.stems.iter().any(|stem| {
            marks.iter().any(|mark| mark.starts_with(stem.as_str()))
                || heading.split_whitespace().any(|word| word.starts_with(stem.as_str()))
                || bare.starts_with(stem.as_str())
        });
        sum.tag += share_of(1);
        sum.path += share_of(2);
        sum.heading += f64::from(!heading.is_empty() && healthy.headings.count(&heading) > 0);
        sum.caption += f64::from(!bare.is_empty() && has_caption);
        sum.marks += count(n_same) / count(n_least);
        sum.name += f64::from(is_named);
        let was = healthy.position.mean() / 1000.0;
        let moved = (around.position(unit.span) - was).abs();
        sum.position += if healthy.position.is_empty() { 0.0 } else { moved };
    }
    let n = count(first.len()).max(1.0);
    PlaceLikeness {
        tag: sum.tag / n,
        path: sum.path / n,
        heading: sum.heading / n,
        caption: sum.caption / n,
        marks: (sum.marks / n).min(1.0),
        name: sum.name / n,
        position: sum.position / n,
    }
}

fn total(sample: &ValueSample) -> u64 {
    sample.values().iter().map(|(_, count)| count).sum()
}

/// How well the column agrees with texts of the page's own data: with a name that the field had, with a name like the
/// field's, and with any name.
fn embedded(
    field: &FieldEvidence<'_>,
    column: &Column,
    pages: &[PageUnits<'_>],
) -> (f64, f64, f64) {
    let (mut known, mut named, mut any) = (0.0_f64, 0.0_f64, 0.0_f64);
    let n_values = field.healthy.values().max(1);
    let mut of_names: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (cells, page) in column.cells.iter().zip(pages) {
        let texts: BTreeSet<&str> =
            cells.iter().map(|at| page.units[*at].squeezed.as_str()).collect();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for at in cells.iter().take(40) {
            names.extend(page.embedded.names(&page.units[*at].text).iter().map(String::as_str));
        }
        for (name, of_name) in page.embedded.all().filter(|(name, _)| names.contains(name)) {
            let of_name: BTreeSet<String> = of_name.iter().map(|text| squeeze(text)).collect();
            let on_page = of_name.iter().filter(|text| page.by_text.contains_key(*text)).count();
            let both = texts.iter().filter(|text| of_name.contains(**text)).count();
            let f1 = 2.0 * count(both) / count(texts.len() + on_page).max(1.0);
            let sum = of_names.entry(name).or_default();
            sum.0 += f1;
            sum.1 += 1.0;
        }
    }
    for (name, (sum, n)) in of_names {
        let f1 = sum / n;
        let was = share(field.healthy.embedded.count(name), n_values).min(1.0);
        let lower = name.to_lowercase();
        let is_like = field.stems.iter().any(|stem| lower.contains(stem.as_str()));
        known = known.max(f1 * was);
        named = named.max(if is_like { f1 } else { 0.0 });
        any = any.max(f1);
    }
    (known, named, any)
}

/// The largest difference of the share of a datatype.
fn type_distance(healthy: &FieldProfile, units: &[(usize, &Unit)]) -> f64 {
    let mut now: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, unit) in units {
        types(&unit.text).for_each(|datatype| *now.entry(datatype.name()).or_default() += 1);
    }
    let names = healthy.types.keys().map(String::as_str).chain(now.keys().copied());
    let names: BTreeSet<&str> = names.collect();
    let distance = |name: &&str| {
        let was = share(healthy.types.get(*name).copied().unwrap_or(0), healthy.values());
        let is = count(now.get(*name).copied().unwrap_or(0)) / count(units.len()).max(1.0);
        (was - is).abs()
    };
    names.iter().map(distance).fold(0.0, f64::max)
}

/// Mean over the pages of the share of texts that a column and another reading have in common.
fn mean_overlap(column: &Column, pages: &[PageUnits<'_>], other: &[Vec<String>]) -> f64 {
    let mut sum = 0.0;
    for ((cells, page), other) in column.cells.iter().zip(pages).zip(other) {
        let texts: BTreeSet<&str> =
            cells.iter().map(|at| page.units[*at].squeezed.as_str()).collect();
        let others: BTreeSet<&str> = other.iter().map(String::as_str).collect();
        let both = texts.intersection(&others).count();
        sum += 2.0 * count(both) / count(texts.len() + others.len()).max(1.0);
    }
    sum / count(pages.len()).max(1.0)
}
