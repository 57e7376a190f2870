//! Spans -> records: the [`Extract`] implementation of every class.

use super::extract::{LevelMatcher, StopReason, TableMatcher};
use super::rule::{Hlrt, Hoclrt, Levels, Lr, NHlrt, NLr, Oclr, Pairs};
use super::shape::{LevelShape, RecordBuilder};
use crate::record::{Cell, Record, Schema, Value};
use crate::{Extract, RawExtraction};
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::{Page, Span};

/// Maximum number of records (of values, for the N-classes) read from one page.
const MAX_RECORDS: usize = 1_000_000;

macro_rules! reads_tables {
    ($class:ty) => {
        impl Extract for $class {
            fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
                read_table(&TableMatcher::from(self), &self.fields, schema, page)
            }

            fn check(&self, schema: &Schema) -> Result<(), String> {
                cells_of(&self.fields, schema).map(drop)
            }
        }
    };
}

reads_tables!(Lr);
reads_tables!(Hlrt);
reads_tables!(Oclr);
reads_tables!(Hoclrt);

macro_rules! reads_levels {
    ($class:ty) => {
        impl Extract for $class {
            fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
                read_levels(&LevelMatcher::from(self), &self.fields, schema, page)
            }

            fn check(&self, schema: &Schema) -> Result<(), String> {
                shape_of(&self.fields, schema).map(drop)
            }
        }
    };
}

reads_levels!(NLr);
reads_levels!(NHlrt);

fn read_table<'p>(
    table: &TableMatcher<'_>,
    pairs: &Pairs,
    schema: &Schema,
    page: &'p Page,
) -> RawExtraction<'p> {
    let cells = match cells_of(pairs, schema) {
        Ok(cells) => cells,
        Err(why) => return refused(why),
    };
    let mut spans: Vec<Span> = Vec::new();
    let ending = table.run(page.source(), MAX_RECORDS, &mut spans);
    let pair_of = inverse(&cells);
    let record = |spans: &[Span]| {
        let cell = |&pair: &usize| Cell::One(Value::at(page, spans[pair]));
        Record { cells: pair_of.iter().map(cell).collect() }
    };
    let records = spans.chunks_exact(pairs.len()).map(record).collect();
    let name = |pair: usize| schema.fields()[cells[pair]].name.clone();
    RawExtraction { records, warnings: warning(ending, name).into_iter().collect() }
}

fn read_levels<'p>(
    nest: &LevelMatcher<'_>,
    levels: &Levels,
    schema: &Schema,
    page: &'p Page,
) -> RawExtraction<'p> {
    let shape = match shape_of(levels, schema) {
        Ok(shape) => shape,
        Err(why) => return refused(why),
    };
    let mut builder = RecordBuilder::new(&shape);
    let ending = nest.each(page.source(), MAX_RECORDS, |level, span| {
        builder.push(level, Value::at(page, span));
    });
    let records = builder.finish();
    let name = |level: usize| shape.levels[level].field.clone();
    RawExtraction { records, warnings: warning(ending, name).into_iter().collect() }
}

/// Returns, for each pair, the cell of the schema that it fills; an error if rule and schema do not match.
fn cells_of(pairs: &Pairs, schema: &Schema) -> Result<Vec<usize>, String> {
    let n_fields = schema.fields().len();
    if pairs.len() != n_fields {
        return Err(n_differ(pairs.len(), "field", n_fields));
    }
    if let Some(field) = schema.fields().iter().find(|field| field.is_nested() || field.many) {
        return Err(format!("the field `{}` repeats, which a table cannot express", field.name));
    }
    let mut cells = Vec::with_capacity(pairs.len());
    for (position, pair) in pairs.iter().enumerate() {
        let cell = match &pair.field {
            None => position,
            Some(name) => {
                schema.position(name).ok_or_else(|| format!("the schema has no field `{name}`"))?
            }
        };
        if cells.contains(&cell) {
            return Err(format!("the field `{}` has two pairs", schema.fields()[cell].name));
        }
        cells.push(cell);
    }
    Ok(cells)
}

/// Returns, for each cell, the pair that fills it.
fn inverse(cells: &[usize]) -> Vec<usize> {
    let mut pair_of = vec![0; cells.len()];
    for (pair, &cell) in cells.iter().enumerate() {
        pair_of[cell] = pair;
    }
    pair_of
}

/// Returns the cells of the schema that the levels fill; an error if rule and schema do not match.
fn shape_of(levels: &Levels, schema: &Schema) -> Result<LevelShape, String> {
    let shape = LevelShape::of(schema)?;
    if shape.levels.len() != levels.len() {
        return Err(n_differ(levels.len(), "level", shape.levels.len()));
    }
    for (level, expected) in levels.iter().zip(&shape.levels) {
        if level.field.as_ref().is_some_and(|name| *name != expected.field) {
            return Err(format!(
                "a level is named `{}`, but the schema has `{}` there",
                level.field.as_deref().unwrap_or_default(),
                expected.field
            ));
        }
    }
    Ok(shape)
}

fn refused(why: String) -> RawExtraction<'static> {
    RawExtraction { records: Vec::new(), warnings: vec![Warning::Note(why)] }
}

fn warning(ending: StopReason, field: impl Fn(usize) -> String) -> Option<Warning> {
    match ending {
        StopReason::Done => None,
        StopReason::NoHead => Some(Warning::NotApplicable { missing: "the head".into() }),
        StopReason::Incomplete { pair, from } => {
            Some(Warning::IncompleteRecord { field: field(pair), at_byte: from })
        }
        StopReason::NoClose { from } => Some(Warning::Note(format!(
            "the closing string of a record is missing behind byte {from}; reading ended there"
        ))),
        StopReason::Full { at } => Some(Warning::Truncated {
            what: Limited::Records,
            limit: MAX_RECORDS as u64,
            at_byte: at,
        }),
    }
}

fn n_differ(n_pairs: usize, of: &str, n_of: usize) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!("{n_pairs} pair{} of delimiters for {n_of} {of}{}", plural(n_pairs), plural(n_of))
}
