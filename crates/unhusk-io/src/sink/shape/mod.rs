//! Records on their way to a sink: fields chosen, ordered and renamed, lists split into one record per item.

use std::io;
use unhusk::Warning;
use unhusk::record::{Cell, Field, Record, Schema, SchemaError};
use unhusk::sink::{Sink, SourcePage};

/// A field of the output: its path in the schema, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenField {
    /// Positions of the field and of those around it, outermost first.
    pub path: Vec<usize>,
    /// Its name in the output; `None` keeps its own.
    pub name: Option<String>,
}

/// Selection of the fields that records keep, and of the lists that are split.
#[derive(Debug, Clone)]
pub struct RecordShape {
    picks: Vec<FieldPick>,
    /// Positions of the fields whose items become records of their own.
    exploded: Vec<usize>,
    schema: Schema,
}

/// A field that is kept, with those inside it.
#[derive(Debug, Clone)]
struct FieldPick {
    at: usize,
    name: Option<String>,
    /// The chosen fields of a nested field; `None` for all of them.
    inner: Option<Vec<FieldPick>>,
}

impl RecordShape {
    /// A shape for records of `schema`: the chosen fields in order (all if there are none), and one record for each
    /// item of the fields at the positions `exploded`.
    ///
    /// # Errors
    /// If two fields get the same name, or a name is not valid.
    pub fn new(
        schema: &Schema,
        chosen: &[ChosenField],
        exploded: &[usize],
    ) -> Result<Self, SchemaError> {
        let mut picks = Vec::new();
        for field in chosen {
            add_pick(&field.path, field.name.as_deref(), &mut picks);
        }
        if chosen.is_empty() {
            let all = 0..schema.fields().len();
            picks = all.map(|at| FieldPick { at, name: None, inner: None }).collect();
        }
        let mut fields = schema.fields().to_vec();
        for at in exploded {
            fields[*at].many = false;
        }
        let schema = schema.with_fields(picked_fields(&fields, &picks))?;
        Ok(Self { picks, exploded: exploded.to_vec(), schema })
    }

    /// The schema of the records that [`Self::apply`] returns.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the records that are written for one record.
    pub fn apply<'p>(&self, record: &Record<'p>) -> Vec<Record<'p>> {
        let mut records = vec![record.clone()];
        for at in &self.exploded {
            records = records.into_iter().flat_map(|record| exploded(record, *at)).collect();
        }
        records.iter().map(|record| picked_record(record, &self.picks)).collect()
    }
}

/// Adds a field by its path; fields of one nested field stay together, at the position of the first.
fn add_pick(path: &[usize], name: Option<&str>, picks: &mut Vec<FieldPick>) {
    let [at, inner @ ..] = path else { return };
    if inner.is_empty() {
        picks.push(FieldPick { at: *at, name: name.map(str::to_owned), inner: None });
        return;
    }
    let known = picks.iter().position(|pick| pick.at == *at && pick.inner.is_some());
    let position = known.unwrap_or_else(|| {
        picks.push(FieldPick { at: *at, name: None, inner: Some(Vec::new()) });
        picks.len() - 1
    });
    if let Some(picks) = &mut picks[position].inner {
        add_pick(inner, name, picks);
    }
}

fn picked_fields(fields: &[Field], picks: &[FieldPick]) -> Vec<Field> {
    let picked = |pick: &FieldPick| {
        let mut field = fields[pick.at].clone();
        if let Some(inner) = &pick.inner {
            field.fields = picked_fields(&field.fields, inner);
        }
        field.name = pick.name.clone().unwrap_or(field.name);
        field
    };
    picks.iter().map(picked).collect()
}

/// Recurses on the nesting of the schema, which is limited.
fn picked_record<'p>(record: &Record<'p>, picks: &[FieldPick]) -> Record<'p> {
    let picked = |pick: &FieldPick| match (record.cells.get(pick.at), &pick.inner) {
        (None, _) => Cell::Absent,
        (Some(Cell::Nested(records)), Some(inner)) => {
            Cell::Nested(records.iter().map(|record| picked_record(record, inner)).collect())
        }
        (Some(cell), _) => cell.clone(),
    };
    Record { cells: picks.iter().map(picked).collect() }
}

/// Returns one record per item of the cell at `at`; the record itself if there is none.
fn exploded(record: Record<'_>, at: usize) -> Vec<Record<'_>> {
    let items: Vec<Cell<'_>> = match record.cells.get(at) {
        Some(Cell::Many(values)) => values.iter().cloned().map(Cell::One).collect(),
        Some(Cell::Nested(records)) => {
            records.iter().map(|record| Cell::Nested(vec![record.clone()])).collect()
        }
        _ => return vec![record],
    };
    if items.is_empty() {
        let mut record = record;
        record.cells[at] = Cell::Absent;
        return vec![record];
    }
    let with = |item| {
        let mut record = record.clone();
        record.cells[at] = item;
        record
    };
    items.into_iter().map(with).collect()
}

/// A sink that writes records in a shape to another sink.
pub struct ShapedSink<'w> {
    shape: RecordShape,
    inner: Box<dyn Sink + 'w>,
}

impl<'w> ShapedSink<'w> {
    /// `inner` is a sink for [`RecordShape::schema`].
    pub fn new(shape: RecordShape, inner: Box<dyn Sink + 'w>) -> Self {
        Self { shape, inner }
    }
}

impl Sink for ShapedSink<'_> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.inner.begin(page)
    }

    fn warnings(&self) -> Vec<Warning> {
        self.inner.warnings()
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.shape.apply(record).iter().try_for_each(|record| self.inner.write(page, record))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.inner.finish()
    }
}

#[cfg(test)]
mod tests;
