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
    nearest(wanted, names.iter().map(String::as_str)).map(str::to_owned)
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
