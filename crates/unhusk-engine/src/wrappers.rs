//! The wrappers of a run: one, or several, one of which is chosen for each page.

use crate::library::{Candidate, Library, LibraryError, Match, NoMatch};
use unhusk::Page;
use unhusk::record::{Cell, Field, Record, Schema, SchemaError};
use unhusk::wrapper::Wrapper;

/// The wrappers of a run, and the schema that all their records have in common.
#[derive(Debug, Clone)]
pub struct WrapperSet {
    members: Vec<Member>,
    schema: Schema,
}

/// A wrapper of a set.
#[derive(Debug, Clone)]
struct Member {
    name: String,
    wrapper: Wrapper,
    /// For each field of the common schema, the position of the wrapper's own; `None` if all are in place.
    columns: Option<Vec<Option<usize>>>,
}

/// Reason why wrappers cannot be run together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperSetError {
    /// A library without wrappers.
    #[error(
        "the folder `{0}` has no wrappers; name a wrapper file, or a library made by `unhusk library add`"
    )]
    Empty(String),
    /// Two wrappers have fields of the same name with different fields inside.
    #[error(
        "the field `{field}` of `{one}` has other fields inside than that of `{other}`; run them one by one, or rename it"
    )]
    Conflict {
        /// The field.
        field: String,
        /// A wrapper.
        one: String,
        /// Another one.
        other: String,
    },
    /// The fields do not make a schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The library cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl WrapperSet {
    /// One wrapper.
    pub fn one(wrapper: Wrapper) -> Self {
        let schema = wrapper.schema.clone();
        Self { members: vec![Member { name: String::new(), wrapper, columns: None }], schema }
    }

    /// All wrappers of a library. Fields of the same name are one field.
    ///
    /// # Errors
    /// If there are none, they cannot be read, or their fields contradict each other.
    pub fn of_library(library: &Library) -> Result<Self, WrapperSetError> {
        let entries = library.entries()?;
        if entries.is_empty() {
            return Err(WrapperSetError::Empty(library.folder().display().to_string()));
        }
        Self::of_named(entries.into_iter().map(|entry| (entry.name, entry.wrapper)).collect())
    }

    /// Wrappers with names, of which there is at least one.
    ///
    /// # Errors
    /// If their fields contradict each other.
    pub fn of_named(named: Vec<(String, Wrapper)>) -> Result<Self, WrapperSetError> {
        let schema = common_schema(&named)?;
        let members = named
            .into_iter()
            .map(|(name, wrapper)| {
                let columns = columns_in(&wrapper.schema, &schema);
                Member { name, wrapper, columns }
            })
            .collect();
        Ok(Self { members, schema })
    }

    /// The schema of the records that are written.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The wrappers and their names; a wrapper that runs alone has an empty name.
    pub fn wrappers(&self) -> impl Iterator<Item = (&str, &Wrapper)> {
        self.members.iter().map(|member| (member.name.as_str(), &member.wrapper))
    }

    /// The wrapper, if there is only one.
    pub fn alone(&self) -> Option<&Wrapper> {
        match self.members.as_slice() {
            [only] => Some(&only.wrapper),
            _ => None,
        }
    }

    /// The wrapper at a position.
    pub fn wrapper(&self, at: usize) -> &Wrapper {
        &self.members[at].wrapper
    }

    /// The position of the wrapper that a page is for.
    ///
    /// # Errors
    /// If none or several are.
    pub fn choose(&self, url: Option<&str>, page: &Page) -> Result<usize, NoMatch> {
        if self.members.len() == 1 {
            return Ok(0);
        }
        let candidates: Vec<Candidate<'_>> =
            self.wrappers().map(|(name, wrapper)| Candidate { name, wrapper }).collect();
        Match::find(&candidates, url, Some(page)).map(|found| found.at)
    }

    /// Converts a record of a wrapper to the common schema.
    pub fn placed<'r>(&self, at: usize, record: Record<'r>) -> Record<'r> {
        let Some(columns) = &self.members[at].columns else { return record };
        let mut own: Vec<Option<Cell<'r>>> = record.cells.into_iter().map(Some).collect();
        let cells = columns.iter().zip(self.schema.fields()).map(|(column, field)| {
            let cell = column.and_then(|at| own.get_mut(at)?.take());
            in_form(cell.unwrap_or(Cell::Absent), field)
        });
        Record { cells: cells.collect() }
    }
}

/// Converts a cell to the form of a field: a list if the field is one.
fn in_form<'r>(cell: Cell<'r>, field: &Field) -> Cell<'r> {
    match cell {
        Cell::One(value) if field.many => Cell::Many(vec![value]),
        Cell::Absent if field.is_nested() => Cell::Nested(Vec::new()),
        Cell::Absent if field.many => Cell::Many(Vec::new()),
        cell => cell,
    }
}

/// Returns the fields of all wrappers, in the order of their first occurrence.
fn common_schema(named: &[(String, Wrapper)]) -> Result<Schema, WrapperSetError> {
    let mut fields: Vec<(usize, Field)> = Vec::new();
    for (at, (name, wrapper)) in named.iter().enumerate() {
        for field in wrapper.schema.fields() {
            let Some((first, known)) =
                fields.iter_mut().find(|(_, known)| known.name == field.name)
            else {
                fields.push((at, field.clone()));
                continue;
            };
            if !has_same_inside(known, field) {
                return Err(WrapperSetError::Conflict {
                    field: field.name.clone(),
                    one: named[*first].0.clone(),
                    other: name.clone(),
                });
            }
            known.many |= field.many;
            known.optional |= field.optional;
            if known.holds != field.holds {
                known.holds = None;
            }
        }
    }
    let fields = fields.into_iter().map(|(_, field)| field).collect();
    let first = &named[0].1.schema;
    let is_of_class = |(_, wrapper): &(String, Wrapper)| wrapper.schema.class() == first.class();
    Ok(if named.iter().all(is_of_class) { first.with_fields(fields) } else { Schema::new(fields) }?)
}

/// Whether two fields have the same fields inside, in the same order.
fn has_same_inside(one: &Field, other: &Field) -> bool {
    let names = |field: &Field| -> Vec<String> {
        field.fields.iter().map(|inner| inner.name.clone()).collect()
    };
    names(one) == names(other)
        && one.fields.iter().zip(&other.fields).all(|(one, other)| has_same_inside(one, other))
}

/// For each field of the common schema, its position in the wrapper's own; `None` if both are the same.
fn columns_in(own: &Schema, common: &Schema) -> Option<Vec<Option<usize>>> {
    let columns = common.fields().iter().map(|field| own.position(&field.name)).collect();
    (own != common).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::{WrapperSet, WrapperSetError};
    use crate::library::Library;
    use unhusk::Span;
    use unhusk::record::{Cell, Field, Record, Schema, Value};
    use unhusk::wrapper::Wrapper;

    fn wrapper(fields: Vec<Field>) -> Wrapper {
        let mut wrapper = crate::testing::Shop::wrapper();
        wrapper.schema = Schema::new(fields).expect("a schema");
        wrapper
    }

    fn list(name: &str) -> Field {
        Field { many: true, ..Field::new(name) }
    }

    fn value(text: &str) -> Value<'static> {
        Value { text: text.to_owned().into(), span: Span { start: 0, end: 0 }, confidence: None }
    }

    #[test]
    fn records_of_several_wrappers_have_one_schema() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = Library::new(folder.path());
        assert!(matches!(WrapperSet::of_library(&library), Err(WrapperSetError::Empty(_))));
        let mut named = vec![
            ("books".to_owned(), wrapper(vec![Field::new("title"), Field::new("author")])),
            (
                "films".to_owned(),
                wrapper(vec![list("author"), Field::new("year"), Field::new("title")]),
            ),
        ];
        let set = WrapperSet::of_named(named.clone()).expect("a set");
        let names: Vec<&str> =
            set.schema().fields().iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["title", "author", "year"]);
        let book = Record { cells: vec![Cell::One(value("Emma")), Cell::One(value("Austen"))] };
        let film = Record {
            cells: vec![Cell::Many(vec![value("Coen")]), Cell::Absent, Cell::One(value("Fargo"))],
        };
        assert_eq!(
            set.placed(0, book).cells,
            [Cell::One(value("Emma")), Cell::Many(vec![value("Austen")]), Cell::Absent]
        );
        assert_eq!(
            set.placed(1, film).cells,
            [Cell::One(value("Fargo")), Cell::Many(vec![value("Coen")]), Cell::Absent]
        );
        let nested = wrapper(vec![Field::nested("title", vec![Field::new("part")])]);
        named.push(("nested".to_owned(), nested));
        let conflict = WrapperSet::of_named(named).expect_err("a conflict").to_string();
        assert!(conflict.contains("`title` of `books`"), "{conflict}");
    }
}
