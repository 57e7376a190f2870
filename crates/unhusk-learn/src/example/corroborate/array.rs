//! The array of records of a page for one order of the fields.

use super::orders::{certain, fits, placed};
use super::rows::RowAssignment;
use super::{RecognizedColumn, anchor};
use unhusk_page::Span;

/// The records of a page; each cell has the places that are possible for its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// The positions of the fields, in the order of a record.
    pub order: Vec<usize>,
    /// For each record and field (by its position among the columns), the possible places of its value, in document
    /// order. Empty if the recognizer missed the value.
    pub rows: Vec<Vec<Vec<Span>>>,
}

impl Array {
    /// The array for an order that is consistent with the page.
    pub(crate) fn new(columns: &[RecognizedColumn], order: &[usize]) -> Self {
        let mut array = Self { order: order.to_vec(), rows: Vec::new() };
        let Ok(anchor) = anchor(columns) else { return array };
        let page = RowAssignment::new(columns, anchor);
        array.rows = vec![vec![Vec::new(); columns.len()]; page.n_rows];
        let Some(placed) = placed(&page, order) else { return array };
        let Some(certain) = certain(&page, &placed) else { return array };
        for (position, &(field, rows)) in placed.iter().enumerate() {
            for &(row, span) in rows {
                if page.reliability(field).is_sound() || fits((row, span), position, &certain) {
                    array.rows[row][field].push(span);
                }
            }
        }
        array
    }

    /// Returns the number of choices of one place for every cell that has any.
    pub fn n_labels(&self) -> u128 {
        let cells = self.rows.iter().flatten().filter(|cell| !cell.is_empty());
        cells.fold(1, |product: u128, cell| product.saturating_mul(cell.len() as u128))
    }
}
