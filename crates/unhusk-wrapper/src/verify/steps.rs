//! The step of the extraction that fails first when a field is missing.

use crate::site::{Records, Site};
use crate::{AnyWrapper, Extraction, WrapperFile};

/// The first step that finds nothing for `field`, which is missing on a page where `found` was extracted.
pub(super) fn first_failing(file: &WrapperFile, found: &Extraction<'_>, field: &str) -> String {
    let warning = found.warnings.first().map(ToString::to_string);
    match (&file.wrapper, warning) {
        (AnyWrapper::Site(site), None) => of_site(site, file, found.records.is_empty(), field),
        (_, Some(warning)) => warning,
        (_, None) if found.records.is_empty() => "no record begins on the page".to_owned(),
        (_, None) => format!("the records are empty where `{field}` is expected"),
    }
}

fn of_site(site: &Site, file: &WrapperFile, is_empty: bool, field: &str) -> String {
    if is_empty && matches!(site.records(), Records::Regions(_)) {
        return "no record begins on the page".to_owned();
    }
    let position = file.schema.position(field);
    let ways = position.and_then(|at| site.fields().get(at)).map(|rule| &rule.alternatives);
    let n_rules: usize = ways.map_or(0, |ways| ways.iter().map(|way| way.rules.len()).sum());
    match n_rules {
        0 => format!("no node holds `{field}`"),
        1 => format!("the only rule of `{field}` matches no node"),
        n => format!("no node gets enough votes from the {n} rules of `{field}`"),
    }
}
