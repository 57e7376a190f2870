//! Rust source as tokens: names, `::`, string literals and single signs. Comments and other literals are dropped.

/// A token and the line that it is on, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LexedToken<'s> {
    /// The token as written; a string literal with its quotes.
    pub(super) text: &'s str,
    pub(super) line: usize,
}

/// The tokens of a source text.
pub(super) fn tokens(source: &str) -> Vec<LexedToken<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let len = token_len(rest, first);
        let text = &rest[..len];
        let is_name = first.is_alphabetic() || first == '_';
        let is_sign = first.is_ascii_punctuation() && first != '\'' && !text.starts_with("/*");
        if (is_name || is_sign) && !text.starts_with("//") && !is_raw_string(text) {
            found.push(LexedToken { text, line });
        }
        line += text.matches('\n').count();
        at += len;
    }
    found
}

/// Returns the length of the token, comment, literal or gap at the start of `rest`.
fn token_len(rest: &str, first: char) -> usize {
    match first {
        _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
        _ if rest.starts_with("/*") => block_comment_len(rest),
        _ if rest.starts_with("::") => 2,
        _ if is_raw_string(rest) => raw_string_len(rest),
        '"' => string_len(rest, '"'),
        '\'' => quote_len(rest),
        _ if first.is_alphanumeric() || first == '_' => {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        }
        _ => first.len_utf8(),
    }
}

fn block_comment_len(rest: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Whether `text` begins with `r"`, `r#"`, `br"` and so on; `r#name` is a name.
fn is_raw_string(text: &str) -> bool {
    let text = text.strip_prefix('b').unwrap_or(text);
    text.strip_prefix('r').is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
}

fn raw_string_len(rest: &str) -> usize {
    let open = rest.find('"').expect("a raw string has a quote");
    let end = format!("\"{}", "#".repeat(rest[..open].matches('#').count()));
    rest[open + 1..].find(&end).map_or(rest.len(), |at| open + 1 + at + end.len())
}

/// Returns the length of a literal between quotes, in which a backslash escapes the next character.
fn string_len(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        if sign == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    rest.len()
}

/// Returns the length of a character literal; of a lifetime, the quote alone.
fn quote_len(rest: &str) -> usize {
    let mut signs = rest.char_indices().skip(1);
    match (signs.next(), signs.next()) {
        (Some((_, '\\')), _) | (_, Some((_, '\''))) => string_len(rest, '\''),
        _ => 1,
    }
}

#[test]
fn comments_and_literals_are_no_code() {
    let source = "a /* crate::b /* c */ */ // crate::d\n r#\"crate::\"e\"# '\\'' 'x' '\"' f::<'g> \"\\\"h\" 7";
    let texts: Vec<&str> = tokens(source).iter().map(|token| token.text).collect();
    assert_eq!(texts, ["a", "f", "::", "<", "g", ">", "\"\\\"h\""]);
}

#[test]
fn tokens_know_their_lines() {
    let lines: Vec<usize> = tokens("a\n\"\n\"\n/*\n*/b").iter().map(|token| token.line).collect();
    assert_eq!(lines, [1, 2, 5]);
}
