//! Edits: changes by the user other than labels. The app sends them as they are stored.

use super::state::{FieldId, State};
use serde::{Deserialize, Serialize};

/// Elements that count as records besides the labelled places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Nothing: the labelled records are all records of their pages.
    Only,
    /// Elements similar to them.
    #[default]
    Similar,
    /// Elements similar to them by a looser rule.
    Looser,
}

/// A change of fields, of their meaning, or of the way of learning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Edit {
    /// Chose the scope.
    Scope {
        /// The choice.
        scope: Scope,
    },
    /// Chose a learner.
    Method {
        /// Its name.
        method: String,
    },
    /// Named a field.
    FieldRename {
        /// The field.
        field: FieldId,
        /// The name.
        name: String,
    },
    /// Deleted a field with its labels.
    FieldDelete {
        /// The field.
        field: FieldId,
    },
    /// Moved a field.
    FieldMove {
        /// The field.
        field: FieldId,
        /// Its new position.
        to: usize,
    },
    /// Chose the type of a field.
    FieldType {
        /// The field.
        field: FieldId,
        /// The type; `None` if it is open.
        #[serde(rename = "type")]
        holds: Option<String>,
    },
    /// Bound a field to a property.
    FieldBind {
        /// The field.
        field: FieldId,
        /// The property.
        property: Option<String>,
    },
    /// Chose whether a record may have several values.
    FieldList {
        /// The field.
        field: FieldId,
        /// Whether a record may have several values.
        list: bool,
    },
    /// Made fields nested records.
    Group {
        /// The fields.
        fields: Vec<FieldId>,
        /// The name of the nested records.
        name: String,
    },
    /// Took nested records apart.
    Ungroup {
        /// The name of the nested records.
        name: String,
    },
    /// Bound the records to a class.
    RecordBind {
        /// The class.
        class: Option<String>,
    },
    /// Named the task.
    TaskRename {
        /// The name.
        name: String,
    },
}

impl Edit {
    /// The edit as a sentence; `before` is the state that it changed.
    pub(super) fn sentence(&self, before: &State) -> String {
        let name = |field: FieldId| before.name_of(field);
        match self {
            Self::Scope { scope } => match scope {
                Scope::Only => "only what is labelled".to_owned(),
                Scope::Similar => "also what is similar".to_owned(),
                Scope::Looser => "also what is less similar".to_owned(),
            },
            Self::Method { method } => format!("learn by {method}"),
            Self::FieldRename { field, name: new } => format!("{} is called {new}", name(*field)),
            Self::FieldDelete { field } => format!("deleted {}", name(*field)),
            Self::FieldMove { field, to } => format!("{} is column {}", name(*field), to + 1),
            Self::FieldType { field, holds } => {
                format!("{} is {}", name(*field), holds.as_deref().unwrap_or("of any type"))
            }
            Self::FieldBind { field, property } => {
                format!("{} means {}", name(*field), property.as_deref().unwrap_or("nothing"))
            }
            Self::FieldList { field, list: true } => format!("{} may repeat", name(*field)),
            Self::FieldList { field, list: false } => format!("one {} a record", name(*field)),
            Self::Group { fields, name: group } => {
                let names: Vec<&str> = fields.iter().map(|&field| name(field)).collect();
                format!("{} form {group}", names.join(", "))
            }
            Self::Ungroup { name } => format!("took {name} apart"),
            Self::RecordBind { class } => {
                format!("a record is {}", class.as_deref().unwrap_or("of no class"))
            }
            Self::TaskRename { name } => format!("the task is called {name}"),
        }
    }
}
