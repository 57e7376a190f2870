//! Columns -> the schema of a Parquet file; lists have the three levels that the format prescribes.

use crate::column::{Column, ColumnShape, DECIMAL_PRECISION, DECIMAL_SCALE, LeafType};
use ::parquet::basic::{LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use ::parquet::errors::Result;
use ::parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// Bytes of a decimal.
const DECIMAL_BYTES: i32 = 16;

/// Returns the schema of a file with these columns.
pub(super) fn message(columns: &[Column]) -> Result<TypePtr> {
    let fields = columns.iter().map(|column| of_column(column, column.name()));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(fields).build()?))
}

/// Recurses on the nesting of columns, which the schema limits.
fn of_column(column: &Column, name: &str) -> Result<TypePtr> {
    let repetition = if column.is_optional() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let made = match column.shape() {
        ColumnShape::Leaf(of) => leaf(name, *of, repetition)?,
        ColumnShape::Group(columns) => {
            let fields = columns.iter().map(|column| of_column(column, column.name()));
            let fields = fields.collect::<Result<Vec<_>>>()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_fields(fields)
                .build()?
        }
        ColumnShape::List(element) => {
            let repeated = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![of_column(element, "element")?])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(repeated)])
                .build()?
        }
    };
    Ok(Arc::new(made))
}

fn leaf(name: &str, of: LeafType, repetition: Repetition) -> Result<Type> {
    let (physical, logical) = match of {
        LeafType::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        LeafType::Integer => (PhysicalType::INT64, None),
        LeafType::Double => (PhysicalType::DOUBLE, None),
        LeafType::Date => (PhysicalType::INT32, Some(LogicalType::Date)),
        LeafType::Timestamp => {
            (PhysicalType::INT64, Some(LogicalType::timestamp(false, TimeUnit::MILLIS)))
        }
        LeafType::Decimal => return decimal(name, repetition),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "38 and 9")]
fn decimal(name: &str, repetition: Repetition) -> Result<Type> {
    let (precision, scale) = (DECIMAL_PRECISION as i32, DECIMAL_SCALE as i32);
    Type::primitive_type_builder(name, PhysicalType::FIXED_LEN_BYTE_ARRAY)
        .with_length(DECIMAL_BYTES)
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::decimal(scale, precision)))
        .with_precision(precision)
        .with_scale(scale)
        .build()
}
