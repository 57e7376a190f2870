//! Every error of the library in one place. Each lives beside the code that raises it.

pub use crate::example::corroborate::CorroborateError;
pub use crate::example::recognize::{RecognizerError, RecognizersError};
pub use crate::example::{LabelError, LabelProblem, SelectError};
pub use crate::json::JsonError;
pub use crate::learn::LearnError;
pub use crate::learn::settle::SettleError;
pub use crate::record::SchemaError;
pub use crate::teach::SessionError;
pub use crate::wrapper::LoadError;
