//! A task: the acts of the user as a list of events, and the state that follows from them.
//!
//! ```text
//! event -> log (a file that only grows) -> state (a fold of the events) -> labels -> learner
//! ```

mod edit;
mod event;
mod labels;
mod log;
mod state;

#[cfg(test)]
mod tests;

pub use edit::{Edit, Scope};
pub use event::{Event, Quote, ShownValue, Sign, TakenField};
pub use labels::{Orphan, page_labels};
pub use log::{Log, LogError};
pub use state::{FieldId, LabelState, State, TaskField};
