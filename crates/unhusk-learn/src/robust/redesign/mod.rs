//! Simulated redesign of a site: changes all pages in the same manner and keeps their values.
//!
//! A [`Redesign`] is a seed and the template's texts. The seed and an element's appearance (its tags and classes)
//! decide the changes of the element, so pages of one template change consistently. Edits are made in the source at the
//! places of the tree's nodes: everything else stays byte for byte, and every kept place can be followed
//! ([`Redesigned::place`]). No edit touches or splits a kept place. Linear in the page.

mod captions;
mod chance;
mod edits;
mod kept;
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
use unhusk_wrapper::PageChange;

/// Size limit of changed pages: insertions could make larger ones longer than a span can address.
const MAX_BYTES: usize = 64 << 20;

/// Configuration of how the pages of a site change.
#[derive(Debug, Clone, Default)]
pub struct Redesign {
    /// Seed of all decisions.
    pub seed: u64,
    /// Texts of the template that are not values, such as captions, folded. Only these are reworded.
    pub template_texts: BTreeSet<String>,
}

/// A page after its changes.
#[derive(Debug, Clone)]
pub struct Redesigned {
    source: String,
    steps: Vec<Moves>,
}

impl Redesign {
    /// Applies `changes` to a page in the order given. The texts at the `kept` places stay, and their new places are
    /// known.
    pub fn apply(&self, page: &Page, kept: &[Span], changes: &[PageChange]) -> Redesigned {
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

    fn step(&self, page: &Page, kept: &[Span], change: PageChange) -> Option<(String, Moves)> {
        if page.source().len() > MAX_BYTES {
            return None;
        }
        let mut edits = Edits::default();
        let dice = Chance::new(self.seed, change);
        match change {
            PageChange::Labels => captions::rewrite(page, &self.template_texts, &dice, &mut edits),
            PageChange::Attributes => markup::drop_attributes(page, &dice, &mut edits),
            PageChange::Classes => markup::rename_classes(page, &dice, &mut edits),
            PageChange::Tags => markup::change_tags(page, &dice, &mut edits),
            PageChange::Order => structure::swap_blocks(page, &dice, &mut edits),
            PageChange::Siblings => structure::add_siblings(page, &dice, &mut edits),
            PageChange::Wrappers => structure::wrap(page, &dice, &mut edits),
        }
        Some(edits.apply(page.source(), &Kept::new(kept)))
    }
}

impl Redesigned {
    /// Returns the source after the changes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the source after the changes.
    pub fn into_source(self) -> String {
        self.source
    }

    /// Returns the new place of a span of the old page; `None` if it is gone or empty.
    pub fn place(&self, span: Span) -> Option<Span> {
        self.steps.iter().try_fold(span, |span, moves| moves.place(span))
    }
}
