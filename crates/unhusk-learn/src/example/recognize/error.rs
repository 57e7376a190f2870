//! What is wrong with a recognizer, or with several of them together.

/// Why there is no such recognizer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizerError {
    /// None of that name is built in.
    #[error("there is no recognizer {name:?}{}; those built in are {known}", meant(nearest.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The name that may be meant.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// It is no regular expression.
    #[error("the pattern is no regular expression: {why}")]
    NoPattern {
        /// What is wrong with it.
        why: String,
    },
    /// The regular expression takes too much memory.
    #[error(
        "the pattern is too large: compiled, it takes more than {limit} bytes; counted repetitions such as {{1000}} are what makes patterns large"
    )]
    PatternTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The regular expression matches everywhere.
    #[error(
        "the pattern matches the empty text, so it matches everywhere; let it demand a character at least"
    )]
    MatchesNothing,
    /// The list has no words.
    #[error("the list of words is empty; it needs one word at least")]
    NoWords,
    /// The list has too many words.
    #[error("the list has more than {limit} bytes of words")]
    TooManyWords {
        /// The limit, in bytes.
        limit: usize,
    },
    /// There is nothing to learn from.
    #[error("there is no value to learn from; it needs one at least, and tells more with ten")]
    NoValues,
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!(" (is `{nearest}` meant?)"))
}

/// Why recognizers do not go together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizersError {
    /// There is none.
    #[error("there is no recognizer; each field needs one")]
    None,
    /// Two are for one field.
    #[error("the field `{field}` has two recognizers; each field needs one")]
    Twice {
        /// The field.
        field: String,
    },
    /// None says what the records are.
    #[error(
        "no recognizer is declared `perfect` ({declared}): one must find a value in every record and nothing else, since it tells how many records there are; make a pattern or a list of words exact enough"
    )]
    NothingPerfect {
        /// What each is declared to be.
        declared: String,
    },
    /// A field cannot be called so.
    #[error("{0}")]
    Name(#[from] unhusk_wrapper::record::SchemaError),
}
