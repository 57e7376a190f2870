//! A wrapper of any class: the closed list of what can be saved.

use super::{
    Extract, RawExtraction, boundary, context, delimiter, landmark, pattern, site, template,
};
use crate::record::Schema;
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// A wrapper of any class. The class is the tag of the saved file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "class", content = "program", rename_all = "kebab-case")]
pub enum AnyWrapper {
    /// One pair of delimiters per field.
    Lr(delimiter::Lr),
    /// LR between a head and a tail.
    Hlrt(delimiter::Hlrt),
    /// LR inside an opening and a closing string around every record.
    Oclr(delimiter::Oclr),
    /// OCLR between a head and a tail.
    Hoclrt(delimiter::Hoclrt),
    /// One pair of delimiters per level of nested records.
    NLr(delimiter::NLr),
    /// N-LR between a head and a tail.
    NHlrt(delimiter::NHlrt),
    /// Nodes whose surroundings look like those of the examples.
    Kl(context::Kl),
    /// Nodes whose path from the root looks like those of the examples.
    Luti(context::Luti),
    /// Borders of values by landmarks.
    Stalker(landmark::Stalker),
    /// Borders of values by votes of detectors.
    Bwi(boundary::Bwi),
    /// Records by their regions, fields by rules that vote.
    Site(site::Site),
    /// Records that look like the examples, fields by their places in that look.
    Pattern(pattern::Pattern),
    /// All texts of a page, by a template.
    Template(template::Template),
}

impl AnyWrapper {
    /// The classes that can be saved and loaded.
    pub const CLASSES: &[&str] = &[
        "lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "kl", "luti", "stalker", "bwi", "site",
        "pattern", "template",
    ];

    /// The class of this wrapper.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Lr(_) => "lr",
            Self::Hlrt(_) => "hlrt",
            Self::Oclr(_) => "oclr",
            Self::Hoclrt(_) => "hoclrt",
            Self::NLr(_) => "n-lr",
            Self::NHlrt(_) => "n-hlrt",
            Self::Kl(_) => "kl",
            Self::Luti(_) => "luti",
            Self::Stalker(_) => "stalker",
            Self::Bwi(_) => "bwi",
            Self::Site(_) => "site",
            Self::Pattern(_) => "pattern",
            Self::Template(_) => "template",
        }
    }

    /// Whether it is one of the delimiter classes.
    pub fn is_delimiter(&self) -> bool {
        !matches!(
            self,
            Self::Kl(_)
                | Self::Luti(_)
                | Self::Stalker(_)
                | Self::Bwi(_)
                | Self::Site(_)
                | Self::Pattern(_)
                | Self::Template(_)
        )
    }

    /// The share of the texts of its template that stand on a page, if the wrapper knows such texts.
    pub fn template_share(&self, page: &Page) -> Option<f64> {
        if let Self::Site(site) = self { site.landmark_share(page) } else { None }
    }

    /// The texts of its template, if the wrapper knows such texts.
    pub fn template_texts(&self) -> Vec<&str> {
        if let Self::Site(site) = self { site.all_landmarks() } else { Vec::new() }
    }

    /// The wrapper of `class` whose saved program is the JSON text `program`.
    pub fn from_program(class: &str, program: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(&format!(
            r#"{{"class":{},"program":{program}}}"#,
            serde_json::Value::from(class)
        ))
    }

    fn inner(&self) -> &dyn Extract {
        match self {
            Self::Lr(wrapper) => wrapper,
            Self::Hlrt(wrapper) => wrapper,
            Self::Oclr(wrapper) => wrapper,
            Self::Hoclrt(wrapper) => wrapper,
            Self::NLr(wrapper) => wrapper,
            Self::NHlrt(wrapper) => wrapper,
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

macro_rules! from_class {
    ($family:ident: $($class:ident),*) => {$(
        impl From<$family::$class> for AnyWrapper {
            fn from(wrapper: $family::$class) -> Self {
                Self::$class(wrapper)
            }
        }
    )*};
}

from_class!(delimiter: Lr, Hlrt, Oclr, Hoclrt, NLr, NHlrt);
from_class!(context: Kl, Luti);
from_class!(landmark: Stalker);
from_class!(boundary: Bwi);
from_class!(site: Site);
from_class!(pattern: Pattern);
from_class!(template: Template);
