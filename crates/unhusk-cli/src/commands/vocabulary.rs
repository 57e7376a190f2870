//! `unhusk vocabulary`: looks up classes and properties.

use crate::args::{TextOrJson, embedded_and};
use crate::output::{Escapes, Reporter, stdout};
use crate::status::ExitStatus;
use serde_json::{Value as Json, json};
use std::io::{self, Write};
use unhusk::record::Prefixes;
use unhusk_rdf::vocabulary::VocabularyMatches;
use unhusk_rdf::vocabulary::{RdfClass, RdfProperty, Vocabulary};

const EXAMPLES: &str = "\
Examples:
  unhusk vocabulary                      list the vocabularies
  unhusk vocabulary schema:Event         a class with its properties
  unhusk vocabulary schema:startDate     a property with its domain and range
  unhusk vocabulary ticket               all names that contain `ticket`
  unhusk vocabulary ex:Talk --vocabulary talks.ttl

Exit code: 0 if something was found, 1 if not, 2 if a file is not a vocabulary.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Class, property, or part of a name
    name: Option<String>,
    /// Turtle file that defines further classes and properties (may be repeated)
    #[arg(long, value_name = "FILE")]
    vocabulary: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let vocabulary = embedded_and(&args.vocabulary)?;
    let lookup = VocabularyLookup { vocabulary: &vocabulary, prefixes: vocabulary.prefixes() };
    let mut out = stdout(Escapes::Readable);
    let found = match &args.name {
        None => Some(lookup.overview()),
        Some(name) if name.contains(':') => lookup.term(name)?,
        Some(part) => lookup.search(part),
    };
    let Some(found) = found else {
        let name = args.name.as_deref().unwrap_or_default();
        let near = lookup.prefixes.resolve(name).ok().and_then(|iri| vocabulary.nearest_name(&iri));
        let advice = match near {
            Some(near) => format!("did you mean `{}`?", lookup.short(&near)),
            None => "search for a part of the name, as in `unhusk vocabulary event`".to_owned(),
        };
        reporter.error(&format!("{name:?} was not found; {advice}"));
        return Ok(ExitStatus::No);
    };
    match args.format {
        TextOrJson::Text => write_text(&found, &mut out)?,
        TextOrJson::Json => {
            serde_json::to_writer_pretty(&mut out, &found)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}

/// Looks up names; returns JSON that is then written as it is or as text.
struct VocabularyLookup<'v> {
    vocabulary: &'v Vocabulary,
    prefixes: &'v Prefixes,
}

impl VocabularyLookup<'_> {
    /// Returns the number of classes and properties of each vocabulary.
    fn overview(&self) -> Json {
        let of = |namespace: &str| {
            let n_classes =
                self.vocabulary.classes().filter(|class| class.iri.starts_with(namespace)).count();
            let n_properties = self
                .vocabulary
                .properties()
                .filter(|property| property.iri.starts_with(namespace))
                .count();
            (n_classes, n_properties)
        };
        let rows: Vec<Json> = self
            .prefixes
            .all()
            .map(|(prefix, namespace)| (prefix, namespace, of(namespace)))
            .filter(|(_, _, (n_classes, n_properties))| n_classes + n_properties > 0)
            .map(|(prefix, namespace, (n_classes, n_properties))| {
                json!({"prefix": prefix, "namespace": namespace, "classes": n_classes, "properties": n_properties})
            })
            .collect();
        json!({"vocabularies": rows})
    }

    /// Returns the class or property called `name`; `None` if there is none.
    fn term(&self, name: &str) -> anyhow::Result<Option<Json>> {
        let iri = self.prefixes.resolve(name)?;
        if let Some(class) = self.vocabulary.class(&iri) {
            let offer = self.vocabulary.offer(&iri);
            let mut groups: Vec<Json> = offer
                .of_classes
                .iter()
                .map(|(class, properties)| self.group(&self.short(class), properties))
                .collect();
            groups.push(self.group("anything", &offer.general));
            let lineage = self.vocabulary.lineage(&iri);
            let parents: Vec<String> = lineage.iter().skip(1).map(|iri| self.short(iri)).collect();
            let mut shown = self.class(class);
            shown["parents"] = json!(parents);
            shown["properties"] = json!(groups);
            return Ok(Some(json!({"class": shown})));
        }
        Ok(self
            .vocabulary
            .property(&iri)
            .map(|property| json!({"property": self.property(property)})))
    }

    fn search(&self, part: &str) -> Option<Json> {
        let VocabularyMatches { classes, properties } = self.vocabulary.search(part);
        if classes.is_empty() && properties.is_empty() {
            return None;
        }
        let classes: Vec<Json> = classes.into_iter().map(|class| self.class(class)).collect();
        let properties: Vec<Json> =
            properties.into_iter().map(|property| self.property(property)).collect();
        Some(json!({"classes": classes, "found": properties}))
    }

    fn group(&self, class: &str, properties: &[&RdfProperty]) -> Json {
        let list: Vec<Json> = properties.iter().map(|property| self.property(property)).collect();
        json!({"of": class, "list": list})
    }

    fn class(&self, class: &RdfClass) -> Json {
        let newer = class.newer.as_deref().map(|iri| self.short(iri));
        json!({"name": self.short(&class.iri), "iri": class.iri, "about": class.about, "superseded_by": newer})
    }

    fn property(&self, property: &RdfProperty) -> Json {
        let names = |list: &std::collections::BTreeSet<String>| -> Vec<String> {
            list.iter().map(|iri| self.short(iri)).collect()
        };
        json!({
            "name": self.short(&property.iri),
            "iri": property.iri,
            "about": property.about,
            "of": names(&property.domains),
            "values": names(&property.ranges),
            "superseded_by": property.newer.as_deref().map(|iri| self.short(iri)),
        })
    }

    fn short(&self, iri: &str) -> String {
        self.prefixes.shorten(iri)
    }
}

/// Writes names in one column and descriptions in the next.
fn write_text(found: &Json, out: &mut dyn Write) -> io::Result<()> {
    let text = |json: &Json, key: &str| json[key].as_str().unwrap_or_default().to_owned();
    let words = |json: &Json, key: &str| -> String {
        let list = json[key].as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(", ")
    };
    let line = |json: &Json, out: &mut dyn Write| {
        let newer = json["superseded_by"].as_str().map(|newer| format!(" (now {newer})"));
        writeln!(
            out,
            "  {:<32}  {}{}",
            text(json, "name"),
            text(json, "about"),
            newer.unwrap_or_default()
        )
    };
    for row in found["vocabularies"].as_array().into_iter().flatten() {
        let (n_classes, n_properties) = (&row["classes"], &row["properties"]);
        let (prefix, namespace) = (text(row, "prefix"), text(row, "namespace"));
        writeln!(
            out,
            "{prefix:<8}  {namespace:<36}  {n_classes} classes, {n_properties} properties"
        )?;
    }
    if let Some(class) = found.get("class") {
        writeln!(out, "{}: {}", text(class, "name"), text(class, "about"))?;
        writeln!(out, "is a subclass of {}", words(class, "parents"))?;
        for group in class["properties"].as_array().into_iter().flatten() {
            writeln!(out, "\nproperties of {}", text(group, "of"))?;
            for property in group["list"].as_array().into_iter().flatten() {
                line(property, out)?;
            }
        }
    }
    if let Some(property) = found.get("property") {
        writeln!(out, "{}: {}", text(property, "name"), text(property, "about"))?;
        let of = words(property, "of");
        writeln!(out, "of      {}", if of.is_empty() { "anything" } else { &of })?;
        writeln!(out, "values  {}", words(property, "values"))?;
    }
    for (key, title) in [("classes", "classes"), ("found", "properties")] {
        let list = found[key].as_array().map(Vec::as_slice).unwrap_or_default();
        if !list.is_empty() {
            writeln!(out, "{title}")?;
            list.iter().try_for_each(|item| line(item, out))?;
        }
    }
    Ok(())
}
