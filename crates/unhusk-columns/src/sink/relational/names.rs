//! Names of tables and columns, and names in SQL.

use super::dialect::Dialect;
use crate::column::FreeNames;

/// Hands out names that are free and that the database can hold.
#[derive(Debug)]
pub(super) struct TableNames {
    dialect: Dialect,
    free: FreeNames,
}

impl TableNames {
    /// A set of the names of tables, in which all but these are free.
    pub(super) fn without<'n>(dialect: Dialect, taken: impl IntoIterator<Item = &'n str>) -> Self {
        Self { dialect, free: FreeNames::without(taken) }
    }

    /// A set of the names of columns, in which all but these and the reserved ones are free.
    pub(super) fn of_columns<'n>(
        dialect: Dialect,
        taken: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        Self::without(dialect, taken.into_iter().chain(dialect.reserved().iter().copied()))
    }

    /// Returns `name`, shortened as the database needs it, or with a number where it is taken.
    pub(super) fn take(&mut self, name: &str) -> String {
        let name = clean(name);
        self.free.take(&name[..name.floor_char_boundary(self.dialect.max_name())])
    }
}

/// Returns the table for records of a class: `schema:Product` and `https://schema.org/Product` -> `Product`.
pub(in crate::sink) fn table_of_class(class: Option<&str>) -> String {
    let local = class.and_then(|class| class.rsplit([':', '/', '#']).next()).unwrap_or_default();
    let is_reserved = local.starts_with('_') || local.to_ascii_lowercase().starts_with("sqlite_");
    if local.is_empty() || is_reserved { "records".to_owned() } else { clean(local) }
}

/// Returns the name without the character that no database has in a name.
fn clean(name: &str) -> String {
    name.replace('\0', "\u{fffd}")
}

/// Returns the name as SQL writes it: `a"b` -> `"a""b"`.
pub(in crate::sink) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
