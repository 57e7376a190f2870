//! A wrapper of any class: the closed list of what can be saved.

use super::{
    Explain, Extract, RawExtraction, boundary, context, landmark, pattern, site, template,
};
use crate::delimiter::{self, DelimiterWrapper};
use crate::json::TaggedProgram;
use crate::record::{Field, Schema};
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// A wrapper of any class. The class is the tag of the saved file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TaggedProgram", into = "SavedWrapper")]
pub enum AnyWrapper {
    /// Values between fixed strings of the source: the six delimiter classes.
    Delimiter(DelimiterWrapper),
    /// Nodes whose surroundings match those of the examples.
    Kl(context::Kl),
    /// Nodes whose path from the root matches those of the examples.
    Luti(context::Luti),
    /// Borders of values by landmarks.
    Stalker(landmark::Stalker),
    /// Borders of values by votes of detectors.
    Bwi(boundary::Bwi),
    /// Records by their regions, fields by rules that vote.
    Site(site::Site),
    /// Records that are similar to the examples, fields by their positions in the pattern.
    Pattern(pattern::TreePattern),
    /// All texts of a page, by a template.
    Template(template::Template),
}

/// A rule in the saved file: one tag for all classes, the delimiter classes among them.
#[derive(Serialize)]
#[serde(tag = "class", content = "program", rename_all = "kebab-case")]
enum SavedWrapper {
    Lr(delimiter::Lr),
    Hlrt(delimiter::Hlrt),
    Oclr(delimiter::Oclr),
    Hoclrt(delimiter::Hoclrt),
    NLr(delimiter::NLr),
    NHlrt(delimiter::NHlrt),
    Kl(context::Kl),
    Luti(context::Luti),
    Stalker(landmark::Stalker),
    Bwi(boundary::Bwi),
    Site(site::Site),
    Pattern(pattern::TreePattern),
    Template(template::Template),
}

impl AnyWrapper {
    /// The classes that can be saved and loaded.
    pub const CLASSES: &[&str] = &[
        "lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "kl", "luti", "stalker", "bwi", "site",
        "pattern", "template",
    ];

    /// Name of the class.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Delimiter(wrapper) => wrapper.class(),
            Self::Kl(_) => "kl",
            Self::Luti(_) => "luti",
            Self::Stalker(_) => "stalker",
            Self::Bwi(_) => "bwi",
            Self::Site(_) => "site",
            Self::Pattern(_) => "pattern",
            Self::Template(_) => "template",
        }
    }

    /// Whether the class is one of the delimiter classes.
    pub fn is_delimiter(&self) -> bool {
        matches!(self, Self::Delimiter(_))
    }

    /// Returns the share of the template's texts that are on a page; `None` for classes without such texts.
    pub fn template_share(&self, page: &Page) -> Option<f64> {
        if let Self::Site(site) = self { site.landmark_share(page) } else { None }
    }

    /// Returns the template's texts; empty for classes without such texts.
    pub fn template_texts(&self) -> Vec<&str> {
        if let Self::Site(site) = self { site.all_landmarks() } else { Vec::new() }
    }

    /// Loads the wrapper of `class` whose saved program is the JSON text `program`.
    pub(crate) fn from_program(class: &str, program: &str) -> Result<Self, serde_json::Error> {
        Ok(match class {
            "kl" => Self::Kl(serde_json::from_str(program)?),
            "luti" => Self::Luti(serde_json::from_str(program)?),
            "stalker" => Self::Stalker(serde_json::from_str(program)?),
            "bwi" => Self::Bwi(serde_json::from_str(program)?),
            "site" => Self::Site(serde_json::from_str(program)?),
            "pattern" => Self::Pattern(serde_json::from_str(program)?),
            "template" => Self::Template(serde_json::from_str(program)?),
            _ => Self::Delimiter(DelimiterWrapper::from_program(class, program)?),
        })
    }

    fn inner(&self) -> &dyn Extract {
        match self {
            Self::Delimiter(wrapper) => wrapper,
            Self::Kl(wrapper) => wrapper,
            Self::Luti(wrapper) => wrapper,
            Self::Stalker(wrapper) => wrapper,
            Self::Bwi(wrapper) => wrapper,
            Self::Site(wrapper) => wrapper,
            Self::Pattern(wrapper) => wrapper,
            Self::Template(wrapper) => wrapper,
        }
    }
}

impl Extract for AnyWrapper {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        #[cfg(debug_assertions)]
        crate::trace::note(self, page);
        self.inner().extract(schema, page)
    }

    fn extract_with_confidence<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        #[cfg(debug_assertions)]
        crate::trace::note(self, page);
        self.inner().extract_with_confidence(schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        self.inner().check(schema)
    }
}

impl Explain for AnyWrapper {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        match self {
            Self::Delimiter(rule) => rule.explain_with(fields),
            Self::Kl(rule) => rule.explain_with(fields),
            Self::Luti(rule) => rule.explain_with(fields),
            Self::Stalker(rule) => rule.explain_with(fields),
            Self::Bwi(rule) => rule.explain_with(fields),
            Self::Site(rule) => rule.explain_with(fields),
            Self::Pattern(rule) => rule.explain_with(fields),
            Self::Template(rule) => rule.explain_with(fields),
        }
    }

    fn explain_all_with(&self, fields: &[Field]) -> Vec<String> {
        match self {
            Self::Template(rule) => rule.explain_all_with(fields),
            other => other.explain_with(fields),
        }
    }
}

impl From<DelimiterWrapper> for AnyWrapper {
    fn from(wrapper: DelimiterWrapper) -> Self {
        Self::Delimiter(wrapper)
    }
}

macro_rules! from_delimiter_class {
    ($($class:ident),*) => {$(
        impl From<delimiter::$class> for AnyWrapper {
            fn from(rule: delimiter::$class) -> Self {
                Self::Delimiter(DelimiterWrapper::$class(rule))
            }
        }
    )*};
}

from_delimiter_class!(Lr, Hlrt, Oclr, Hoclrt, NLr, NHlrt);

macro_rules! from_class {
    ($($family:ident::$class:ident),*) => {$(
        impl From<$family::$class> for AnyWrapper {
            fn from(wrapper: $family::$class) -> Self {
                Self::$class(wrapper)
            }
        }
    )*};
}

from_class!(
    context::Kl,
    context::Luti,
    landmark::Stalker,
    boundary::Bwi,
    site::Site,
    template::Template
);

impl From<pattern::TreePattern> for AnyWrapper {
    fn from(wrapper: pattern::TreePattern) -> Self {
        Self::Pattern(wrapper)
    }
}

impl TryFrom<TaggedProgram> for AnyWrapper {
    type Error = serde_json::Error;

    fn try_from(saved: TaggedProgram) -> Result<Self, Self::Error> {
        Self::from_program(&saved.class, saved.program.get())
    }
}

/// Converts [`AnyWrapper`] to the file's flat list of classes.
macro_rules! saved {
    (delimiters: $($delimiter:ident),*; others: $($other:ident),*) => {
        impl From<AnyWrapper> for SavedWrapper {
            fn from(wrapper: AnyWrapper) -> Self {
                match wrapper {
                    $(AnyWrapper::Delimiter(DelimiterWrapper::$delimiter(rule)) => {
                        Self::$delimiter(rule)
                    })*
                    $(AnyWrapper::$other(rule) => Self::$other(rule),)*
                }
            }
        }
    };
}

saved!(
    delimiters: Lr, Hlrt, Oclr, Hoclrt, NLr, NHlrt;
    others: Kl, Luti, Stalker, Bwi, Site, Pattern, Template
);
