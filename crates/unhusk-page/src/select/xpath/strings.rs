//! Functions of strings, as the specification words them.

/// Returns the text without white space at the ends and with each run inside replaced by one space. White space is
/// defined by XML: a no-break space is none.
pub(super) fn normalize_space(text: &str) -> String {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Replaces each character of `from` by the one at its position in `to`, or removes it where there is none. Of a
/// character that is in `from` twice, the first counts.
pub(super) fn translate(text: &str, from: &str, to: &str) -> String {
    let (mut ascii, mut others) = ([CharacterChange::Keep; 128], Vec::new());
    let mut to = to.chars();
    for from in from.chars() {
        let change = to.next().map_or(CharacterChange::TakeAway, CharacterChange::To);
        match ascii.get_mut(from as usize) {
            Some(known @ CharacterChange::Keep) => *known = change,
            Some(_) => {}
            None => others.push((from, change)),
        }
    }
    let change = |c: char| match ascii.get(c as usize) {
        Some(change) => *change,
        None => {
            others.iter().find(|other| other.0 == c).map_or(CharacterChange::Keep, |other| other.1)
        }
    };
    let translated = |c: char| match change(c) {
        CharacterChange::Keep => Some(c),
        CharacterChange::To(other) => Some(other),
        CharacterChange::TakeAway => None,
    };
    text.chars().filter_map(translated).collect()
}

#[derive(Clone, Copy)]
enum CharacterChange {
    Keep,
    To(char),
    TakeAway,
}
