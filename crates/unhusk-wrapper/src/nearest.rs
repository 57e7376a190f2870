//! The known name that is most similar to an unknown one, for "did you mean `price`?".

/// Characters of a name that are compared.
const MAX_CHARS: usize = 64;

/// Returns the name among `known` that differs from `name` in the fewest characters, if these are at most a third of
/// it.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let written: Vec<char> = name.to_lowercase().chars().take(MAX_CHARS).collect();
    let allowed = (written.len() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (edits(&written, candidate), candidate))
        .filter(|(n_edits, _)| *n_edits <= allowed)
        .min_by_key(|(n_edits, _)| *n_edits)
        .map(|(_, candidate)| candidate)
}

/// Returns the Levenshtein distance, ignoring case.
fn edits(written: &[char], candidate: &str) -> usize {
    let mut row: Vec<usize> = (0..=written.len()).collect();
    for (line, other) in candidate.to_lowercase().chars().take(MAX_CHARS).enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, letter) in written.iter().enumerate() {
            let replaced = diagonal + usize::from(*letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[written.len()]
}
