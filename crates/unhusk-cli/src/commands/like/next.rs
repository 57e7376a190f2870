//! The command line of the next step: the arguments of this one, without values that are not on the page.

use super::attribute::is_on_page;
use super::given::TypedValue;
use super::{Args, quoted};
use std::collections::BTreeSet;
use unhusk::Page;
use unhusk::record::Schema;

/// Returns the command line without the fields that were left out and without values that are not on the page, quoted
/// for a shell. `values` are all values of the command line.
pub(super) fn command_line(
    args: &Args,
    values: &[TypedValue<'_>],
    schema: &Schema,
    page: &Page,
    url: Option<&str>,
) -> String {
    let is_attribute = |value: &TypedValue<'_>| value.text.starts_with('@');
    let is_there =
        |value: &TypedValue<'_>| is_attribute(value) || is_on_page(value.text, page, url);
    let kept = kept(values, schema, is_there);
    let mut words = vec!["unhusk".to_owned(), "like".to_owned(), quoted(&args.page)];
    // Names such as `v2` come from positions, which change if a value is left out.
    let is_shifted = kept.len() < values.len() && args.fields.is_empty();
    words.extend(kept.iter().map(|value| {
        if is_shifted {
            quoted(&format!("{}={}", value.field, value.text))
        } else {
            quoted(value.word)
        }
    }));
    if !args.fields.is_empty() {
        let names = args.fields.iter().map(|name| name.trim());
        let names: Vec<&str> = names.filter(|name| has_field(schema, name)).collect();
        words.extend(["--fields".to_owned(), quoted(&names.join(","))]);
    }
    if let Some(base) = &args.records.output.base_url {
        words.extend(["--base-url".to_owned(), quoted(base.as_str())]);
    }
    words.join(" ")
}

fn has_field(schema: &Schema, name: &str) -> bool {
    schema.fields().iter().any(|field| field.name == name)
}

/// Returns the values of the learnt fields. A record with a value that is not on the page is left out if there are
/// others: without the value, the following ones would belong to other fields.
fn kept<'v, 'a>(
    values: &'v [TypedValue<'a>],
    schema: &Schema,
    is_there: impl Fn(&TypedValue<'a>) -> bool,
) -> Vec<&'v TypedValue<'a>> {
    let learnt: Vec<&TypedValue<'a>> =
        values.iter().filter(|value| has_field(schema, &value.field)).collect();
    let records: BTreeSet<usize> = learnt.iter().map(|value| value.record).collect();
    let broken: BTreeSet<usize> =
        learnt.iter().filter(|value| !is_there(value)).map(|value| value.record).collect();
    if broken.len() < records.len() {
        return learnt.into_iter().filter(|value| !broken.contains(&value.record)).collect();
    }
    learnt.into_iter().filter(|value| is_there(value)).collect()
}
