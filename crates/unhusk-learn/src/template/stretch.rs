//! Columns and texts between two whose alignment is certain: the alignment with the best score, by dynamic programming.

use super::align::{AlignedColumn, TEMPLATE};
use super::corpus::{Frequencies, TextCode};
use rustc_hash::FxHashMap;

/// The score of texts with the same path.
const SAME_PATH: u32 = 500;
/// The score of texts of the same kind.
const SAME_KIND: u32 = 250;
/// The score of texts of which one may be of the other's kind.
const AKIN: u32 = 125;
/// The score of the same text, if it stands on most pages.
const SAME_TEMPLATE: u32 = 1250;
/// The score of the same text, if it does not.
const SAME_TEXT: u32 = 250;
/// The score of texts that begin with the same caption.
const SAME_LABEL: u32 = 500;
/// The score of texts that follow what they followed before.
const SAME_NEIGHBOUR: u32 = 400;
/// Columns and texts between two whose alignment is certain.
pub(super) struct Stretch<'a> {
    columns: &'a [AlignedColumn],
    texts: &'a [TextCode],
    /// The shares of scopes in which they stand.
    column_shares: Vec<u32>,
    text_shares: Vec<u32>,
    /// The columns of the stretch that stood right before each.
    before: Vec<Vec<usize>>,
}

/// What was not reached by a neighbour.
const ALONE: u32 = u32::MAX;

impl<'a> Stretch<'a> {
    pub(super) fn new(
        columns: &'a [AlignedColumn],
        texts: &'a [TextCode],
        frequencies: &Frequencies,
    ) -> Self {
        let positions: FxHashMap<usize, usize> =
            columns.iter().enumerate().map(|(at, column)| (column.id, at)).collect();
        let before = |column: &AlignedColumn| {
            column.before.iter().filter_map(|id| positions.get(id).copied()).collect()
        };
        Self {
            column_shares: columns.iter().map(|column| frequencies.share(column.code)).collect(),
            text_shares: texts.iter().map(|text| frequencies.share(*text)).collect(),
            before: columns.iter().map(before).collect(),
            columns,
            texts,
        }
    }

    /// The best column of each text, in order; `ahead` is the column before the stretch.
    pub(super) fn align(&self, ahead: Option<usize>) -> Vec<Option<usize>> {
        let width = self.texts.len() + 1;
        let n_cells = (self.columns.len() + 1) * width;
        // The best score of beginnings; the same if their last ones go together; and which neighbour they came by.
        let (mut best, mut joined, mut by) =
            (vec![0_u32; n_cells], vec![0_u32; n_cells], vec![ALONE; n_cells]);
        for column in 1..=self.columns.len() {
            for text in 1..width {
                let at = column * width + text;
                let mut most = best[at - width].max(best[at - 1]);
                if let Some(score) = self.score(column - 1, text - 1) {
                    let mut sum = best[at - width - 1] + score;
                    let is_next = |id| text == 1 && self.columns[column - 1].before.contains(&id);
                    if ahead.is_some_and(is_next) {
                        sum += SAME_NEIGHBOUR;
                    }
                    for &neighbour in &self.before[column - 1] {
                        let beside = joined[(neighbour + 1) * width + text - 1];
                        if beside > 0 && beside + score + SAME_NEIGHBOUR > sum {
                            sum = beside + score + SAME_NEIGHBOUR;
                            by[at] = u32::try_from(neighbour).unwrap_or(ALONE);
                        }
                    }
                    joined[at] = sum;
                    most = most.max(sum);
                }
                best[at] = most;
            }
        }
        self.trace(width, &best, &joined, &by)
    }

    fn trace(&self, width: usize, best: &[u32], joined: &[u32], by: &[u32]) -> Vec<Option<usize>> {
        let mut matched = vec![None; self.texts.len()];
        let (mut column, mut text) = (self.columns.len(), self.texts.len());
        let mut is_neighbour = false;
        while column > 0 && text > 0 {
            let at = column * width + text;
            if is_neighbour || (joined[at] > 0 && joined[at] == best[at]) {
                matched[text - 1] = Some(column - 1);
                is_neighbour = by[at] != ALONE;
                column = if is_neighbour { by[at] as usize + 1 } else { column - 1 };
                text -= 1;
            } else if best[at - width] == best[at] {
                column -= 1;
            } else {
                text -= 1;
            }
        }
        matched
    }

    /// How well a text goes with a column.
    fn score(&self, column_at: usize, text_at: usize) -> Option<u32> {
        let (column, text) = (&self.columns[column_at].code, self.texts[text_at]);
        if column.path != text.path {
            return None;
        }
        let kind = match column.kind == text.kind {
            true => SAME_KIND,
            false if column.kind.is_akin(text.kind) => AKIN,
            false => 0,
        };
        let plain = SAME_PATH + kind;
        let (of_column, of_text) = (self.column_shares[column_at], self.text_shares[text_at]);
        if column.text == text.text {
            return Some(plain + if of_text >= TEMPLATE { SAME_TEMPLATE } else { SAME_TEXT });
        }
        // The more pages have a text, the less it is a value.
        let share = of_column.max(of_text).min(1000);
        let plain = plain * (1_000_000 - share * share) / 1_000_000;
        let score = match (column.caption, text.caption) {
            (0, 0) => plain,
            (a, b) if a == b => plain + SAME_LABEL,
            _ => plain * 3 / 10,
        };
        (score > 0).then_some(score)
    }
}
