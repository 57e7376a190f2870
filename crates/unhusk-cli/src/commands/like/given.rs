//! The records of the command line: values, with or without the names of their columns.

use super::Args;
use anyhow::{Context, bail};
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::record::{Field, Schema};

/// Returns the labels; the page may have more records.
pub(super) fn labels(args: &Args) -> anyhow::Result<Labels> {
    let mut page = PageLabels::new(&args.page);
    page.complete = false;
    page.records = if args.fields.is_empty() { by_name(args) } else { by_position(args)? };
    Ok(Labels::new(vec![page])?)
}

/// Records of named values. A value without a name is called `v1`, `v2`, ... by its position. The name of a record's
/// first value begins the next record; another name that is repeated makes a list.
fn by_name(args: &Args) -> Vec<GivenRecord> {
    let mut records = vec![GivenRecord::default()];
    for (index, value) in args.values.iter().enumerate() {
        let (name, text) = named(value);
        let name = name.map_or_else(|| format!("v{}", index + 1), str::to_owned);
        if records.last().is_some_and(|record| begins_with(record, &name)) {
            records.push(GivenRecord::default());
        }
        if let Some(record) = records.last_mut() {
            record.add(name, GivenCell::from(text));
        }
    }
    records
}

fn begins_with(record: &GivenRecord, name: &str) -> bool {
    record.cells.first().is_some_and(|(first, _)| first == name)
}

/// Records of the fields that `--fields` names, in this order.
fn by_position(args: &Args) -> anyhow::Result<Vec<GivenRecord>> {
    let names: Vec<&str> = args.fields.iter().map(|name| name.trim()).collect();
    // Duplicate names are an error: one of two values would be lost.
    Schema::new(names.iter().map(|name| Field::new(*name)).collect()).context("--fields")?;
    let n_fields = names.len();
    if !args.values.len().is_multiple_of(n_fields) {
        bail!("{} values do not fill records of {n_fields} fields", args.values.len());
    }
    let cell = |(name, value): (&&str, &String)| {
        ((*name).to_owned(), GivenCell::One(GivenValue::Text(value.clone())))
    };
    let record =
        |values: &[String]| GivenRecord { cells: names.iter().zip(values).map(cell).collect() };
    Ok(args.values.chunks(n_fields).map(record).collect())
}

/// Splits `price=$12` into the name of the column and the value. There is no name in `=a=b`, or if the part before `=`
/// does not look like one.
fn named(value: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic())
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    match value.split_once('=') {
        Some(("", value)) => (None, value),
        Some((name, value)) if is_name(name) => (Some(name), value),
        _ => (None, value),
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_name_is_what_looks_like_one() {
        assert_eq!(named("price=$12"), (Some("price"), "$12"));
        assert_eq!(named("12=12"), (None, "12=12"));
        assert_eq!(named("=E=mc2"), (None, "E=mc2"));
        assert_eq!(named("a b=c"), (None, "a b=c"));
        assert_eq!(named("Blue mug"), (None, "Blue mug"));
        assert_eq!(named("q="), (Some("q"), ""));
    }
}
