//! Leaves fields out of a training set: those that cannot be learnt, so that the others can.

use super::example::{Example, LabelCell, LabelledRecord, Negative};
use std::collections::BTreeSet;
use unhusk_wrapper::record::{Field, Schema};

/// The fields to leave out, by their positions from outside in.
pub(super) struct LeftOut<'s> {
    schema: &'s Schema,
    fields: BTreeSet<Vec<usize>>,
}

impl<'s> LeftOut<'s> {
    /// A field of which all nested fields are left out is left out, too.
    pub(super) fn new(schema: &'s Schema, fields: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let mut left_out = Self { schema, fields: fields.into_iter().collect() };
        left_out.close(schema.fields(), &mut Vec::new());
        left_out
    }

    /// Recurses on the nesting of the schema, whose depth is limited.
    fn close(&mut self, fields: &[Field], path: &mut Vec<usize>) {
        for (position, field) in fields.iter().enumerate().filter(|(_, field)| field.is_nested()) {
            path.push(position);
            self.close(&field.fields, path);
            if self.kept(&field.fields, path).next().is_none() {
                self.fields.insert(path.clone());
            }
            path.pop();
        }
    }

    /// Positions of the fields that stay, of those at `path`.
    fn kept<'f>(
        &self,
        fields: &'f [Field],
        path: &[usize],
    ) -> impl Iterator<Item = usize> + use<'f, '_, 's> {
        let path = path.to_vec();
        (0..fields.len()).filter(move |&position| {
            let mut inner = path.clone();
            inner.push(position);
            !self.fields.contains(&inner)
        })
    }

    /// The other fields; `None` if there are none.
    pub(super) fn schema(&self) -> Option<Schema> {
        let fields = self.of_fields(self.schema.fields(), &mut Vec::new());
        (!fields.is_empty()).then(|| self.schema.with_fields(fields).ok()).flatten()
    }

    /// Recurses on the nesting of the schema, whose depth is limited.
    fn of_fields(&self, fields: &[Field], path: &mut Vec<usize>) -> Vec<Field> {
        let mut kept = Vec::new();
        for position in self.kept(fields, path).collect::<Vec<_>>() {
            let mut field = fields[position].clone();
            path.push(position);
            field.fields = self.of_fields(&field.fields, path);
            path.pop();
            kept.push(field);
        }
        kept
    }

    /// Removes the labels of the fields from an example.
    pub(super) fn remove_from(&self, example: &mut Example<'_>) {
        for record in &mut example.records {
            self.remove_cells(record, self.schema.fields(), &mut Vec::new());
        }
        example.negatives.retain_mut(|negative| self.renumber(negative));
    }

    /// Recurses on the nesting of the schema, whose depth is limited.
    fn remove_cells(&self, record: &mut LabelledRecord, fields: &[Field], path: &mut Vec<usize>) {
        let kept: Vec<usize> = self.kept(fields, path).collect();
        for &position in &kept {
            if let Some(LabelCell::Nested(records)) = record.cells.get_mut(position) {
                path.push(position);
                for record in records {
                    self.remove_cells(record, &fields[position].fields, path);
                }
                path.pop();
            }
        }
        let mut position = 0;
        record.cells.retain(|_| {
            position += 1;
            kept.binary_search(&(position - 1)).is_ok()
        });
    }

    /// Sets the position of the field among those that stay; false if the field does not.
    fn renumber(&self, negative: &mut Negative) -> bool {
        let (mut fields, mut renumbered) = (self.schema.fields(), Vec::new());
        for (level, &position) in negative.field.iter().enumerate() {
            let kept = self.kept(fields, &negative.field[..level]);
            let Some(new) = kept.into_iter().position(|kept| kept == position) else {
                return false;
            };
            renumbered.push(new);
            fields = &fields[position].fields;
        }
        negative.field = renumbered;
        true
    }
}
