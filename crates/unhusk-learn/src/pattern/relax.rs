//! Parts that need not be there: other pages have records without them.
//!
//! What the examples share by chance would keep other records out. So every part may be missing whose absence lets
//! the pattern match nothing else on the pages at hand: what is no value first, and one value stays. And an element
//! that is a value may hold anything: where these records say `int`, others say `<a>String</a>`.

use super::draft::PatternDraft;
use crate::example::TrainingSet;
use unhusk_page::{NodeId, Page, Span};
use unhusk_wrapper::Extract;
use unhusk_wrapper::align::Budget;
use unhusk_wrapper::pattern::{PatternError, TreePattern};
use unhusk_wrapper::record::{Cell, Record, Schema};

/// Pages without labels that are looked at.
const MAX_UNLABELLED: usize = 10;
/// Parts that are tried: each takes a look at all pages.
const MAX_TRIED: usize = 200;

/// The pattern with as few parts needed as can be without that it matches anything else on the pages at hand. Parts that
/// there are not enough steps to try stay needed.
pub(super) fn relaxed(
    examples: &TrainingSet<'_>,
    strict: TreePattern,
    draft: &PatternDraft,
    wildcard: u32,
    steps: &mut Budget,
    make: impl Fn(&PatternDraft) -> Result<TreePattern, PatternError>,
) -> Result<TreePattern, PatternError> {
    let labelled = examples.examples().iter().map(|example| example.page);
    let pages: Vec<&Page> =
        labelled.chain(examples.unlabelled().iter().copied().take(MAX_UNLABELLED)).collect();
    let Some(known) = matches(&strict, &pages, steps) else { return Ok(strict) };
    let draft = draft.clone();
    let mut search =
        RelaxationSearch { pages, known, make, best: strict, draft, n_tried: 0, steps };
    search.relax_the_rest()?;
    search.relax_values()?;
    search.relax_groups()?;
    search.free_contents(examples.schema(), wildcard)?;
    Ok(search.best)
}

fn matches(pattern: &TreePattern, pages: &[&Page], steps: &mut Budget) -> Option<Vec<Vec<NodeId>>> {
    pages.iter().map(|page| pattern.matches(page, steps)).collect()
}

struct RelaxationSearch<'p, 's, M> {
    pages: Vec<&'p Page>,
    /// What the pattern must match, and nothing else.
    known: Vec<Vec<NodeId>>,
    make: M,
    best: TreePattern,
    draft: PatternDraft,
    n_tried: usize,
    steps: &'s mut Budget,
}

impl<M: Fn(&PatternDraft) -> Result<TreePattern, PatternError>> RelaxationSearch<'_, '_, M> {
    /// Parts without values, the last first; if one is needed, perhaps not all that is in it.
    fn relax_the_rest(&mut self) -> Result<(), PatternError> {
        let mut pending: Vec<usize> = self.draft.sketch.children(0).collect();
        while let Some(node) = pending.pop() {
            let is_free = self.draft.holds_value(node) || !self.may_be_missing(node)?;
            if is_free && !self.draft.counts[node].is_optional() {
                pending.extend(self.draft.sketch.children(node));
            }
        }
        Ok(())
    }

    /// Fields, the last first.
    fn relax_values(&mut self) -> Result<(), PatternError> {
        let mut needed = needed_values(&self.draft);
        while needed.len() > 1 {
            let Some(node) = needed.pop() else { break };
            self.may_be_missing(node)?;
        }
        Ok(())
    }

    /// Parts with several values none of which is needed, the innermost first: where all are missing, what they stand in
    /// often is, too.
    fn relax_groups(&mut self) -> Result<(), PatternError> {
        for node in (1..self.draft.sketch.len()).rev() {
            if self.draft.fields(node).len() > 1 && !needs_value(&self.draft, node) {
                self.may_be_missing(node)?;
            }
        }
        Ok(())
    }

    /// Lets elements that are values hold anything, field by field, if nothing else matches then and the same is read.
    fn free_contents(&mut self, schema: &Schema, wildcard: u32) -> Result<(), PatternError> {
        let read = |pattern: &TreePattern, pages: &[&Page]| -> Vec<Vec<Span>> {
            let of_page = |page: &&Page| spans(&pattern.extract(schema, page).records);
            pages.iter().map(of_page).collect()
        };
        let known = read(&self.best, &self.pages);
        for field in self.draft.fields(0) {
            if self.steps.is_exceeded() {
                break;
            }
            let free = self.draft.with_free_contents(field, wildcard);
            let looser = (self.make)(&free)?;
            if matches(&looser, &self.pages, self.steps).as_ref() == Some(&self.known)
                && read(&looser, &self.pages) == known
            {
                self.best = looser;
                self.draft = free;
            }
        }
        Ok(())
    }

    /// Makes a part optional if nothing else matches then.
    fn may_be_missing(&mut self, node: usize) -> Result<bool, PatternError> {
        let count = self.draft.counts[node];
        if count.is_optional() {
            return Ok(true);
        }
        if self.n_tried >= MAX_TRIED || self.steps.is_exceeded() {
            return Ok(false);
        }
        self.n_tried += 1;
        self.draft.counts[node] = count.or_none();
        let looser = (self.make)(&self.draft)?;
        let is_same = matches(&looser, &self.pages, self.steps).as_ref() == Some(&self.known);
        if is_same {
            self.best = looser;
        } else {
            self.draft.counts[node] = count;
        }
        Ok(is_same)
    }
}

/// Where the values of records stand, field by field.
fn spans(records: &[Record<'_>]) -> Vec<Span> {
    let none = Span::new(0, 0);
    let of_cell = |cell: &Cell<'_>| match cell {
        Cell::One(value) => vec![value.span],
        Cell::Many(values) => values.iter().map(|value| value.span).chain([none]).collect(),
        _ => vec![none],
    };
    records.iter().flat_map(|record| &record.cells).flat_map(of_cell).collect()
}

/// Whether a value in a subtree is there whenever its root is.
fn needs_value(draft: &PatternDraft, root: usize) -> bool {
    let mut node = root;
    while node < draft.sketch.end(root) {
        if node > root && draft.counts[node].is_optional() {
            node = draft.sketch.end(node);
            continue;
        }
        if !draft.bound[node].is_empty() {
            return true;
        }
        node += 1;
    }
    false
}

/// For each field that must be there the highest part that holds no other, in document order.
fn needed_values(draft: &PatternDraft) -> Vec<usize> {
    let mut needed = Vec::new();
    let mut node = 1;
    while node < draft.sketch.len() {
        let n_fields = draft.fields(node).len();
        if n_fields > 1 && !draft.counts[node].is_optional() {
            node += 1;
            continue;
        }
        if n_fields == 1 && !draft.counts[node].is_optional() {
            needed.push(node);
        }
        node = draft.sketch.end(node);
    }
    needed
}
