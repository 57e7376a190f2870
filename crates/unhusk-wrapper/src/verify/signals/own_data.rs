//! Signals about the names that the pages' own data has for values: `recipeIngredient`, `meta og:title`.

use super::{real, share};
use crate::profile::{FieldProfile, Profile};

/// The share of the values from which on a name is usual.
const USUAL_NAME: f64 = 0.5;
/// Pages that count against a name whose texts were only nearly the values: one page may have it by chance.
const NEAR_DOUBT: f64 = 0.5;
/// How certain it is that a name that is like the field's, and that some of the values had, names the field.
const LIKE_FIELD: f64 = 0.9;
/// Letters of the beginning of a word that names have in common.
const MIN_STEM: usize = 4;

/// Agreement of a field with the pages' own data.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct OwnData {
    /// Share of the values that the data names as before.
    pub(super) named: f64,
    /// Share of the values that the data names otherwise than before.
    pub(super) misnamed: f64,
    /// Share of the values that are not the text of that name, although it is visible on the page.
    pub(super) contradicted: f64,
}

/// Compares a field with the pages' own data. A name that the current pages do not have tells nothing; of several names,
/// the one that agrees most counts.
pub(super) fn own_data(healthy: &Profile, now: &Profile, position: usize) -> OwnData {
    let (before, after) = (&healthy.fields[position], &now.fields[position]);
    let mut best: Option<(UsualName<'_>, f64)> = None;
    for name in usual_names(before, now) {
        let is = agreement(before, after, name);
        if best.is_none_or(|(_, most)| is > most) {
            best = Some((name, is));
        }
    }
    let Some((name, is)) = best else { return OwnData::default() };
    let near = share(after.near.count(name.name), after.values()).clamp(is, 1.0);
    let is_shown = share(now.shown.count(name.name), now.pages).min(1.0);
    OwnData {
        named: name.was * is,
        misnamed: name.was * (1.0 - is),
        contradicted: if name.is_exact { name.was * (1.0 - near) * is_shown } else { 0.0 },
    }
}

/// A name with the share of the values that had it.
#[derive(Debug, Clone, Copy)]
struct UsualName<'p> {
    name: &'p str,
    was: f64,
    /// Whether the values were the whole texts, not only nearly.
    is_exact: bool,
}

/// The names that most values had, among those that the current pages have. Texts that are only near the values, and
/// parts of a comma-separated text, are evidence for single values where no whole text is: of a list, some are near to
/// anything.
fn usual_names<'p>(before: &'p FieldProfile, now: &Profile) -> Vec<UsualName<'p>> {
    let is_usual = |one: &UsualName<'_>| one.was >= USUAL_NAME && now.names.count(one.name) > 0;
    let exact: Vec<UsualName<'_>> = exact_names(before).filter(is_usual).collect();
    if exact.is_empty() && is_single(before) {
        near_names(before).filter(is_usual).collect()
    } else {
        exact
    }
}

/// The names whose texts were the values.
fn exact_names(before: &FieldProfile) -> impl Iterator<Item = UsualName<'_>> {
    let stems = stems(&before.name);
    let is_whole = |name: &str| !name.ends_with(',') || !is_single(before);
    let names = before.embedded.values().iter().filter(move |(name, _)| is_whole(name));
    names.map(move |(name, count)| {
        let least = if is_like(name, &stems) { LIKE_FIELD } else { 0.0 };
        let was = share(*count, before.values()).clamp(least, 1.0);
        UsualName { name, was, is_exact: true }
    })
}

/// The names whose texts were nearly the values, or one of whose parts was.
fn near_names(before: &FieldProfile) -> impl Iterator<Item = UsualName<'_>> {
    before.near.values().iter().map(|(name, count)| UsualName {
        name,
        was: share(*count, before.values()).min(1.0) * certainty(before),
        is_exact: false,
    })
}

/// How certain names are whose texts are only near the values, by the number of pages.
fn certainty(before: &FieldProfile) -> f64 {
    real(before.pages) / (real(before.pages) + NEAR_DOUBT)
}

/// The share of the values that have a name. A single value that was the whole text and is nearly the text counts half:
/// a headline is not always the title word for word, but an item of a list is.
fn agreement(before: &FieldProfile, after: &FieldProfile, name: UsualName<'_>) -> f64 {
    let exact = share(after.embedded.count(name.name), after.values()).min(1.0);
    let near = share(after.near.count(name.name), after.values()).clamp(exact, 1.0);
    match name.is_exact {
        false => near,
        true if is_single(before) => f64::midpoint(exact, near),
        true => exact,
    }
}

/// Whether a record never had several values.
fn is_single(before: &FieldProfile) -> bool {
    before.per_record.most() <= 1
}

/// Whether a name has a word of the field's name.
fn is_like(name: &str, stems: &[String]) -> bool {
    let name = name.to_lowercase();
    stems.iter().any(|stem| name.contains(stem))
}

/// The beginnings of the words of a field's name, so that `authors` is like `author.name`.
fn stems(field: &str) -> Vec<String> {
    let words = field.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let long = words.filter(|word| word.chars().count() >= MIN_STEM);
    long.map(|word| word.strip_suffix('s').unwrap_or(&word).to_owned()).collect()
}
