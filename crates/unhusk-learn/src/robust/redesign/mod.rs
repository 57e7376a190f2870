//! A site gets a new look: the same changes on every page, and the values on it stay as they are.
//!
//! A [`Redesign`] is a seed and the texts that are labels. What happens to an element is decided by the seed and by
//! what the element looks like (its tags and classes), never by its page: pages that were made from one template
//! are changed alike. Changes are made in the source, at the places that the tree knows, so that everything else
//! stays byte for byte and every place that is kept can be followed ([`Redesigned::place`]). No change touches
//! the places that are kept, nor parts them. A change costs time in proportion to the page.

mod chance;
mod edits;
mod kept;
mod labels;
mod markup;
mod moves;
mod structure;

#[cfg(test)]
mod tests;

use chance::Chance;
use edits::Edits;
use kept::Kept;
use moves::Moves;
use std::collections::BTreeSet;
use unhusk_page::{Page, Span, Syntax};
use unhusk_wrapper::Change;

/// Larger pages stay as they are: what is put in could make them longer than places can tell.
const MAX_BYTES: usize = 64 << 20;

/// How the pages of a site change.
#[derive(Debug, Clone, Default)]
pub struct Redesign {
    /// Decides what is changed.
    pub seed: u64,
    /// Texts that belong to the template and not to the values (folded): what labels are.
    pub label_texts: BTreeSet<String>,
}

/// A page after its changes.
#[derive(Debug, Clone)]
pub struct Redesigned {
    source: String,
    steps: Vec<Moves>,
}

impl Redesign {
    /// The page after `changes`, made in the order given. What stands at the places that are `kept` stays
    /// readable, and these can be followed.
    pub fn apply(&self, page: &Page, kept: &[Span], changes: &[Change]) -> Redesigned {
        let mut redesigned = Redesigned { source: page.source().to_owned(), steps: Vec::new() };
        let mut kept = kept.to_vec();
        let is_markup = page.syntax() == Syntax::Html;
        let changes = if is_markup { changes } else { &[] };
        for (step, change) in changes.iter().enumerate() {
            let next = if step == 0 {
                self.step(page, &kept, *change)
            } else {
                self.step(&Page::from(redesigned.source.as_str()), &kept, *change)
            };
            let Some((source, moves)) = next else { continue };
            kept = kept.iter().filter_map(|span| moves.place(*span)).collect();
            redesigned.source = source;
            redesigned.steps.push(moves);
        }
        redesigned
    }

    fn step(&self, page: &Page, kept: &[Span], change: Change) -> Option<(String, Moves)> {
        if page.source().len() > MAX_BYTES {
            return None;
        }
        let mut edits = Edits::default();
        let dice = Chance::new(self.seed, change);
        match change {
            Change::Labels => labels::rewrite(page, &self.label_texts, &dice, &mut edits),
            Change::Attributes => markup::drop_attributes(page, &dice, &mut edits),
            Change::Classes => markup::rename_classes(page, &dice, &mut edits),
            Change::Tags => markup::change_tags(page, &dice, &mut edits),
            Change::Order => structure::swap_blocks(page, &dice, &mut edits),
            Change::Siblings => structure::add_siblings(page, &dice, &mut edits),
            Change::Wrappers => structure::wrap(page, &dice, &mut edits),
        }
        Some(edits.apply(page.source(), &Kept::new(kept)))
    }
}

impl Redesigned {
    /// The source of the page after the changes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The source of the page after the changes.
    pub fn into_source(self) -> String {
        self.source
    }

    /// Where a place of the page before stands now; `None` if it is gone, or covers no byte.
    pub fn place(&self, span: Span) -> Option<Span> {
        self.steps.iter().try_fold(span, |span, moves| moves.place(span))
    }
}
