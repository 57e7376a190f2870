//! The column of each text of a page, and its records: for comparison with labels.

use super::Template;
use super::assign::assign;
use super::leaves::Leaves;
use super::machine::{FrameId, FrameKind};
use unhusk_page::{Page, Span};

/// A text of a page that is a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnText {
    /// The position of the column among all.
    pub column: usize,
    /// Its place in the source.
    pub place: Span,
    /// Number of its texts: several in free text.
    pub n_texts: usize,
    /// The sets around it by their numbers, and its record in each by its number on the page; the outermost first.
    pub rows: Vec<(usize, usize)>,
}

impl Template {
    /// Returns the texts of a page that are columns, in document order.
    pub fn taken(&self, page: &Page) -> Vec<ColumnText> {
        let leaves = Leaves::new(page, &self.running);
        let mut rows = OpenRecords::new(self);
        let mut all = Vec::new();
        for read in assign(&self.machine, &leaves).read {
            if let Some(set) = read.begins {
                self.machine.frames_in(set).for_each(|frame| rows.open[frame] = None);
            }
            let mut around: Vec<FrameId> = self.machine.around(read.state).collect();
            around.reverse();
            let rows = around.into_iter().filter_map(|frame| rows.enter(frame)).collect();
            let column = read.state as usize;
            let n_texts = read.leaves().len();
            let taken = |place| ColumnText { column, place, n_texts, rows };
            all.extend(leaves.place_of(read.leaves()).map(taken));
        }
        all
    }
}

/// The records that are being read.
struct OpenRecords {
    /// The number of the set that a frame is.
    sets: Vec<Option<usize>>,
    /// The record of each set that is open.
    open: Vec<Option<usize>>,
    /// Number of records of each so far.
    counts: Vec<usize>,
}

impl OpenRecords {
    fn new(template: &Template) -> Self {
        let frames = &template.machine.frames;
        let mut n_sets = 0;
        let number = |frame: &super::machine::FrameRule| {
            let is_set = matches!(frame.what, FrameKind::Set { .. });
            n_sets += usize::from(is_set);
            is_set.then(|| n_sets - 1)
        };
        let sets = frames.iter().map(number).collect();
        Self { sets, open: vec![None; frames.len()], counts: vec![0; frames.len()] }
    }

    /// Returns the set of a frame, and its open record, which may begin now.
    fn enter(&mut self, frame: FrameId) -> Option<(usize, usize)> {
        let set = self.sets[frame]?;
        let count = &mut self.counts[frame];
        let row = *self.open[frame].get_or_insert_with(|| {
            *count += 1;
            *count - 1
        });
        Some((set, row))
    }
}
