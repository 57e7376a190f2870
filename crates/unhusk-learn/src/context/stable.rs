//! Detects tokens that a program has generated.
//!
//! Class names such as `css-1q2w3e4` or `sc-bdVaJa`, ids such as `post-48213`: they differ from page to page or from
//! one version of the site to the next, so rules should not depend on them.

/// Whether the token (`class=css-1q2w3e`) resembles a hash, a counter or a key, not a chosen word.
pub(crate) fn looks_generated(token: &str) -> bool {
    let value = token.split_once('=').map_or(token, |(_, value)| value);
    value.len() > MAX_LEN
        || !value.chars().all(is_name_char)
        || has_long_number(value)
        || value.split(['-', '_', ':', '.', '/', ' ']).any(is_hash)
}

/// Longest token that a person chose on the known pages; keys and whole sentences are longer.
const MAX_LEN: usize = 40;

/// Whether a character may be in a name: letters, digits and a few signs; queries and scripts have others.
fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/')
}

/// Whether a token has a number of at least three digits, which probably is an identifier: `post-48213`. Shorter
/// numbers belong to columns and sizes: `col-12`, `h2`.
fn has_long_number(value: &str) -> bool {
    let mut run = 0;
    value.bytes().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run >= 3
    })
}

/// Whether one part of a token is a hash: letters and digits in turn, or capitals where no word has them.
fn is_hash(part: &str) -> bool {
    part.len() >= 5 && (digit_changes(part) >= 3 || case_changes(part) || lacks_vowels(part))
}

/// Number of borders between digits and other characters.
fn digit_changes(part: &str) -> usize {
    let is_digit: Vec<bool> = part.bytes().map(|byte| byte.is_ascii_digit()).collect();
    is_digit.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Whether at least one in three characters of a part is an inner capital: `bdVaJa`, but not `priceBlock`.
fn case_changes(part: &str) -> bool {
    let n_inner = part.bytes().skip(1).filter(u8::is_ascii_uppercase).count();
    let is_shouted = !part.bytes().any(|byte| byte.is_ascii_lowercase());
    !is_shouted && n_inner * 3 >= part.len()
}

/// Six letters or more without a vowel: `kjhgtrw`.
fn lacks_vowels(part: &str) -> bool {
    let letters: Vec<u8> = part
        .bytes()
        .filter(u8::is_ascii_alphabetic)
        .map(|byte| byte.to_ascii_lowercase())
        .collect();
    letters.len() >= 6
        && letters.len() == part.len()
        && !letters.iter().any(|c| b"aeiouy".contains(c))
}
