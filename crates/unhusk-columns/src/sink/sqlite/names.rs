//! Names of tables, and names in SQL.

/// Returns the table for records of a class: `schema:Product` and `https://schema.org/Product` -> `Product`.
pub(super) fn table_of_class(class: Option<&str>) -> String {
    let local = class.and_then(|class| class.rsplit([':', '/', '#']).next()).unwrap_or_default();
    let is_reserved = local.starts_with('_') || local.to_ascii_lowercase().starts_with("sqlite_");
    if local.is_empty() || is_reserved { "records".to_owned() } else { clean(local) }
}

/// Returns the name without the character that ends a statement of SQLite.
pub(super) fn clean(name: &str) -> String {
    name.replace('\0', "\u{fffd}")
}

/// Returns the name as SQL writes it: `a"b` -> `"a""b"`.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
