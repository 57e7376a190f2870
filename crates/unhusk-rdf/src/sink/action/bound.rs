//! Access to the values of a record by property, independent of field names.

use crate::sink::subject::{Keys, PageName};
use crate::vocabulary::secure;
use unhusk_wrapper::record::{Cell, Datatype, Date, Field, Record, Schema, Typed, TypedReader};
use unhusk_wrapper::sink::SourcePage;

/// Whether a field, nested or not, is one of the properties.
pub(super) fn has_any(schema: &Schema, properties: &[&str]) -> bool {
    fn any(schema: &Schema, fields: &[Field], properties: &[&str]) -> bool {
        fields.iter().any(|field| {
            is_one_of(schema, field, properties) || any(schema, &field.fields, properties)
        })
    }
    any(schema, schema.fields(), properties)
}

fn is_one_of(schema: &Schema, field: &Field, properties: &[&str]) -> bool {
    let iri = field.iri.as_deref().map(|name| schema.iri(name));
    iri.is_some_and(|iri| properties.contains(&&*secure(&iri)))
}

/// Binds records to properties; keeps the state between records.
pub(super) struct Binder {
    pub(super) schema: Schema,
    pub(super) page: PageName,
    page_name: String,
    keys: Keys,
    pub(super) reader: TypedReader,
}

impl Binder {
    pub(super) fn new(schema: &Schema) -> Self {
        Self {
            schema: schema.clone(),
            page: PageName::new(&SourcePage::new("")),
            page_name: String::new(),
            keys: Keys::new(schema),
            reader: TypedReader::default(),
        }
    }

    pub(super) fn begin(&mut self, page: &SourcePage) {
        self.page = PageName::new(page);
        self.page_name.clone_from(&page.name);
        self.keys.begin_page();
    }

    /// Binds a record, with its unique name.
    pub(super) fn bind<'b>(&'b mut self, page: &str, record: &'b Record<'b>) -> BoundRecord<'b> {
        if self.page_name != page {
            self.begin(&SourcePage::new(page));
        }
        let iri = format!("{}#{}", self.page.iri, self.keys.key(record));
        BoundRecord {
            fields: self.schema.fields(),
            schema: &self.schema,
            page: &self.page,
            reader: &mut self.reader,
            record,
            iri,
        }
    }
}

/// A record with access to its values by property.
pub(super) struct BoundRecord<'b> {
    schema: &'b Schema,
    fields: &'b [Field],
    page: &'b PageName,
    reader: &'b mut TypedReader,
    record: &'b Record<'b>,
    /// The IRI of the record.
    pub(super) iri: String,
}

impl BoundRecord<'_> {
    /// The texts of the first of the properties that has any. A nested record is its texts, with commas between.
    pub(super) fn texts(&self, properties: &[&str]) -> Vec<String> {
        let mut texts = Vec::new();
        for property in properties {
            collect(self.schema, self.fields, self.record, property, &mut texts);
            if !texts.is_empty() {
                break;
            }
        }
        texts
    }

    /// The first text.
    pub(super) fn text(&self, properties: &[&str]) -> Option<String> {
        self.texts(properties).into_iter().next()
    }

    /// The first value that is an address, made whole.
    pub(super) fn address(&self, properties: &[&str]) -> Option<String> {
        let read = |text: String| match Datatype::Url.read(&text)? {
            Typed::Url(reference) => self.page.resolve(&reference),
            _ => None,
        };
        self.texts(properties).into_iter().find_map(read)
    }

    /// Returns the first value as a date; counts it if it is none.
    pub(super) fn date(&mut self, properties: &[&str]) -> Option<Date> {
        let text = self.text(properties)?;
        match self.reader.try_read(&self.field_name(properties), Datatype::Date, &text)? {
            Typed::Date(date) => Some(date),
            _ => None,
        }
    }

    /// Counts a value that is a date, but not a usable one.
    pub(super) fn unusable_date(&mut self, properties: &[&str]) {
        let text = self.text(properties).unwrap_or_default();
        self.reader.missed(&self.field_name(properties), Datatype::Date, &text);
    }

    /// The first value, if it is a number.
    pub(super) fn number(&self, properties: &[&str]) -> Option<String> {
        match Datatype::Number.read(&self.text(properties)?)? {
            Typed::Number(number) => Some(number),
            _ => None,
        }
    }

    fn field_name(&self, properties: &[&str]) -> String {
        let is_it = |field: &&Field| is_one_of(self.schema, field, properties);
        self.fields.iter().find(is_it).map_or_else(|| "?".to_owned(), |field| field.name.clone())
    }
}

/// Texts of a property, in nested records too. Recurses on the nesting of the schema, which is limited.
fn collect(
    schema: &Schema,
    fields: &[Field],
    record: &Record<'_>,
    property: &str,
    texts: &mut Vec<String>,
) {
    for (field, cell) in fields.iter().zip(&record.cells) {
        let is_it = is_one_of(schema, field, &[property]);
        match cell {
            Cell::One(value) if is_it => texts.push(value.text.to_string()),
            Cell::Many(values) if is_it => {
                texts.extend(values.iter().map(|value| value.text.to_string()));
            }
            Cell::Nested(records) if is_it => texts.extend(records.iter().map(joined)),
            Cell::Nested(records) => {
                for nested in records {
                    collect(schema, &field.fields, nested, property, texts);
                }
            }
            Cell::Absent | Cell::One(_) | Cell::Many(_) => {}
        }
    }
    texts.retain(|text| !text.is_empty());
}

/// All texts of a record, with commas between.
fn joined(record: &Record<'_>) -> String {
    fn add(record: &Record<'_>, texts: &mut Vec<String>) {
        for cell in &record.cells {
            match cell {
                Cell::Absent => {}
                Cell::One(value) => texts.push(value.text.to_string()),
                Cell::Many(values) => {
                    texts.extend(values.iter().map(|value| value.text.to_string()));
                }
                Cell::Nested(records) => records.iter().for_each(|record| add(record, texts)),
            }
        }
    }
    let mut texts = Vec::new();
    add(record, &mut texts);
    texts.join(", ")
}
