//! Errors of a recognizer, or of several recognizers together.

/// Reason why a recognizer cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizerError {
    /// No built-in recognizer has this name.
    #[error("there is no recognizer {name:?}{}; the built-in ones are {known}", meant(nearest.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// The pattern is not a regular expression.
    #[error("the pattern is no regular expression: {why}")]
    NoPattern {
        /// The problem of the pattern.
        why: String,
    },
    /// The compiled pattern takes too much memory.
    #[error(
        "the pattern is too large: compiled, it takes more than {limit} bytes; counted repetitions such as {{1000}} make patterns large"
    )]
    PatternTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The pattern matches the empty text.
    #[error(
        "the pattern matches the empty text, so it matches everywhere; it must require at least one character"
    )]
    MatchesNothing,
    /// The list has no words.
    #[error("the list of words is empty; it needs at least one word")]
    NoWords,
    /// The list has too many words.
    #[error("the list has more than {limit} bytes of words")]
    TooManyWords {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The list of values is empty.
    #[error("there is no value to learn from; at least one is needed, and ten work better")]
    NoValues,
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"))
}

/// Reason why recognizers cannot be used together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizersError {
    /// The list of recognizers is empty.
    #[error("there is no recognizer; each field needs one")]
    None,
    /// Two recognizers are for one field.
    #[error("the field `{field}` has two recognizers; each field needs one")]
    Twice {
        /// The field.
        field: String,
    },
    /// No recognizer is declared perfect.
    #[error(
        "no recognizer is declared `perfect` ({declared}): one must find a value in every record and nothing else, since it determines how many records there are; make a pattern or a list of words exact enough"
    )]
    NothingPerfect {
        /// The declared reliability of each recognizer.
        declared: String,
    },
    /// A field name is invalid.
    #[error("{0}")]
    Name(#[from] unhusk_wrapper::record::SchemaError),
}
