//! From places to records: every class as a [`Extract`].

use super::extract::{Ending, Nest, Table};
use super::rule::{Hlrt, Hoclrt, Levels, Lr, NHlrt, NLr, Oclr, Pairs};
use super::shape::{Builder, Shape};
use crate::record::{Cell, Record, Schema, Value};
use crate::{Extract, RawExtraction};
use unhusk_page::Limited;
use unhusk_page::Warning;
use unhusk_page::{Page, Span};

/// Most records (values, for the N-classes) that are read from one page.
const MAX_RECORDS: usize = 1_000_000;

macro_rules! reads_tables {
    ($class:ty) => {
        impl Extract for $class {
            fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
                read_table(&Table::from(self), &self.fields, schema, page)
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
                read_levels(&Nest::from(self), &self.fields, schema, page)
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
    table: &Table<'_>,
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
    nest: &Nest<'_>,
    levels: &Levels,
    schema: &Schema,
    page: &'p Page,
) -> RawExtraction<'p> {
    let shape = match shape_of(levels, schema) {
        Ok(shape) => shape,
        Err(why) => return refused(why),
    };
    let mut builder = Builder::new(&shape);
    let ending = nest.each(page.source(), MAX_RECORDS, |level, span| {
        builder.push(level, Value::at(page, span));
    });
    let records = builder.finish();
    let name = |level: usize| shape.levels[level].field.clone();
    RawExtraction { records, warnings: warning(ending, name).into_iter().collect() }
}

/// The schema's cell that each pair fills, or why rule and schema do not belong together.
fn cells_of(pairs: &Pairs, schema: &Schema) -> Result<Vec<usize>, String> {
    let n_fields = schema.fields().len();
    if pairs.len() != n_fields {
        return Err(n_differ(pairs.len(), "field", n_fields));
    }
    if let Some(field) = schema.fields().iter().find(|field| field.is_nested() || field.many) {
        return Err(format!("the field `{}` repeats, which a table cannot say", field.name));
    }
    let mut cells = Vec::with_capacity(pairs.len());
    for (position, pair) in pairs.iter().enumerate() {
        let cell = match &pair.field {
            None => position,
            Some(name) => {
                schema.position(name).ok_or_else(|| format!("no field is called `{name}`"))?
            }
        };
        if cells.contains(&cell) {
            return Err(format!("two pairs for the field `{}`", schema.fields()[cell].name));
        }
        cells.push(cell);
    }
    Ok(cells)
}

/// For each cell, the pair that fills it.
fn inverse(cells: &[usize]) -> Vec<usize> {
    let mut pair_of = vec![0; cells.len()];
    for (pair, &cell) in cells.iter().enumerate() {
        pair_of[cell] = pair;
    }
    pair_of
}

/// How the levels fill the schema, or why rule and schema do not belong together.
fn shape_of(levels: &Levels, schema: &Schema) -> Result<Shape, String> {
    let shape = Shape::of(schema)?;
    if shape.levels.len() != levels.len() {
        return Err(n_differ(levels.len(), "level", shape.levels.len()));
    }
    for (level, place) in levels.iter().zip(&shape.levels) {
        if level.field.as_ref().is_some_and(|name| *name != place.field) {
            return Err(format!(
                "a level for `{}` where `{}` is meant",
                level.field.as_deref().unwrap_or_default(),
                place.field
            ));
        }
    }
    Ok(shape)
}

fn refused(why: String) -> RawExtraction<'static> {
    RawExtraction { records: Vec::new(), warnings: vec![Warning::Note(why)] }
}

fn warning(ending: Ending, field: impl Fn(usize) -> String) -> Option<Warning> {
    match ending {
        Ending::Done => None,
        Ending::NoHead => Some(Warning::NotApplicable { missing: "the head".into() }),
        Ending::Incomplete { pair, from } => {
            Some(Warning::IncompleteRecord { field: field(pair), at_byte: from })
        }
        Ending::NoClose { from } => Some(Warning::Note(format!(
            "behind byte {from} the string that closes a record is missing; reading ended there"
        ))),
        Ending::Full { at } => Some(Warning::Truncated {
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
