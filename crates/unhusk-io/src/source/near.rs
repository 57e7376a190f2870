//! The name that was probably meant: for messages about typos.

use std::path::Path;

/// The name in `names` that is nearest to `wanted`, if it is near enough to have been meant: at most a third
/// of the characters (and one at least) differ. The first one wins a tie.
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

/// The sibling of a missing file that was probably meant, as a path that can be typed.
pub(super) fn nearest_sibling(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let folder = match path.parent()? {
        parent if parent.as_os_str().is_empty() => Path::new("."),
        parent => parent,
    };
    let mut names: Vec<String> = folder
        .read_dir()
        .ok()?
        .take(MAX_SIBLINGS)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let name = nearest(wanted, names.iter().map(String::as_str))?;
    Some(path.with_file_name(name).to_string_lossy().into_owned())
}

/// Longer names are compared by their beginning: a hint is not worth more work.
const MAX_COMPARED: usize = 128;

/// Folders are searched for a hint up to this many entries.
const MAX_SIBLINGS: usize = 10_000;

/// Levenshtein distance to `name`, case ignored: one row of the table at a time.
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
