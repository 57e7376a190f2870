mod ambiguous;
mod blocks;
mod classes;
mod partial;
mod places;
mod worked;

use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Field, Schema};
use unhusk_wrapper::{AnyWrapper, Extract};

const ROWS: &str = "<B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20</I><BR>\n<B>Belize</B> <I>501</I><BR>\n<B>Spain</B> <I>34</I><BR>\n";

/// The spans of values that follow each other behind `from`.
fn spans(source: &str, from: usize, values: &[&str]) -> Vec<Span> {
    let mut at = from;
    values
        .iter()
        .map(|value| {
            let start = at + source[at..].find(value).expect("the value is on the page");
            at = start + value.len();
            Span::new(start, at)
        })
        .collect()
}

fn countries(source: &str) -> Vec<Span> {
    let values = ["Congo", "242", "Egypt", "20", "Belize", "501", "Spain", "34"];
    spans(source, source.find("Congo").expect("rows"), &values)
}

fn label(span: Span) -> LabelCell {
    let place = Place { span, target: PlaceTarget::Range };
    LabelCell::One(Label { candidates: vec![place], text: None })
}

fn example<'p>(page: &'p Page, n_fields: usize, values: &[Span]) -> Example<'p> {
    let record = |values: &[Span]| LabelledRecord {
        cells: values.iter().map(|&span| label(span)).collect(),
    };
    Example {
        name: "page".to_owned(),
        page,
        complete: true,
        records: values.chunks(n_fields).map(record).collect(),
        negatives: Vec::new(),
    }
}

fn set<'p>(fields: &[&str], examples: Vec<Example<'p>>) -> TrainingSet<'p> {
    let fields = fields.iter().map(|name| Field::new(*name)).collect();
    let schema = Schema::new(fields).expect("usable names");
    TrainingSet::from_examples(schema, examples).expect("examples of the schema")
}

/// The texts that a wrapper reads, record by record.
fn read(wrapper: impl Into<AnyWrapper>, set: &TrainingSet<'_>, page: &Page) -> Vec<Vec<String>> {
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        _ => String::new(),
    };
    let extraction = wrapper.into().extract(set.schema(), page);
    let records = extraction.records.iter();
    records.map(|record| record.cells.iter().map(text).collect()).collect()
}
