//! Changes of the source, collected while the page is looked at and made all at once.

use super::kept::Kept;
use super::moves::Moves;
use std::collections::BTreeMap;
use unhusk_page::Span;

/// Edits that belong together: all of them are made, or none.
struct Group {
    edits: Vec<Edit>,
    manner: Manner,
}

/// What edits do to the values that they meet.
#[derive(Debug, Clone, Copy)]
enum Manner {
    /// Names in tags become others, which does not part what they stand in.
    Rewriting,
    /// Something is put in or taken out.
    Changing,
    /// Whole pieces change places, with the values in them.
    Moving,
}

struct Edit {
    span: Span,
    instead: Instead,
}

/// What stands in the place of what was there.
enum Instead {
    Text(String),
    /// Another piece of the page.
    Piece(Span),
}

/// Edits of one page.
#[derive(Default)]
pub(super) struct Edits {
    groups: Vec<Group>,
}

impl Edits {
    /// Puts other names into tags.
    pub(super) fn rewrite(&mut self, edits: Vec<(Span, String)>) {
        self.push(edits, Manner::Rewriting);
    }

    /// Puts text in, takes text out.
    pub(super) fn change(&mut self, edits: Vec<(Span, String)>) {
        self.push(edits, Manner::Changing);
    }

    /// Puts each of two pieces in the place of the other.
    pub(super) fn swap(&mut self, first: Span, second: Span) {
        let edit = |span, other| Edit { span, instead: Instead::Piece(other) };
        let edits = vec![edit(first, second), edit(second, first)];
        self.groups.push(Group { edits, manner: Manner::Moving });
    }

    fn push(&mut self, edits: Vec<(Span, String)>, manner: Manner) {
        let edit = |(span, text)| Edit { span, instead: Instead::Text(text) };
        self.groups.push(Group { edits: edits.into_iter().map(edit).collect(), manner });
    }

    /// The source after the edits, and where its pieces went. Groups that would touch what is kept are left out,
    /// as are those that overlap an earlier one.
    pub(super) fn apply(self, source: &str, kept: &Kept) -> (String, Moves) {
        let mut taken: Vec<Edit> = Vec::new();
        let mut free = Free::default();
        for group in self.groups {
            let is_allowed = |edit: &Edit| match group.manner {
                Manner::Rewriting => !kept.is_bordered(edit.span),
                Manner::Changing => !kept.is_touched(edit.span),
                Manner::Moving => !kept.is_parted(edit.span),
            };
            let fits = |edit: &Edit| source.get(edit.span.range()).is_some() && free.has(edit.span);
            if group.edits.iter().all(|edit| is_allowed(edit) && fits(edit)) {
                group.edits.iter().for_each(|edit| free.take(edit.span));
                taken.extend(group.edits);
            }
        }
        taken.sort_by_key(|edit| (edit.span.start, edit.span.end));
        written(source, &taken)
    }
}

fn written(source: &str, edits: &[Edit]) -> (String, Moves) {
    let mut result = String::with_capacity(source.len() + 64 * edits.len());
    let mut moves = Moves::default();
    let mut at = 0;
    let mut copy = |span: Span, result: &mut String| {
        moves.copied(span, result.len());
        result.push_str(&source[span.range()]);
    };
    for edit in edits {
        copy(Span { start: at, end: edit.span.start }, &mut result);
        match &edit.instead {
            Instead::Text(text) => result.push_str(text),
            Instead::Piece(span) => copy(*span, &mut result),
        }
        at = edit.span.end;
    }
    copy(Span { start: at, end: Span::new(0, source.len()).end }, &mut result);
    (result, moves.in_order())
}

/// What no edit has taken yet.
#[derive(Default)]
struct Free {
    taken: BTreeMap<u32, u32>,
}

impl Free {
    /// Whether a span overlaps no other. Two edits that put something in at one place count as overlapping: their
    /// order would be nobody's.
    fn has(&self, span: Span) -> bool {
        let Span { start, end } = span;
        let before = self.taken.range(..=start).next_back();
        let is_clear = before.is_none_or(|(from, to)| *to <= start && *from < start);
        is_clear && self.taken.range(start + 1..end.max(start + 1)).next().is_none()
    }

    fn take(&mut self, span: Span) {
        self.taken.insert(span.start, span.end);
    }
}
