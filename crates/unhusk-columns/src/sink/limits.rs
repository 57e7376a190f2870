//! Limits on buffered rows.

/// Limits at which buffered rows are written, as a row group of Parquet or a record batch of Arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupLimits {
    /// Rows of a group.
    pub max_rows: usize,
    /// Bytes of a group, before they are encoded; one row may exceed them.
    pub max_bytes: usize,
}

impl Default for GroupLimits {
    /// 65,536 rows and 32 MiB.
    fn default() -> Self {
        Self { max_rows: 1 << 16, max_bytes: 32 << 20 }
    }
}
