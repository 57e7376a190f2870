//! What records mean, said on the command line.

use crate::output::Reporter;
use anyhow::{Context, bail};
use clap::Args;
use unhusk::record::{Field, FieldType, Prefixes, Schema};
use unhusk_io::source::{nearest, read_small};
use unhusk_rdf::vocabulary::{MAX_VOCABULARY_BYTES, Vocabulary};

/// What records are in a vocabulary.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Meaning")]
pub(crate) struct MeaningArgs {
    /// Class of the records, such as schema:Event (`unhusk vocabulary` lists them)
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Property that a field is, such as start=schema:startDate (may be repeated)
    #[arg(long, value_name = "FIELD=PROPERTY", value_parser = pair)]
    property: Vec<(String, String)>,
    /// What the values of a field are: text, number, price, date, url or language (may be repeated)
    #[arg(long = "type", value_name = "FIELD=TYPE", value_parser = pair)]
    types: Vec<(String, String)>,
    /// What a prefix of your own stands for, such as ex=https://example.org/ns# (may be repeated)
    #[arg(long, value_name = "NAME=IRI", value_parser = pair)]
    prefix: Vec<(String, String)>,
    /// Turtle file with classes and properties of your own (may be repeated)
    #[arg(long, value_name = "FILE")]
    vocabulary: Vec<String>,
}

impl MeaningArgs {
    /// Whether a flag was given.
    fn is_given(&self) -> bool {
        let lists =
            [self.property.len(), self.types.len(), self.prefix.len(), self.vocabulary.len()];
        self.class.is_some() || lists.iter().any(|length| *length > 0)
    }

    /// The schema with the meaning that the flags give, checked against the vocabularies.
    pub(crate) fn apply(&self, schema: &Schema, reporter: &Reporter) -> anyhow::Result<Schema> {
        if !self.is_given() {
            return Ok(schema.clone());
        }
        let vocabulary = embedded_and(&self.vocabulary)?;
        let given = self.given(schema, &vocabulary)?;
        vocabulary.check(&given).iter().for_each(|warning| reporter.warn(warning));
        Ok(given)
    }

    /// The same for a schema that labels gave: what they say of its meaning is checked, too.
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

    /// All vocabularies, if there are more than the embedded ones.
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

    /// Those of the schema and of the flags, and those of vocabulary files that are used.
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

/// The embedded vocabularies, and those of files.
pub(crate) fn embedded_and(files: &[String]) -> anyhow::Result<Vocabulary> {
    let mut vocabulary = Vocabulary::embedded();
    for file in files {
        vocabulary.add_turtle(file, &read_small(file, MAX_VOCABULARY_BYTES)?)?;
    }
    Ok(vocabulary)
}

/// `a=b`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("two names with a = between are needed".to_owned()),
    }
}

/// The field of a name.
fn find<'f>(fields: &'f mut [Field], name: &str) -> anyhow::Result<&'f mut Field> {
    let path = find_field(fields, name)?;
    Ok(field_at(fields, &path).expect("the path leads to a field"))
}

/// The field at the end of a way, of positions.
pub(crate) fn field_at<'f>(fields: &'f mut [Field], path: &[usize]) -> Option<&'f mut Field> {
    match path {
        [] => None,
        [at] => fields.get_mut(*at),
        [at, inner @ ..] => field_at(&mut fields.get_mut(*at)?.fields, inner),
    }
}

/// The way to the field of a name; nested ones are named with those that they are in: `offers.price`.
pub(crate) fn find_field(fields: &[Field], name: &str) -> anyhow::Result<Vec<usize>> {
    // A name may have dots of its own, so the whole name is tried first.
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
    let meant = meant.map(|meant| format!("; is `{meant}` meant?")).unwrap_or_default();
    bail!("there is no field `{name}` (there are {}){meant}", known.join(", "))
}

/// All names of vocabularies in fields.
fn names(fields: &[Field], all: &mut Vec<String>) {
    for field in fields {
        all.extend(field.iri.clone());
        if let Some(FieldType::Class(class)) = &field.holds {
            all.push(class.clone());
        }
        names(&field.fields, all);
    }
}
