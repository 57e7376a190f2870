//! Windows as text: `li.X(C,b.X)`. `X` is the value, `C` the context, `@` any other text.

use super::windows::{TEXT, WindowSymbol, plain, with_context, with_value};
use std::collections::BTreeMap;
use unhusk_page::Tree;

/// Numbers for the tags that a rule names; 0 is a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Tags(BTreeMap<String, u32>);

/// A tag that the rule does not name.
const OTHER: u32 = u32::MAX / 8;

impl Tags {
    fn add(&mut self, tag: String) -> u32 {
        let next = u32::try_from(self.0.len() + 1).unwrap_or(OTHER);
        *self.0.entry(tag).or_insert(next)
    }

    /// The number of each tag of a tree, by its number there.
    pub(super) fn on(&self, tree: &Tree) -> Vec<u32> {
        let mut numbers = vec![OTHER; tree.n_names()];
        for (tag, &number) in &self.0 {
            if let Some(at) = tree.name_number(tag) {
                numbers[at as usize] = number;
            }
        }
        numbers
    }
}

/// Writes a window; `tag` names the tag of a number.
pub fn write<'t>(window: &[WindowSymbol], tag: impl Fn(u32) -> &'t str) -> String {
    let symbol = |&code: &WindowSymbol| match (code / 4, code % 4) {
        (TEXT, 0) => "@".to_owned(),
        (TEXT, 1) => "X".to_owned(),
        (TEXT, _) => "C".to_owned(),
        (number, 0) => escape(tag(number)),
        (number, 1) => format!("{}.X", escape(tag(number))),
        (number, _) => format!("{}.C", escape(tag(number))),
    };
    let symbols: Vec<String> = window.iter().map(symbol).collect();
    match symbols.split_first() {
        Some((parent, children)) => format!("{parent}({})", children.join(",")),
        None => String::new(),
    }
}

fn escape(tag: &str) -> String {
    let mut escaped = String::new();
    for c in tag.chars() {
        if matches!(c, '.' | '(' | ')' | ',' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Reads a window; `None` if it is not well formed.
pub(super) fn read(text: &str, tags: &mut Tags) -> Option<Box<[WindowSymbol]>> {
    let mut codes = Vec::new();
    let mut rest = text;
    loop {
        let (code, after) = read_symbol(rest, tags)?;
        codes.push(code);
        rest = match after.split_at_checked(1)? {
            ("(", more) if codes.len() == 1 => more,
            (",", more) if codes.len() > 1 => more,
            (")", "") if codes.len() > 1 => return Some(codes.into()),
            _ => return None,
        };
    }
}

fn read_symbol<'t>(text: &'t str, tags: &mut Tags) -> Option<(WindowSymbol, &'t str)> {
    let (name, rest) = read_name(text)?;
    if let "@" | "X" | "C" = name.as_str() {
        let code = match name.as_str() {
            "@" => plain(TEXT),
            "X" => with_value(TEXT),
            _ => with_context(TEXT),
        };
        return Some((code, rest));
    }
    let tag = tags.add(name);
    if let Some(rest) = rest.strip_prefix(".X") {
        return Some((with_value(tag), rest));
    }
    match rest.strip_prefix(".C") {
        Some(rest) => Some((with_context(tag), rest)),
        None => Some((plain(tag), rest)),
    }
}

/// Reads the characters up to a sign; a backslash takes the next one literally.
fn read_name(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '.' | '(' | ')' | ',' => return (!name.is_empty()).then_some((name, &text[at..])),
            '\\' => name.push(chars.next()?.1),
            _ => name.push(c),
        }
    }
    None
}
