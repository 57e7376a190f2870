//! Records by the names of their fields.

use super::{Cell, Confidence, Field, Record};
use std::fmt;
use std::ops::Index;
use unhusk_page::Span;

/// One record that is indexed by the names of its fields.
///
/// ```
/// use unhusk_wrapper::record::{Cell, Field, Record, RecordView, Value};
/// use unhusk_page::{Page, Span};
///
/// let page = Page::from("<b>Congo</b> 242");
/// let fields = [Field::new("country"), Field::new("capital")];
/// let record = Record { cells: vec![Cell::One(Value::at(&page, Span::new(3, 8))), Cell::Absent] };
/// let view = RecordView::new(&fields, &record);
/// assert_eq!(view["country"].to_string(), "Congo");
/// assert_eq!(view["country"].span(), Some(Span::new(3, 8)));
/// assert_eq!(view["capital"].to_string(), "");
/// assert!(view.get("population").is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordView<'e> {
    fields: &'e [Field],
    record: &'e Record<'e>,
}

impl<'e> RecordView<'e> {
    /// A record and its fields, in the same order.
    pub fn new(fields: &'e [Field], record: &'e Record<'e>) -> Self {
        Self { fields, record }
    }

    /// Returns the cell of a field; `None` if there is no field of this name.
    pub fn get(self, name: &str) -> Option<&'e Cell<'e>> {
        self.record.cells.get(self.position(name)?)
    }

    /// The records of a nested field; none if the field is not nested, or there is no field of this name.
    pub fn nested(self, name: &str) -> impl Iterator<Item = RecordView<'e>> {
        let position = self.position(name);
        let fields = position.map_or(&[][..], |position| &self.fields[position].fields);
        let cell = position.and_then(|position| self.record.cells.get(position));
        cell.map_or(&[][..], Cell::records).iter().map(move |record| Self::new(fields, record))
    }

    /// The fields, in the order of the cells.
    pub fn fields(self) -> &'e [Field] {
        self.fields
    }

    /// The record as plain data: one cell for each field.
    pub fn record(self) -> &'e Record<'e> {
        self.record
    }

    fn position(self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

impl<'e> Index<&str> for RecordView<'e> {
    type Output = Cell<'e>;

    /// Returns the cell of a field.
    ///
    /// # Panics
    /// If there is no field of this name; [`RecordView::get`] returns `None` then.
    fn index(&self, name: &str) -> &Cell<'e> {
        self.get(name).unwrap_or_else(|| panic!("the record has no field `{name}`"))
    }
}

impl<'p> Cell<'p> {
    /// The text of the first value; `None` if there is no value.
    pub fn text(&self) -> Option<&str> {
        self.values().first().map(|value| &*value.text)
    }

    /// Returns the place of the first value on the page; `None` if there is no value.
    pub fn span(&self) -> Option<Span> {
        self.values().first().map(|value| value.span)
    }

    /// The confidence of the first value, if the page was read with confidence.
    pub fn confidence(&self) -> Option<Confidence> {
        self.values().first()?.confidence
    }

    /// The records of a nested field, without those that nest in them.
    pub fn records(&self) -> &[Record<'p>] {
        match self {
            Self::Nested(records) => records,
            Self::Absent | Self::One(_) | Self::Many(_) => &[],
        }
    }
}

/// The text of a value; nothing if there is none; the texts of several values, and of nested records, with `, ` between
/// them. Nesting is capped by the schema.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::One(value) = self {
            return f.pad(&value.text);
        }
        let mut between = "";
        for value in self.values() {
            write!(f, "{between}{}", value.text)?;
            between = ", ";
        }
        for cell in self.records().iter().flat_map(|record| &record.cells) {
            if *cell != Self::Absent {
                write!(f, "{between}{cell}")?;
                between = ", ";
            }
        }
        Ok(())
    }
}
