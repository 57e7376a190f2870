//! Clues about attribute tokens that a person chose: classes, and tokens of other naming attributes.

use super::EvalContext;
use super::path::Step;
use crate::site::clue::text::sign;
use crate::site::clue::{ClueKind, ClueWriter, Feature};
use unhusk_page::VisibleNode;

/// Most levels up at which a class counts as around a node.
pub(crate) const AROUND: usize = 12;

/// Most tokens of an attribute that are considered.
const MAX_TOKENS: usize = 12;

/// Most bytes of an attribute that are considered: many elements may share a value that is as long as the page.
const MAX_VALUE: usize = 4_000;

/// The tokens of an attribute that are considered.
pub(crate) fn tokens(value: &str) -> impl Iterator<Item = &str> {
    let value = &value[..value.floor_char_boundary(MAX_VALUE)];
    value.split_ascii_whitespace().take(MAX_TOKENS)
}

/// Whether an attribute has a token, which contains no white space.
pub(crate) fn has_token(value: &str, token: &str) -> bool {
    // A value this short has no more than the tokens that are considered.
    let is_short = value.len() < 2 * MAX_TOKENS;
    has_between_spaces(value.as_bytes(), token.as_bytes())
        && (is_short || tokens(value).any(|other| other == token))
}

/// Whether a value contains a token with white space or nothing on both sides.
fn has_between_spaces(value: &[u8], token: &[u8]) -> bool {
    let Some(&first) = token.first() else { return false };
    let Some(n_before) = value.len().checked_sub(token.len()) else { return false };
    let is_border = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    (0..=n_before).any(|at| {
        value[at] == first
            && is_border(at.checked_sub(1).and_then(|before| value.get(before)))
            && is_border(value.get(at + token.len()))
            && value[at..].starts_with(token)
    })
}

impl EvalContext<'_, '_> {
    pub(super) fn each_token<W: ClueWriter>(
        self,
        feature: Feature,
        node: VisibleNode,
        blank: &W,
        seen: &mut impl FnMut(W),
    ) {
        let Feature { kind, at } = feature;
        if kind == ClueKind::ClassAround {
            let around = self.around(node).take(AROUND);
            around.for_each(|top| self.tokens_of(kind, top, blank, seen));
            return;
        }
        let Some(top) = self.around(node).nth(at.into()) else { return };
        let mut out = blank.clone();
        if self.write_tags_below(&mut out, node, top, Step::Name)
            && self.write_step(&mut out, top, Step::Name)
        {
            self.tokens_of(kind, top, &out, seen);
        }
    }

    /// Writes each token of one element behind what `begun` has already.
    fn tokens_of<W: ClueWriter>(
        self,
        kind: ClueKind,
        top: VisibleNode,
        begun: &W,
        seen: &mut impl FnMut(W),
    ) {
        self.index.naming_attributes(top, |attribute, value| {
            let is_class = attribute == "class";
            let is_asked = attribute != "id" && is_class != (kind == ClueKind::Token);
            if !is_asked {
                return;
            }
            for token in tokens(value).filter(|token| is_stable(token)) {
                let mut out = begun.clone();
                if is_class {
                    out.write(sign::CLASS);
                } else {
                    out.write(sign::ATTRIBUTE);
                    out.write(attribute);
                    out.write(sign::TOKEN);
                }
                out.write(token);
                seen(out);
            }
        });
    }
}

/// Whether a token looks chosen by a person, and may be part of a rule: counters and keys are not.
pub fn is_stable(token: &str) -> bool {
    !token.is_empty() && token.len() <= 40 && !has_long_number(token)
}

fn has_long_number(token: &str) -> bool {
    let mut run = 0;
    token.bytes().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run >= 3
    })
}
