//! Shape of the values of a field: length, digits, first and last kind of character.

/// The shapes of the known values of a field.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextShape {
    lengths: Vec<usize>,
    starts: Vec<CharKind>,
    ends: Vec<CharKind>,
    digits: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CharKind {
    Digit,
    Upper,
    Lower,
    Other,
}

impl TextShape {
    /// Adds a known value.
    pub(crate) fn add(&mut self, text: &str) {
        self.lengths.push(text.chars().count());
        self.starts.extend(text.chars().next().map(kind));
        self.ends.extend(text.chars().next_back().map(kind));
        self.digits.push(text.contains(|c: char| c.is_ascii_digit()));
    }

    /// The deviation of a text from the known values, from 0 (none) to 1 (in everything); 0 if no value is known.
    pub(crate) fn deviation(&self, text: &str) -> f64 {
        let (Some(&least), Some(&most)) = (self.lengths.iter().min(), self.lengths.iter().max())
        else {
            return 0.0;
        };
        let length = text.chars().count();
        let near = |kinds: &[CharKind], found: Option<char>| {
            found.is_some_and(|c| kinds.contains(&kind(c)))
        };
        let differences = [
            length < least / 2 || length > most * 2 + 2,
            !near(&self.starts, text.chars().next()),
            !near(&self.ends, text.chars().next_back()),
            !self.digits.contains(&text.contains(|c: char| c.is_ascii_digit())),
        ];
        f64::from(
            u32::try_from(differences.iter().filter(|differs| **differs).count()).unwrap_or(4),
        ) / 4.0
    }
}

fn kind(character: char) -> CharKind {
    match character {
        _ if character.is_numeric() => CharKind::Digit,
        _ if character.is_uppercase() => CharKind::Upper,
        _ if character.is_lowercase() => CharKind::Lower,
        _ => CharKind::Other,
    }
}
