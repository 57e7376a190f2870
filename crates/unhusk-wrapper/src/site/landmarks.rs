//! Texts that belong to the template of a site, and where they stand on a page.

use super::clue::Print;
use super::said::Initials;
use super::view::View;
use rustc_hash::FxHashSet;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// The landmarks of a site on one page.
#[derive(Debug, Default)]
pub struct Landmarks {
    prints: Arc<FxHashSet<Print>>,
    /// What they begin with.
    initials: Option<Arc<Initials>>,
    /// For each text the last landmark up to it, as its number plus one.
    last: OnceCell<Vec<u32>>,
    /// For each text the next landmark from it on, as its number plus one.
    next: OnceCell<Vec<u32>>,
    /// How many texts were looked at one by one.
    n_looked_at: Cell<usize>,
    intact: OnceCell<bool>,
}

impl Landmarks {
    /// Those with these prints.
    pub fn new(prints: Arc<FxHashSet<Print>>) -> Self {
        Self { prints, ..Self::default() }
    }

    /// The same; most other texts begin otherwise.
    pub(super) fn beginning(self, initials: Arc<Initials>) -> Self {
        Self { initials: Some(initials), ..self }
    }

    /// Whether three in four stand on the page.
    pub fn are_intact(&self, view: &View<'_>) -> bool {
        *self.intact.get_or_init(|| {
            let found = self.found(view);
            // One is not missed: it may be the label of what is not there.
            let n_expected = self.prints.len().saturating_sub(1);
            !found.is_empty() && 4 * found.len() >= 3 * n_expected
        })
    }

    /// The share of them that stands on the page; `None` if there are none.
    #[expect(clippy::cast_precision_loss, reason = "a template has few texts")]
    pub fn share(&self, view: &View<'_>) -> Option<f64> {
        let found = self.found(view);
        (!self.prints.is_empty()).then(|| found.len() as f64 / self.prints.len() as f64)
    }

    /// Those that stand on the page.
    fn found(&self, view: &View<'_>) -> FxHashSet<Print> {
        let leaves = (0..view.n_leaves()).filter(|&leaf| self.has(view, leaf));
        leaves.map(|leaf| view.said_print(leaf)).collect()
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.prints.is_empty()
    }

    /// Whether a text that says what has this print is one.
    pub(super) fn knows(&self, print: Print) -> bool {
        self.prints.contains(&print)
    }

    /// Whether a text is one.
    pub fn has(&self, view: &View<'_>, leaf: usize) -> bool {
        let begins_otherwise = |initials: &Arc<Initials>| !initials.has(view.initial(leaf));
        if self.initials.as_ref().is_some_and(begins_otherwise) {
            return false;
        }
        let print = view.said_print(leaf);
        print != Print::default() && self.knows(print)
    }

    /// The last one before a text.
    pub fn before(&self, view: &View<'_>, leaf: usize) -> Option<usize> {
        if self.is_seldom_asked(view) {
            return self.look(view, (0..leaf.min(view.n_leaves())).rev());
        }
        let last = self.last.get_or_init(|| self.table(view, 0..view.n_leaves()).collect());
        let number = *last.get(leaf.checked_sub(1)?)?;
        (number as usize).checked_sub(1)
    }

    /// The first one from a text on.
    pub fn from(&self, view: &View<'_>, leaf: usize) -> Option<usize> {
        if self.is_seldom_asked(view) {
            return self.look(view, leaf..view.n_leaves());
        }
        let next = self.next.get_or_init(|| {
            let mut all: Vec<u32> = self.table(view, (0..view.n_leaves()).rev()).collect();
            all.reverse();
            all
        });
        (*next.get(leaf)? as usize).checked_sub(1)
    }

    /// Whether no more texts were looked at than there are: a table of all costs as much.
    fn is_seldom_asked(&self, view: &View<'_>) -> bool {
        self.n_looked_at.get() < view.n_leaves()
    }

    /// The first one among some texts.
    fn look(&self, view: &View<'_>, mut leaves: impl Iterator<Item = usize>) -> Option<usize> {
        leaves.find(|&leaf| {
            self.n_looked_at.set(self.n_looked_at.get() + 1);
            self.has(view, leaf)
        })
    }

    /// The last one up to each text, as its number plus one.
    fn table(
        &self,
        view: &View<'_>,
        leaves: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = u32> {
        let mut last = 0;
        leaves.map(move |leaf| {
            if self.has(view, leaf) {
                last = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
            }
            last
        })
    }
}
