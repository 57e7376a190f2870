//! How values of a field look, and how far another text is from that: length, first and last kind of character.

/// What is known of the values of a field.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Shape {
    lengths: Vec<usize>,
    starts: Vec<Kind>,
    ends: Vec<Kind>,
    digits: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Upper,
    Lower,
    Other,
}

impl Shape {
    /// Adds a value that is known to be right.
    pub(crate) fn add(&mut self, text: &str) {
        self.lengths.push(text.chars().count());
        self.starts.extend(text.chars().next().map(kind));
        self.ends.extend(text.chars().next_back().map(kind));
        self.digits.push(text.contains(|c: char| c.is_ascii_digit()));
    }

    /// Between 0 (as all known values) and 1 (in nothing); 0 if none is known.
    pub(crate) fn deviation(&self, text: &str) -> f64 {
        let (Some(&least), Some(&most)) = (self.lengths.iter().min(), self.lengths.iter().max())
        else {
            return 0.0;
        };
        let length = text.chars().count();
        let near =
            |kinds: &[Kind], found: Option<char>| found.is_some_and(|c| kinds.contains(&kind(c)));
        let signs = [
            length < least / 2 || length > most * 2 + 2,
            !near(&self.starts, text.chars().next()),
            !near(&self.ends, text.chars().next_back()),
            !self.digits.contains(&text.contains(|c: char| c.is_ascii_digit())),
        ];
        f64::from(u32::try_from(signs.iter().filter(|sign| **sign).count()).unwrap_or(4)) / 4.0
    }
}

fn kind(character: char) -> Kind {
    match character {
        _ if character.is_numeric() => Kind::Digit,
        _ if character.is_uppercase() => Kind::Upper,
        _ if character.is_lowercase() => Kind::Lower,
        _ => Kind::Other,
    }
}
