//! Texts of many pages -> columns: the texts that mean the same on each.
//!
//! Pages are aligned one after the other, the longest first, with the columns found so far. What goes together is
//! scored as in the paper (path, kind, contents), with three differences that the sites at hand asked for: texts of
//! different paths never go together; texts that stand on most pages only go with themselves, however few pages were
//! aligned so far, and values that happen to be equal are not drawn to each other; and a text that follows the text
//! that it followed before is preferred, which settles where optional texts are left out.

use super::corpus::{Code, Frequencies};
use rustc_hash::FxHashMap;

/// The columns of some sequences of texts.
pub(super) struct Alignment {
    /// In order.
    pub(super) columns: Vec<Column>,
    /// For each sequence, the column of each text.
    pub(super) of: Vec<Vec<usize>>,
    /// How many texts were not compared with all columns, because there were too many.
    pub(super) n_unaligned: usize,
}

/// Texts that go together.
pub(super) struct Column {
    id: usize,
    pub(super) code: Code,
    texts: FxHashMap<u32, u32>,
    /// How often the most frequent text was met.
    n_mode: u32,
    /// The columns that stood right before it.
    before: Vec<usize>,
}

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
/// The score of texts that begin with the same label.
const SAME_LABEL: u32 = 500;
/// The score of texts that follow what they followed before.
const SAME_NEIGHBOUR: u32 = 400;
/// Texts in so many of a thousand scopes are the template's.
const TEMPLATE: u32 = 500;

/// Columns that may be remembered to stand before another.
const MAX_BEFORE: usize = 6;
/// Pairs of texts and columns that are compared between two texts that settle the alignment.
const MAX_CELLS: usize = 4_000_000;

/// Aligns sequences of texts.
pub(super) fn align(sequences: &[Vec<Code>], frequencies: &Frequencies) -> Alignment {
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(sequences[at].len()));
    let mut profile = Profile { columns: Vec::new(), n_columns: 0, n_unaligned: 0, frequencies };
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); sequences.len()];
    for at in order {
        of[at] = profile.add(&sequences[at]);
    }
    let mut positions = vec![0; profile.n_columns];
    for (position, column) in profile.columns.iter().enumerate() {
        positions[column.id] = position;
    }
    of.iter_mut().flatten().for_each(|column| *column = positions[*column]);
    Alignment { columns: profile.columns, of, n_unaligned: profile.n_unaligned }
}

struct Profile<'a> {
    columns: Vec<Column>,
    n_columns: usize,
    n_unaligned: usize,
    frequencies: &'a Frequencies,
}

impl Profile<'_> {
    /// Aligns one more sequence; the ids of the columns of its texts.
    fn add(&mut self, texts: &[Code]) -> Vec<usize> {
        let matched = self.matching(texts);
        let mut ids = Vec::with_capacity(texts.len());
        let mut merged = Vec::with_capacity(self.columns.len() + texts.len());
        let mut known = std::mem::take(&mut self.columns).into_iter().enumerate().peekable();
        let mut last = None;
        for (&text, matched) in texts.iter().zip(matched) {
            let mut column = match matched {
                Some(at) => {
                    merged.extend(std::iter::from_fn(|| {
                        known.next_if(|(other, _)| *other < at).map(|(_, column)| column)
                    }));
                    known.next().map(|(_, column)| column)
                }
                None => None,
            }
            .unwrap_or_else(|| self.new_column(text));
            column.take(text, last);
            ids.push(column.id);
            last = Some(column.id);
            merged.push(column);
        }
        merged.extend(known.map(|(_, column)| column));
        self.columns = merged;
        ids
    }

    fn new_column(&mut self, code: Code) -> Column {
        self.n_columns += 1;
        let (id, texts) = (self.n_columns - 1, FxHashMap::default());
        Column { id, code, texts, n_mode: 0, before: Vec::new() }
    }

    /// The column of each text. Texts of the template that stand once on the page and in the columns settle where
    /// they are; what is between them is aligned by itself.
    fn matching(&mut self, texts: &[Code]) -> Vec<Option<usize>> {
        let mut matched = vec![None; texts.len()];
        let anchors = self.anchors(texts);
        let ends =
            anchors.iter().copied().chain(std::iter::once((self.columns.len(), texts.len())));
        let (mut column, mut text) = (0, 0);
        for (column_end, text_end) in ends {
            self.segment((column, column_end), (text, text_end), texts, &mut matched);
            if text_end < texts.len() {
                matched[text_end] = Some(column_end);
            }
            (column, text) = (column_end + 1, text_end + 1);
        }
        matched
    }

    /// Pairs of columns and texts that are the same text of the template and stand once, in order.
    fn anchors(&self, texts: &[Code]) -> Vec<(usize, usize)> {
        let mut places: FxHashMap<(u32, u32), (usize, usize)> = FxHashMap::default();
        for (at, text) in texts.iter().enumerate() {
            let (n, last) = places.entry((text.path, text.text)).or_default();
            (*n, *last) = (*n + 1, at);
        }
        let mut columns: FxHashMap<(u32, u32), (usize, usize)> = FxHashMap::default();
        for (at, column) in self.columns.iter().enumerate() {
            let (n, last) = columns.entry((column.code.path, column.code.text)).or_default();
            (*n, *last) = (*n + 1, at);
        }
        let is_template = |code: Code| self.frequencies.share(code) >= TEMPLATE;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (at, text) in texts.iter().enumerate().filter(|(_, text)| is_template(**text)) {
            let key = (text.path, text.text);
            if let (Some(&(1, _)), Some(&(1, column))) = (places.get(&key), columns.get(&key)) {
                pairs.push((column, at));
            }
        }
        increasing(&pairs)
    }

    /// Aligns the texts of a stretch with the columns of a stretch.
    fn segment(
        &mut self,
        (first, end): (usize, usize),
        (text, text_end): (usize, usize),
        texts: &[Code],
        matched: &mut [Option<usize>],
    ) {
        let (n_columns, n_texts) = (end - first, text_end - text);
        if n_columns == 0 || n_texts == 0 {
            return;
        }
        if n_columns.saturating_mul(n_texts) > MAX_CELLS {
            self.n_unaligned += n_texts;
            return;
        }
        let stretch =
            Stretch::new(&self.columns[first..end], &texts[text..text_end], self.frequencies);
        let ahead = first.checked_sub(1).map(|at| self.columns[at].id);
        for (at, column) in stretch.align(ahead).into_iter().enumerate() {
            matched[text + at] = column.map(|column| first + column);
        }
    }
}

impl Column {
    fn take(&mut self, text: Code, last: Option<usize>) {
        let n = self.texts.entry(text.text).or_default();
        *n += 1;
        if *n > self.n_mode {
            (self.n_mode, self.code.text) = (*n, text.text);
        }
        if self.code.kind != text.kind {
            self.code.kind = crate::wrapper::template::Kind::String;
        }
        if self.code.label != text.label {
            self.code.label = 0;
        }
        if let Some(last) = last
            && !self.before.contains(&last)
            && self.before.len() < MAX_BEFORE
        {
            self.before.push(last);
        }
    }

    /// Whether all its texts say the same.
    pub(super) fn is_constant(&self) -> bool {
        self.texts.len() == 1
    }
}

/// The longest chain of pairs in which both numbers grow; the second ones do already.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best chain of each length, and what came before each pair.
    let mut lasts: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let len = lasts.partition_point(|&last| pairs[last].0 < pair.0);
        before.push(len.checked_sub(1).map(|shorter| lasts[shorter]));
        if len == lasts.len() {
            lasts.push(at);
        } else {
            lasts[len] = at;
        }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(lasts.last().copied(), |&at| before[at])
            .map(|at| pairs[at])
            .collect();
    chain.reverse();
    chain
}

/// Columns and texts between two that are settled.
struct Stretch<'a> {
    columns: &'a [Column],
    texts: &'a [Code],
    /// The shares of scopes in which they stand.
    column_shares: Vec<u32>,
    text_shares: Vec<u32>,
    /// The columns of the stretch that stood right before each.
    before: Vec<Vec<usize>>,
}

/// What was not reached by a neighbour.
const ALONE: u32 = u32::MAX;

impl<'a> Stretch<'a> {
    fn new(columns: &'a [Column], texts: &'a [Code], frequencies: &Frequencies) -> Self {
        let positions: FxHashMap<usize, usize> =
            columns.iter().enumerate().map(|(at, column)| (column.id, at)).collect();
        let before = |column: &Column| {
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
    fn align(&self, ahead: Option<usize>) -> Vec<Option<usize>> {
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
        let score = match (column.label, text.label) {
            (0, 0) => plain,
            (a, b) if a == b => plain + SAME_LABEL,
            _ => plain * 3 / 10,
        };
        (score > 0).then_some(score)
    }
}
