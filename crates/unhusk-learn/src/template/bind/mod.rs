//! Labels -> the columns of a template that hold them: columns are named, dropped, joined and cut as labels say.
//!
//! A label stands in a column, in a part of one, or in several that follow each other ([`holds`]). Records are pages,
//! or those of the set in whose records most of the labels stand together ([`scope`]); there every field gets the
//! columns that hold most of its labels, one behind the other as alternatives.

mod holds;
mod scope;
#[cfg(test)]
mod tests;

use super::{InduceError, InduceSettings, train};
use crate::example::{Disambiguated, TrainingSet};
use crate::review::review;
use crate::{Conflict, Evidence, Learn, LearnError, LearnedRule, Settings};
use holds::{BoundLabel, held};
use scope::{ColumnChoice, RecordScope, choices};
use unhusk_page::Page;
use unhusk_wrapper::template::internal::part::columns_mut;
use unhusk_wrapper::template::{FieldPiece, Template, TemplatePart};

pub(super) const CLASS: &str = "template";

/// Learns a [`Template`]: finds it without labels, and its fields with them.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TemplateLearner {
    /// Most pages that the template is found on.
    pub max_pages: usize,
}

impl Default for TemplateLearner {
    fn default() -> Self {
        Self { max_pages: 100 }
    }
}

impl From<Settings> for TemplateLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl Learn for TemplateLearner {
    type Wrapper = Template;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Template>, LearnError> {
        let labelled = examples.examples().iter().map(|example| example.page);
        let pages: Vec<&Page> = labelled.chain(examples.unlabelled().iter().copied()).collect();
        let settings = InduceSettings { all_columns: true, whole_pages: true, links: false };
        let trained =
            train(&pages, &settings, self.max_pages).map_err(|error| no_template(&error))?;
        let mut learned = bind(&trained.induced.wrapper, examples)?;
        learned.warnings.splice(0..0, trained.induced.warnings);
        Ok(learned)
    }
}

fn no_template(error: &InduceError) -> LearnError {
    let advice = match error {
        InduceError::OnePage | InduceError::Same => "; `--with PAGES` adds pages without labels",
        _ => "",
    };
    LearnError::Inexpressible { class: CLASS, why: format!("{error}{advice}") }
}

/// Gives a template the fields of the labels, and drops the columns that contain no label.
///
/// # Errors
/// If a field has no column, or fields hold records.
pub fn bind(
    template: &Template,
    examples: &TrainingSet<'_>,
) -> Result<LearnedRule<Template>, LearnError> {
    let fields = examples.schema().fields();
    if let Some(field) = fields.iter().find(|field| field.is_nested()) {
        let why = format!("field `{}` holds records of its own; `site` can read them", field.name);
        return Err(LearnError::Inexpressible { class: CLASS, why });
    }
    let held = held(template, examples);
    let scopes = RecordScope::all(template, examples);
    let best =
        scopes.into_iter().map(|scope| choices(scope, examples, &held)).max_by(ColumnChoice::cmp);
    let Some(best) = best.filter(|best| best.n_explained() > 0) else {
        return Err(no_column(examples, 0));
    };
    let is_labelled =
        |field: usize| held.iter().flatten().any(|held: &BoundLabel<'_>| held.of.field == field);
    if let Some(field) = (0..fields.len()).find(|&field| best.lacks(field) && is_labelled(field)) {
        return Err(no_column(examples, field));
    }
    let wrapper = with_fields(template, &best)?;
    let disambiguated: Vec<Disambiguated> = best.disambiguated();
    let warnings = review(CLASS, examples, &wrapper)?;
    Ok(LearnedRule { wrapper, disambiguated, slack: Vec::new(), repeats: Vec::new(), warnings })
}

/// No column holds the labels of a field.
fn no_column(examples: &TrainingSet<'_>, field: usize) -> LearnError {
    let first = examples.examples().iter().find_map(|example| {
        let label = holds::labels(example).find(|label| label.field == field)?;
        let span = label.label.candidates.first()?.span;
        let source = example.page.slice(span).unwrap_or_default();
        Some(Evidence {
            page: example.name.clone(),
            span,
            excerpt: source.chars().take(60).collect(),
        })
    });
    let why = "no column of the template holds its values: templates read texts, not attributes, and texts of the \
               template that never change are no columns; `site` may read it";
    let name = examples.schema().fields()[field].name.clone();
    let conflict =
        Conflict { field: name, why: why.to_owned(), places: first.into_iter().collect() };
    LearnError::NoFit { class: CLASS, conflict: Box::new(conflict) }
}

/// The template with these columns as fields, and no others.
fn with_fields(template: &Template, best: &ColumnChoice<'_>) -> Result<Template, LearnError> {
    let mut parts: Vec<TemplatePart> = template.parts().to_vec();
    unname_sets(&mut parts);
    let mut columns = Vec::new();
    columns_mut(&mut parts, &mut columns);
    for column in &mut columns {
        column.field = None;
        column.pieces.clear();
    }
    for (at, piece) in best.pieces() {
        let column = &mut *columns[at];
        let is_plain = piece == FieldPiece::whole(piece.field);
        if is_plain && column.field.is_none() {
            column.field = Some(piece.field);
        } else {
            column.pieces.push(piece);
        }
    }
    Template::new(parts, template.running().to_vec(), template.pages(), best.set())
        .map_err(|error| LearnError::Inexpressible { class: CLASS, why: error.to_string() })
}

/// No set is a field. Recurses on the nesting of parts, which is capped.
fn unname_sets(parts: &mut [TemplatePart]) {
    for part in parts {
        match part {
            TemplatePart::Column(_) => {}
            TemplatePart::Set(set) => {
                set.field = None;
                unname_sets(&mut set.parts);
            }
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => unname_sets(parts),
        }
    }
}

/// Held labels of all examples, in the order of [`TrainingSet::examples`].
type AllHeld<'a> = [Vec<BoundLabel<'a>>];
