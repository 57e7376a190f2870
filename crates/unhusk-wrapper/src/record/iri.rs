//! Names in vocabularies: `schema:Event` is short for `https://schema.org/Event`.
//!
//! A name is kept as it was written; [`Prefixes::resolve`] says what it stands for.

use crate::nearest::nearest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Prefixes that everyone knows, and what they stand for.
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

/// Schemes that are followed by something else than `//`; any other name before a colon is a prefix.
const SCHEMES: [&str; 5] = ["did", "info", "mailto", "tag", "urn"];

/// Longest IRI that is taken. No vocabulary at hand has one of more than 120 characters.
const MAX_IRI_BYTES: usize = 2048;

/// Prefixes of one's own, beside those that everyone knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct Prefixes(BTreeMap<String, String>);

/// Why a name stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IriError {
    /// The part before the colon is no prefix that we know.
    #[error(
        "the prefix of {written:?} is not known{}; say what it stands for in `prefixes`, or write the whole IRI",
        meant(nearest.as_deref())
    )]
    UnknownPrefix {
        /// The name as it was written.
        written: String,
        /// The prefix that is most like it.
        nearest: Option<String>,
    },
    /// There is no colon in it.
    #[error("{0:?} has no prefix; write it as `schema:{0}` or as a whole IRI")]
    NoPrefix(String),
    /// What it stands for cannot be an IRI.
    #[error("{written:?} is no IRI: {reason}")]
    Malformed {
        /// The name as it was written.
        written: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A prefix that could not be written in front of a colon.
    #[error(
        "{0:?} is no name for a prefix: it must begin with a letter and have letters, digits, `-` and `_` alone"
    )]
    PrefixName(String),
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (is `{name}:` meant?)")).unwrap_or_default()
}

impl Prefixes {
    /// Adds a prefix, or changes what it stands for.
    ///
    /// # Errors
    /// If the name is no name for a prefix or `namespace` is no IRI.
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

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The prefixes of one's own, by name.
    pub fn own(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(prefix, namespace)| (prefix.as_str(), namespace.as_str()))
    }

    /// All prefixes and what they stand for, one's own first.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let known = KNOWN_PREFIXES.into_iter().filter(|(prefix, _)| !self.0.contains_key(*prefix));
        self.own().chain(known)
    }

    /// The IRI that a name stands for: `schema:Event`, `<https://schema.org/Event>` or the same without brackets.
    ///
    /// # Errors
    /// If the prefix is not known, or the IRI has characters that no IRI may have.
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

    /// An IRI as a person would write it: with a prefix, if one fits and the rest is a plain name.
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

/// Whether it begins with a scheme rather than a prefix.
fn is_absolute(name: &str) -> bool {
    name.split_once(':').is_some_and(|(scheme, rest)| {
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        is_scheme && (rest.starts_with("//") || SCHEMES.contains(&scheme))
    })
}

/// The characters that RDF 1.1 keeps out of IRIs (Turtle, production IRIREF).
fn check(name: &str, written: &str) -> Result<(), IriError> {
    let is_forbidden = |c: char| c <= ' ' || c.is_control() || "<>\"{}|^`\\".contains(c);
    let reason = if name.len() > MAX_IRI_BYTES {
        "it is too long"
    } else if name.contains(char::is_whitespace) {
        "it has a space"
    } else if name.contains(is_forbidden) {
        "it has a character that no IRI may have (< > \" { } | ^ ` \\)"
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
