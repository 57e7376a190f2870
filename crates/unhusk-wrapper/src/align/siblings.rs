//! Two rows of siblings: the heaviest way to map them on each other in order.

use std::ops::Range;

/// A table of two rows of siblings: which of its cells are looked at, and how much the rest of both rows from each
/// cell on can weigh.
///
/// Small tables are looked at as a whole, large ones in a band around the diagonal, so that the cells are at most a
/// few hundred for each sibling.
#[derive(Debug, Default)]
pub(super) struct SiblingTable {
    n_a: usize,
    n_b: usize,
    /// How far to each side of the diagonal cells are looked at.
    reach: usize,
    /// Where the cells of each line begin in `most`.
    lines: Vec<usize>,
    most: Vec<u32>,
}

/// Largest table that is looked at as a whole.
const MAX_WHOLE: usize = 1 << 16;
/// How far a band reaches to each side, beyond what the slope of the diagonal needs.
const REACH: usize = 32;

impl SiblingTable {
    /// A table for rows of these lengths.
    pub(super) fn new(n_a: usize, n_b: usize) -> Self {
        let is_whole = n_a.saturating_mul(n_b) <= MAX_WHOLE;
        let reach = if is_whole { n_b } else { REACH + n_b / n_a.max(1) };
        Self { n_a, n_b, reach, ..Self::default() }
    }

    /// The cells of a line that are looked at. Neither end ever moves back.
    pub(super) fn columns(&self, line: usize) -> Range<usize> {
        if self.reach >= self.n_b {
            return 0..self.n_b;
        }
        let middle = line * self.n_b / self.n_a.max(1);
        middle.saturating_sub(self.reach)..(middle + self.reach + 1).min(self.n_b)
    }

    /// How many lines there are.
    pub(super) fn n_lines(&self) -> usize {
        self.n_a
    }

    /// Fills the table, from the ends of the rows to their beginnings. Gives the most that a mapping can weigh.
    pub(super) fn fill(&mut self, weight: impl Fn(usize, usize) -> u32) -> u32 {
        self.lines.clear();
        self.most.clear();
        for line in 0..self.n_a {
            self.lines.push(self.most.len());
            // One more, for what is left when the columns are used up.
            self.most.resize(self.most.len() + self.columns(line).len() + 1, 0);
        }
        for line in (0..self.n_a).rev() {
            let columns = self.columns(line);
            let mut right = self.below(line, columns.end);
            let base = self.lines[line];
            self.most[base + columns.len()] = right;
            for column in columns.clone().rev() {
                let mut most = right.max(self.below(line, column));
                let pair = weight(line, column);
                if pair > 0 {
                    most = most.max(pair + self.below(line, column + 1));
                }
                self.most[base + column - columns.start] = most;
                right = most;
            }
        }
        self.at(0, 0)
    }

    /// The heaviest mapping of a filled table; of several, the one that takes its pairs first.
    pub(super) fn pairs(&self, weight: impl Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let (mut line, mut column) = (0, 0);
        while line < self.n_a && column < self.n_b {
            let columns = self.columns(line);
            column = column.max(columns.start);
            if column >= columns.end {
                line += 1;
                continue;
            }
            let most = self.at(line, column);
            let pair = weight(line, column);
            if pair > 0 && most == pair + self.below(line, column + 1) {
                pairs.push((line, column));
                (line, column) = (line + 1, column + 1);
            } else if most == self.at(line, column + 1) {
                column += 1;
            } else {
                line += 1;
            }
        }
        pairs
    }

    fn below(&self, line: usize, column: usize) -> u32 {
        self.at(line + 1, column)
    }

    fn at(&self, line: usize, column: usize) -> u32 {
        if line >= self.n_a {
            return 0;
        }
        let columns = self.columns(line);
        self.most[self.lines[line] + column.max(columns.start).min(columns.end) - columns.start]
    }
}
