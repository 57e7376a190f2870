//! A site wrapper as it is saved, and the limits that a file from anywhere has to respect.

use crate::site::clue::feature::MAX_AT;
use crate::site::clue::{Clue, Feature};
use crate::site::cut::Mark;
use crate::site::record_look::RecordLook;
use crate::site::rule::{FieldRule, Layout, NodeRule, Records};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A site wrapper as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `records` and `fields`")]
pub(super) struct SavedSite {
    pub(super) records: Records,
    /// Texts of the site's template.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) landmarks: Vec<String>,
    pub(super) fields: Vec<FieldRule>,
}

/// Most landmarks.
pub(super) const MAX_LANDMARKS: usize = 4096;
/// Most kinds of records beside the first.
pub(super) const MAX_KINDS: usize = 64;
/// Most layouts.
pub(super) const MAX_LAYOUTS: usize = 64;
/// Most fields.
pub(super) const MAX_FIELDS: usize = 256;
/// Most alternatives of one field.
pub(super) const MAX_ALTERNATIVES: usize = 64;
/// Most rules that vote with each other.
pub(super) const MAX_RULES: usize = 256;
/// Most rules altogether: each is matched in every record of a page.
pub(super) const MAX_ALL_RULES: usize = 4096;
/// Most examples of how records look.
pub(super) const MAX_EXAMPLES: usize = 64;
/// Most items of such an example.
pub(super) const MAX_ITEMS: usize = 256;
/// Most clues of one rule.
pub(super) const MAX_CLUES: usize = 16;
/// Characters of the longest text.
pub(super) const MAX_TEXT: usize = 65_536;

/// Why a site wrapper cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// A limit is exceeded.
    #[error("{n} {what}; there may be {limit}")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        n: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A part without which nothing could ever be found is empty.
    #[error("{0}")]
    Empty(&'static str),
    /// A rule has no weight.
    #[error("a rule of weight 0 has no say; weights begin at 1")]
    Weight,
    /// A clue has a distance that its kind does not have.
    #[error("a clue `{what}` has `at` from {} to {}, not {at}", range.start(), range.end())]
    At {
        /// The kind of the clue.
        what: &'static str,
        /// The distance.
        at: u8,
        /// The distances of the kind.
        range: RangeInclusive<u8>,
    },
    /// A list goes on too far up.
    #[error("a list runs on at most {MAX_AT} levels up, not {0}")]
    RunsOn(u8),
    /// A region needs a field that does not exist.
    #[error("a region requires field {field}, but there are {n_fields} (the first is 0)")]
    Required {
        /// The position that is named.
        field: usize,
        /// How many fields there are.
        n_fields: usize,
    },
    /// The look of records has no entry for each field, or names a field that does not exist.
    #[error("the look of records is of {look}, but there are {n_fields} fields")]
    Look {
        /// What it is of.
        look: String,
        /// How many fields there are.
        n_fields: usize,
    },
    /// A sequence has its fields in its own rule.
    #[error("a sequence has no rules for fields beside its own")]
    SequenceFields,
    /// Layouts have their fields in their own rules.
    #[error("layouts have no rules for fields beside their own")]
    LayoutFields,
    /// A field that holds both values and records.
    #[error(
        "a field holds values or records, not both: `nested` goes without `ways`, `distinct`, `runs_on` and `look`"
    )]
    ValuesAndRecords,
    /// A layout of layouts.
    #[error("a layout has no layouts of its own")]
    LayoutInLayout,
}

impl SavedSite {
    /// The clues of all rules, those of nested records and of layouts too.
    pub(super) fn clues(&self) -> impl Iterator<Item = &Clue> {
        let mut sites = vec![self];
        let mut lists: Vec<&[Clue]> = Vec::new();
        while let Some(site) = sites.pop() {
            let mut rules: Vec<&NodeRule> = Vec::new();
            match &site.records {
                Records::Regions(regions) => rules.extend(regions.kinds().flatten()),
                Records::Layouts(layouts) => {
                    lists.extend(layouts.iter().map(|layout| &*layout.marks));
                    sites.extend(layouts.iter().map(|layout| &layout.site.saved));
                }
                Records::Page | Records::Sequence(_) => {}
            }
            let alternatives = site.fields.iter().flat_map(|field| &field.alternatives);
            rules.extend(alternatives.flat_map(|alternative| &alternative.rules));
            lists.extend(rules.into_iter().map(|rule| &*rule.clues));
            sites
                .extend(site.fields.iter().filter_map(|field| Some(&field.nested.as_ref()?.saved)));
        }
        lists.into_iter().flatten()
    }

    /// Checks the limits, and that every rule can hold.
    pub(super) fn check(&self) -> Result<(), SiteError> {
        at_most(MAX_LANDMARKS, self.landmarks.len(), "landmarks")?;
        self.landmarks.iter().try_for_each(|text| check_text(text))?;
        at_most(MAX_FIELDS, self.fields.len(), "fields")?;
        let mut n_rules = match &self.records {
            Records::Regions(regions) => {
                let n_fields = self.fields.len();
                if let Some(&field) = regions.required.iter().find(|field| **field >= n_fields) {
                    return Err(SiteError::Required { field, n_fields });
                }
                at_most(MAX_KINDS, regions.others.len(), "other kinds of records")?;
                regions.look.as_ref().map_or(Ok(()), |look| check_look(look, n_fields))?;
                let mut n_rules = 0;
                for rules in regions.kinds() {
                    n_rules += check_rules(rules)?;
                }
                n_rules
            }
            Records::Sequence(_) if !self.fields.is_empty() => {
                return Err(SiteError::SequenceFields);
            }
            Records::Layouts(_) if !self.fields.is_empty() => return Err(SiteError::LayoutFields),
            Records::Layouts(layouts) => check_layouts(layouts)?,
            Records::Page | Records::Sequence(_) => 0,
        };
        for field in &self.fields {
            n_rules += check_field(field)?;
        }
        at_most(MAX_ALL_RULES, n_rules, "rules altogether")
    }
}

/// Checks that the look of records is of the fields that there are.
fn check_look(look: &RecordLook, n_fields: usize) -> Result<(), SiteError> {
    let error = |look: String| SiteError::Look { look, n_fields };
    if look.fields.len() != n_fields {
        return Err(error(format!("{} fields", look.fields.len())));
    }
    at_most(MAX_EXAMPLES, look.examples.len(), "examples of how records look")?;
    for example in &look.examples {
        at_most(MAX_ITEMS, example.len(), "items in an example of how records look")?;
        let mut fields = example.iter().flat_map(|item| &item.fields);
        if let Some(field) = fields.find(|field| **field >= n_fields) {
            return Err(error(format!("field {field} (the first is 0)")));
        }
        let texts = example.iter().flat_map(|item| item.text.iter().chain(&item.attribute));
        texts.into_iter().try_for_each(|text| check_text(text))?;
    }
    Ok(())
}

/// Checks layouts and counts their marks; the wrappers in them were checked when they were made.
fn check_layouts(layouts: &[Layout]) -> Result<usize, SiteError> {
    if layouts.is_empty() {
        return Err(SiteError::Empty("where there are no layouts nothing is read"));
    }
    at_most(MAX_LAYOUTS, layouts.len(), "layouts")?;
    let mut n_marks = 0;
    for Layout { marks, site } in layouts {
        if matches!(site.records(), Records::Layouts(_)) {
            return Err(SiteError::LayoutInLayout);
        }
        if marks.is_empty() {
            return Err(SiteError::Empty("a layout without marks is never found"));
        }
        at_most(MAX_RULES, marks.len(), "marks of one layout")?;
        marks.iter().try_for_each(check_clue)?;
        n_marks += marks.len();
    }
    Ok(n_marks)
}

/// Checks a field and counts its rules.
fn check_field(field: &FieldRule) -> Result<usize, SiteError> {
    if field.nested.is_some() {
        // The wrapper in it was checked when it was made.
        let is_plain = field.alternatives.is_empty()
            && !field.distinct
            && field.runs_on.is_none()
            && field.look.is_none();
        return if is_plain { Ok(0) } else { Err(SiteError::ValuesAndRecords) };
    }
    at_most(MAX_ALTERNATIVES, field.alternatives.len(), "ways to find one field")?;
    if let Some(level) = field.runs_on.filter(|level| *level > MAX_AT) {
        return Err(SiteError::RunsOn(level));
    }
    let captions = field.look.iter().flat_map(|look| &look.captions);
    at_most(MAX_RULES, captions.clone().count(), "captions of one list")?;
    captions.into_iter().try_for_each(|text| check_text(text))?;
    let mut n_rules = 0;
    for alternative in &field.alternatives {
        let marks = [&alternative.cut.after, &alternative.cut.before];
        marks.into_iter().flatten().try_for_each(check_mark)?;
        n_rules += check_rules(&alternative.rules)?;
    }
    Ok(n_rules)
}

/// Checks rules that vote with each other and counts them.
fn check_rules(rules: &[NodeRule]) -> Result<usize, SiteError> {
    if rules.is_empty() {
        return Err(SiteError::Empty("where there are no rules nothing is found"));
    }
    at_most(MAX_RULES, rules.len(), "rules that vote with each other")?;
    for rule in rules {
        if rule.weight == 0 {
            return Err(SiteError::Weight);
        }
        if rule.clues.is_empty() {
            return Err(SiteError::Empty("a rule needs a clue"));
        }
        at_most(MAX_CLUES, rule.clues.len(), "clues in one rule")?;
        rule.clues.iter().try_for_each(check_clue)?;
    }
    Ok(rules.len())
}

fn check_clue(clue: &Clue) -> Result<(), SiteError> {
    let Feature { kind, at } = clue.feature();
    let range = kind.distances();
    if !range.contains(&at) {
        return Err(SiteError::At { what: kind.name(), at, range });
    }
    check_text(&clue.text())
}

fn check_mark(mark: &Mark) -> Result<(), SiteError> {
    if mark.text.is_empty() {
        return Err(SiteError::Empty("the text of a cut is empty"));
    }
    check_text(&mark.text)
}

fn check_text(text: &str) -> Result<(), SiteError> {
    // No text has more characters than bytes.
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    at_most(MAX_TEXT, text.chars().count(), "characters in one text")
}

fn at_most(limit: usize, n: usize, what: &'static str) -> Result<(), SiteError> {
    if n <= limit { Ok(()) } else { Err(SiteError::TooMany { what, n, limit }) }
}
