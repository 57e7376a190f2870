//! Token borders: positions at which a delimiter may begin or end without splitting a tag, a word or a character
//! reference.

/// Whether a left delimiter that begins at `at` in `text` begins with a whole tag, attribute, word or punctuation mark.
pub(super) fn begins_token(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let Some(first) = text[at..].chars().next() else { return false };
    if first == '<' || before == Some('>') {
        return true;
    }
    if in_tag(text, at) {
        return is_word(first) && before.is_some_and(char::is_whitespace);
    }
    if first.is_whitespace() || in_reference(text, at) {
        return false;
    }
    !is_word(first) || before.is_some_and(|before| !is_word(before))
}

/// Whether a right delimiter that ends at `at` in `text` ends with a whole tag, attribute value, word or punctuation
/// mark.
pub(super) fn ends_token(text: &str, at: usize) -> bool {
    let behind = text[at..].chars().next();
    let Some(last) = text[..at].chars().next_back() else { return false };
    if last == '>' || behind == Some('<') {
        return text[..at].chars().any(|c| !c.is_whitespace());
    }
    if in_tag(text, at) {
        return matches!(last, '"' | '\'');
    }
    if last.is_whitespace() || in_reference(text, at) {
        return false;
    }
    !is_word(last) || behind.is_some_and(|behind| !is_word(behind))
}

/// Whether a word ends at `at` in `text`, inside or outside a tag.
pub(super) fn ends_word(text: &str, at: usize) -> bool {
    let is_word_at = |character: Option<char>| character.is_some_and(is_word);
    is_word_at(text[..at].chars().next_back()) && !is_word_at(text[at..].chars().next())
}

/// Bytes searched on either side for an open tag or reference.
const NEAR: usize = 256;

/// Whether a position is inside a tag, judged by the nearest angle bracket before it, or else behind it.
fn in_tag(text: &str, at: usize) -> bool {
    let (before, behind) = near(text, at);
    match before.rfind(['<', '>']) {
        Some(bracket) => before.as_bytes()[bracket] == b'<',
        None => behind.find(['<', '>']).is_some_and(|next| behind.as_bytes()[next] == b'>'),
    }
}

/// Whether a position is inside a character reference (`&nbsp;`).
fn in_reference(text: &str, at: usize) -> bool {
    let (before, behind) = near(text, at);
    let Some(ampersand) = before.rfind('&') else { return false };
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '#';
    before[ampersand + 1..].chars().all(inside) && behind.starts_with(|c| inside(c) || c == ';')
}

/// The text near a position, before and behind it.
fn near(text: &str, at: usize) -> (&str, &str) {
    let from = text.ceil_char_boundary(at.saturating_sub(NEAR));
    let to = text.floor_char_boundary(at + NEAR);
    (&text[from..at], &text[at..to])
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric()
}
