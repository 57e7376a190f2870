//! Counted limits of reading one page: on any bytes, the work is bounded and every cut is reported.

use serde::{Deserialize, Serialize};

/// Limits of the part of a page that is read. Each limit that is reached is reported as a
/// [`Warning::Truncated`](crate::Warning).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of decoded source that are kept; the rest is cut at a character boundary. At most `u32::MAX`.
    pub max_bytes: usize,
    /// Levels of nesting; deeper elements become children of the deepest allowed one. Browsers use 512 or 513.
    pub max_depth: usize,
    /// Nodes of a tree; further ones are dropped.
    pub max_nodes: usize,
    /// Attributes of one tag; further ones are dropped.
    pub max_attributes: usize,
    /// Formatting elements (`b`, `i`, `font`, ...) that are reopened across blocks at once.
    pub max_open_formatting: usize,
    /// Steps of the tree builder per byte of source, on top of one million.
    pub max_steps_per_byte: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 32 << 20,
            max_depth: 512,
            max_nodes: 2_000_000,
            max_attributes: 1024,
            max_open_formatting: 64,
            max_steps_per_byte: 64,
        }
    }
}
