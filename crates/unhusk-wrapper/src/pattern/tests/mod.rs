//! What patterns match: worked examples, and the fast matching against the plain one.

mod hostile;
mod plain;
mod repeats;
mod worked;

use super::{Binding, Count, Frame, Part, Pattern, Records, What};
use crate::context::{Extent, NodeTarget};
use crate::site::Cut;

/// Reads `li(a(#),'by',b(#)?,*)`: elements with children in brackets, texts in quotes, `#` for any text, `*` for
/// anything; `?` behind it for what may be missing, `+` for a list.
pub(super) fn parts(notation: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    // Parts that are open; the last one that was closed.
    let (mut open, mut last) = (Vec::new(), 0);
    let mut rest = notation;
    while let Some(first) = rest.chars().next() {
        let mut len = 1;
        let mut add = |what: What, parts: &mut Vec<Part>, open: &[usize]| {
            last = parts.len();
            parts.push(Part { depth: open.len(), what, count: Count::One });
        };
        match first {
            ',' => {}
            '(' => open.push(last),
            ')' => last = open.pop().expect("brackets match"),
            '?' => parts[last].count = parts[last].count.or_none(),
            '+' => parts[last].count = parts[last].count.or_more(),
            '#' => add(What::AnyText, &mut parts, &open),
            '*' => add(What::Any, &mut parts, &open),
            '\'' => {
                let text = rest[1..].split('\'').next().expect("a text ends");
                add(What::Text(text.to_owned()), &mut parts, &open);
                len = text.len() + 2;
            }
            _ => {
                let name = rest.split(['(', ')', ',', '?', '+']).next().expect("never empty");
                len = name.len();
                let (tag, class) = name.split_once('.').unwrap_or((name, ""));
                let tokens =
                    if class.is_empty() { Vec::new() } else { vec![format!("class={class}")] };
                add(What::Element(Frame { tag: tag.to_owned(), tokens }), &mut parts, &open);
            }
        }
        rest = &rest[len..];
    }
    parts
}

/// A pattern in which every text slot is a field of its own.
pub(super) fn pattern(notation: &str) -> Pattern {
    let parts = parts(notation);
    let is_slot = |(_, part): &(usize, &Part)| part.what == What::AnyText;
    let bind = |(part, _): (usize, &Part)| {
        vec![Binding {
            part,
            target: NodeTarget::Text,
            extent: Extent::Trimmed,
            cut: Cut::default(),
            dashes: false,
        }]
    };
    let fields = parts.iter().enumerate().filter(is_slot).map(bind).collect();
    Pattern::new(Records::Each, Vec::new(), parts.clone(), fields).expect("a pattern")
}
