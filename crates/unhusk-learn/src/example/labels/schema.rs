//! The fields that labels speak of: as `fields` lists them, else in the order of first appearance.
//!
//! What the labels show is added: a field is *many* if some label of it is a list, *optional* if some record
//! is known to lack it. Nested fields hold lists of records by their nature; they are not marked *many*.

use super::{GivenCell, GivenRecord, Labels, PageLabels};
use crate::example::error::{LabelAt, LabelError, LabelProblem, LabelStep};
use rustc_hash::FxHashMap;
use unhusk_wrapper::internal::nearest;
use unhusk_wrapper::record::{Field, FieldType, IriError, Prefixes, Schema};

/// The fields, and what the records are in a vocabulary.
#[derive(Debug, Clone, Default)]
pub(super) struct Declared {
    pub(super) fields: Fields,
    pub(super) class: Option<String>,
    pub(super) prefixes: Prefixes,
}

/// The fields of one level, and whether others may turn up.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    /// `fields` lists them all.
    closed: bool,
    list: Vec<FieldShape>,
    /// Where each name stands in the list: a hostile file has many fields and many records.
    positions: FxHashMap<String, usize>,
}

/// What is known of one field so far.
#[derive(Debug, Clone)]
pub(super) struct FieldShape {
    name: String,
    holds: Holds,
    many: bool,
    optional: bool,
    /// Its property, as it was written.
    iri: Option<String>,
    /// What its values or records are.
    of: Option<FieldType>,
}

/// What a field holds.
#[derive(Debug, Clone)]
pub(super) enum Holds {
    /// Only `null` and empty lists so far.
    Unknown,
    /// Values.
    Values,
    /// Records of these fields.
    Records(Fields),
}

impl FieldShape {
    pub(super) fn new(name: impl Into<String>, holds: Holds) -> Self {
        Self { name: name.into(), holds, many: false, optional: false, iri: None, of: None }
    }

    /// The same with a property and a type.
    pub(super) fn meaning(self, iri: Option<String>, of: Option<FieldType>) -> Self {
        Self { iri, of, ..self }
    }

    fn into_field(self) -> Field {
        let mut field = match self.holds {
            Holds::Records(fields) => Field::nested(self.name, fields.into_fields()),
            Holds::Values | Holds::Unknown => Field::new(self.name),
        };
        field.many = self.many && !field.is_nested();
        field.optional = self.optional;
        (field.iri, field.holds) = (self.iri, self.of);
        field
    }
}

impl Declared {
    /// The schema of all pages.
    pub(super) fn fit(mut self, file: &str, pages: &[PageLabels]) -> Result<Schema, LabelError> {
        self.fields.fit(file, pages)?;
        Schema::with_meaning(self.fields.into_fields(), self.class, self.prefixes)
            .map_err(|error| LabelError::bad(LabelAt::file(file), error.into()))
    }

    /// Adds what another file declares.
    pub(super) fn unite(&mut self, schema: &Schema) -> Result<(), LabelProblem> {
        let class = schema.class().map(str::to_owned);
        unite_meaning(&mut self.class, class, || "the class".to_owned())?;
        for (prefix, namespace) in schema.prefixes().own() {
            let known = self.prefixes.own().find(|(known, _)| *known == prefix);
            let mut known = known.map(|(_, known)| known.to_owned());
            unite_meaning(&mut known, Some(namespace.to_owned()), || {
                format!("the prefix `{prefix}`")
            })?;
            let added: Result<(), IriError> = self.prefixes.insert(prefix, namespace);
            added.expect("it was a prefix of the other file");
        }
        self.fields.unite(Fields::hinted_by(schema.fields()))
    }
}

/// Takes what is new; two files that say different things are a mistake in one of them.
fn unite_meaning<T: PartialEq + std::fmt::Display>(
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
    /// The fields that `fields` lists: no others may turn up.
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

    /// The fields of a schema as the beginning of a wider one: what seems to hold values may not have been filled.
    pub(super) fn hinted_by(fields: &[Field]) -> Self {
        let shape = |field: &Field| {
            let holds = if field.is_nested() {
                Holds::Records(Self::hinted_by(&field.fields))
            } else {
                Holds::Unknown
            };
            FieldShape::new(&field.name, holds).meaning(field.iri.clone(), field.holds.clone())
        };
        Self::open(fields.iter().map(shape).collect())
    }

    /// Adds fields that are not there yet, and what is not known of those that are.
    pub(super) fn unite(&mut self, others: Fields) -> Result<(), LabelProblem> {
        for other in others.list {
            let Some(position) = self.position(&other.name) else {
                self.push(other);
                continue;
            };
            let known = &mut self.list[position];
            let what = |what: &str| format!("{what} of field `{}`", other.name);
            unite_meaning(&mut known.iri, other.iri, || what("the property"))?;
            unite_meaning(&mut known.of, other.of, || what("the type"))?;
            match (&mut self.list[position].holds, other.holds) {
                (Holds::Records(fields), Holds::Records(others)) => fields.unite(others)?,
                (holds @ Holds::Unknown, others) => *holds = others,
                _ => {}
            }
        }
        Ok(())
    }

    /// How `fields` declares the field called `name`.
    pub(super) fn declared(&self, name: &str) -> Option<&Holds> {
        self.position(name).map(|position| &self.list[position].holds)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    fn push(&mut self, field: FieldShape) {
        // Of two equal names the first counts here; `Schema::new` refuses them.
        self.positions.entry(field.name.clone()).or_insert(self.list.len());
        self.list.push(field);
    }

    /// Adds what all pages show.
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

    /// Refuses nested records of which no field is known: `[{}]`.
    fn check_filled(&self, at: &LabelAt) -> Result<(), LabelError> {
        for field in &self.list {
            let Holds::Records(fields) = &field.holds else { continue };
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
                // An empty list may be one of values or of records.
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
        self.push(FieldShape::new(name, Holds::Unknown));
        Ok(&mut self.list[position])
    }

    fn nearest(&self, name: &str) -> Option<String> {
        nearest(name, self.list.iter().map(|field| field.name.as_str())).map(str::to_owned)
    }

    /// Negatives add no fields: one that no record has cannot be learnt.
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
        if let Holds::Records(_) = self.holds {
            let problem = LabelProblem::Mixed { here: "values", elsewhere: "records" };
            return Err(LabelError::bad(at.field(&self.name), problem));
        }
        self.holds = Holds::Values;
        Ok(())
    }

    fn records(&mut self, at: &LabelAt) -> Result<&mut Fields, LabelError> {
        if let Holds::Unknown = self.holds {
            self.holds = Holds::Records(Fields::default());
        }
        match &mut self.holds {
            Holds::Records(fields) => Ok(fields),
            Holds::Values | Holds::Unknown => {
                let problem = LabelProblem::Mixed { here: "records", elsewhere: "values" };
                Err(LabelError::bad(at.field(&self.name), problem))
            }
        }
    }
}
