//! Rows -> the buffers of Arrow arrays.

use crate::column::{Column, ColumnShape, ColumnValue, LeafType};

/// The array of one column, with those inside it.
#[derive(Debug)]
pub(super) struct ColumnArray {
    n_items: usize,
    n_nulls: usize,
    /// One bit per item, set if the item is not null.
    validity: Vec<u8>,
    content: ArrayContent,
}

#[derive(Debug)]
enum ArrayContent {
    /// End of each text, behind a zero, and all texts.
    Text {
        offsets: Vec<i32>,
        bytes: Vec<u8>,
    },
    /// Values of the type and of the same width.
    Fixed {
        of: LeafType,
        bytes: Vec<u8>,
    },
    Group(Vec<ColumnArray>),
    /// End of each list, behind a zero, and all elements.
    List {
        offsets: Vec<i32>,
        element: Box<ColumnArray>,
    },
}

/// Error: an array is too long for offsets of 32 bits.
#[derive(Debug)]
pub(super) struct TooLong;

/// A zero of every width.
const ZEROS: [u8; 16] = [0; 16];

impl ColumnArray {
    /// An empty array for a column. Recurses on the nesting of columns, which the schema limits.
    pub(super) fn new(column: &Column) -> Self {
        let content = match column.shape() {
            ColumnShape::Leaf(LeafType::Text) => {
                ArrayContent::Text { offsets: vec![0], bytes: Vec::new() }
            }
            ColumnShape::Leaf(of) => ArrayContent::Fixed { of: *of, bytes: Vec::new() },
            ColumnShape::Group(columns) => {
                ArrayContent::Group(columns.iter().map(Self::new).collect())
            }
            ColumnShape::List(element) => {
                ArrayContent::List { offsets: vec![0], element: Box::new(Self::new(element)) }
            }
        };
        Self { n_items: 0, n_nulls: 0, validity: Vec::new(), content }
    }

    /// Adds a value; returns its size in bytes.
    pub(super) fn push(&mut self, value: &ColumnValue<'_>) -> Result<usize, TooLong> {
        let is_null = *value == ColumnValue::Null;
        self.push_validity(!is_null);
        let n_bytes = match (&mut self.content, value) {
            (ArrayContent::Text { offsets, bytes }, value) => {
                let text = if let ColumnValue::Text(text) = value { text.as_bytes() } else { b"" };
                bytes.extend_from_slice(text);
                offsets.push(i32::try_from(bytes.len()).map_err(|_| TooLong)?);
                size_of::<i32>() + text.len()
            }
            (ArrayContent::Fixed { of, bytes }, value) => push_fixed(*of, value, bytes),
            (ArrayContent::Group(arrays), value) => {
                let parts: &[ColumnValue<'_>] =
                    if let ColumnValue::Group(parts) = value { parts } else { &[] };
                let mut n_bytes = 0;
                for (at, array) in arrays.iter_mut().enumerate() {
                    // A field of a missing struct needs a value, which readers ignore.
                    n_bytes += array.push(parts.get(at).unwrap_or(&ColumnValue::Null))?;
                }
                n_bytes
            }
            (ArrayContent::List { offsets, element }, value) => {
                let mut n_bytes = size_of::<i32>();
                if let ColumnValue::List(items) = value {
                    for item in items {
                        n_bytes += element.push(item)?;
                    }
                }
                offsets.push(i32::try_from(element.n_items).map_err(|_| TooLong)?);
                n_bytes
            }
        };
        Ok(n_bytes + 1)
    }

    fn push_validity(&mut self, is_there: bool) {
        let bit = self.n_items % 8;
        if bit == 0 {
            self.validity.push(0);
        }
        if let Some(last) = self.validity.last_mut() {
            *last |= u8::from(is_there) << bit;
        }
        self.n_items += 1;
        self.n_nulls += usize::from(!is_there);
    }

    /// Visits this array and those inside it: their numbers of items and nulls, and their buffers, all in the order of
    /// the format. Recurses on the nesting of columns, which the schema limits.
    pub(super) fn visit(&self, node: &mut dyn FnMut(usize, usize), buffer: &mut dyn FnMut(&[u8])) {
        node(self.n_items, self.n_nulls);
        // An array without nulls needs no bits.
        buffer(if self.n_nulls == 0 { &[] } else { &self.validity });
        match &self.content {
            ArrayContent::Text { offsets, bytes } => {
                buffer(&little_endian(offsets));
                buffer(bytes);
            }
            ArrayContent::Fixed { bytes, .. } => buffer(bytes),
            ArrayContent::Group(arrays) => {
                for array in arrays {
                    array.visit(node, buffer);
                }
            }
            ArrayContent::List { offsets, element } => {
                buffer(&little_endian(offsets));
                element.visit(node, buffer);
            }
        }
    }
}

/// Adds a value of fixed width, or a zero for a missing one; returns its size in bytes.
fn push_fixed(of: LeafType, value: &ColumnValue<'_>, bytes: &mut Vec<u8>) -> usize {
    let before = bytes.len();
    match value {
        ColumnValue::Integer(value) | ColumnValue::Timestamp(value) => {
            bytes.extend(value.to_le_bytes());
        }
        ColumnValue::Double(value) => bytes.extend(value.to_le_bytes()),
        ColumnValue::Decimal(value) => bytes.extend(value.to_le_bytes()),
        ColumnValue::Date(value) => bytes.extend(value.to_le_bytes()),
        _ => bytes.extend(&ZEROS[..width(of)]),
    }
    bytes.len() - before
}

fn width(of: LeafType) -> usize {
    match of {
        LeafType::Decimal => 16,
        LeafType::Date => 4,
        LeafType::Text | LeafType::Integer | LeafType::Double | LeafType::Timestamp => 8,
    }
}

fn little_endian(offsets: &[i32]) -> Vec<u8> {
    offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect()
}
