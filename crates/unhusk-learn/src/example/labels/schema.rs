//! The schema of labels: the fields as `fields` lists them, or else in order of first appearance.
//!
//! The labels determine the rest: a field is *many* if one of its labels is a list, *optional* if a record is known to
//! lack it. Nested fields always hold lists of records; they are not marked *many*.

use super::{GivenCell, GivenRecord, Labels, PageLabels};
use crate::example::error::{LabelAt, LabelError, LabelProblem, LabelStep};
use rustc_hash::FxHashMap;
use unhusk_wrapper::internal::nearest;
use unhusk_wrapper::record::{Field, FieldType, IriError, Prefixes, Schema};

/// The declared fields, and the class and prefixes of a vocabulary.
#[derive(Debug, Clone, Default)]
pub(super) struct DeclaredSchema {
    pub(super) fields: Fields,
    pub(super) class: Option<String>,
    pub(super) prefixes: Prefixes,
}

/// The fields of one level, and whether other fields are allowed.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    /// Whether `fields` lists them all.
    closed: bool,
    list: Vec<FieldShape>,
    /// The position of each name in the list: a hostile file may have many fields and many records.
    positions: FxHashMap<String, usize>,
}

/// Facts about one field so far.
#[derive(Debug, Clone)]
pub(super) struct FieldShape {
    name: String,
    holds: FieldContent,
    many: bool,
    optional: bool,
    /// The property of the field, as written.
    iri: Option<String>,
    /// The type of its values or records.
    of: Option<FieldType>,
}

/// Content of a field.
#[derive(Debug, Clone)]
pub(super) enum FieldContent {
    /// Only `null` and empty lists so far.
    Unknown,
    /// Values.
    Values,
    /// Records of these fields.
    Records(Fields),
}

impl FieldShape {
    pub(super) fn new(name: impl Into<String>, holds: FieldContent) -> Self {
        Self { name: name.into(), holds, many: false, optional: false, iri: None, of: None }
    }

    /// Sets the property and the type.
    pub(super) fn meaning(self, iri: Option<String>, of: Option<FieldType>) -> Self {
        Self { iri, of, ..self }
    }

    fn into_field(self) -> Field {
        let mut field = match self.holds {
            FieldContent::Records(fields) => Field::nested(self.name, fields.into_fields()),
            FieldContent::Values | FieldContent::Unknown => Field::new(self.name),
        };
        field.many = self.many && !field.is_nested();
        field.optional = self.optional;
        (field.iri, field.holds) = (self.iri, self.of);
        field
    }
}

impl DeclaredSchema {
    /// The schema of all pages.
    pub(super) fn fit(mut self, file: &str, pages: &[PageLabels]) -> Result<Schema, LabelError> {
        self.fields.fit(file, pages)?;
        Schema::with_meaning(self.fields.into_fields(), self.class, self.prefixes)
            .map_err(|error| LabelError::bad(LabelAt::file(file), error.into()))
    }

    /// Merges what another file declares.
    pub(super) fn merge(&mut self, schema: &Schema) -> Result<(), LabelProblem> {
        let class = schema.class().map(str::to_owned);
        merge_meaning(&mut self.class, class, || "the class".to_owned())?;
        for (prefix, namespace) in schema.prefixes().own() {
            let known = self.prefixes.own().find(|(known, _)| *known == prefix);
            let mut known = known.map(|(_, known)| known.to_owned());
            merge_meaning(&mut known, Some(namespace.to_owned()), || {
                format!("the prefix `{prefix}`")
            })?;
            let added: Result<(), IriError> = self.prefixes.insert(prefix, namespace);
            added.expect("it was a prefix of the other file");
        }
        self.fields.merge(Fields::hinted_by(schema.fields()))
    }
}

/// Merges two optional meanings; different meanings are an error.
fn merge_meaning<T: PartialEq + std::fmt::Display>(
    known: &mut Option<T>,
    other: Option<T>,
    what: impl Fn() -> String,
) -> Result<(), LabelProblem> {
    match (&*known, other) {
        (Some(known), Some(other)) if *known != other => Err(LabelProblem::Meaning {
            what: what(),
            here: other.to_string(),
            elsewhere: known.to_string(),
        }),
        (None, other) => {
            *known = other;
            Ok(())
        }
        _ => Ok(()),
    }
}

impl Fields {
    /// The fields that `fields` lists; no others are allowed.
    pub(super) fn closed(list: Vec<FieldShape>) -> Self {
        Self { closed: true, ..Self::open(list) }
    }

    fn open(list: Vec<FieldShape>) -> Self {
        let mut fields = Self::default();
        for field in list {
            fields.push(field);
        }
        fields
    }

    /// The fields of a schema as the start of a wider one: fields that seem to hold values may just have been empty.
    pub(super) fn hinted_by(fields: &[Field]) -> Self {
        let shape = |field: &Field| {
            let holds = if field.is_nested() {
                FieldContent::Records(Self::hinted_by(&field.fields))
            } else {
                FieldContent::Unknown
            };
            FieldShape::new(&field.name, holds).meaning(field.iri.clone(), field.holds.clone())
        };
        Self::open(fields.iter().map(shape).collect())
    }

    /// Adds the missing fields, and the unknown properties of the others.
    pub(super) fn merge(&mut self, others: Fields) -> Result<(), LabelProblem> {
        for other in others.list {
            let Some(position) = self.position(&other.name) else {
                self.push(other);
                continue;
            };
            let known = &mut self.list[position];
            let what = |what: &str| format!("{what} of field `{}`", other.name);
            merge_meaning(&mut known.iri, other.iri, || what("the property"))?;
            merge_meaning(&mut known.of, other.of, || what("the type"))?;
            match (&mut self.list[position].holds, other.holds) {
                (FieldContent::Records(fields), FieldContent::Records(others)) => {
                    fields.merge(others)?;
                }
                (holds @ FieldContent::Unknown, others) => *holds = others,
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the declared content of the field called `name`.
    pub(super) fn declared(&self, name: &str) -> Option<&FieldContent> {
        self.position(name).map(|position| &self.list[position].holds)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    fn push(&mut self, field: FieldShape) {
        // Of two equal names the first is used here; `Schema::new` reports the duplicate.
        self.positions.entry(field.name.clone()).or_insert(self.list.len());
        self.list.push(field);
    }

    /// Adds the fields and contents in the labels of all pages.
    fn fit(&mut self, file: &str, pages: &[PageLabels]) -> Result<(), LabelError> {
        for page in pages {
            let at = LabelAt::page(&page.file, &page.path);
            for (index, record) in page.records.iter().enumerate() {
                self.add(record, &at.step(LabelStep::Record(index + 1)))?;
            }
        }
        for page in pages {
            let at = LabelAt::page(&page.file, &page.path);
            for (index, record) in page.not.iter().enumerate() {
                self.check_negative(record, &at.step(LabelStep::Not(index + 1)))?;
            }
        }
        self.check_filled(&LabelAt::file(file))
    }

    /// Reports nested records without any known field: `[{}]`.
    fn check_filled(&self, at: &LabelAt) -> Result<(), LabelError> {
        for field in &self.list {
            let FieldContent::Records(fields) = &field.holds else { continue };
            if fields.list.is_empty() {
                return Err(LabelError::bad(at.field(&field.name), LabelProblem::NoFields));
            }
            fields.check_filled(&at.field(&field.name))?;
        }
        Ok(())
    }

    fn into_fields(self) -> Vec<Field> {
        self.list.into_iter().map(FieldShape::into_field).collect()
    }

    fn add(&mut self, record: &GivenRecord, at: &LabelAt) -> Result<(), LabelError> {
        for (name, cell) in &record.cells {
            let field = self.entry(name, at)?;
            field.optional |= cell.is_empty();
            field.many |= matches!(cell, GivenCell::Many(_));
            match cell {
                GivenCell::Nested(records) => {
                    let fields = field.records(at)?;
                    for (index, record) in records.iter().enumerate() {
                        let at = at.field(name).step(LabelStep::Record(index + 1));
                        fields.add(record, &at)?;
                    }
                }
                // An empty list may be a list of values or of records.
                cell if cell.is_empty() => {}
                _ => field.values(at)?,
            }
        }
        Ok(())
    }

    /// The field called `name`, which is added if that is allowed.
    fn entry(&mut self, name: &str, at: &LabelAt) -> Result<&mut FieldShape, LabelError> {
        if let Some(position) = self.position(name) {
            return Ok(&mut self.list[position]);
        }
        if self.closed {
            let problem = LabelProblem::UnknownField { nearest: self.nearest(name) };
            return Err(LabelError::bad(at.field(name), problem));
        }
        if self.list.len() == Labels::MAX_FIELDS {
            let problem = LabelProblem::TooManyFields { limit: Labels::MAX_FIELDS };
            return Err(LabelError::bad(at.clone(), problem));
        }
        let position = self.list.len();
        self.push(FieldShape::new(name, FieldContent::Unknown));
        Ok(&mut self.list[position])
    }

    fn nearest(&self, name: &str) -> Option<String> {
        nearest(name, self.list.iter().map(|field| field.name.as_str())).map(str::to_owned)
    }

    /// Checks a negative. Negatives add no fields: a field that no record has cannot be learnt.
    fn check_negative(&mut self, record: &GivenRecord, at: &LabelAt) -> Result<(), LabelError> {
        for (name, cell) in &record.cells {
            let Some(position) = self.position(name) else {
                let nearest = self.nearest(name);
                let problem = if self.closed {
                    LabelProblem::UnknownField { nearest }
                } else {
                    LabelProblem::OnlyNegative { nearest }
                };
                return Err(LabelError::bad(at.field(name), problem));
            };
            let field = &mut self.list[position];
            match cell {
                GivenCell::Nested(records) => {
                    let fields = field.records(at)?;
                    for record in records {
                        fields.check_negative(record, &at.field(name))?;
                    }
                }
                GivenCell::Absent => {
                    let expected = "a value that the field does not have";
                    let problem = LabelProblem::Unexpected { found: "null".into(), expected };
                    return Err(LabelError::bad(at.field(name), problem));
                }
                GivenCell::One(_) | GivenCell::Many(_) => field.values(at)?,
            }
        }
        Ok(())
    }
}

impl FieldShape {
    fn values(&mut self, at: &LabelAt) -> Result<(), LabelError> {
        if let FieldContent::Records(_) = self.holds {
            let problem = LabelProblem::Mixed { here: "values", elsewhere: "records" };
            return Err(LabelError::bad(at.field(&self.name), problem));
        }
        self.holds = FieldContent::Values;
        Ok(())
    }

    fn records(&mut self, at: &LabelAt) -> Result<&mut Fields, LabelError> {
        if let FieldContent::Unknown = self.holds {
            self.holds = FieldContent::Records(Fields::default());
        }
        match &mut self.holds {
            FieldContent::Records(fields) => Ok(fields),
            FieldContent::Values | FieldContent::Unknown => {
                let problem = LabelProblem::Mixed { here: "records", elsewhere: "values" };
                Err(LabelError::bad(at.field(&self.name), problem))
            }
        }
    }
}
