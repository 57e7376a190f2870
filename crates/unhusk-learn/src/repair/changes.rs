//! Describes what changed in the pages, field by field.

use unhusk_wrapper::WrapperFile;
use unhusk_wrapper::profile::{FieldProfile, Profile, ValueSample};

/// Describes how the places of each field differ from those on healthy pages; `broken` is the profile of the old
/// wrapper on the changed pages.
pub(super) fn describe(healthy: &Profile, repaired: &WrapperFile, broken: &Profile) -> Vec<String> {
    let Some(now) = &repaired.profile else { return Vec::new() };
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

/// `in table/tr/td, after "Price"`.
fn place(field: &FieldProfile) -> Option<String> {
    let path = most(&field.paths, 1)?;
    let caption =
        most(&field.captions, 2).map(|caption| caption.trim_start_matches('=').to_owned());
    Some(match caption.filter(|caption| !caption.is_empty()) {
        Some(caption) => format!("in {path}, after \"{caption}\""),
        None => format!("in {path}"),
    })
}

/// The most frequent value of a sample, if its share is more than `1 / part`; any share if `part` is 1.
fn most(sample: &ValueSample, part: u64) -> Option<String> {
    let n_all: u64 = sample.values().iter().map(|(_, count)| count).sum();
    let (value, count) = sample.values().iter().max_by_key(|(_, count)| *count)?;
    (part == 1 || part * count > n_all).then(|| value.clone())
}
