use super::flatbuffer::{FlatTable, FlatValue};
use super::{ArrowForm, ArrowSink};
use crate::column::ColumnOptions;
use crate::sink::GroupLimits;
use unhusk_page::Span;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::sink::Sink;

/// Reads a buffer by hand, as the FlatBuffers documentation describes it: an offset to the root, a vtable with its
/// size, the table's size and the place of each field; the table begins with the distance to its vtable.
#[test]
fn a_table_has_its_vtable_before_it_and_what_it_refers_to_behind_it() {
    let table = FlatTable::of([
        Some(FlatValue::Byte(7)),
        None,
        Some(FlatValue::Long(-2)),
        Some(FlatValue::Text("hi".to_owned())),
    ]);
    let expected: Vec<u8> = [
        &[16, 0, 0, 0][..],          // the root is at 16
        &[12, 0, 21, 0],             // vtable: 12 bytes; table: 21 bytes
        &[20, 0, 0, 0, 8, 0, 16, 0], // slots at 20, none, 8, 16
        &[12, 0, 0, 0],              // the vtable is 12 bytes before
        &[0, 0, 0, 0],               // padding
        &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        &[8, 0, 0, 0], // the text is 8 bytes behind this offset
        &[7],
        &[0, 0, 0], // padding
        &[2, 0, 0, 0, b'h', b'i', 0],
    ]
    .concat();
    assert_eq!(table.to_bytes(), expected);
}

fn written(form: ArrowForm, n_records: usize) -> Vec<u8> {
    let schema: Schema = serde_json::from_str(r#"{"fields": [{"name": "a"}]}"#).unwrap();
    let limits = GroupLimits { max_rows: 3, max_bytes: usize::MAX };
    let mut out = Vec::new();
    let mut sink =
        ArrowSink::with_limits(form, &schema, &ColumnOptions::default(), limits, &mut out);
    for n in 0..n_records {
        let text = n.to_string().into();
        let value = Value { text, span: Span { start: 0, end: 0 }, confidence: None };
        sink.write("p.html", &Record { cells: vec![Cell::One(value)] }).unwrap();
    }
    sink.finish().unwrap();
    drop(sink);
    out
}

/// The number of messages; each begins at a multiple of eight with a marker.
fn n_messages(mut bytes: &[u8]) -> usize {
    let mut n_messages = 0;
    while bytes.len() >= 8 && bytes[..4] == [0xff; 4] && bytes[4..8] != [0; 4] {
        n_messages += 1;
        let next = (8..bytes.len()).step_by(8).find(|at| bytes[*at..].starts_with(&[0xff; 4]));
        bytes = &bytes[next.unwrap()..];
    }
    n_messages
}

#[test]
fn a_stream_has_a_schema_and_a_batch_for_each_group_of_rows() {
    assert_eq!(n_messages(&written(ArrowForm::Stream, 0)), 1);
    assert_eq!(n_messages(&written(ArrowForm::Stream, 7)), 1 + 3);
    let stream = written(ArrowForm::Stream, 7);
    assert!(stream.ends_with(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]));
    let file = written(ArrowForm::File, 7);
    assert_eq!(&file[..8], b"ARROW1\0\0");
    assert_eq!(file[8..8 + stream.len()], stream, "a file is a stream with a frame around it");
    assert!(file.ends_with(b"ARROW1"));
    assert_eq!(file, written(ArrowForm::File, 7));
}
