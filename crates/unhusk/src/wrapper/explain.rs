//! Rules in a person's words.

use super::AnyWrapper;

/// A rule that can be told to a person.
pub trait Explain {
    /// The rule as plain lines; steps inside a loop are indented. Invisible characters are made visible.
    fn explain(&self) -> Vec<String>;
}

impl Explain for AnyWrapper {
    fn explain(&self) -> Vec<String> {
        match self {
            Self::Lr(rule) => rule.explain(),
            Self::Hlrt(rule) => rule.explain(),
            Self::Oclr(rule) => rule.explain(),
            Self::Hoclrt(rule) => rule.explain(),
            Self::NLr(rule) => rule.explain(),
            Self::NHlrt(rule) => rule.explain(),
            Self::Kl(rule) => rule.explain(),
            Self::Luti(rule) => rule.explain(),
            Self::Site(rule) => rule.explain(),
            Self::Template(rule) => rule.explain(),
        }
    }
}

/// Longest text that is shown whole, in characters; of longer ones both ends are.
const MAX_SHOWN: usize = 120;

/// The text in backquotes, with invisible characters made visible.
pub(super) fn quoted(text: &str) -> String {
    let visible: Vec<String> = text.chars().map(visible).collect();
    if visible.len() <= MAX_SHOWN {
        return format!("`{}`", visible.concat());
    }
    let (first, last) = (&visible[..MAX_SHOWN / 2], &visible[visible.len() - MAX_SHOWN / 2..]);
    format!("`{}` ... `{}`", first.concat(), last.concat())
}

/// A character as it can be read: `\n`, `\t`, `\u{a0}`; a plain space stays one.
fn visible(character: char) -> String {
    let hidden = character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}');
    if hidden { character.escape_default().to_string() } else { character.to_string() }
}
