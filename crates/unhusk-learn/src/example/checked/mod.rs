//! Records that are claimed to be on a page, such as the answer of a language model in JSON.
//!
//! A person's labels are right except for typos. A model also invents values, rounds numbers and adds knowledge from
//! elsewhere. [`CheckedLabels`] keeps the values that are on the page, as labels, and reports the others, value by
//! value.
//!
//! 1. [`form`]: JSON -> labels as given. A value that has no form of a label is refused.
//! 2. [`number`]: `12.5` -> the text displayed for it on the page, `12.50`.
//! 3. Every value is searched for on the page, by the rules for labels; a missing one is refused.

mod form;
mod number;

#[cfg(test)]
mod tests;

use super::error::{LabelAt, LabelError, LabelStep};
use super::labels::{GivenCell, GivenRecord, GivenValue, Json, Labels, PageLabels, shortened};
use super::resolve::{Resolver, UnplacedValue};
use super::{NamedPage, Strictness};
use form::FormReader;
use std::fmt;

/// Labels of a page, all of which are on it, and the values that were refused.
///
/// ```
/// use unhusk_learn::example::{CheckedLabels, Json, NamedPage};
/// use unhusk_page::Page;
///
/// let page = Page::from("<li><b>Blue mug</b> <i>12.50</i></li><li><b>Red cup</b> <i>7</i></li>");
/// let claimed = Json::parse(r#"[{"name": "Blue mgu", "price": 12.5}, {"name": "Red cup", "price": "8"}]"#)?;
/// let checked = CheckedLabels::new(NamedPage { name: "1.html", page: &page }, None, &claimed)?;
/// let refused: Vec<String> = checked.refused.iter().map(ToString::to_string).collect();
/// assert_eq!(refused, [
///     r#"1.html: record 1: field `name`: the text "Blue mgu" is not on the page; did you mean `Blue mug`?"#,
///     r#"1.html: record 2: field `price`: the text "8" is not on the page"#,
/// ]);
/// assert_eq!(checked.labels.records.len(), 2);
/// # Ok::<(), unhusk_learn::example::LabelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedLabels {
    /// The records with the values that are on the page; a record without such a value is left out. The page may have
    /// more records ([`PageLabels::complete`] is false).
    pub labels: PageLabels,
    /// The other values, in the order of the records.
    pub refused: Vec<RefusedValue>,
    /// The number of records that are left out.
    pub n_left_out: usize,
}

/// A value that is no label. Its `Display` is a sentence that names page, record and field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedValue {
    /// The page, the record and the field.
    pub at: LabelAt,
    /// The value, as text.
    pub value: String,
    /// The reason, with the most similar text of the page.
    pub why: String,
    /// The most similar text of the page, if there is one.
    pub did_you_mean: Option<String>,
}

impl CheckedLabels {
    /// Checks records against their page: a list of objects, one object, or `{"records": [...]}`. Values are texts,
    /// numbers, `null` for an absent value, `{"attribute": NAME}`, lists of these, and nested records.
    ///
    /// # Errors
    /// If the JSON is of another shape, a name cannot be that of a field, or a field holds records in one place and
    /// values in another.
    pub fn new(page: NamedPage<'_>, url: Option<&str>, records: &Json) -> Result<Self, LabelError> {
        let mut labels = PageLabels::new(page.name);
        (labels.complete, labels.url) = (false, url.map(str::to_owned));
        let mut reader = FormReader::new(page.page, LabelAt::page("", page.name));
        labels.records = reader.records(records)?;
        let mut refused = reader.refused;
        for UnplacedValue { at, value, problem, similar } in unplaced(&labels, page)? {
            remove(&mut labels.records, &at.steps, &value);
            let why = problem.to_string();
            refused.push(RefusedValue { at, value, why, did_you_mean: similar });
        }
        // Numbers of records are those of the caller up to this line.
        refused.sort_by_key(|one| number_of_record(&one.at));
        let n_claimed = labels.records.len();
        labels.records.retain(has_value);
        let n_left_out = n_claimed - labels.records.len();
        Ok(Self { labels, refused, n_left_out })
    }
}

/// Returns the values that are not on the page.
fn unplaced(labels: &PageLabels, page: NamedPage<'_>) -> Result<Vec<UnplacedValue>, LabelError> {
    let labels = Labels::new(vec![labels.clone()])?;
    let mut resolver = Resolver::new(labels.schema(), Strictness::Lenient);
    resolver.example(&labels.pages()[0], page.page)?;
    Ok(resolver.unplaced)
}

fn number_of_record(at: &LabelAt) -> usize {
    match at.steps.first() {
        Some(LabelStep::Record(number)) => *number,
        _ => 0,
    }
}

/// Removes a value from the record at the end of the steps; its field becomes unknown. Recurses on the steps.
fn remove(records: &mut [GivenRecord], steps: &[LabelStep], value: &str) {
    let [LabelStep::Record(number), LabelStep::Field(name), inner @ ..] = steps else { return };
    let Some(record) = records.get_mut(number - 1) else { return };
    let Some(at) = record.cells.iter().position(|(known, _)| known == name) else { return };
    let is_left = match &mut record.cells[at].1 {
        GivenCell::Nested(records) => {
            remove(records, inner, value);
            records.iter().any(has_value)
        }
        GivenCell::Many(values) => {
            values.retain(|one| !is_value(one, value));
            !values.is_empty()
        }
        GivenCell::One(one) => !is_value(one, value),
        GivenCell::Absent => true,
    };
    if !is_left {
        record.cells.remove(at);
    }
}

fn is_value(given: &GivenValue, value: &str) -> bool {
    match given {
        GivenValue::Text(text) | GivenValue::Attribute { text: Some(text), .. } => text == value,
        GivenValue::Attribute { attribute, text: None } => {
            value.strip_prefix('@') == Some(attribute)
        }
        _ => false,
    }
}

/// Whether a record has a value. Recurses on the nesting, which is limited.
fn has_value(record: &GivenRecord) -> bool {
    record.cells.iter().any(|(_, cell)| match cell {
        GivenCell::Absent => false,
        GivenCell::One(_) => true,
        GivenCell::Many(values) => !values.is_empty(),
        GivenCell::Nested(records) => records.iter().any(has_value),
    })
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.why)
    }
}

/// Returns the text of a value that is refused for its form.
fn text_of(json: &Json) -> String {
    match json {
        Json::Text(text) => shortened(text),
        other => shortened(&serde_json::to_string(other).unwrap_or_default()),
    }
}
