//! Splits a text into numbers, words and marks; white space separates tokens and is dropped.

/// One token of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateToken<'t> {
    /// Digits.
    Number(&'t str),
    /// Letters.
    Word(&'t str),
    /// Anything else.
    Mark(char),
}

/// Splits a text into tokens; `None` if it contains a character that no date has.
pub(super) fn tokens(text: &str) -> Option<Vec<DateToken<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = kind_of(first);
        let end = match kind {
            DateTokenKind::Mark => first.len_utf8(),
            _ => rest.find(|c| kind_of(c) != kind).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        match kind {
            DateTokenKind::Number => tokens.push(DateToken::Number(token)),
            DateTokenKind::Word => tokens.push(DateToken::Word(token)),
            DateTokenKind::Mark if "-/.,:+|()".contains(first) => {
                tokens.push(DateToken::Mark(first));
            }
            // Typographic dashes count as hyphens.
            DateTokenKind::Mark if matches!(first, '\u{2010}' | '\u{2011}' | '\u{2212}') => {
                tokens.push(DateToken::Mark('-'));
            }
            DateTokenKind::Mark => return None,
            DateTokenKind::Space => {}
        }
        rest = behind;
    }
    Some(tokens)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DateTokenKind {
    Number,
    Word,
    Mark,
    Space,
}

fn kind_of(c: char) -> DateTokenKind {
    match c {
        '0'..='9' => DateTokenKind::Number,
        c if c.is_alphabetic() => DateTokenKind::Word,
        c if c.is_whitespace() => DateTokenKind::Space,
        _ => DateTokenKind::Mark,
    }
}
