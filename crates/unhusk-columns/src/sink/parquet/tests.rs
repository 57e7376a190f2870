use super::ParquetSink;
use crate::column::ColumnOptions;
use crate::sink::GroupLimits;
use ::parquet::file::metadata::RowGroupMetaData;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::schema::printer::print_schema;
use expect_test::expect;
use std::fs;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::{Sink, ValueForm};

fn schema() -> Schema {
    let json = r#"{"fields": [{"name": "name"}, {"name": "price", "type": "price"}, {"name": "tags", "many": true},
        {"name": "offers", "fields": [{"name": "when", "type": "date"}, {"name": "n", "type": "number"}]}]}"#;
    serde_json::from_str(json).unwrap()
}

fn record(text: &str) -> Record<'static> {
    let value = || Value {
        text: text.to_owned().into(),
        span: Span { start: 0, end: 0 },
        confidence: None,
    };
    let inner = Record { cells: vec![Cell::One(value()), Cell::Absent] };
    let cells = vec![
        Cell::One(value()),
        Cell::Absent,
        Cell::Many(vec![value(), value()]),
        Cell::Nested(vec![inner]),
    ];
    Record { cells }
}

fn written(limits: GroupLimits, n_records: usize, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let options = ColumnOptions {
        values: ValueForm::Typed,
        wrapper_sha256: Some("abc".to_owned()),
        ..ColumnOptions::default()
    };
    let mut sink = ParquetSink::with_limits(&schema(), &options, limits, &mut out).unwrap();
    let record = record(text);
    (0..n_records).for_each(|_| sink.write("p.html", &record).unwrap());
    sink.finish().unwrap();
    drop(sink);
    out
}

/// Reads the file with the library that wrote it.
fn reader(bytes: &[u8]) -> SerializedFileReader<fs::File> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    fs::write(&path, bytes).unwrap();
    SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap()
}

#[test]
fn lists_have_three_levels_and_leaves_their_logical_types() {
    let reader = reader(&written(GroupLimits::default(), 1, "x"));
    let metadata = reader.metadata().file_metadata();
    let mut text = Vec::new();
    print_schema(&mut text, metadata.schema());
    expect![[r"
        message schema {
          REQUIRED BYTE_ARRAY _page (STRING);
          OPTIONAL BYTE_ARRAY name (STRING);
          OPTIONAL group price {
            REQUIRED FIXED_LEN_BYTE_ARRAY (16) amount (DECIMAL(38,9));
            OPTIONAL BYTE_ARRAY currency (STRING);
          }
          OPTIONAL BYTE_ARRAY price_raw (STRING);
          REQUIRED group tags (LIST) {
            REPEATED group list {
              OPTIONAL BYTE_ARRAY element (STRING);
            }
          }
          REQUIRED group offers (LIST) {
            REPEATED group list {
              REQUIRED group element {
                OPTIONAL group when {
                  REQUIRED INT32 date (DATE);
                  OPTIONAL INT64 timestamp (TIMESTAMP(MILLIS,false));
                  OPTIONAL INT64 utc_offset;
                }
                OPTIONAL BYTE_ARRAY when_raw (STRING);
                OPTIONAL DOUBLE n;
                OPTIONAL BYTE_ARRAY n_raw (STRING);
              }
            }
          }
        }
    "]]
    .assert_eq(&String::from_utf8(text).unwrap());
    assert_eq!(metadata.created_by(), Some("unhusk version 0.1.0"));
    let said = metadata.key_value_metadata().unwrap();
    let keys: Vec<&str> = said.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["unhusk.schema", "unhusk.wrapper.sha256"]);
    let saved: Schema = serde_json::from_str(said[0].value.as_ref().unwrap()).unwrap();
    assert_eq!(saved, schema());
}

fn rows_of_groups(bytes: &[u8]) -> Vec<i64> {
    reader(bytes).metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect()
}

#[test]
fn row_groups_end_at_the_limit_of_rows_or_of_bytes() {
    let by_rows = GroupLimits { max_rows: 3, max_bytes: usize::MAX };
    assert_eq!(rows_of_groups(&written(by_rows, 7, "x")), [3, 3, 1]);
    let by_bytes = GroupLimits { max_rows: usize::MAX, max_bytes: 10_000 };
    let long = "x".repeat(1000);
    // Four texts of a thousand bytes each: the third row passes ten thousand.
    assert_eq!(rows_of_groups(&written(by_bytes, 7, &long)), [3, 3, 1]);
    assert_eq!(rows_of_groups(&written(GroupLimits::default(), 0, "x")), [0_i64; 0]);
    assert_eq!(rows_of_groups(&written(GroupLimits::default(), (1 << 16) + 1, "x")), [1 << 16, 1]);
}

#[test]
fn equal_records_give_equal_bytes() {
    let limits = GroupLimits { max_rows: 100, max_bytes: usize::MAX };
    assert_eq!(written(limits, 250, "same"), written(limits, 250, "same"));
}
