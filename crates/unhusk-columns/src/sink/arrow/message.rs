//! The messages of Arrow's inter-process format: schema, record batch, footer. Slots and numbers are those of the
//! format's files `Schema.fbs`, `Message.fbs` and `File.fbs`.

use super::arrays::ColumnArray;
use super::flatbuffer::FlatValue::{Byte, Int, Long, Short, Structs, Table, Tables, Text};
use super::flatbuffer::{FlatTable, FlatValue};
use crate::column::{Column, ColumnShape, DECIMAL_PRECISION, DECIMAL_SCALE, LeafType};

/// `MetadataVersion.V5`.
const VERSION: FlatValue = Short(4);
/// `MessageHeader`.
const SCHEMA: FlatValue = Byte(1);
const RECORD_BATCH: FlatValue = Byte(3);
/// Alignment of buffers in the body.
const ALIGNMENT: usize = 8;

/// A message with its body.
pub(super) struct Message {
    /// Length and flatbuffer, padded.
    pub(super) head: Vec<u8>,
    pub(super) body: Vec<u8>,
}

/// Place of a record batch in a file.
pub(super) struct Block {
    pub(super) offset: usize,
    pub(super) n_head_bytes: usize,
    pub(super) n_body_bytes: usize,
}

/// The message that begins a stream.
pub(super) fn schema_message(columns: &[Column], metadata: &[(String, String)]) -> Message {
    message(SCHEMA, schema(columns, metadata), Vec::new())
}

/// The message with rows.
pub(super) fn batch_message(n_rows: usize, arrays: &[ColumnArray]) -> Message {
    let (mut nodes, mut buffers, mut body) = (Numbers::default(), Numbers::default(), Vec::new());
    for array in arrays {
        array.visit(&mut |n_items, n_nulls| nodes.pair(n_items, n_nulls), &mut |bytes| {
            buffers.pair(body.len(), bytes.len());
            body.extend_from_slice(bytes);
            body.resize(body.len().next_multiple_of(ALIGNMENT), 0);
        });
    }
    let batch = FlatTable::of([
        Some(long(n_rows)),
        Some(Structs(nodes.bytes, nodes.n)),
        Some(Structs(buffers.bytes, buffers.n)),
    ]);
    message(RECORD_BATCH, batch, body)
}

/// Returns the footer of a file, without its length.
pub(super) fn footer(
    columns: &[Column],
    metadata: &[(String, String)],
    blocks: &[Block],
) -> Vec<u8> {
    let mut places = Vec::new();
    for block in blocks {
        places.extend(number(block.offset));
        // 32 bits for the length, and 32 of padding.
        places.extend(number(block.n_head_bytes));
        places.extend(number(block.n_body_bytes));
    }
    FlatTable::of([
        Some(VERSION),
        Some(Table(schema(columns, metadata))),
        Some(Structs(Vec::new(), 0)),
        Some(Structs(places, blocks.len())),
    ])
    .to_bytes()
}

fn message(kind: FlatValue, header: FlatTable, body: Vec<u8>) -> Message {
    let root = [Some(VERSION), Some(kind), Some(Table(header)), Some(long(body.len()))];
    let mut flat = FlatTable::of(root).to_bytes();
    flat.resize(flat.len().next_multiple_of(ALIGNMENT), 0);
    // A marker of continuation, then the length.
    let mut head = vec![0xff; 4];
    head.extend(u32::try_from(flat.len()).unwrap_or(u32::MAX).to_le_bytes());
    head.append(&mut flat);
    Message { head, body }
}

fn schema(columns: &[Column], metadata: &[(String, String)]) -> FlatTable {
    let entry = |(key, value): &(String, String)| {
        FlatTable::of([Some(Text(key.clone())), Some(Text(value.clone()))])
    };
    let fields = columns.iter().map(field).collect();
    let metadata = metadata.iter().map(entry).collect();
    // Little-endian is the default.
    FlatTable::of([None, Some(Tables(fields)), Some(Tables(metadata))])
}

/// Recurses on the nesting of columns, which the schema limits.
fn field(column: &Column) -> FlatTable {
    let (kind, details, children) = match column.shape() {
        ColumnShape::Leaf(of) => {
            let (kind, details) = leaf_type(*of);
            (kind, details, Vec::new())
        }
        ColumnShape::List(element) => (12, FlatTable::default(), vec![field(element)]),
        ColumnShape::Group(columns) => {
            (13, FlatTable::default(), columns.iter().map(field).collect())
        }
    };
    FlatTable::of([
        Some(Text(column.name().to_owned())),
        Some(Byte(u8::from(column.is_optional()))),
        Some(Byte(kind)),
        Some(Table(details)),
        None,
        Some(Tables(children)),
    ])
}

/// The number of a type in the union `Type`, and its table.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "38 and 9")]
fn leaf_type(of: LeafType) -> (u8, FlatTable) {
    match of {
        LeafType::Text => (5, FlatTable::default()),
        // 64 bits, signed.
        LeafType::Integer => (2, FlatTable::of([Some(Int(64)), Some(Byte(1))])),
        // Double precision.
        LeafType::Double => (3, FlatTable::of([Some(Short(2))])),
        LeafType::Decimal => {
            let (precision, scale) = (DECIMAL_PRECISION as i32, DECIMAL_SCALE as i32);
            (7, FlatTable::of([Some(Int(precision)), Some(Int(scale)), Some(Int(128))]))
        }
        // Days.
        LeafType::Date => (8, FlatTable::of([Some(Short(0))])),
        // Milliseconds, without a zone.
        LeafType::Timestamp => (10, FlatTable::of([Some(Short(1))])),
    }
}

/// Structs of two numbers.
#[derive(Default)]
struct Numbers {
    bytes: Vec<u8>,
    n: usize,
}

impl Numbers {
    fn pair(&mut self, first: usize, second: usize) {
        self.bytes.extend(number(first));
        self.bytes.extend(number(second));
        self.n += 1;
    }
}

fn long(value: usize) -> FlatValue {
    Long(i64::try_from(value).unwrap_or(i64::MAX))
}

fn number(value: usize) -> [u8; 8] {
    (value as u64).to_le_bytes()
}
