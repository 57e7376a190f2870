//! The symbols of a rule by name: `td`, `td.price[itemprop=name]`, `'name:'`.

use super::symbol::NodeSymbol;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// An element in a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ElementName {
    /// Its tag.
    pub tag: String,
    /// Attribute tokens, sorted: `class=price`, `itemprop=name`.
    pub tokens: Vec<String>,
}

/// Numbers for the elements and texts that a rule names.
#[derive(Debug, Clone, Default)]
pub(crate) struct SymbolNames {
    elements: Vec<ElementName>,
    texts: Vec<String>,
    element_ids: FxHashMap<ElementName, NodeSymbol>,
    text_ids: FxHashMap<String, NodeSymbol>,
}

impl SymbolNames {
    /// The symbol of an element, new or not.
    pub(crate) fn element(&mut self, name: ElementName) -> NodeSymbol {
        let symbol = NodeSymbol::element(self.elements.len());
        let elements = &mut self.elements;
        *self.element_ids.entry(name).or_insert_with_key(|name| {
            elements.push(name.clone());
            symbol
        })
    }

    /// The symbol of a text, new or not.
    pub(crate) fn text(&mut self, text: &str) -> NodeSymbol {
        let symbol = NodeSymbol::text(self.texts.len());
        let texts = &mut self.texts;
        *self.text_ids.entry(text.to_owned()).or_insert_with(|| {
            texts.push(text.to_owned());
            symbol
        })
    }

    /// The symbol of a known element.
    pub(crate) fn find_element(&self, name: &ElementName) -> Option<NodeSymbol> {
        self.element_ids.get(name).copied()
    }

    /// The symbol of a known text.
    pub(crate) fn find_text(&self, text: &str) -> Option<NodeSymbol> {
        self.text_ids.get(text).copied()
    }

    /// The elements by number.
    pub(crate) fn elements(&self) -> &[ElementName] {
        &self.elements
    }

    /// The texts by number.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// Writes a text in quotes.
pub fn write_text(text: &str, out: &mut String) {
    out.push('\'');
    escape(text, |c| matches!(c, '\'' | '\\'), out);
    out.push('\'');
}

/// Writes an element: `td.price[itemprop=name]`.
pub fn write_element(name: &ElementName, out: &mut String) {
    escape(&name.tag, is_special, out);
    for token in &name.tokens {
        let (attribute, value) = token.split_once('=').unwrap_or((token, ""));
        match attribute {
            "class" => out.push('.'),
            "id" => out.push('#'),
            _ => {
                out.push('[');
                escape(attribute, is_special, out);
                out.push('=');
                escape(value, is_special, out);
                out.push(']');
                continue;
            }
        }
        escape(value, is_special, out);
    }
}

/// Whether a character has a meaning in a rule, or could be taken for its end.
fn is_special(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && c != '-' && c != '_'
}

fn escape(text: &str, needs_escape: impl Fn(char) -> bool, out: &mut String) {
    for c in text.chars() {
        if c.is_control() {
            write!(out, "\\u{{{:x}}}", u32::from(c)).expect("writing to a string cannot fail");
            continue;
        }
        if needs_escape(c) {
            out.push('\\');
        }
        out.push(c);
    }
}
