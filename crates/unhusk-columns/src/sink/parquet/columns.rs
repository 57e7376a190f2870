//! The entries of a leaf -> a column chunk of Parquet.

use crate::levels::{Leaf, LeafValues};
use ::parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    Int32Type, Int64Type,
};
use ::parquet::errors::Result;
use ::parquet::file::writer::SerializedColumnWriter;

/// Writes all entries of a leaf.
pub(super) fn write(leaf: &Leaf, column: &mut SerializedColumnWriter<'_>) -> Result<()> {
    match &leaf.values {
        LeafValues::Text { bytes, ends } => {
            write_batch::<ByteArrayType>(leaf, &texts(bytes, ends), column)
        }
        LeafValues::Integer(values) | LeafValues::Timestamp(values) => {
            write_batch::<Int64Type>(leaf, values, column)
        }
        LeafValues::Double(values) => write_batch::<DoubleType>(leaf, values, column),
        LeafValues::Date(values) => write_batch::<Int32Type>(leaf, values, column),
        LeafValues::Decimal(values) => {
            let fixed = |value: &i128| FixedLenByteArray::from(value.to_be_bytes().to_vec());
            let values: Vec<FixedLenByteArray> = values.iter().map(fixed).collect();
            write_batch::<FixedLenByteArrayType>(leaf, &values, column)
        }
    }
}

fn write_batch<T: DataType>(
    leaf: &Leaf,
    values: &[T::T],
    column: &mut SerializedColumnWriter<'_>,
) -> Result<()> {
    let definition = (leaf.max_definition > 0).then_some(&leaf.definition[..]);
    let repetition = (leaf.max_repetition > 0).then_some(&leaf.repetition[..]);
    column.typed::<T>().write_batch(values, definition, repetition).map(|_| ())
}

/// Returns the texts, as slices of one shared buffer.
fn texts(bytes: &[u8], ends: &[usize]) -> Vec<ByteArray> {
    let all = ByteArray::from(bytes.to_vec());
    let mut start = 0;
    let cut = |end: &usize| {
        let text = all.slice(start, end - start);
        start = *end;
        text
    };
    ends.iter().map(cut).collect()
}
