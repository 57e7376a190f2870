//! Rules in plain English.

use crate::record::Field;

/// A rule that explains itself in plain English.
pub trait Explain {
    /// Returns the rule as lines; steps inside a loop are indented, invisible characters are escaped. A field without a
    /// name among `fields` is named by its number.
    fn explain_with(&self, fields: &[Field]) -> Vec<String>;

    /// Returns the rule with all its parts, some of which [`explain_with`](Self::explain_with) summarizes.
    fn explain_all_with(&self, fields: &[Field]) -> Vec<String> {
        self.explain_with(fields)
    }

    /// Returns the rule with the field names of the rule itself.
    fn explain(&self) -> Vec<String> {
        self.explain_with(&[])
    }
}

/// Returns the name of a field; its number, from 1, if it has none.
pub(super) fn field_name(fields: &[Field], at: usize) -> String {
    match fields.get(at) {
        Some(field) => quoted(&field.name),
        None => format!("field {}", at + 1),
    }
}

/// Longest text that is shown completely, in characters; of longer ones both ends are shown.
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

/// Returns a character in readable form: `\n`, `\t`, `\u{a0}`; a plain space is unchanged.
fn visible(character: char) -> String {
    let hidden = character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}');
    if hidden { character.escape_default().to_string() } else { character.to_string() }
}
