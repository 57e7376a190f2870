//! Mistakes that people make when they write JSON, named in their words.

/// A usual mistake in a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// There is nothing but white space.
    #[error("the file is empty")]
    Empty,
    /// The text ends before its last bracket.
    #[error("the file ends in the middle, in line {line}; part of it is missing")]
    Cut {
        /// The last line, from 1.
        line: usize,
    },
    /// The text is a page, or XML.
    #[error("this begins with `<`, as HTML does, not as JSON")]
    Markup,
    /// A comment.
    #[error("JSON allows no comments; remove the one in line {line}")]
    Comment {
        /// Its line, from 1.
        line: usize,
    },
    /// A comma before a closing bracket.
    #[error(
        "JSON allows no comma before `{bracket}`; remove the one before line {line}, column {column}"
    )]
    TrailingComma {
        /// The closing bracket.
        bracket: char,
        /// The line of the bracket, from 1.
        line: usize,
        /// The position of the bracket in its line, in bytes from 1.
        column: usize,
    },
    /// A quotation mark that is not the straight double one.
    #[error("JSON has straight double quotes (\"), not {quote}, as in line {line}")]
    Quotes {
        /// The mark.
        quote: char,
        /// Its line, from 1.
        line: usize,
    },
}

/// Returns the mistake that a syntax error is due to, if it is a usual one.
pub fn of(text: &str, error: &serde_json::Error) -> Option<Mistake> {
    if text.trim().is_empty() {
        return Some(Mistake::Empty);
    }
    let line = error.line();
    if error.is_eof() {
        return Some(Mistake::Cut { line });
    }
    if !error.is_syntax() {
        return None;
    }
    if text.trim_start().starts_with('<') {
        return Some(Mistake::Markup);
    }
    near(text, error).find_map(|at| at_place(text, at, line))
}

/// Returns the positions in `text` that an error may be about: its column counts bytes, and is that of the character at
/// fault or of the one after it.
fn near(text: &str, error: &serde_json::Error) -> impl Iterator<Item = usize> {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let column = start + error.column();
    column.saturating_sub(2).max(start)..=column
}

/// Returns the mistake at one position.
fn at_place(text: &str, at: usize, line: usize) -> Option<Mistake> {
    let rest = text.get(at..)?;
    if ["//", "/*", "#"].iter().any(|sign| rest.starts_with(sign)) {
        return Some(Mistake::Comment { line });
    }
    let before = &text[..at];
    let column = at - before.rfind('\n').map_or(0, |end| end + 1) + 1;
    match rest.chars().next()? {
        bracket @ (']' | '}') if before.trim_end().ends_with(',') => {
            Some(Mistake::TrailingComma { bracket, line, column })
        }
        quote @ ('\'' | '`' | '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}') => {
            Some(Mistake::Quotes { quote, line })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    fn message(text: &str) -> Option<String> {
        let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        of(text, &error).map(|mistake| mistake.to_string())
    }

    #[test]
    fn usual_mistakes_are_named() {
        for (text, expected) in [
            (" \n", "the file is empty"),
            ("{\"a\":\n [1, 2", "the file ends in the middle, in line 2; part of it is missing"),
            ("\n<html>", "this begins with `<`, as HTML does, not as JSON"),
            ("{\n  // a\n}", "JSON allows no comments; remove the one in line 2"),
            ("{\"a\": 1 /* one */}", "JSON allows no comments; remove the one in line 1"),
            ("[1,\n ]", "JSON allows no comma before `]`; remove the one before line 2, column 2"),
            (
                "{\"a\": 1, }",
                "JSON allows no comma before `}`; remove the one before line 1, column 10",
            ),
            ("{'a': 1}", "JSON has straight double quotes (\"), not ', as in line 1"),
            (
                "{\"a\": \u{201c}b\u{201d}}",
                "JSON has straight double quotes (\"), not \u{201c}, as in line 1",
            ),
        ] {
            assert_eq!(message(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn another_error_is_left_to_the_parser() {
        for text in ["{\"a\" 1}", "[1 2]", "{a: 1}", "[1, 2]]", "nope"] {
            assert_eq!(message(text), None, "{text}");
        }
    }
}
