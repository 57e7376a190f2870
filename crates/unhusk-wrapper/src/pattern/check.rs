//! Checks that parts and bindings form a pattern.

use super::part::{Binding, ElementTest, NodeTest, PatternPart};
use crate::context::NodeTarget;

/// Reason why parts and bindings form no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The list of parts is empty, or its first part is not the only root.
    #[error("the parts of a pattern begin with an element at depth 0, and no other part is there")]
    Root,
    /// A part is deeper than the children of its parent, or below one without children.
    #[error("part {part} at depth {depth} has no parent")]
    Depth {
        /// Its position.
        part: usize,
        /// Its depth.
        depth: usize,
    },
    /// A limit on the number of items is exceeded.
    #[error("a pattern has at most {max} {what}")]
    TooMany {
        /// The items.
        what: &'static str,
        /// The limit.
        max: usize,
    },
    /// A binding refers to a missing part, or to one without such a value.
    #[error("a field is bound to part {part}, which is {problem}")]
    Binding {
        /// The position in the binding.
        part: usize,
        /// The problem.
        problem: &'static str,
    },
}

/// Most parts of a pattern.
const MAX_PARTS: usize = 20_000;
/// Deepest part; pages are no deeper.
const MAX_DEPTH: usize = 512;
/// Most elements around a match that are tested.
const MAX_INSIDE: usize = 16;
/// Most bindings of a field.
const MAX_BINDINGS: usize = 64;
/// Most fields.
const MAX_FIELDS: usize = 256;

pub(super) fn check(
    inside: &[ElementTest],
    parts: &[PatternPart],
    fields: &[Vec<Binding>],
) -> Result<(), PatternError> {
    at_most(MAX_INSIDE, "elements around it", inside.len())?;
    at_most(MAX_PARTS, "parts", parts.len())?;
    at_most(MAX_FIELDS, "fields", fields.len())?;
    check_tree(parts)?;
    for bindings in fields {
        at_most(MAX_BINDINGS, "bindings for a field", bindings.len())?;
        bindings.iter().try_for_each(|binding| check_binding(binding, parts))?;
    }
    Ok(())
}

fn at_most(max: usize, what: &'static str, n: usize) -> Result<(), PatternError> {
    if n <= max { Ok(()) } else { Err(PatternError::TooMany { what, max }) }
}

fn check_tree(parts: &[PatternPart]) -> Result<(), PatternError> {
    let Some((PatternPart { depth: 0, what: NodeTest::Element(_), .. }, below)) =
        parts.split_first()
    else {
        return Err(PatternError::Root);
    };
    // Deepest that the next part may be.
    let mut deepest = 1;
    for (part, &PatternPart { depth, ref what, .. }) in (1..).zip(below) {
        if depth == 0 {
            return Err(PatternError::Root);
        }
        if depth > deepest || depth > MAX_DEPTH {
            return Err(PatternError::Depth { part, depth });
        }
        deepest = depth + usize::from(matches!(what, NodeTest::Element(_)));
    }
    Ok(())
}

fn check_binding(binding: &Binding, parts: &[PatternPart]) -> Result<(), PatternError> {
    let wrong = |problem| Err(PatternError::Binding { part: binding.part, problem });
    let marks = [&binding.cut.after, &binding.cut.before];
    if marks.into_iter().flatten().any(|mark| mark.text.is_empty()) {
        return wrong("cut at no text");
    }
    let Some(part) = parts.get(binding.part) else { return wrong("not there") };
    match (&part.what, &binding.target) {
        (NodeTest::Element(_), NodeTarget::Element | NodeTarget::Attribute(_))
        | (NodeTest::Text(_) | NodeTest::AnyText, NodeTarget::Text) => Ok(()),
        (NodeTest::Any, _) => wrong("anything: it has no value of its own"),
        _ => wrong("of another kind than the value"),
    }
}
