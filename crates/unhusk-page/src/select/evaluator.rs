//! Selectors that are evaluated from many nodes of one page.

use super::SelectorBudget;
use super::css::{Position, SiblingOrder};
use crate::Tree;

/// Evaluates selectors on one tree: holds the [`SelectorBudget`] of the current selector, and sibling positions that
/// all selectors share.
///
/// ```
/// use unhusk_page::select::{Evaluator, xpath::XPath};
/// use unhusk_page::{NodeId, Page};
///
/// let page = Page::from("<ul><li>a<li>b</ul>");
/// let mut evaluator = Evaluator::new(page.tree());
/// let items = XPath::new("//li").unwrap().run(&mut evaluator, NodeId::DOCUMENT);
/// assert!(items.is_ok());
/// ```
#[derive(Debug)]
pub struct Evaluator<'t> {
    pub(super) tree: &'t Tree,
    /// Remaining budget of the current selector.
    pub(super) budget: SelectorBudget,
    /// Positions among siblings, counted on first use.
    pub(super) positions: Vec<(SiblingOrder, Vec<Position>)>,
}

impl<'t> Evaluator<'t> {
    /// Creates an evaluator; its first selector has the budget of [`SelectorBudget::for_page`].
    pub fn new(tree: &'t Tree) -> Self {
        Self { tree, budget: SelectorBudget::for_page(tree), positions: Vec::new() }
    }

    /// Gives the next selector the budget of [`SelectorBudget::for_page`], but at most `limit` visits.
    pub fn allow(&mut self, limit: usize) {
        self.budget = SelectorBudget::for_page(self.tree).at_most(limit);
    }

    /// The visits that are left of the budget.
    pub fn n_left(&self) -> usize {
        self.budget.n_left()
    }
}
