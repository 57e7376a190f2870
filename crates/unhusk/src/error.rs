//! Every error of the library in one place. Each lives beside the code that raises it.

pub use unhusk_learn::disambiguate::DisambiguateError;
pub use unhusk_learn::example::corroborate::CorroborateError;
pub use unhusk_learn::example::recognize::{RecognizerError, RecognizersError};
pub use unhusk_learn::example::{LabelError, LabelProblem, SelectError};
pub use unhusk_learn::teach::SessionError;
pub use unhusk_learn::template::InduceError;
pub use unhusk_learn::{LearnError, UnknownMethod};
pub use unhusk_wrapper::LoadError;
pub use unhusk_wrapper::json::JsonError;
pub use unhusk_wrapper::record::SchemaError;
pub use unhusk_wrapper::verify::VerifyError;
