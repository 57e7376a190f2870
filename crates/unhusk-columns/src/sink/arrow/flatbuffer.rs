//! FlatBuffers, as far as Arrow's messages need them: tables, strings and vectors -> bytes.
//!
//! A table is written before the objects that it refers to, so every offset points forwards, as the format requires;
//! its vtable precedes it directly.

/// A value of a table.
#[derive(Debug, Clone)]
pub(super) enum FlatValue {
    Byte(u8),
    Short(i16),
    Int(i32),
    Long(i64),
    Text(String),
    Table(FlatTable),
    Tables(Vec<FlatTable>),
    /// Structs of 64-bit numbers, one behind the other, and their number.
    Structs(Vec<u8>, usize),
}

/// A table: the value of each slot; a slot without one has the default of the schema.
#[derive(Debug, Clone, Default)]
pub(super) struct FlatTable {
    slots: Vec<Option<FlatValue>>,
}

impl FlatTable {
    /// A table with a value in its next slots.
    pub(super) fn of(values: impl IntoIterator<Item = Option<FlatValue>>) -> Self {
        Self { slots: values.into_iter().collect() }
    }

    /// The bytes of a buffer whose root is this table.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut writer = FlatWriter { bytes: vec![0; OFFSET_BYTES] };
        let root = writer.table(self);
        writer.point(0, root);
        writer.bytes
    }
}

const OFFSET_BYTES: usize = 4;
/// Tables begin at multiples of this, so that their 64-bit numbers do, too.
const ALIGNMENT: usize = 8;

struct FlatWriter {
    bytes: Vec<u8>,
}

impl FlatWriter {
    /// Writes a table and all below it; returns its position. Recurses on the nesting of the schema, which is limited.
    fn table(&mut self, table: &FlatTable) -> usize {
        let (places, n_bytes) = layout(table);
        self.align(2);
        let vtable = self.bytes.len();
        let n_vtable_bytes = 2 * (2 + table.slots.len());
        self.put(&short(n_vtable_bytes));
        self.put(&short(n_bytes));
        for place in &places {
            self.put(&short(*place));
        }
        self.align(ALIGNMENT);
        let start = self.bytes.len();
        self.bytes.resize(start + n_bytes, 0);
        self.set(start, &int(start - vtable));
        for (value, place) in table.slots.iter().zip(&places) {
            match value {
                None => {}
                Some(FlatValue::Byte(value)) => self.set(start + place, &[*value]),
                Some(FlatValue::Short(value)) => self.set(start + place, &value.to_le_bytes()),
                Some(FlatValue::Int(value)) => self.set(start + place, &value.to_le_bytes()),
                Some(FlatValue::Long(value)) => self.set(start + place, &value.to_le_bytes()),
                Some(FlatValue::Text(text)) => {
                    let at = self.text(text);
                    self.point(start + place, at);
                }
                Some(FlatValue::Table(inner)) => {
                    let at = self.table(inner);
                    self.point(start + place, at);
                }
                Some(FlatValue::Tables(all)) => {
                    let at = self.tables(all);
                    self.point(start + place, at);
                }
                Some(FlatValue::Structs(bytes, n)) => {
                    let at = self.structs(bytes, *n);
                    self.point(start + place, at);
                }
            }
        }
        start
    }

    /// A string: its length, its bytes, a zero.
    fn text(&mut self, text: &str) -> usize {
        self.align(OFFSET_BYTES);
        let start = self.bytes.len();
        self.put(&int(text.len()));
        self.put(text.as_bytes());
        self.put(&[0]);
        start
    }

    /// A vector of tables: their number, an offset to each.
    fn tables(&mut self, tables: &[FlatTable]) -> usize {
        self.align(OFFSET_BYTES);
        let start = self.bytes.len();
        self.put(&int(tables.len()));
        let first = self.bytes.len();
        self.bytes.resize(first + tables.len() * OFFSET_BYTES, 0);
        for (n, table) in tables.iter().enumerate() {
            let at = self.table(table);
            self.point(first + n * OFFSET_BYTES, at);
        }
        start
    }

    /// A vector of structs: their number, then the structs, which begin at a multiple of eight.
    fn structs(&mut self, bytes: &[u8], n: usize) -> usize {
        while !(self.bytes.len() + OFFSET_BYTES).is_multiple_of(ALIGNMENT) {
            self.bytes.push(0);
        }
        let start = self.bytes.len();
        self.put(&int(n));
        self.put(bytes);
        start
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn set(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Makes the offset at `from` point to `to`, which is behind it.
    fn point(&mut self, from: usize, to: usize) {
        self.set(from, &int(to - from));
    }

    fn align(&mut self, to: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(to), 0);
    }
}

/// Returns the offset of each slot from the start of a table (0 for none), and the size of the table in bytes. Larger
/// values come first, each at a multiple of its size, behind the offset of the vtable.
fn layout(table: &FlatTable) -> (Vec<usize>, usize) {
    let mut places = vec![0; table.slots.len()];
    let mut end = OFFSET_BYTES;
    for size in [8, 4, 2, 1] {
        for (place, value) in places.iter_mut().zip(&table.slots) {
            if value.as_ref().map(FlatValue::size) == Some(size) {
                *place = end.next_multiple_of(size);
                end = *place + size;
            }
        }
    }
    (places, end)
}

impl FlatValue {
    /// Size of the value in its table, in bytes.
    fn size(&self) -> usize {
        match self {
            Self::Byte(_) => 1,
            Self::Short(_) => 2,
            Self::Long(_) => 8,
            Self::Int(_) | Self::Text(_) | Self::Table(_) | Self::Tables(_) | Self::Structs(..) => {
                OFFSET_BYTES
            }
        }
    }
}

/// Returns a length as 16 bits; tables of Arrow have a dozen slots.
fn short(value: usize) -> [u8; 2] {
    u16::try_from(value).unwrap_or(u16::MAX).to_le_bytes()
}

/// Returns a length as 32 bits; the names of its columns determine the length of a message.
fn int(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes()
}
