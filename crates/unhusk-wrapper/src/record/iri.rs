//! Names in vocabularies: `schema:Event` is short for `https://schema.org/Event`.
//!
//! A name is kept as it was written; [`Prefixes::resolve`] returns its IRI.

use crate::nearest::nearest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Well-known prefixes and their namespaces.
pub const KNOWN_PREFIXES: [(&str, &str); 10] = [
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("schema", "https://schema.org/"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// Schemes that need no `//`; any other name before a colon is a prefix.
const SCHEMES: [&str; 5] = ["did", "info", "mailto", "tag", "urn"];

/// Longest IRI accepted. No known vocabulary has one of more than 120 characters.
const MAX_IRI_BYTES: usize = 2048;

/// User-defined prefixes, in addition to [`KNOWN_PREFIXES`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct Prefixes(BTreeMap<String, String>);

/// Reasons why a name does not resolve to an IRI.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IriError {
    /// The prefix is not defined.
    #[error(
        "the prefix of {written:?} is unknown{}; define it in `prefixes`, or write the whole IRI",
        did_you_mean(nearest.as_deref())
    )]
    UnknownPrefix {
        /// The name as it was written.
        written: String,
        /// The most similar known prefix.
        nearest: Option<String>,
    },
    /// The name has no colon.
    #[error("{0:?} has no prefix; write it as `schema:{0}` or as a whole IRI")]
    NoPrefix(String),
    /// The name or its expansion is not a valid IRI.
    #[error("{written:?} is not an IRI: {reason}")]
    Malformed {
        /// The name as it was written.
        written: String,
        /// The problem.
        reason: &'static str,
    },
    /// The prefix itself is not a valid name.
    #[error(
        "{0:?} is not a valid prefix: it must begin with a letter and contain only letters, digits, `-` and `_`"
    )]
    PrefixName(String),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}:`?)")).unwrap_or_default()
}

impl Prefixes {
    /// Adds a prefix or replaces its namespace.
    ///
    /// # Errors
    /// If the prefix is not a valid name or `namespace` is not an IRI.
    pub fn insert(&mut self, prefix: &str, namespace: &str) -> Result<(), IriError> {
        let is_name = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
            && prefix.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        if !is_name {
            return Err(IriError::PrefixName(prefix.to_owned()));
        }
        check(namespace, namespace)?;
        if !is_absolute(namespace) {
            return Err(malformed(namespace, "it does not begin with a scheme such as `https://`"));
        }
        self.0.insert(prefix.to_owned(), namespace.to_owned());
        Ok(())
    }

    /// Whether there are no user-defined prefixes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the user-defined prefixes and their namespaces, sorted by prefix.
    pub fn own(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(prefix, namespace)| (prefix.as_str(), namespace.as_str()))
    }

    /// Returns all prefixes and their namespaces, user-defined ones first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let known = KNOWN_PREFIXES.into_iter().filter(|(prefix, _)| !self.0.contains_key(*prefix));
        self.own().chain(known)
    }

    /// Expands a name to its IRI: `schema:Event`, `<https://schema.org/Event>` or `https://schema.org/Event`.
    ///
    /// # Errors
    /// If the prefix is unknown, or the IRI contains forbidden characters.
    pub fn resolve(&self, written: &str) -> Result<String, IriError> {
        let bare = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        let name = bare.unwrap_or(written);
        check(name, written)?;
        let Some((prefix, local)) = name.split_once(':') else {
            return Err(IriError::NoPrefix(written.to_owned()));
        };
        if bare.is_some() || is_absolute(name) {
            return Ok(name.to_owned());
        }
        match self.all().find(|(known, _)| *known == prefix) {
            Some((_, namespace)) => Ok(format!("{namespace}{local}")),
            None => Err(IriError::UnknownPrefix {
                written: written.to_owned(),
                nearest: nearest(prefix, self.all().map(|(known, _)| known)).map(str::to_owned),
            }),
        }
    }

    /// Abbreviates an IRI to `prefix:name` if a prefix matches and the rest is a plain name; else `<iri>`.
    pub fn shorten(&self, iri: &str) -> String {
        let is_plain = |local: &str| {
            !local.is_empty() && local.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
        };
        self.all()
            .filter_map(|(prefix, namespace)| Some((prefix, iri.strip_prefix(namespace)?)))
            .find(|(_, local)| is_plain(local))
            .map_or_else(|| format!("<{iri}>"), |(prefix, local)| format!("{prefix}:{local}"))
    }
}

/// Whether the name begins with a scheme rather than a prefix.
fn is_absolute(name: &str) -> bool {
    name.split_once(':').is_some_and(|(scheme, rest)| {
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        is_scheme && (rest.starts_with("//") || SCHEMES.contains(&scheme))
    })
}

/// Rejects the characters that RDF 1.1 excludes from IRIs (Turtle, production IRIREF).
fn check(name: &str, written: &str) -> Result<(), IriError> {
    let is_forbidden = |c: char| c <= ' ' || c.is_control() || "<>\"{}|^`\\".contains(c);
    let reason = if name.len() > MAX_IRI_BYTES {
        "it is too long"
    } else if name.contains(char::is_whitespace) {
        "it contains a space"
    } else if name.contains(is_forbidden) {
        "it contains a forbidden character (< > \" { } | ^ ` \\)"
    } else if name.is_empty() {
        "it is empty"
    } else {
        return Ok(());
    };
    Err(malformed(written, reason))
}

fn malformed(written: &str, reason: &'static str) -> IriError {
    let shown: String = written.chars().take(100).collect();
    IriError::Malformed { written: shown, reason }
}

impl TryFrom<BTreeMap<String, String>> for Prefixes {
    type Error = IriError;

    fn try_from(saved: BTreeMap<String, String>) -> Result<Self, IriError> {
        let mut prefixes = Self::default();
        for (prefix, namespace) in &saved {
            prefixes.insert(prefix, namespace)?;
        }
        Ok(prefixes)
    }
}

impl From<Prefixes> for BTreeMap<String, String> {
    fn from(prefixes: Prefixes) -> Self {
        prefixes.0
    }
}
