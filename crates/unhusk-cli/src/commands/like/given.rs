//! The records of the command line: values, with or without the names of their columns.

use super::{Args, attribute};
use anyhow::{Context, bail};
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::page::Page;
use unhusk::record::{Field, Schema};

/// A value of the command line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TypedValue<'a> {
    /// The argument.
    pub(super) word: &'a str,
    /// Position of its record.
    pub(super) record: usize,
    /// Name of its field.
    pub(super) field: String,
    /// The value itself.
    pub(super) text: &'a str,
}

/// Returns the values of the command line, by record and field.
pub(super) fn values(args: &Args) -> anyhow::Result<Vec<TypedValue<'_>>> {
    if args.fields.is_empty() { Ok(by_name(&args.values)) } else { by_position(args) }
}

/// Returns the labels of a page, which may have more records. `name` and `url` are those of the page.
pub(super) fn labels(
    values: &[TypedValue<'_>],
    page: &Page,
    name: &str,
    url: Option<String>,
) -> anyhow::Result<Labels> {
    let mut labels = PageLabels::new(name);
    (labels.complete, labels.url) = (false, url);
    for value in values {
        if labels.records.len() <= value.record {
            labels.records.push(GivenRecord::default());
        }
        let attribute = attribute::asked(value.text, page);
        let given = attribute.unwrap_or_else(|| GivenValue::Text(value.text.to_owned()));
        labels.records[value.record].add(value.field.clone(), GivenCell::One(given));
    }
    Ok(Labels::new(vec![labels])?)
}

/// Values with names. A value without a name is called `v1`, `v2`, ... by its position. The name of a record's first
/// value begins the next record; another name that is repeated makes a list.
fn by_name(words: &[String]) -> Vec<TypedValue<'_>> {
    let mut values: Vec<TypedValue<'_>> = Vec::new();
    let (mut record, mut first) = (0, None);
    for (index, word) in words.iter().enumerate() {
        let (name, text) = named(word);
        let field = name.map_or_else(|| format!("v{}", index + 1), str::to_owned);
        match &first {
            Some(first) if *first == field => record += 1,
            Some(_) => {}
            None => first = Some(field.clone()),
        }
        values.push(TypedValue { word, record, field, text });
    }
    values
}

/// Values of the fields that `--fields` names, in this order.
fn by_position(args: &Args) -> anyhow::Result<Vec<TypedValue<'_>>> {
    let names: Vec<&str> = args.fields.iter().map(|name| name.trim()).collect();
    // Duplicate names are an error: one of two values would be lost.
    Schema::new(names.iter().map(|name| Field::new(*name)).collect()).context("--fields")?;
    let n_fields = names.len();
    if !args.values.len().is_multiple_of(n_fields) {
        bail!("{} values do not fill records of {n_fields} fields", args.values.len());
    }
    let values = args.values.iter().enumerate();
    Ok(values
        .map(|(index, word)| TypedValue {
            word,
            record: index / n_fields,
            field: names[index % n_fields].to_owned(),
            text: word,
        })
        .collect())
}

/// Splits `price=$12` into the name of the column and the value. There is no name in `=a=b`, or if the part before `=`
/// is not a valid one.
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
