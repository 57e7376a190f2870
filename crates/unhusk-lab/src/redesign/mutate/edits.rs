//! Changes of the source, collected while the page is looked at and made all at once.

use super::kept::Kept;
use unhusk::Span;

/// Edits that belong together: all of them are made, or none.
#[derive(Debug, Clone)]
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

#[derive(Debug, Clone)]
struct Edit {
    span: Span,
    text: String,
}

/// Edits of one page.
#[derive(Debug, Default)]
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
    pub(super) fn swap(&mut self, edits: [(Span, String); 2]) {
        self.push(edits.into(), Manner::Moving);
    }

    fn push(&mut self, edits: Vec<(Span, String)>, manner: Manner) {
        let edits = edits.into_iter().map(|(span, text)| Edit { span, text }).collect();
        self.groups.push(Group { edits, manner });
    }

    /// The source after the edits. Groups that would touch what is kept are left out, as are those that overlap
    /// an earlier one.
    pub(super) fn apply(self, source: &str, kept: &Kept) -> String {
        let mut taken: Vec<Edit> = Vec::new();
        let mut free = Free::default();
        for group in self.groups {
            let is_allowed = |edit: &Edit| match group.manner {
                Manner::Rewriting => !kept.is_in_value(edit.span),
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
        let mut result = String::with_capacity(source.len() + 64 * taken.len());
        let mut at = 0;
        for edit in taken {
            let range = edit.span.range();
            result.push_str(&source[at..range.start]);
            result.push_str(&edit.text);
            at = range.end;
        }
        result.push_str(&source[at..]);
        result
    }
}

/// What no edit has taken yet.
#[derive(Default)]
struct Free {
    taken: std::collections::BTreeMap<usize, usize>,
}

impl Free {
    /// Whether a span overlaps no other. Two edits that put something in at one place count as overlapping: their
    /// order would be nobody's.
    fn has(&self, span: Span) -> bool {
        let (start, end) = (span.range().start, span.range().end);
        let before = self.taken.range(..=start).next_back();
        let is_clear = before.is_none_or(|(from, to)| *to <= start && *from < start);
        is_clear && self.taken.range(start + 1..end.max(start + 1)).next().is_none()
    }

    fn take(&mut self, span: Span) {
        self.taken.insert(span.range().start, span.range().end);
    }
}
