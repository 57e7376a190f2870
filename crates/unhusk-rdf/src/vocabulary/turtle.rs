//! A vocabulary of one's own, from a Turtle (or N-Triples) file with RDFS or OWL in it.

use super::{Vocabulary, secure};
use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxttl::TurtleParser;
use unhusk_page::internal::decode_references;

/// Bytes of the largest vocabulary file that is read.
pub const MAX_VOCABULARY_BYTES: usize = 32 << 20;

/// Reason why a file is no vocabulary.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// The file is not Turtle.
    #[error("`{file}`, line {line}, column {column}: {message}; a vocabulary is a Turtle file")]
    Syntax {
        /// The file as given.
        file: String,
        /// From 1.
        line: u64,
        /// From 1.
        column: u64,
        /// The problem.
        message: String,
    },
    /// The file is Turtle, but declares no class and no property.
    #[error(
        "`{file}` has no class and no property in it (rdfs:Class, owl:Class, rdf:Property, ...)"
    )]
    Empty {
        /// The file as given.
        file: String,
    },
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

impl Vocabulary {
    /// Adds the classes and properties of a Turtle file; `file` is its name in messages.
    ///
    /// # Errors
    /// With the line, if it is no Turtle; or if there is nothing to add.
    pub fn add_turtle(&mut self, file: &str, text: &str) -> Result<(), VocabularyError> {
        let mut parser = TurtleParser::new().for_slice(text);
        let mut triples = Vec::new();
        for triple in parser.by_ref() {
            triples.push(triple.map_err(|error| syntax_error(file, &error))?);
        }
        for (prefix, namespace) in parser.prefixes() {
            // A prefix without a name is of no use on the command line.
            let _ = self.prefixes.insert(prefix, namespace);
        }
        // The kind of a term must be known before its statements are read, which come in any order.
        let n_terms = triples.iter().filter(|triple| self.declare(triple)).count();
        if n_terms == 0 {
            return Err(VocabularyError::Empty { file: file.to_owned() });
        }
        for triple in &triples {
            self.describe(triple);
        }
        Ok(())
    }

    /// Adds the term that a statement declares or implies; returns whether there is one.
    fn declare(&mut self, triple: &Triple) -> bool {
        let (Some(subject), Some(object)) = (named(&triple.subject), object_iri(&triple.object))
        else {
            return false;
        };
        let predicate = triple.predicate.as_str();
        let kind =
            object.strip_prefix(RDFS).or(object.strip_prefix(OWL)).or(object.strip_prefix(RDF));
        let is_type = predicate.strip_prefix(RDF) == Some("type");
        if is_type && matches!(kind, Some("Class" | "Datatype"))
            || predicate.strip_prefix(RDFS) == Some("subClassOf")
        {
            self.classes.entry(subject.clone()).or_default().iri.clone_from(&subject);
            return true;
        }
        let is_property = is_type && kind.is_some_and(|kind| kind.ends_with("Property"))
            || is_domain(predicate)
            || is_range(predicate);
        if is_property {
            self.properties.entry(subject.clone()).or_default().iri.clone_from(&subject);
        }
        is_property
    }

    fn describe(&mut self, triple: &Triple) {
        let Some(subject) = named(&triple.subject) else { return };
        let predicate = triple.predicate.as_str();
        if predicate.strip_prefix(RDFS) == Some("comment")
            && let Term::Literal(comment) = &triple.object
        {
            return self.comment(&subject, comment.value());
        }
        let Some(object) = object_iri(&triple.object) else { return };
        if let Some(class) = self.classes.get_mut(&subject)
            && predicate.strip_prefix(RDFS) == Some("subClassOf")
        {
            class.parents.insert(object);
        } else if let Some(property) = self.properties.get_mut(&subject) {
            if is_domain(predicate) {
                property.domains.insert(object);
            } else if is_range(predicate) {
                property.ranges.insert(object);
            }
        }
    }

    fn comment(&mut self, subject: &str, comment: &str) {
        // Comments of vocabularies are often HTML: `&lt;`, `&#x2014;`.
        let comment = decode_references(comment);
        let about = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let of_class = self.classes.get_mut(subject).map(|class| &mut class.about);
        let of_property = self.properties.get_mut(subject).map(|property| &mut property.about);
        if let Some(known) = of_class.or(of_property)
            && known.is_empty()
        {
            *known = about.chars().take(MAX_ABOUT_CHARS).collect();
        }
    }
}

/// Longest description; only one line is shown.
const MAX_ABOUT_CHARS: usize = 200;

fn is_domain(predicate: &str) -> bool {
    predicate.strip_prefix(RDFS) == Some("domain") || predicate.ends_with("/domainIncludes")
}

fn is_range(predicate: &str) -> bool {
    predicate.strip_prefix(RDFS) == Some("range") || predicate.ends_with("/rangeIncludes")
}

fn named(subject: &NamedOrBlankNode) -> Option<String> {
    match subject {
        NamedOrBlankNode::NamedNode(node) => Some(secure(node.as_str()).into_owned()),
        NamedOrBlankNode::BlankNode(_) => None,
    }
}

fn object_iri(object: &Term) -> Option<String> {
    match object {
        Term::NamedNode(node) => Some(secure(node.as_str()).into_owned()),
        _ => None,
    }
}

fn syntax_error(file: &str, error: &oxttl::TurtleSyntaxError) -> VocabularyError {
    let at = error.location().start;
    VocabularyError::Syntax {
        file: file.to_owned(),
        line: at.line + 1,
        column: at.column + 1,
        message: error.message().to_owned(),
    }
}
