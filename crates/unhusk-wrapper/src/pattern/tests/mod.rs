//! Matches of patterns: worked examples, and the fast matching against the plain one.

mod hostile;
mod plain;
mod repeats;
mod worked;

use super::{Binding, ElementTest, NodeTest, PatternPart, RecordMode, Repetition, TreePattern};
use crate::context::{Extent, NodeTarget};
use crate::site::Cut;

/// Reads `li(a(#),'by',b(#)?,*)`: elements with children in brackets, texts in quotes, `#` for any text, `*` for
/// anything; `?` marks an optional part, `+` a list.
pub(super) fn parts(notation: &str) -> Vec<PatternPart> {
    let mut parts: Vec<PatternPart> = Vec::new();
    // Parts that are open; the last one that was closed.
    let (mut open, mut last) = (Vec::new(), 0);
    let mut rest = notation;
    while let Some(first) = rest.chars().next() {
        let mut len = 1;
        let mut add = |what: NodeTest, parts: &mut Vec<PatternPart>, open: &[usize]| {
            last = parts.len();
            parts.push(PatternPart { depth: open.len(), what, count: Repetition::One });
        };
        match first {
            ',' => {}
            '(' => open.push(last),
            ')' => last = open.pop().expect("brackets match"),
            '?' => parts[last].count = parts[last].count.or_none(),
            '+' => parts[last].count = parts[last].count.or_more(),
            '#' => add(NodeTest::AnyText, &mut parts, &open),
            '*' => add(NodeTest::Any, &mut parts, &open),
            '\'' => {
                let text = rest[1..].split('\'').next().expect("a text ends");
                add(NodeTest::Text(text.to_owned()), &mut parts, &open);
                len = text.len() + 2;
            }
            _ => {
                let name = rest.split(['(', ')', ',', '?', '+']).next().expect("never empty");
                len = name.len();
                let (tag, class) = name.split_once('.').unwrap_or((name, ""));
                let tokens =
                    if class.is_empty() { Vec::new() } else { vec![format!("class={class}")] };
                add(
                    NodeTest::Element(ElementTest { tag: tag.to_owned(), tokens }),
                    &mut parts,
                    &open,
                );
            }
        }
        rest = &rest[len..];
    }
    parts
}

/// A pattern in which every text slot is a field of its own.
pub(super) fn pattern(notation: &str) -> TreePattern {
    let parts = parts(notation);
    let is_slot = |(_, part): &(usize, &PatternPart)| part.what == NodeTest::AnyText;
    let bind = |(part, _): (usize, &PatternPart)| {
        vec![Binding {
            part,
            target: NodeTarget::Text,
            extent: Extent::Trimmed,
            cut: Cut::default(),
            dashes: false,
        }]
    };
    let fields = parts.iter().enumerate().filter(is_slot).map(bind).collect();
    TreePattern::new(RecordMode::Each, Vec::new(), parts.clone(), fields).expect("a pattern")
}
