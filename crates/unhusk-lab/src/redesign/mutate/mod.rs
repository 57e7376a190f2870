//! A site gets a new look: the same changes on every page, and every labelled value stays as it is.
//!
//! A [`Redesign`] is a seed and what must be kept. What happens to an element is decided by the seed and by what
//! the element looks like (its tags and classes), never by its page: pages that were made from one template are
//! changed alike. Changes are made in the source, at the places that the tree knows, so that everything else
//! stays byte for byte. No change touches the places of the values that are kept, nor parts them.

mod chance;
mod edits;
mod kept;
mod labels;
mod markup;
mod structure;

#[cfg(test)]
mod tests;

use chance::Chance;
use edits::Edits;
use kept::Kept;
use std::collections::BTreeSet;
use unhusk::Page;

/// One kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The texts of labels: `Price:` becomes `Item price:`.
    Labels,
    /// Attributes that carry no data are gone.
    Attributes,
    /// Classes and ids have other names.
    Classes,
    /// Elements have other tags that show the same.
    Tags,
    /// Large blocks have changed places.
    Order,
    /// There are notes, rows and items that were not there.
    Siblings,
    /// There are boxes around what boxes hold.
    Wrappers,
}

impl Change {
    /// All kinds, in the order in which a page goes through several of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Labels,
        Self::Attributes,
        Self::Classes,
        Self::Tags,
        Self::Order,
        Self::Siblings,
        Self::Wrappers,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Attributes => "attributes",
            Self::Classes => "classes",
            Self::Tags => "tags",
            Self::Order => "order",
            Self::Siblings => "siblings",
            Self::Wrappers => "wrappers",
        }
    }
}

/// How many of the texts can be read on a page.
pub(crate) fn n_readable(source: &str, values: &[String]) -> usize {
    let page = Page::from(source);
    values.iter().filter(|value| !Kept::find(&page, std::slice::from_ref(value)).is_empty()).count()
}

/// How the pages of a site change.
#[derive(Debug, Clone)]
pub(crate) struct Redesign {
    pub(crate) seed: u64,
    /// Texts that stand on many pages of the site and are no part of a value: what labels are.
    pub(crate) label_texts: BTreeSet<String>,
}

impl Redesign {
    /// The page after `changes`, made in the order given. The `values` stay readable where they stand.
    pub(crate) fn apply(&self, source: &str, values: &[String], changes: &[Change]) -> String {
        let mut source = source.to_owned();
        for change in changes {
            let page = Page::from(source.as_str());
            let kept = Kept::find(&page, values);
            let mut edits = Edits::default();
            let chance = Chance::new(self.seed, change.name());
            match change {
                Change::Labels => labels::rewrite(&page, &self.label_texts, &chance, &mut edits),
                Change::Attributes => markup::drop_attributes(&page, &chance, &mut edits),
                Change::Classes => markup::rename_classes(&page, &chance, &mut edits),
                Change::Tags => markup::change_tags(&page, &chance, &mut edits),
                Change::Order => structure::swap_blocks(&page, &chance, &mut edits),
                Change::Siblings => structure::add_siblings(&page, &chance, &mut edits),
                Change::Wrappers => structure::wrap(&page, &chance, &mut edits),
            }
            source = edits.apply(page.source(), &kept);
        }
        source
    }
}
