//! Edits of the source, collected first and applied all at once.

use super::kept::Kept;
use super::moves::Moves;
use std::collections::BTreeMap;
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;

/// Edits that are applied together or not at all.
struct EditGroup {
    edits: Vec<Edit>,
    kind: EditKind,
}

/// Kind of edit, which determines where edits may overlap values.
#[derive(Debug, Clone, Copy)]
enum EditKind {
    /// Renames something in a tag; the text around the tag stays together.
    Rename,
    /// Inserts or removes text.
    Change,
    /// Moves whole pieces, with the values in them.
    Move,
}

struct Edit {
    span: Span,
    replacement: Replacement,
}

/// New content of an edited span.
enum Replacement {
    Text(String),
    /// A copy of another span of the page.
    Copy(Span),
}

/// Edits of one page.
#[derive(Default)]
pub(super) struct Edits {
    groups: Vec<EditGroup>,
}

impl Edits {
    /// Renames parts of tags.
    pub(super) fn rewrite(&mut self, edits: Vec<(Span, String)>) {
        self.push(edits, EditKind::Rename);
    }

    /// Inserts, replaces or removes text.
    pub(super) fn change(&mut self, edits: Vec<(Span, String)>) {
        self.push(edits, EditKind::Change);
    }

    /// Exchanges two pieces.
    pub(super) fn swap(&mut self, first: Span, second: Span) {
        let edit = |span, other| Edit { span, replacement: Replacement::Copy(other) };
        let edits = vec![edit(first, second), edit(second, first)];
        self.groups.push(EditGroup { edits, kind: EditKind::Move });
    }

    fn push(&mut self, edits: Vec<(Span, String)>, kind: EditKind) {
        let edit = |(span, text)| Edit { span, replacement: Replacement::Text(text) };
        self.groups.push(EditGroup { edits: edits.into_iter().map(edit).collect(), kind });
    }

    /// Returns the source after the edits and the new places of its pieces. Skips groups that would damage a kept
    /// place or overlap an earlier group.
    pub(super) fn apply(self, source: &str, kept: &Kept) -> (String, Moves) {
        let mut taken: Vec<Edit> = Vec::new();
        let mut occupied = OccupiedSpans::default();
        for group in self.groups {
            let is_allowed = |edit: &Edit| match group.kind {
                EditKind::Rename => !kept.is_bordered(edit.span),
                EditKind::Change => !kept.is_touched(edit.span),
                EditKind::Move => !kept.is_parted(edit.span),
            };
            let fits = |edit: &Edit| {
                source.get(edit.span.range()).is_some() && occupied.is_free(edit.span)
            };
            if group.edits.iter().all(|edit| is_allowed(edit) && fits(edit)) {
                group.edits.iter().for_each(|edit| occupied.take(edit.span));
                taken.extend(group.edits);
            }
        }
        sort::by_key(&mut taken, |edit| (edit.span.start, edit.span.end));
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
        match &edit.replacement {
            Replacement::Text(text) => result.push_str(text),
            Replacement::Copy(span) => copy(*span, &mut result),
        }
        at = edit.span.end;
    }
    copy(Span { start: at, end: Span::new(0, source.len()).end }, &mut result);
    (result, moves.in_order())
}

/// The spans that edits occupy.
#[derive(Default)]
struct OccupiedSpans {
    taken: BTreeMap<u32, u32>,
}

impl OccupiedSpans {
    /// Whether a span overlaps no earlier edit. Two insertions at one place count as overlapping, since their order
    /// would be arbitrary.
    fn is_free(&self, span: Span) -> bool {
        let Span { start, end } = span;
        let before = self.taken.range(..=start).next_back();
        let is_clear = before.is_none_or(|(from, to)| *to <= start && *from < start);
        is_clear && self.taken.range(start + 1..end.max(start + 1)).next().is_none()
    }

    fn take(&mut self, span: Span) {
        self.taken.insert(span.start, span.end);
    }
}
