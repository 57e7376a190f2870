//! Short messages for syntax errors of queries: the parser's own message lists every token that it accepts.

/// Tokens of the parser's list that are shown.
const MAX_TOKENS: usize = 8;
/// Characters of the query that are shown.
const MAX_SHOWN: usize = 30;

/// `error at 1:34: expected one of "(", ...` -> `line 1, column 34, near "}": ...`.
pub(super) fn describe(query: &str, message: &str) -> String {
    let Some((line, column, rest)) = place(message) else { return message.to_owned() };
    let text = query.lines().nth(line - 1).unwrap_or_default();
    let near: String = text.chars().skip(column - 1).take(MAX_SHOWN).collect();
    let near = near.trim();
    let near = if near.is_empty() { "at the end".to_owned() } else { format!("near {near:?}") };
    let problem = if rest.contains("Prefix not found") {
        "the prefix is not known; say what it stands for with PREFIX".to_owned()
    } else {
        expected(rest)
    };
    format!("line {line}, column {column}, {near}: {problem}")
}

fn place(message: &str) -> Option<(usize, usize, &str)> {
    let (place, rest) = message.strip_prefix("error at ")?.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    (line > 0 && column > 0).then_some((line, column, rest))
}

/// The words and marks of the list; sets of characters are left out.
fn expected(list: &str) -> String {
    let list = list.trim_start_matches("expected ").trim_start_matches("one of ");
    let tokens: Vec<&str> =
        list.split(", ").filter(|token| token.starts_with('"') && token.len() > 2).collect();
    match tokens.len() {
        0 => "something else is expected there".to_owned(),
        n if n > MAX_TOKENS => format!("expected {} or the like", tokens[..MAX_TOKENS].join(", ")),
        _ => format!("expected {}", tokens.join(", ")),
    }
}
