//! Vocabularies: classes and properties, and the properties that suit a class.
//!
//! schema.org, Dublin Core and FOAF are embedded (`packed/NOTICE.md` gives sources and licences); others come from
//! Turtle files. A property is offered for a class if one of its domains is the class or one of its super-classes, or
//! if it has no domain at all: it suits everything then.

mod check;
mod packed;
mod turtle;

pub use turtle::{MAX_VOCABULARY_BYTES, VocabularyError};

use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::record::Prefixes;

/// Classes and properties by their IRIs.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    classes: BTreeMap<String, RdfClass>,
    properties: BTreeMap<String, RdfProperty>,
    prefixes: Prefixes,
}

/// A class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RdfClass {
    /// Its IRI.
    pub iri: String,
    /// Its direct super-classes.
    pub parents: BTreeSet<String>,
    /// Description, one sentence.
    pub about: String,
    /// Successor, if the class is superseded.
    pub newer: Option<String>,
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RdfProperty {
    /// Its IRI.
    pub iri: String,
    /// Classes of the resources that have it; empty if any resource may.
    pub domains: BTreeSet<String>,
    /// Classes and datatypes of its values.
    pub ranges: BTreeSet<String>,
    /// Description, one sentence.
    pub about: String,
    /// Successor, if the property is superseded.
    pub newer: Option<String>,
}

/// The properties that suit a class, nearest first.
#[derive(Debug, Clone, Default)]
pub struct Offer<'v> {
    /// Properties of the class and of each of its super-classes.
    pub of_classes: Vec<(&'v str, Vec<&'v RdfProperty>)>,
    /// Properties that suit everything.
    pub general: Vec<&'v RdfProperty>,
}

/// Classes of everything: a property of theirs is a general one.
const EVERYTHING: [&str; 2] =
    ["http://www.w3.org/2002/07/owl#Thing", "http://www.w3.org/2000/01/rdf-schema#Resource"];

impl Vocabulary {
    /// schema.org, Dublin Core, FOAF and the labels of RDF Schema.
    pub fn embedded() -> Self {
        packed::unpack()
    }

    /// The class of an IRI.
    pub fn class(&self, iri: &str) -> Option<&RdfClass> {
        self.classes.get(&*secure(iri))
    }

    /// The property of an IRI.
    pub fn property(&self, iri: &str) -> Option<&RdfProperty> {
        self.properties.get(&*secure(iri))
    }

    /// All classes, by IRI.
    pub fn classes(&self) -> impl Iterator<Item = &RdfClass> {
        self.classes.values()
    }

    /// All properties, by IRI.
    pub fn properties(&self) -> impl Iterator<Item = &RdfProperty> {
        self.properties.values()
    }

    /// Prefixes that vocabulary files declare, beside the well-known ones.
    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Returns a class and all its super-classes, nearest first. Ends on cycles, too.
    pub fn lineage(&self, class: &str) -> Vec<&str> {
        let mut lineage = Vec::new();
        let mut level = vec![secure(class).into_owned()];
        let mut seen = BTreeSet::new();
        while !level.is_empty() {
            let mut next = Vec::new();
            for iri in level {
                if !seen.insert(iri.clone()) {
                    continue;
                }
                if let Some(class) = self.classes.get(&iri) {
                    lineage.push(class.iri.as_str());
                    next.extend(class.parents.iter().cloned());
                }
            }
            level = next;
        }
        lineage
    }

    /// Whether a class equals another one or is a sub-class of it.
    pub fn is_a(&self, class: &str, ancestor: &str) -> bool {
        secure(class) == secure(ancestor) || self.lineage(class).contains(&&*secure(ancestor))
    }

    /// Returns the properties that suit a class, without superseded ones.
    pub fn offer(&self, class: &str) -> Offer<'_> {
        let current = || self.properties.values().filter(|property| property.newer.is_none());
        let of_class = |iri: &'_ str| -> Vec<&RdfProperty> {
            current().filter(|property| property.domains.contains(iri)).collect()
        };
        let of_classes =
            self.lineage(class).into_iter().map(|iri| (iri, of_class(iri))).collect::<Vec<_>>();
        let general = current().filter(|property| property.is_general()).collect();
        Offer { of_classes, general }
    }

    /// Returns the classes and properties whose name contains `part`, in any case.
    pub fn search(&self, part: &str) -> VocabularyMatches<'_> {
        let part = part.to_lowercase();
        let has = |iri: &str| local_name(iri).to_lowercase().contains(&part);
        let classes = self.classes().filter(|class| has(&class.iri)).collect();
        let properties = self.properties().filter(|property| has(&property.iri)).collect();
        VocabularyMatches { classes, properties }
    }
}

/// Classes and properties that match a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VocabularyMatches<'v> {
    /// The classes.
    pub classes: Vec<&'v RdfClass>,
    /// The properties.
    pub properties: Vec<&'v RdfProperty>,
}

impl RdfProperty {
    /// Whether anything may have the property.
    pub fn is_general(&self) -> bool {
        self.domains.is_empty()
            || self.domains.iter().any(|domain| EVERYTHING.contains(&domain.as_str()))
    }
}

/// Returns the part of an IRI behind its namespace.
pub fn local_name(iri: &str) -> &str {
    iri.rsplit(['/', '#']).next().unwrap_or(iri)
}

/// Returns the `https` form of a schema.org IRI: `http` and `https` are one vocabulary.
pub(crate) fn secure(iri: &str) -> std::borrow::Cow<'_, str> {
    match iri.strip_prefix("http://schema.org/") {
        Some(name) => format!("https://schema.org/{name}").into(),
        None => iri.into(),
    }
}

#[cfg(test)]
mod tests;
