//! Flags that choose columns, and the form of the values in them.

use super::meaning::find_field;
use super::shared::OutputArgs;
use crate::output::{OutputFormat, Reporter, SinkSetup};
use anyhow::{Context, bail};
use clap::Args;
use std::path::Path;
use unhusk::record::{Field, FieldType, Schema};
use unhusk::sink::{PageColumn, ValueForm};
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::profile::Profile;
use unhusk_io::sink::{ChosenField, RecordShape, SinkOptions};
use unhusk_rdf::sink::SinkContext;
use unhusk_rdf::vocabulary::Vocabulary;

/// Name of the column with the name of the page.
const PAGE: &str = "_page";

/// The form of the values.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ValueArgs {
    /// Write links as absolute URLs: values of href, src and the like, and of fields of type url. They are resolved
    /// from `<base href>`, from the URL of the page in the label file, or from --base-url
    #[arg(long)]
    pub(crate) absolute: bool,
    /// Write values by their types (given by --type or learnt): numbers, ISO dates, prices as amount and currency
    #[arg(long)]
    typed: bool,
    /// Beside a typed value, write the text on the page: in JSON as `text` and `value`, else as a column FIELD.raw
    #[arg(long)]
    raw: bool,
    /// Write one record for each value of a list, or for each nested record of FIELD (may be repeated)
    #[arg(long, value_name = "FIELD")]
    explode: Vec<String>,
}

/// The choice of columns.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FieldArgs {
    /// Fields to write, in this order; FIELD=NAME renames one, and `_page` is the page: `name,price=cost,_page`
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = field_rename, help_heading = "Output")]
    fields: Vec<FieldRename>,
}

/// A field, and its name in the output.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FieldRename {
    field: String,
    name: Option<String>,
}

/// The choice of columns of a run, in addition to the flags of [`ValueArgs`].
#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnChoice {
    fields: Vec<FieldRename>,
    /// Fields whose type was given on the command line.
    typed: Vec<String>,
}

impl FieldArgs {
    /// Returns the choice of columns; `typed` are the fields whose type was given on the command line.
    pub(crate) fn choice(&self, typed: Vec<String>) -> ColumnChoice {
        ColumnChoice { fields: self.fields.clone(), typed }
    }
}

impl ColumnChoice {
    /// Returns the choice of all fields; `typed` are the fields whose type was given on the command line.
    pub(crate) fn of_types(typed: Vec<String>) -> Self {
        Self { fields: Vec::new(), typed }
    }
}

/// Input of the sink of a run.
pub(crate) struct SinkRequest<'r> {
    pub(crate) wrapper: &'r Wrapper,
    /// Profile of the pages, for types, if the wrapper has none.
    pub(crate) profile: Option<Profile>,
    pub(crate) format: OutputFormat,
    pub(crate) options: SinkOptions,
    pub(crate) vocabulary: Option<Vocabulary>,
    pub(crate) columns: &'r ColumnChoice,
}

impl ValueArgs {
    /// Whether the sink needs types that only a profile of the pages has.
    pub(crate) fn needs_profile(&self, wrapper: &Wrapper) -> bool {
        self.typed && wrapper.profile.is_none()
    }

    fn form(&self, choice: &ColumnChoice) -> anyhow::Result<ValueForm> {
        let is_typed = self.typed || !choice.typed.is_empty();
        Ok(match (is_typed, self.raw) {
            (false, false) => ValueForm::Text,
            (true, false) => ValueForm::Typed,
            (true, true) => ValueForm::TypedAndText,
            (false, true) => bail!("--raw adds the text to typed values; give --typed or --type"),
        })
    }

    /// Returns the schema with the types of those fields alone whose values are written by their types.
    fn typed_schema(
        &self,
        schema: &Schema,
        profile: Option<&Profile>,
        choice: &ColumnChoice,
    ) -> anyhow::Result<Schema> {
        let mut fields = schema.fields().to_vec();
        let given = choice.typed.iter().map(|name| find_field(&fields, name));
        let given: Vec<Vec<usize>> = given.collect::<Result<_, _>>()?;
        let choose = |path: &[usize], name: &str, field: &mut Field| {
            if given.iter().any(|known| known == path) {
                return;
            }
            field.holds = match field.holds.take() {
                Some(class @ FieldType::Class(_)) => Some(class),
                _ if !self.typed => None,
                Some(known) => Some(known),
                None => profile.and_then(|profile| learnt_type(profile, name)),
            };
        };
        for_each_leaf(&mut fields, "", &mut Vec::new(), &choose);
        Ok(schema.with_fields(fields)?)
    }
}

/// Returns the type that all values of a field had when the wrapper was learnt.
fn learnt_type(profile: &Profile, name: &str) -> Option<FieldType> {
    let field = profile.fields.iter().find(|field| field.name == name)?;
    field.datatype().map(FieldType::Values)
}

/// Calls `change` with the path, the full name and the field of each leaf. Recurses on the nesting of the schema.
fn for_each_leaf(
    fields: &mut [Field],
    parent: &str,
    path: &mut Vec<usize>,
    change: &impl Fn(&[usize], &str, &mut Field),
) {
    for (position, field) in fields.iter_mut().enumerate() {
        path.push(position);
        let name = format!("{parent}{}", field.name);
        if field.is_nested() {
            for_each_leaf(&mut field.fields, &format!("{name}."), path, change);
        } else {
            change(path, &name, field);
        }
        path.pop();
    }
}

impl OutputArgs {
    /// Returns the facts that a sink needs of the wrapper and the run.
    pub(crate) fn setup(
        &self,
        request: SinkRequest<'_>,
        reporter: &Reporter,
    ) -> anyhow::Result<SinkSetup> {
        let SinkRequest { wrapper, profile, format, mut options, vocabulary, columns } = request;
        let profile = profile.as_ref().or(wrapper.profile.as_ref());
        let mut context = SinkContext::new(wrapper);
        context.now = super::shared::now();
        context.vocabulary = vocabulary;
        options.values = self.values.form(columns)?;
        // Formats with a meaning always use the types of the schema.
        if self.values.typed || !matches!(format, OutputFormat::Meaning(_)) {
            let typed = self.values.typed_schema(&wrapper.schema, profile, columns);
            context.schema = typed.context("--type")?;
        }
        if self.values.typed && !has_types(context.schema.fields()) {
            reporter.warn(
                "no field has a type, so all values are text; give types with --type FIELD=TYPE",
            );
        }
        let shape = self.shape(&context.schema, columns, &mut options)?;
        if let Some(shape) = &shape {
            context.schema = shape.schema().clone();
        }
        let file = self.file().map(Path::to_owned);
        Ok(SinkSetup { context, options, shape, file })
    }

    /// Returns the shape of the records; `None` if they are written unchanged.
    fn shape(
        &self,
        schema: &Schema,
        columns: &ColumnChoice,
        options: &mut SinkOptions,
    ) -> anyhow::Result<Option<RecordShape>> {
        let exploded = exploded(schema, &self.values.explode).context("--explode")?;
        if exploded.is_empty() && columns.fields.is_empty() {
            return Ok(None);
        }
        let mut chosen = Vec::new();
        let mut page = None;
        for FieldRename { field, name } in &columns.fields {
            if field == PAGE {
                let name = name.clone().unwrap_or_else(|| PAGE.to_owned());
                page = Some(PageColumn { name, position: n_fields(schema, &chosen)? });
                continue;
            }
            let path = find_field(schema.fields(), field).context("--fields")?;
            chosen.push(ChosenField { path, name: name.clone() });
        }
        if !columns.fields.is_empty() {
            if chosen.is_empty() {
                bail!("--fields: no field is left; name one beside `{PAGE}`");
            }
            options.page = page;
        }
        let shape = RecordShape::new(schema, &chosen, &exploded).context("--fields")?;
        let page = options.page.as_ref();
        if let Some(page) = page.filter(|page| shape.schema().position(&page.name).is_some()) {
            bail!("--fields: the field `{}` is named twice", page.name);
        }
        Ok(Some(shape))
    }
}

/// Returns the number of outer fields that the chosen ones make.
fn n_fields(schema: &Schema, chosen: &[ChosenField]) -> anyhow::Result<usize> {
    if chosen.is_empty() {
        return Ok(0);
    }
    Ok(RecordShape::new(schema, chosen, &[]).context("--fields")?.schema().fields().len())
}

fn has_types(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.datatype().is_some() || has_types(&field.fields))
}

/// Returns the positions of the fields to explode.
fn exploded(schema: &Schema, names: &[String]) -> anyhow::Result<Vec<usize>> {
    let mut positions = Vec::new();
    for name in names {
        let path = find_field(schema.fields(), name)?;
        let [position] = path[..] else {
            bail!("`{name}` is inside a nested field; explode the outermost one");
        };
        positions.push(position);
    }
    Ok(positions)
}

/// Parses `price` or `price=cost`.
fn field_rename(text: &str) -> Result<FieldRename, String> {
    let (field, name) = match text.split_once('=') {
        Some((field, name)) => (field.trim(), Some(name.trim().to_owned())),
        None => (text.trim(), None),
    };
    if field.is_empty() || name.as_deref() == Some("") {
        return Err("expected FIELD or FIELD=NAME".to_owned());
    }
    Ok(FieldRename { field: field.to_owned(), name })
}
