//! Several values in one cell, joined so that a reader can split them again.

use std::collections::BTreeMap;
use unhusk::Warning;

/// Separators, best first. White space in values is folded, so the last one occurs in no value.
const SEPARATORS: [&str; 4] = [" | ", " ; ", " ¦ ", "\n"];

/// Joins the values of cells; counts the cells that need an unusual separator.
#[derive(Debug, Default)]
pub(super) struct ListJoiner {
    unusual: BTreeMap<String, UnusualCells>,
}

#[derive(Debug)]
struct UnusualCells {
    n_cells: usize,
    separator: &'static str,
}

impl ListJoiner {
    /// Joins values by the first separator that occurs in none of them.
    pub(super) fn join(&mut self, column: &str, values: &[String]) -> String {
        let occurs = |separator: &str| values.iter().any(|value| value.contains(separator));
        let separator = SEPARATORS.into_iter().find(|separator| !occurs(separator));
        let separator = separator.unwrap_or(SEPARATORS[SEPARATORS.len() - 1]);
        if separator != SEPARATORS[0] {
            let unusual = UnusualCells { n_cells: 0, separator };
            self.unusual.entry(column.to_owned()).or_insert(unusual).n_cells += 1;
        }
        values.join(separator)
    }

    /// Returns a warning for each column with an unusual separator.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.unusual.iter().map(|(column, UnusualCells { n_cells, separator })| {
            let cells = if *n_cells == 1 { "cell has" } else { "cells have" };
            Warning::Note(format!(
                "column `{column}`: {n_cells} {cells} a value with {:?} in it, which separates values; {separator:?} \
                 separates them there; --explode writes one row per value",
                SEPARATORS[0]
            ))
        })
    }
}
