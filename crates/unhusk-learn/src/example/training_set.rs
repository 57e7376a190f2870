//! Training sets: examples that were checked.

use super::error::LabelError;
use super::example::{Example, LabelCell, LabelledRecord};
use super::labels::Labels;
use super::left_out::LeftOut;
use super::resolve::{Resolver, UnplacedField, name};
use super::similar_names;
use unhusk_page::Page;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Field, Schema};

/// Checked examples: the input of every learner.
#[derive(Debug, Clone)]
pub struct TrainingSet<'p> {
    schema: Schema,
    examples: Vec<Example<'p>>,
    /// Pages of the same site without labels.
    unlabelled: Vec<&'p Page>,
    /// Names of the fields that cannot be learnt.
    left_out: Vec<String>,
    warnings: Vec<Warning>,
}

/// Treatment of a text label that is not on its page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Report a warning and treat the cell as unknown. A field of which no label can be placed is left out; fail only
    /// if no field is left.
    #[default]
    Lenient,
    /// Fail.
    Strict,
}

impl<'p> TrainingSet<'p> {
    /// Resolves labels on their pages, which are given with their positions in [`Labels::pages`]. Pages that could not
    /// be read may be left out.
    ///
    /// ```
    /// use unhusk_page::Page;
    /// use unhusk_learn::example::{Labels, Strictness, TrainingSet};
    /// let labels = Labels::parse("labels.json", r#"{ "unhusk": "labels/1", "pages": [
    ///     { "path": "1.html", "records": [ { "name": "Tom & Jerry" } ] } ] }"#)?;
    /// let page = Page::from("<li><b>Tom</b> &amp; Jerry</li>");
    /// let set = TrainingSet::new(&labels, &[(0, &page)], Strictness::Strict)?;
    /// assert_eq!(set.examples()[0].records.len(), 1);
    /// # Ok::<(), unhusk_learn::example::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// If labels contradict each other or the pages, or if there is no labelled record.
    pub fn new(
        labels: &Labels,
        pages: &[(usize, &'p Page)],
        strictness: Strictness,
    ) -> Result<Self, LabelError> {
        let mut resolver = Resolver::new(labels.schema(), strictness);
        let mut examples = Vec::with_capacity(pages.len());
        for (index, page) in pages {
            let count = labels.pages().len();
            let no_such = LabelError::NoSuch { what: "page", index: *index, count };
            let given = labels.pages().get(*index).ok_or(no_such)?;
            examples.push(resolver.example(given, page)?);
        }
        let Resolver { placements, mut warnings, .. } = resolver;
        warnings.extend(similar_names::warnings(labels));
        let unplaced = placements.unplaced(labels.schema());
        let schema = labels.schema().clone();
        let (unlabelled, left_out) = (Vec::new(), Vec::new());
        let set = Self { schema, examples, unlabelled, left_out, warnings };
        if unplaced.is_empty() { set.not_empty() } else { set.without_unplaced(unplaced) }
    }

    /// Leaves out fields of which no label is on its page; fails if no other field has a label.
    fn without_unplaced(self, unplaced: Vec<UnplacedField>) -> Result<Self, LabelError> {
        let paths: Vec<Vec<usize>> = unplaced.iter().map(|field| field.path.clone()).collect();
        let mut warnings = Vec::new();
        for field in &unplaced {
            let name = name(&self.schema, &field.path);
            let labels = match field.n_labels {
                1 => "its only label is not".to_owned(),
                n => format!("none of its {n} labels is"),
            };
            let note = format!("field `{name}` is left out: {labels} on its page");
            warnings.push(Warning::Note(note));
        }
        let first = unplaced.into_iter().next().map_or(LabelError::Empty, |field| field.error);
        let mut set = self.without(&paths).ok_or(first)?;
        set.warnings.extend(warnings);
        Ok(set)
    }

    /// The set without the fields at these positions; `None` if nothing is left to learn.
    fn without(&self, paths: &[Vec<usize>]) -> Option<Self> {
        let left_out = LeftOut::new(&self.schema, paths.to_vec());
        let mut set = Self { schema: left_out.schema()?, ..self.clone() };
        set.examples.iter_mut().for_each(|example| left_out.remove_from(example));
        set.left_out.extend(paths.iter().map(|path| name(&self.schema, path)));
        set.not_empty().ok()
    }

    /// The set without one of its fields, by its position in the schema, if that field cannot be learnt; `None` if
    /// nothing is left to learn.
    pub(crate) fn without_field(&self, position: usize) -> Option<Self> {
        self.without(&[vec![position]])
    }

    /// Returns the set with the completeness of each example replaced by `is_complete`.
    pub(crate) fn with_completeness(&self, is_complete: impl Fn(&Example<'p>) -> bool) -> Self {
        let mut set = self.clone();
        for example in &mut set.examples {
            example.complete = is_complete(example);
        }
        set
    }

    /// A training set of one record, given by its texts: see [`Labels::like`]. Every text must be on the page.
    ///
    /// # Errors
    /// If a text is not on the page.
    pub fn like<N, V>(
        name: &str,
        page: &'p Page,
        values: impl IntoIterator<Item = (Option<N>, V)>,
    ) -> Result<Self, LabelError>
    where
        N: Into<String>,
        V: Into<String>,
    {
        Self::new(&Labels::like(name, values)?, &[(0, page)], Strictness::Strict)
    }

    /// A training set of examples that were made by a program.
    ///
    /// # Errors
    /// If an example does not have the shape of the schema, a label has no place, a place is not on its page, or
    /// there is no labelled record.
    pub fn from_examples(schema: Schema, examples: Vec<Example<'p>>) -> Result<Self, LabelError> {
        for example in &examples {
            check_example(&schema, example)?;
        }
        let (unlabelled, left_out, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Self { schema, examples, unlabelled, left_out, warnings }.not_empty()
    }

    /// A training set of some of the examples, by their positions, in that order.
    ///
    /// # Errors
    /// If a position is too large, or if none of the examples has a labelled record.
    pub fn select(&self, numbers: &[usize]) -> Result<Self, LabelError> {
        let mut examples = Vec::with_capacity(numbers.len());
        for index in numbers {
            let count = self.examples.len();
            let no_such = LabelError::NoSuch { what: "example", index: *index, count };
            examples.push(self.examples.get(*index).ok_or(no_such)?.clone());
        }
        let unlabelled = self.unlabelled.clone();
        let (schema, warnings) = (self.schema.clone(), self.warnings.clone());
        let left_out = self.left_out.clone();
        Self { schema, examples, unlabelled, left_out, warnings }.not_empty()
    }

    /// Adds pages of the same site without labels: among rules that fit the labels equally well, learners may prefer
    /// those that read these pages better.
    #[must_use]
    pub fn with_unlabelled(mut self, pages: impl IntoIterator<Item = &'p Page>) -> Self {
        self.unlabelled.extend(pages);
        self
    }

    fn not_empty(self) -> Result<Self, LabelError> {
        let mut records = self.examples.iter().flat_map(|example| &example.records);
        if records.any(LabelledRecord::has_known_cell) { Ok(self) } else { Err(LabelError::Empty) }
    }

    /// The fields to learn.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The examples, in the order of the labels.
    pub fn examples(&self) -> &[Example<'p>] {
        &self.examples
    }

    /// Pages of the same site without labels.
    pub fn unlabelled(&self) -> &[&'p Page] {
        &self.unlabelled
    }

    /// Names of the labelled fields that are not among those to learn, because no label of them is on its page.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Labels that could not be placed, and other warnings.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

fn check_example(schema: &Schema, example: &Example<'_>) -> Result<(), LabelError> {
    let shape =
        |record, expected| LabelError::Shape { example: example.name.clone(), record, expected };
    for (index, record) in example.records.iter().enumerate() {
        check_record(schema.fields(), record, example.page)
            .map_err(|expected| shape(index + 1, expected))?;
    }
    for negative in &example.negatives {
        check_label(&negative.label.candidates, example.page)
            .map_err(|expected| shape(0, expected))?;
    }
    Ok(())
}

/// Recurses on the nesting of the schema, whose depth is limited.
fn check_record(
    fields: &[Field],
    record: &LabelledRecord,
    page: &Page,
) -> Result<(), &'static str> {
    if record.cells.len() != fields.len() {
        return Err("a record has one cell for each field of the schema");
    }
    for (field, cell) in fields.iter().zip(&record.cells) {
        match cell {
            LabelCell::Unknown | LabelCell::Absent => {}
            LabelCell::One(label) if !field.is_nested() => check_label(&label.candidates, page)?,
            LabelCell::Many(labels) if !field.is_nested() => {
                for label in labels {
                    check_label(&label.candidates, page)?;
                }
            }
            LabelCell::Nested(records) if field.is_nested() => {
                for record in records {
                    check_record(&field.fields, record, page)?;
                }
            }
            LabelCell::One(_) | LabelCell::Many(_) => return Err("a nested field holds records"),
            LabelCell::Nested(_) => return Err("a field without fields of its own holds values"),
        }
    }
    Ok(())
}

fn check_label(candidates: &[super::Place], page: &Page) -> Result<(), &'static str> {
    if candidates.is_empty() {
        return Err("a label has at least one place");
    }
    if candidates.iter().all(|place| page.slice(place.span).is_some()) {
        Ok(())
    } else {
        Err("a place lies in its page, on character borders")
    }
}
