//! Columns: groups of units of the pages that may be the values of one field.
//!
//! Units with the same tags and classes form a group, as do those of one container, those below one heading, and those
//! that the page's own data names alike. The first unit of a group is a column of its own, for fields with one value.

use super::units::PageUnits;
use std::collections::BTreeMap;
use unhusk_page::{NodeId, squeeze};

/// Most columns of one page for containers that have the same tags and classes; further containers give none.
const MAX_ALIKE: usize = 6;

/// Units that may be the values of one field.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// What the units have in common.
    pub(super) key: String,
    /// Positions of the units of each page.
    pub(super) cells: Vec<Vec<usize>>,
    /// Whether the column is the first unit of a larger group.
    pub(super) is_first: bool,
}

/// The columns of pages, in the order of their keys.
pub(super) fn columns(pages: &[PageUnits<'_>]) -> Vec<Column> {
    let mut groups: BTreeMap<String, Vec<Vec<usize>>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (key, units) in of_page(page) {
            let cells = groups.entry(key).or_insert_with(|| vec![Vec::new(); pages.len()]);
            cells[number] = units;
        }
    }
    let n_least = pages.len().div_ceil(3);
    let mut columns = Vec::new();
    for (key, cells) in groups {
        if cells.iter().filter(|units| !units.is_empty()).count() < n_least {
            continue;
        }
        if cells.iter().any(|units| units.len() > 1) {
            let first = cells.iter().map(|units| units.iter().take(1).copied().collect());
            columns.push(Column {
                key: format!("first {key}"),
                cells: first.collect(),
                is_first: true,
            });
        }
        columns.push(Column { key, cells, is_first: false });
    }
    columns
}

fn of_page(page: &PageUnits<'_>) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut contained: BTreeMap<(NodeId, &str), Vec<usize>> = BTreeMap::new();
    for (at, unit) in page.units.iter().enumerate() {
        groups.entry(format!("path {}", unit.key)).or_default().push(at);
        let heading = page.around.heading(unit.span);
        if !heading.is_empty() {
            groups.entry(format!("heading {heading}: {}", unit.own)).or_default().push(at);
        }
        for container in &unit.containers {
            contained.entry((*container, &unit.own)).or_default().push(at);
        }
    }
    // Containers are told apart by the path of their first unit, and by their number.
    let mut n_alike: BTreeMap<String, usize> = BTreeMap::new();
    for ((container, own), units) in contained {
        let first = &page.units[units[0]];
        let depth = first.containers.iter().position(|one| *one == container).unwrap_or(0);
        let key = format!("in {depth} {own} {}", first.key);
        let number = n_alike.entry(key.clone()).or_default();
        if units.len() > 1 && *number < MAX_ALIKE {
            groups.insert(format!("{key} {number}"), units);
        }
        *number += 1;
    }
    for (name, texts) in page.embedded.all() {
        let mut units: Vec<usize> = Vec::new();
        for text in texts {
            let places = page.by_text.get(&squeeze(text)).into_iter().flatten();
            let place = places.clone().find(|at| !page.units[**at].is_boilerplate);
            let place = place.or_else(|| places.clone().next());
            units.extend(place.filter(|at| !units.contains(at)));
        }
        if !units.is_empty() {
            groups.insert(format!("embedded {name}"), units);
        }
    }
    groups
}
