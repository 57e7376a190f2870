//! ROADRUNNER: one expression for all pages, made wider wherever the next page does not fit.
//!
//! # What it finds
//! An expression of tags, texts that are always the same, texts that differ (`#PCDATA`), parts that repeat `(...)+`
//! and parts that may be missing `(...)?`; and what stands at each `#PCDATA`.
//!
//! # How
//! The first page is the expression ([`expression`]). Each further page is aligned with it from left to right
//! ([`search`]). Texts that differ become `#PCDATA`; where a tag does not fit, one of them has a further repeat of
//! what stands before ([`repeats`]), or a part that the other has not ([`optional`]). The ways out are tried in this
//! order, and taken back if they lead nowhere. Then the expression reads all pages ([`read`]).
//!
//! # Fits / does not fit
//! Pages whose parts always come in one order. There are no alternatives: with `<b>` on one page where another has
//! `<i>` there is no expression, and such a page is passed over.
//!
//! # Cost
//! Linear in a page that fits; each misfit looks at the rest of the element around it.
//!
//! # Source
//! Crescenzi, Mecca, Merialdo, *`RoadRunner`: towards automatic data extraction from large web sites*, 2001. Here parts
//! that repeat or may be missing have all the end tags of their start tags, which the paper does not ask for.

mod expression;
mod optional;
mod read;
mod repeats;
mod search;
#[cfg(test)]
mod tests;
mod trail;

use super::tokens::{Corpus, Unit};
use super::{Baseline, BaselineColumn, Budget};
use expression::{Expression, Item};
use unhusk_page::Page;

pub(super) const BASELINE: Baseline = Baseline {
    name: "roadrunner",
    summary: "one expression with repeats and options that all pages fit",
    induce,
};

/// Items that are looked at while one page is aligned, or read: a tenth of a second or so.
const MAX_STEPS_PER_PAGE: usize = 1 << 21;
/// Levels of repeats and options in each other.
const MAX_NESTING: usize = 8;

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    if pages.len() < 2 {
        return Vec::new();
    }
    let corpus = Corpus::new(pages, Unit::Text);
    read::columns(&corpus, &expression(&corpus).items)
}

/// The expression that fits the first page and those of the others that can be aligned with it.
fn expression(corpus: &Corpus) -> Expression<'_> {
    let mut pages = corpus.pages.iter().map(|page| page.iter().map(Item::of).collect::<Vec<_>>());
    let mut items = pages.next().unwrap_or_default();
    for page in pages {
        let mut budget = Budget::new(MAX_STEPS_PER_PAGE);
        if let Some(wider) = search::align([&items, &page], MAX_NESTING, &mut budget) {
            items = wider;
        }
    }
    Expression { items, corpus }
}
