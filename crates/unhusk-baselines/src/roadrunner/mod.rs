//! ROADRUNNER: one expression for all pages, generalized wherever the next page does not match.
//!
//! # What it finds
//! An expression of tags, constant texts, variable texts (`#PCDATA`), repeated parts `(...)+` and optional parts
//! `(...)?`; and the texts at each `#PCDATA`.
//!
//! # How
//! The first page is the initial expression ([`expression`]). Each further page is aligned with it from left to right
//! ([`search`]). Texts that differ become `#PCDATA`; at a tag mismatch, one side has a further repeat of the part
//! before ([`repeats`]), or a part that the other lacks ([`optional`]). These alternatives are tried in this order,
//! with backtracking. Then the expression reads all pages ([`read`]).
//!
//! # Fits / does not fit
//! Pages whose parts always have the same order. There are no alternatives: a page with `<b>` where another has `<i>`
//! matches no expression and is skipped.
//!
//! # Cost
//! Linear in a page that matches; each mismatch searches the rest of the element around it.
//!
//! # Source
//! Crescenzi, Mecca, Merialdo, *`RoadRunner`: towards automatic data extraction from large web sites*, 2001. Here
//! repeated and optional parts contain the end tags of all their start tags, which the paper does not require.

mod expression;
mod optional;
mod read;
mod repeats;
mod search;
#[cfg(test)]
mod tests;
mod trail;

use super::tokens::{TokenCorpus, TokenUnit};
use super::{Baseline, BaselineColumn};
use expression::{ExpressionItem, UnionFreeExpression};
use unhusk_page::Page;
use unhusk_page::internal::Budget;

pub(super) const BASELINE: Baseline = Baseline {
    name: "roadrunner",
    summary: "one expression with repeats and options that matches all pages",
    induce,
};

/// Limit on the visited items while one page is aligned or read: a tenth of a second or so.
const MAX_STEPS_PER_PAGE: u64 = 1 << 21;
/// Limit on the nesting of repeats and options.
const MAX_NESTING: usize = 8;

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    if pages.len() < 2 {
        return Vec::new();
    }
    let corpus = TokenCorpus::new(pages, TokenUnit::Text);
    read::columns(&corpus, &expression(&corpus).items)
}

/// Returns the expression that matches the first page and those others that can be aligned with it.
fn expression(corpus: &TokenCorpus) -> UnionFreeExpression<'_> {
    let mut pages =
        corpus.pages.iter().map(|page| page.iter().map(ExpressionItem::of).collect::<Vec<_>>());
    let mut items = pages.next().unwrap_or_default();
    for page in pages {
        let mut budget = Budget::new(MAX_STEPS_PER_PAGE);
        if let Some(wider) = search::align([&items, &page], MAX_NESTING, &mut budget) {
            items = wider;
        }
    }
    UnionFreeExpression { items, corpus }
}
