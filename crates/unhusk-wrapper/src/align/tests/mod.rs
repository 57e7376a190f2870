//! Worked examples of the paper's measure, and the fast algorithms against slow ones.

mod brute;
mod laws;
mod worked;

use super::{NodeNumbers, Sketch};

/// Reads `LI(A('Alpha'),' by ',B('Ann'))`: names with children in brackets, texts in quotes.
pub(super) fn sketch(notation: &str, names: &mut NodeNumbers) -> Sketch {
    let mut sketch = Sketch::default();
    let mut rest = notation;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '(' | ',' => 1,
            ')' => {
                sketch.close();
                1
            }
            '\'' => {
                let text = rest[1..].split('\'').next().expect("a text ends");
                sketch.open(names.text(text));
                sketch.close();
                text.len() + 2
            }
            _ => {
                let tag = rest.split(['(', ')', ',']).next().expect("never empty");
                sketch.open(names.element(tag));
                if !rest[tag.len()..].starts_with('(') {
                    sketch.close();
                }
                tag.len()
            }
        };
        rest = &rest[len..];
    }
    sketch
}
