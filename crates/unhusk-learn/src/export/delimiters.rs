//! The strings of a delimiter wrapper, as the Python programs need them.

use super::check::FieldAgreement;
use unhusk_page::{Page, Span, fold};
use unhusk_wrapper::delimiter::{DelimiterWrapper, LevelShape};
use unhusk_wrapper::record::{Cell, Field, Record, Schema, Value};

/// The strings of a delimiter wrapper.
#[derive(Debug, Clone, Default)]
pub(super) struct DelimiterStrings {
    pub(super) head: String,
    pub(super) tail: String,
    pub(super) open: String,
    pub(super) close: String,
    /// Field, left and right delimiter, in page order.
    pub(super) pairs: Vec<(String, String, String)>,
    /// The nesting of records by levels; `None` for tables.
    pub(super) shape: Option<LevelShape>,
}

impl DelimiterStrings {
    /// Returns the strings of a wrapper; `None` if it does not fit the fields.
    pub(super) fn new(wrapper: &DelimiterWrapper, schema: &Schema) -> Option<Self> {
        let strings = wrapper.strings();
        let shape = if wrapper.is_nested() {
            let shape = LevelShape::of(schema).ok()?;
            Some(shape).filter(|shape| shape.levels.len() == strings.pairs.len()).map(Some)?
        } else {
            None
        };
        let name_of = |at: usize| {
            if let Some(shape) = &shape {
                return Some(shape.levels[at].field.clone());
            }
            let named = wrapper.field_of(at).map(str::to_owned);
            named.or_else(|| Some(schema.fields().get(at)?.name.clone()))
        };
        let pair = |(at, (left, right)): (usize, &(&str, &str))| {
            Some((name_of(at)?, (*left).to_owned(), (*right).to_owned()))
        };
        let pairs = strings.pairs.iter().enumerate().map(pair).collect::<Option<_>>()?;
        Some(Self {
            head: strings.head.to_owned(),
            tail: strings.tail.to_owned(),
            open: strings.open.to_owned(),
            close: strings.close.to_owned(),
            pairs,
            shape,
        })
    }
}

/// Compares the texts of values with those of the Python program, which finds the same places but has a simpler
/// treatment of markup inside a value.
pub(super) fn check(schema: &Schema, records: &[Record<'_>], page: &Page) -> FieldAgreement {
    let fields = schema.fields().iter().enumerate();
    let is_equal = |(at, field): (usize, &Field)| {
        records.iter().all(|record| cell_is_equal(field, record.cells.get(at), page))
    };
    FieldAgreement { fields: fields.map(is_equal).collect() }
}

/// Recurses on the nesting of the schema, which is capped.
fn cell_is_equal(field: &Field, cell: Option<&Cell<'_>>, page: &Page) -> bool {
    let is_equal = |value: &Value<'_>| {
        let source = page.slice(value.span).unwrap_or_default();
        python_text(source) == value.text
    };
    match cell {
        None | Some(Cell::Absent) => true,
        Some(Cell::One(value)) => is_equal(value),
        Some(Cell::Many(values)) => values.iter().all(is_equal),
        Some(Cell::Nested(records)) => records.iter().all(|record| {
            let inner = field.fields.iter().enumerate();
            inner.into_iter().all(|(at, field)| cell_is_equal(field, record.cells.get(at), page))
        }),
    }
}

/// The function `text` of the Python program: removes tags, with a space for those of blocks, then decodes
/// references.
pub(super) fn python_text(source: &str) -> String {
    let mut bare = String::with_capacity(source.len());
    // No tag ends after the last `>`.
    let (mut rest, behind_all) = source.split_at(source.rfind('>').map_or(0, |last| last + 1));
    while let Some((before, behind)) = rest.split_once('<') {
        bare.push_str(before);
        let name = behind.strip_prefix('/').unwrap_or(behind);
        let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let Some((_, after)) = is_tag.then(|| behind.split_once('>')).flatten() else {
            bare.push('<');
            rest = behind;
            continue;
        };
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if is_block(&name.to_ascii_lowercase()) {
            bare.push(' ');
        }
        rest = after;
    }
    bare.push_str(rest);
    bare.push_str(behind_all);
    // The rest is text, even if it resembles a tag.
    let escaped = bare.replace('<', "&lt;");
    let page = Page::from(escaped.as_str());
    fold(&page.text(Span::new(0, escaped.len()))).into_owned()
}

fn is_block(name: &str) -> bool {
    super::python::BLOCKS.split(' ').any(|block| block == name)
}
