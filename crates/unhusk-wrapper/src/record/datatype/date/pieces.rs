//! A text as numbers, words and marks; white space separates and is left out.

/// One piece of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Digits.
    Number(&'t str),
    /// Letters.
    Word(&'t str),
    /// Anything else.
    Mark(char),
}

/// The pieces of a text; `None` if it has characters that no date has.
pub(super) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = kind_of(first);
        let end = match kind {
            Kind::Mark => first.len_utf8(),
            _ => rest.find(|c| kind_of(c) != kind).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end);
        match kind {
            Kind::Number => pieces.push(Piece::Number(piece)),
            Kind::Word => pieces.push(Piece::Word(piece)),
            Kind::Mark if "-/.,:+|()".contains(first) => pieces.push(Piece::Mark(first)),
            // Dashes of typography stand for the one of the keyboard.
            Kind::Mark if matches!(first, '\u{2010}' | '\u{2011}' | '\u{2212}') => {
                pieces.push(Piece::Mark('-'));
            }
            Kind::Mark => return None,
            Kind::Space => {}
        }
        rest = behind;
    }
    Some(pieces)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Word,
    Mark,
    Space,
}

fn kind_of(c: char) -> Kind {
    match c {
        '0'..='9' => Kind::Number,
        c if c.is_alphabetic() => Kind::Word,
        c if c.is_whitespace() => Kind::Space,
        _ => Kind::Mark,
    }
}
