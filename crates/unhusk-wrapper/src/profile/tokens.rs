//! Token patterns: the kinds of a value's first and last tokens, as `DataProg` describes fields.
//!
//! Source: Lerman, Minton, Knoblock, *Wrapper maintenance: a machine learning approach*, JAIR 18 (2003). A token is a
//! run of letters or digits, or one punctuation mark. Its kind is written as an example: `Aa`, `AA`, `aa`, `9`, `a9`,
//! and marks as themselves.

/// Tokens at each end of a value.
const N_TOKENS: usize = 2;

/// The kinds of the tokens at both ends of a value, with spaces between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenPatterns {
    /// The kinds of the first tokens.
    pub start: String,
    /// The kinds of the last tokens.
    pub end: String,
}

/// Returns the kinds of the first and of the last tokens: `Aa 9` and `aa aa` for `Chapter 7 of the book`.
pub fn patterns(text: &str) -> TokenPatterns {
    let mut first: Vec<&str> = Vec::with_capacity(N_TOKENS);
    let mut last: Vec<&str> = Vec::with_capacity(N_TOKENS);
    for token in tokens(text) {
        let kind = kind(token);
        if first.len() < N_TOKENS {
            first.push(kind);
        }
        if last.len() == N_TOKENS {
            last.remove(0);
        }
        last.push(kind);
    }
    TokenPatterns { start: first.join(" "), end: last.join(" ") }
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = if first.is_alphanumeric() {
            rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(end);
        rest = behind;
        Some(token)
    })
}

/// The kinds are few, so that the size of a profile is bounded: all marks beyond ASCII are one kind.
fn kind(token: &str) -> &'static str {
    const MARKS: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    let has = |test: fn(char) -> bool| token.chars().any(test);
    let all = |test: fn(char) -> bool| token.chars().all(test);
    let mut characters = token.chars();
    let first = characters.next().unwrap_or(' ');
    if !first.is_alphanumeric() {
        return MARKS.find(first).map_or("¤", |at| &MARKS[at..=at]);
    }
    match () {
        () if all(char::is_numeric) => "9",
        () if has(char::is_numeric) => "a9",
        () if token.chars().count() > 1 && all(char::is_uppercase) => "AA",
        () if first.is_uppercase() => "Aa",
        () => "aa",
    }
}
