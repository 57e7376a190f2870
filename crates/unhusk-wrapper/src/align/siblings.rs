//! Two rows of siblings: their heaviest order-preserving mapping.

use std::ops::Range;

/// A table of two rows of siblings: the cells that are computed, and for each cell the greatest weight of the rest of
/// both rows.
///
/// Small tables are computed completely, large ones in a band around the diagonal, so that the cells are at most a few
/// hundred for each sibling.
#[derive(Debug, Default)]
pub(super) struct SiblingTable {
    n_a: usize,
    n_b: usize,
    /// Width of the band on each side of the diagonal.
    reach: usize,
    /// Start of the cells of each line in `most`.
    lines: Vec<usize>,
    most: Vec<u32>,
}

/// Largest table that is computed completely.
const MAX_WHOLE: usize = 1 << 16;
/// Width of a band on each side, beyond the slope of the diagonal.
const REACH: usize = 32;

impl SiblingTable {
    /// A table for rows of these lengths.
    pub(super) fn new(n_a: usize, n_b: usize) -> Self {
        let is_whole = n_a.saturating_mul(n_b) <= MAX_WHOLE;
        let reach = if is_whole { n_b } else { REACH + n_b / n_a.max(1) };
        Self { n_a, n_b, reach, ..Self::default() }
    }

    /// Returns the columns of a line that are computed. Neither end ever moves back.
    pub(super) fn columns(&self, line: usize) -> Range<usize> {
        if self.reach >= self.n_b {
            return 0..self.n_b;
        }
        let middle = line * self.n_b / self.n_a.max(1);
        middle.saturating_sub(self.reach)..(middle + self.reach + 1).min(self.n_b)
    }

    /// Number of lines.
    pub(super) fn n_lines(&self) -> usize {
        self.n_a
    }

    /// Fills the table, from the ends of the rows to their beginnings. Returns the greatest weight of a mapping.
    pub(super) fn fill(&mut self, weight: impl Fn(usize, usize) -> u32) -> u32 {
        self.lines.clear();
        self.most.clear();
        for line in 0..self.n_a {
            self.lines.push(self.most.len());
            // One more, for the rest once the columns are used up.
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
