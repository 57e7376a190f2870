//! Bytes -> source.

use super::PageOptions;
use crate::Warning;

pub(super) struct Decoded {
    pub(super) source: String,
    pub(super) encoding: &'static str,
    pub(super) warnings: Vec<Warning>,
}

pub(super) fn decode(bytes: &[u8], _options: &PageOptions) -> Decoded {
    Decoded {
        source: String::from_utf8_lossy(bytes).into_owned(),
        encoding: "UTF-8",
        warnings: Vec::new(),
    }
}
