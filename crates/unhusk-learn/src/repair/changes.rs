//! What changed in the pages, field by field, in words.

use unhusk_wrapper::Wrapper;
use unhusk_wrapper::profile::{FieldProfile, Profile, ValueSample};

/// How the places of each field differ from those on healthy pages; `broken` is how the old wrapper read the pages.
pub(super) fn told(healthy: &Profile, mended: &Wrapper, broken: &Profile) -> Vec<String> {
    let Some(now) = &mended.profile else { return Vec::new() };
    let fields = healthy.fields.iter().zip(&now.fields).zip(&broken.fields);
    fields.filter_map(|((before, after), lost)| of_field(before, after, lost)).collect()
}

fn of_field(before: &FieldProfile, after: &FieldProfile, lost: &FieldProfile) -> Option<String> {
    let (was, is) = (place(before)?, place(after)?);
    let name = &before.name;
    if was == is {
        return (lost.filled == 0)
            .then(|| format!("field {name}: is still {is}; what marked it there is gone"));
    }
    Some(format!("field {name}: was {was}, is now {is}"))
}

/// `under "Price" in table/tr/td`.
fn place(field: &FieldProfile) -> Option<String> {
    let path = most(&field.paths, 1)?;
    let label = most(&field.labels, 2).map(|label| label.trim_start_matches('=').to_owned());
    Some(match label.filter(|label| !label.is_empty()) {
        Some(label) => format!("in {path}, behind \"{label}\""),
        None => format!("in {path}"),
    })
}

/// The most frequent of a sample, if it has more than a `1 / part` of all.
fn most(sample: &ValueSample, part: u64) -> Option<String> {
    let n_all: u64 = sample.values().iter().map(|(_, count)| count).sum();
    let (value, count) = sample.values().iter().max_by_key(|(_, count)| *count)?;
    (part == 1 || part * count > n_all).then(|| value.clone())
}
