//! Regular expressions within limits: they come from files that a user wrote, and run on untrusted pages.
//!
//! Matching takes time linear in the text, whatever the expression is; only the memory must be limited.

use super::RecognizerError;
use regex::{Regex, RegexBuilder};
use std::ops::Range;

/// Memory that a compiled expression may take, in bytes: a hundred times the need of a long one.
const MAX_COMPILED: usize = 4 << 20;
/// Levels of nesting of an expression.
const MAX_NESTING: u32 = 100;

/// A regular expression; the value is its first group that matched, or else the whole match.
#[derive(Debug, Clone)]
pub(super) struct ValuePattern(Regex);

impl ValuePattern {
    pub(super) fn new(expression: &str) -> Result<Self, RecognizerError> {
        let built = RegexBuilder::new(expression)
            .size_limit(MAX_COMPILED)
            .dfa_size_limit(MAX_COMPILED)
            .nest_limit(MAX_NESTING)
            .build();
        match built {
            Ok(regex) if regex.is_match("") => Err(RecognizerError::MatchesNothing),
            Ok(regex) => Ok(Self(regex)),
            Err(regex::Error::CompiledTooBig(limit)) => {
                Err(RecognizerError::PatternTooLarge { limit })
            }
            Err(error) => Err(RecognizerError::NoPattern { why: one_line(&error.to_string()) }),
        }
    }

    /// The parts that match, at most `limit`.
    pub(super) fn parts(&self, text: &str, limit: usize) -> Vec<Range<usize>> {
        if self.0.captures_len() == 1 {
            let matches = self.0.find_iter(text).filter(|found| !found.is_empty());
            return matches.take(limit).map(|found| found.range()).collect();
        }
        let captures = self.0.captures_iter(text).filter_map(|captures| {
            let value = captures.iter().skip(1).flatten().next().or_else(|| captures.get(0))?;
            (!value.is_empty()).then(|| value.range())
        });
        captures.take(limit).collect()
    }
}

/// The last line of an error of the parser, which states the problem; the lines before it draw the expression.
fn one_line(error: &str) -> String {
    let last = error.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or(error);
    last.trim().trim_start_matches("error: ").to_owned()
}
