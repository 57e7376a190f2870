//! Suggestion of a similar name, for messages about typos.

use std::path::{Component, Path, PathBuf};

/// Returns the name in `names` that is nearest to `wanted`, if it is near enough for a typo: at most a third of the
/// characters (and one at least) differ. The first one wins a tie.
///
/// ```
/// use unhusk_io::source::nearest;
/// assert_eq!(nearest("labls.json", ["pages", "labels.json"]), Some("labels.json"));
/// assert_eq!(nearest("shop", ["pages", "labels.json"]), None);
/// ```
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = wanted.to_lowercase().chars().take(MAX_COMPARED).collect();
    let allowed = (wanted.len() / 3).max(1);
    names
        .into_iter()
        .map(|name| (edit_distance(&wanted, name), name))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns the existing path that is nearest to a missing one: every missing part is replaced by the nearest name in
/// its folder.
pub(super) fn nearest_path(path: &Path) -> Option<String> {
    let mut found = PathBuf::new();
    for part in path.components() {
        let next = found.join(part);
        found = if next.exists() { next } else { found.join(nearest_in(&found, part)?) };
    }
    Some(found.to_string_lossy().into_owned())
}

/// The name in `folder` that is nearest to `part`.
fn nearest_in(folder: &Path, part: Component<'_>) -> Option<String> {
    let wanted = part.as_os_str().to_str()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names: Vec<String> = folder
        .read_dir()
        .ok()?
        .take(MAX_SIBLINGS)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        // A broken link is listed in the folder although it does not exist.
        .filter(|name| name != wanted)
        .collect();
    names.sort_unstable();
    nearest_name(wanted, &names).map(str::to_owned)
}

/// Returns the nearest of the names of files. Of those with the extension of `wanted` only the rest is compared: `nix.html`
/// is not a typo of `big.html`, although five of eight characters are equal.
fn nearest_name<'n>(wanted: &str, names: &'n [String]) -> Option<&'n str> {
    let ending = wanted.rfind('.').filter(|dot| *dot > 0).map_or("", |dot| &wanted[dot..]);
    let (stem, names) = (wanted.strip_suffix(ending)?, names.iter().map(String::as_str));
    let stems = names.clone().filter_map(|name| name.strip_suffix(ending));
    let near = nearest(stem, stems).map(|found| format!("{found}{ending}"));
    match near {
        Some(near) => names.clone().find(|name| *name == near),
        None => nearest(wanted, names.filter(|name| ending.is_empty() || !name.ends_with(ending))),
    }
}

/// Characters of a name that are compared: a hint is not worth more work.
const MAX_COMPARED: usize = 128;

/// Entries of a folder that are searched for a hint.
const MAX_SIBLINGS: usize = 10_000;

/// Returns the Levenshtein distance to `name`, case ignored: one row of the table at a time.
fn edit_distance(wanted: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=wanted.len()).collect();
    for (position, letter) in name.to_lowercase().chars().take(MAX_COMPARED).enumerate() {
        let mut diagonal = row[0];
        row[0] = position + 1;
        for (column, &wanted_letter) in wanted.iter().enumerate() {
            let substituted = diagonal + usize::from(wanted_letter != letter);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[wanted.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest_name;

    #[test]
    fn an_equal_extension_does_not_make_names_near() {
        let names = ["big.html", "labels.json", "page-1.html"].map(str::to_owned);
        assert_eq!(nearest_name("nix.html", &names), None);
        assert_eq!(nearest_name("bgi.html", &names), None);
        assert_eq!(nearest_name("bag.html", &names), Some("big.html"));
        assert_eq!(nearest_name("labls.json", &names), Some("labels.json"));
        assert_eq!(nearest_name("labels.jsn", &names), Some("labels.json"));
        assert_eq!(nearest_name("page1.html", &names), Some("page-1.html"));
        assert_eq!(nearest_name("labels", &names), None);
    }
}
