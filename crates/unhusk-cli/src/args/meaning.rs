//! Flags that map records and fields to a vocabulary.

use crate::output::Reporter;
use anyhow::{Context, bail};
use clap::Args;
use unhusk::record::{Field, FieldType, Prefixes, Schema};
use unhusk_io::source::{nearest, read_small};
use unhusk_rdf::vocabulary::{MAX_VOCABULARY_BYTES, Vocabulary};

/// Class, properties and types of the records.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Meaning")]
pub(crate) struct MeaningArgs {
    /// Class of the records, such as schema:Event (`unhusk vocabulary` lists them)
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Property of a field, such as start=schema:startDate (may be repeated)
    #[arg(long, value_name = "FIELD=PROPERTY", value_parser = pair)]
    property: Vec<(String, String)>,
    /// Type of the values of a field: text, number, price, date, url or language (may be repeated); `extract` and `run`
    /// write the values of the field by this type
    #[arg(long = "type", value_name = "FIELD=TYPE", value_parser = pair)]
    types: Vec<(String, String)>,
    /// Namespace of a prefix, such as ex=https://example.org/ns# (may be repeated)
    #[arg(long, value_name = "NAME=IRI", value_parser = pair)]
    prefix: Vec<(String, String)>,
    /// Turtle file that defines further classes and properties (may be repeated)
    #[arg(long, value_name = "FILE")]
    vocabulary: Vec<String>,
}

impl MeaningArgs {
    /// Whether any of the flags was given.
    fn is_given(&self) -> bool {
        let lists =
            [self.property.len(), self.types.len(), self.prefix.len(), self.vocabulary.len()];
        self.class.is_some() || lists.iter().any(|length| *length > 0)
    }

    /// Returns the fields whose type was given.
    pub(crate) fn typed_fields(&self) -> Vec<String> {
        self.types.iter().map(|(field, _)| field.clone()).collect()
    }

    /// Returns the schema with the meaning from the flags; warns about names that the vocabularies do not define.
    pub(crate) fn apply(&self, schema: &Schema, reporter: &Reporter) -> anyhow::Result<Schema> {
        if !self.is_given() {
            return Ok(schema.clone());
        }
        let vocabulary = embedded_and(&self.vocabulary)?;
        let given = self.given(schema, &vocabulary)?;
        vocabulary.check(&given).iter().for_each(|warning| reporter.warn(warning));
        Ok(given)
    }

    /// Like [`Self::apply`], for the schema of a label file: without flags, checks the meaning that the file defines.
    pub(crate) fn apply_to_labels(
        &self,
        schema: &Schema,
        reporter: &Reporter,
    ) -> anyhow::Result<Schema> {
        if schema.has_meaning() && !self.is_given() {
            let warnings = embedded_and(&[])?.check(schema);
            for warning in warnings {
                reporter.warn(warning);
            }
        }
        self.apply(schema, reporter)
    }

    /// Returns the embedded and the given vocabularies; `None` if only the embedded ones are in use.
    pub(crate) fn vocabulary(&self) -> anyhow::Result<Option<Vocabulary>> {
        let is_wider = !self.vocabulary.is_empty();
        is_wider.then(|| embedded_and(&self.vocabulary)).transpose()
    }

    fn given(&self, schema: &Schema, vocabulary: &Vocabulary) -> anyhow::Result<Schema> {
        let mut fields = schema.fields().to_vec();
        for (name, property) in &self.property {
            find(&mut fields, name).context("--property")?.iri = Some(property.clone());
        }
        for (name, of) in &self.types {
            let of: FieldType = of.parse().map_err(anyhow::Error::msg).context("--type")?;
            find(&mut fields, name).context("--type")?.holds = Some(of);
        }
        let class = self.class.clone().or_else(|| schema.class().map(str::to_owned));
        let prefixes = self.prefixes(schema, vocabulary, class.as_deref(), &fields)?;
        Ok(Schema::with_meaning(fields, class, prefixes)?)
    }

    /// Returns the prefixes of the schema and of the flags, and those prefixes of vocabulary files that are in use.
    fn prefixes(
        &self,
        schema: &Schema,
        vocabulary: &Vocabulary,
        class: Option<&str>,
        fields: &[Field],
    ) -> anyhow::Result<Prefixes> {
        let mut prefixes = Prefixes::default();
        let mut used = Vec::new();
        used.extend(class.map(str::to_owned));
        names(fields, &mut used);
        let is_used = |prefix: &str| used.iter().any(|name| name.split(':').next() == Some(prefix));
        let of_files = vocabulary.prefixes().own().filter(|(prefix, _)| is_used(prefix));
        for (prefix, namespace) in of_files.chain(schema.prefixes().own()) {
            prefixes.insert(prefix, namespace)?;
        }
        for (prefix, namespace) in &self.prefix {
            prefixes.insert(prefix, namespace).context("--prefix")?;
        }
        Ok(prefixes)
    }
}

/// Returns the embedded vocabularies extended by those of `files`.
pub(crate) fn embedded_and(files: &[String]) -> anyhow::Result<Vocabulary> {
    let mut vocabulary = Vocabulary::embedded();
    for file in files {
        vocabulary.add_turtle(file, &read_small(file, MAX_VOCABULARY_BYTES)?)?;
    }
    Ok(vocabulary)
}

/// Parses `name=value`; both must be nonempty.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Returns the field called `name`; nested fields are named as in [`find_field`].
fn find<'f>(fields: &'f mut [Field], name: &str) -> anyhow::Result<&'f mut Field> {
    let path = find_field(fields, name)?;
    Ok(field_at(fields, &path).expect("the path leads to a field"))
}

/// Returns the field at a path of positions, outermost first.
pub(crate) fn field_at<'f>(fields: &'f mut [Field], path: &[usize]) -> Option<&'f mut Field> {
    match path {
        [] => None,
        [at] => fields.get_mut(*at),
        [at, inner @ ..] => field_at(&mut fields.get_mut(*at)?.fields, inner),
    }
}

/// Returns the path of positions to a field. The name of a nested field includes its parents: `offers.price`.
pub(crate) fn find_field(fields: &[Field], name: &str) -> anyhow::Result<Vec<usize>> {
    // Names may contain dots, so the whole name is tried first.
    if let Some(at) = fields.iter().position(|field| field.name == name) {
        return Ok(vec![at]);
    }
    for (at, outer) in fields.iter().enumerate() {
        if let Some(inner) = name.strip_prefix(&outer.name).and_then(|rest| rest.strip_prefix('.'))
        {
            let mut path = find_field(&outer.fields, inner)?;
            path.insert(0, at);
            return Ok(path);
        }
    }
    let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let meant = nearest(name, known.iter().copied());
    let meant = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    bail!("there is no field `{name}` (fields: {}){meant}", known.join(", "))
}

/// Collects the classes and properties that the fields refer to.
fn names(fields: &[Field], all: &mut Vec<String>) {
    for field in fields {
        all.extend(field.iri.clone());
        if let Some(FieldType::Class(class)) = &field.holds {
            all.push(class.clone());
        }
        names(&field.fields, all);
    }
}
