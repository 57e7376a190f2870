//! Delimiter rules as Python programs read them: strings, and what their values fill.

use super::check::Agreement;
use unhusk_page::{Page, Span, fold};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::{Level, Pair, Shape};
use unhusk_wrapper::record::{Cell, Field, Record, Schema, Value};

/// The strings of a delimiter rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Delimiters {
    pub(super) head: String,
    pub(super) tail: String,
    pub(super) open: String,
    pub(super) close: String,
    /// Field, left and right delimiter, in the order of the page.
    pub(super) pairs: Vec<(String, String, String)>,
    /// How levels make nested records; none for tables.
    pub(super) shape: Option<Shape>,
}

impl Delimiters {
    /// The strings of a rule; none if it is no delimiter rule, or does not fit the fields.
    pub(super) fn new(wrapper: &AnyWrapper, schema: &Schema) -> Option<Self> {
        let text = |text: &str| text.to_owned();
        let nothing = Self::default();
        Some(match wrapper {
            AnyWrapper::Lr(rule) => Self { pairs: of_pairs(&rule.fields, schema)?, ..nothing },
            AnyWrapper::Hlrt(rule) => Self {
                head: text(&rule.head),
                tail: text(&rule.tail),
                pairs: of_pairs(&rule.fields, schema)?,
                ..nothing
            },
            AnyWrapper::Oclr(rule) => Self {
                open: text(&rule.open),
                close: text(&rule.close),
                pairs: of_pairs(&rule.fields, schema)?,
                ..nothing
            },
            AnyWrapper::Hoclrt(rule) => Self {
                head: text(&rule.head),
                tail: text(&rule.tail),
                open: text(&rule.open),
                close: text(&rule.close),
                pairs: of_pairs(&rule.fields, schema)?,
                shape: None,
            },
            AnyWrapper::NLr(rule) => of_levels(&rule.fields, schema)?,
            AnyWrapper::NHlrt(rule) => Self {
                head: text(&rule.head),
                tail: text(&rule.tail),
                ..of_levels(&rule.fields, schema)?
            },
            AnyWrapper::Kl(_)
            | AnyWrapper::Luti(_)
            | AnyWrapper::Stalker(_)
            | AnyWrapper::Bwi(_)
            | AnyWrapper::Site(_)
            | AnyWrapper::Pattern(_)
            | AnyWrapper::Template(_) => return None,
        })
    }
}

fn of_pairs(pairs: &[Pair], schema: &Schema) -> Option<Vec<(String, String, String)>> {
    let named = |(at, pair): (usize, &Pair)| {
        let name = pair.field.clone().or_else(|| Some(schema.fields().get(at)?.name.clone()))?;
        Some((name, pair.left.to_string(), pair.right.to_string()))
    };
    pairs.iter().enumerate().map(named).collect()
}

fn of_levels(levels: &[Level], schema: &Schema) -> Option<Delimiters> {
    let shape = Shape::of(schema).ok().filter(|shape| shape.levels.len() == levels.len())?;
    let pair = |(level, place): (&Level, &unhusk_wrapper::delimiter::LevelCell)| {
        (place.field.clone(), level.left.to_string(), level.right.to_string())
    };
    let pairs = levels.iter().zip(&shape.levels).map(pair).collect();
    Some(Delimiters { pairs, shape: Some(shape), ..Delimiters::default() })
}

/// Compares the texts of values as the Python program has them: it finds the same places by the same rules, but
/// knows less of markup inside a value.
pub(super) fn check(schema: &Schema, records: &[Record<'_>], page: &Page) -> Agreement {
    let fields = schema.fields().iter().enumerate();
    let is_equal = |(at, field): (usize, &Field)| {
        records.iter().all(|record| cell_is_equal(field, record.cells.get(at), page))
    };
    Agreement { fields: fields.map(is_equal).collect() }
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

/// The function `text` of the Python program: tags taken away, at blocks for a space, then references decoded.
pub(super) fn python_text(source: &str) -> String {
    let mut bare = String::with_capacity(source.len());
    // Behind the last `>` no tag ends, so that none need be looked for.
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
    // What is left is text, whatever it looks like.
    let escaped = bare.replace('<', "&lt;");
    let page = Page::from(escaped.as_str());
    fold(&page.text(Span::new(0, escaped.len()))).into_owned()
}

fn is_block(name: &str) -> bool {
    super::python::BLOCKS.split(' ').any(|block| block == name)
}
