//! Check of a schema against a vocabulary: unknown names, properties of other classes.

use super::{RdfProperty, Vocabulary, local_name, secure};
use std::collections::BTreeSet;
use unhusk_wrapper::internal::nearest;
use unhusk_wrapper::record::{Field, FieldType, Schema};

/// Classes that a warning names.
const MAX_DOMAINS: usize = 4;

impl Vocabulary {
    /// Returns the class or property of the same vocabulary whose name is most similar to that of an IRI.
    pub fn nearest_name(&self, iri: &str) -> Option<String> {
        near(iri, self.classes.keys().chain(self.properties.keys()))
    }

    /// Returns warnings about the classes and properties of a schema. Names of unknown vocabularies are ignored.
    pub fn check(&self, schema: &Schema) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(class) = schema.class_iri() {
            self.check_class(schema, &class, "the records", &mut warnings);
        }
        let class = schema.class_iri();
        self.check_fields(schema, schema.fields(), class.as_deref(), &mut warnings);
        warnings
    }

    /// Recurses on the nesting of fields, which a schema limits.
    fn check_fields(
        &self,
        schema: &Schema,
        fields: &[Field],
        class: Option<&str>,
        warnings: &mut Vec<String>,
    ) {
        for field in fields {
            if let Some(iri) = &field.iri {
                self.check_property(schema, field, &schema.iri(iri), class, warnings);
            }
            let nested = match &field.holds {
                Some(FieldType::Class(class)) => Some(schema.iri(class)),
                _ => None,
            };
            if let Some(class) = &nested {
                let what = format!("the records of field `{}`", field.name);
                self.check_class(schema, class, &what, warnings);
            }
            self.check_fields(schema, &field.fields, nested.as_deref(), warnings);
        }
    }

    fn check_class(&self, schema: &Schema, iri: &str, what: &str, warnings: &mut Vec<String>) {
        let short = schema.prefixes().shorten(iri);
        if let Some(class) = self.class(iri) {
            warnings.extend(class.newer.as_ref().map(|newer| {
                format!(
                    "the class `{short}` of {what} is superseded by `{}`",
                    schema.prefixes().shorten(newer)
                )
            }));
        } else if self.has_namespace(iri) {
            let near = near(iri, self.classes.keys());
            let meant = meant(schema, near.as_deref());
            warnings.push(format!(
                "the vocabulary has no class `{short}`, which {what} are said to be{meant}"
            ));
        }
    }

    fn check_property(
        &self,
        schema: &Schema,
        field: &Field,
        iri: &str,
        class: Option<&str>,
        warnings: &mut Vec<String>,
    ) {
        let short = schema.prefixes().shorten(iri);
        let Some(property) = self.property(iri) else {
            if self.has_namespace(iri) {
                let near = near(iri, self.properties.keys());
                let meant = meant(schema, near.as_deref());
                warnings.push(format!(
                    "field `{}`: the vocabulary has no property `{short}`{meant}",
                    field.name
                ));
            }
            return;
        };
        if let Some(newer) = &property.newer {
            let newer = schema.prefixes().shorten(newer);
            warnings.push(format!("field `{}`: `{short}` is superseded by `{newer}`", field.name));
        }
        let Some(class) = class.filter(|class| self.class(class).is_some()) else { return };
        if !self.suits(property, class) {
            let domains: Vec<String> = property
                .domains
                .iter()
                .take(MAX_DOMAINS)
                .map(|domain| schema.prefixes().shorten(domain))
                .collect();
            let n_more = property.domains.len() - domains.len();
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            let class = schema.prefixes().shorten(class);
            warnings.push(format!(
                "field `{}`: `{short}` is a property of {}{more}, not of `{class}` (unhusk vocabulary {class})",
                field.name,
                domains.join(", ")
            ));
        }
    }

    /// Whether resources of a class have the property. Vocabularies that do not refer to each other may be mixed.
    fn suits(&self, property: &RdfProperty, class: &str) -> bool {
        let lineage = self.lineage(class);
        let is_foreign =
            || property.domains.iter().all(|domain| namespace(domain) != namespace(&secure(class)));
        property.is_general()
            || lineage.iter().any(|ancestor| property.domains.contains(*ancestor))
            || is_foreign()
    }

    /// Whether some name of this vocabulary is in the namespace of `iri`.
    fn has_namespace(&self, iri: &str) -> bool {
        let iri = secure(iri);
        let of = namespace(&iri);
        let starts = |keys: BTreeSet<&str>| keys.contains(of);
        starts(
            self.classes.keys().chain(self.properties.keys()).map(|iri| namespace(iri)).collect(),
        )
    }
}

fn namespace(iri: &str) -> &str {
    &iri[..iri.len() - local_name(iri).len()]
}

/// Returns the most similar name of the same vocabulary.
fn near<'k>(iri: &str, known: impl Iterator<Item = &'k String>) -> Option<String> {
    let iri = secure(iri).into_owned();
    let siblings =
        known.filter(|known| namespace(known) == namespace(&iri)).map(|known| local_name(known));
    nearest(local_name(&iri), siblings).map(|name| format!("{}{name}", namespace(&iri)))
}

fn meant(schema: &Schema, near: Option<&str>) -> String {
    near.map(|iri| format!("; did you mean `{}`?", schema.prefixes().shorten(iri)))
        .unwrap_or_default()
}
