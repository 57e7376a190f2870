//! Learns records in records.
//!
//! Outer records are learnt from an *outline* of the labels, in which inner records are lists of values, so that the regions
//! of outer records contain all inner ones. Inner records are learnt as records of the whole page; their place decides to
//! which outer record they belong.

use super::SiteLearner;
use super::attempt::{WrapperCandidate, f1};
use super::limits::Reached;
use super::review::{aligned, labels, reads};
use crate::example::{Example, Label, LabelCell, LabelledRecord, Negative, TrainingSet};
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::{Field, Schema};
use unhusk_wrapper::site::{FieldRule, Records, Site};

/// The best wrapper for records with a field that holds records.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    single: &[String],
    reached: &Reached,
) -> Option<WrapperCandidate> {
    let outline = FlatFields::new(examples.schema().fields());
    let around =
        SiteLearner { single: single.to_vec() }.attempt(&outline.of(examples)?, reached)?;
    let records = outline.records(around.wrapper.records())?;
    let mut fields = Vec::new();
    let mut warnings = around.warnings;
    for (at, field) in examples.schema().fields().iter().enumerate() {
        if !field.is_nested() {
            fields.push(around.wrapper.fields()[outline.begins[at]].clone());
            continue;
        }
        let inner = inside(examples, at).and_then(|inside| {
            // The schema of inner records cannot be changed, so that no field may be found to repeat.
            let single = field.fields.iter().map(|field| field.name.clone()).collect();
            SiteLearner { single }.attempt(&inside, reached)
        });
        let nested = inner.map(|inner| {
            warnings.extend(inner.warnings);
            Box::new(inner.wrapper)
        });
        fields.push(FieldRule { nested, ..FieldRule::default() });
    }
    let wrapper = Site::new(records, around.wrapper.landmarks().to_vec(), fields).ok()?;
    let f1 = f1(examples, &wrapper) * share_in_place(examples, &wrapper);
    let repeats = outline.whole(&around.repeats);
    Some(WrapperCandidate { wrapper, repeats, warnings, f1, plenty: around.plenty })
}

/// Records without nesting: a field that holds records is replaced by a list for each of their fields.
struct FlatFields<'a> {
    fields: &'a [Field],
    flat: Vec<Field>,
    /// For each field the position of its first field in the outline, and the number of all.
    begins: Vec<usize>,
}

impl<'a> FlatFields<'a> {
    fn new(fields: &'a [Field]) -> Self {
        let (mut flat, mut begins) = (Vec::new(), Vec::new());
        for field in fields {
            begins.push(flat.len());
            if field.is_nested() {
                lists(&field.name, &field.fields, &mut flat);
            } else {
                flat.push(field.clone());
            }
        }
        begins.push(flat.len());
        Self { fields, flat, begins }
    }

    /// The outline of examples.
    fn of<'p>(&self, examples: &TrainingSet<'p>) -> Option<TrainingSet<'p>> {
        let schema = Schema::new(self.flat.clone()).ok()?;
        let outlined = examples.examples().iter().map(|example| self.example(example)).collect();
        let outlined = TrainingSet::from_examples(schema, outlined).ok()?;
        Some(outlined.with_unlabelled(examples.unlabelled().iter().copied()))
    }

    fn example<'p>(&self, example: &Example<'p>) -> Example<'p> {
        let record = |record: &LabelledRecord| {
            let mut cells = Vec::with_capacity(self.flat.len());
            for (field, cell) in self.fields.iter().zip(&record.cells) {
                if field.is_nested() {
                    list_cells(&field.fields, &[cell], &mut cells);
                } else {
                    cells.push(cell.clone());
                }
            }
            LabelledRecord { cells }
        };
        let flat = |negative: &Negative| match negative.field[..] {
            [at] => Some(Negative { field: vec![*self.begins.get(at)?], ..negative.clone() }),
            _ => None,
        };
        Example {
            records: example.records.iter().map(record).collect(),
            negatives: example.negatives.iter().filter_map(flat).collect(),
            ..example.clone()
        }
    }

    /// Where records are, with the positions of required fields in the schema.
    fn records(&self, of_outline: &Records) -> Option<Records> {
        match of_outline {
            Records::Page => Some(Records::Page),
            Records::Regions(regions) => {
                let mut regions = regions.clone();
                regions.required = self.whole(&regions.required);
                // It is of the fields of the outline.
                regions.look = None;
                Some(Records::Regions(regions))
            }
            // Without regions there is nothing that contains inner records.
            Records::Sequence(_) | Records::Layouts(_) => None,
        }
    }

    /// The fields of the schema to which fields of the outline belong.
    fn whole(&self, flat: &[usize]) -> Vec<usize> {
        let field_of = |at: &usize| self.begins.partition_point(|begin| begin <= at) - 1;
        let mut fields: Vec<usize> = flat.iter().map(field_of).collect();
        fields.dedup();
        fields
    }
}

/// A list for each field that holds values. Recurses on the nesting of the schema, which is capped.
fn lists(name: &str, fields: &[Field], flat: &mut Vec<Field>) {
    for field in fields {
        let name = format!("{name}.{}", field.name);
        if field.is_nested() {
            lists(&name, &field.fields, flat);
        } else {
            let mut list = Field::new(name);
            (list.many, list.optional) = (true, true);
            flat.push(list);
        }
    }
}

/// For each field that holds values, the list of its values in some cells that hold records.
fn list_cells(fields: &[Field], holders: &[&LabelCell], flat: &mut Vec<LabelCell>) {
    for (at, field) in fields.iter().enumerate() {
        let mut inner = Vec::new();
        for holder in holders {
            match holder {
                LabelCell::Nested(records) => {
                    inner.extend(records.iter().filter_map(|record| record.cells.get(at)));
                }
                LabelCell::Absent => {}
                // The inner records are not known.
                other => inner.push(other),
            }
        }
        if field.is_nested() {
            list_cells(&field.fields, &inner, flat);
        } else {
            flat.push(list_of(&inner));
        }
    }
}

/// All values of some cells; unknown if one of the cells is.
fn list_of(cells: &[&LabelCell]) -> LabelCell {
    let mut all: Vec<Label> = Vec::new();
    for cell in cells {
        match cell {
            LabelCell::One(label) => all.push(label.clone()),
            LabelCell::Many(labels) => all.extend(labels.iter().cloned()),
            LabelCell::Absent => {}
            LabelCell::Unknown | LabelCell::Nested(_) => return LabelCell::Unknown,
        }
    }
    if all.is_empty() { LabelCell::Absent } else { LabelCell::Many(all) }
}

/// The records that a field holds, as records of their pages.
fn inside<'p>(examples: &TrainingSet<'p>, field: usize) -> Option<TrainingSet<'p>> {
    let schema = Schema::new(examples.schema().fields()[field].fields.clone()).ok()?;
    let example = |example: &Example<'p>| {
        let cells = || example.records.iter().map(|record| &record.cells[field]);
        let records = cells().flat_map(|cell| match cell {
            LabelCell::Nested(records) => &records[..],
            _ => &[],
        });
        let negatives = example.negatives.iter().filter_map(|negative| {
            let (first, rest) = negative.field.split_first()?;
            let is_inside = *first == field && !rest.is_empty();
            is_inside.then(|| Negative { field: rest.to_vec(), ..negative.clone() })
        });
        Example {
            complete: example.complete && cells().all(|cell| *cell != LabelCell::Unknown),
            records: records.cloned().collect(),
            negatives: negatives.collect(),
            ..example.clone()
        }
    };
    let examples_inside = examples.examples().iter().map(example).collect();
    let inside = TrainingSet::from_examples(schema, examples_inside).ok()?;
    Some(inside.with_unlabelled(examples.unlabelled().iter().copied()))
}

/// The share of the labelled values that are read in the record in which they are labelled.
#[expect(clippy::cast_precision_loss, reason = "counts of values")]
fn share_in_place(examples: &TrainingSet<'_>, wrapper: &Site) -> f64 {
    let (mut n_labels, mut n_in_place) = (0_usize, 0_usize);
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page).records;
        let aligned = aligned(example, &read);
        for (at, record) in example.records.iter().enumerate() {
            let reader = aligned.iter().find(|pair| pair.1 == at).map(|pair| &read[pair.0]);
            for (field, cell) in record.cells.iter().enumerate() {
                let labels = labels(cell);
                n_labels += labels.len();
                let Some(reader) = reader else { continue };
                n_in_place +=
                    labels.iter().filter(|label| reads(&reader.cells[field], label)).count();
            }
        }
    }
    n_in_place as f64 / n_labels.max(1) as f64
}
