//! Which attributes of a page name elements.

use super::PageCache;
use crate::context::naming::naming_in_sites;
use crate::site::matcher::page_index::PageIndex;

/// For each number of a name, whether it is that of a naming attribute.
#[derive(Debug)]
pub(in crate::site) struct NamingAttributes(Vec<bool>);

impl PageCache for NamingAttributes {
    fn new(index: &PageIndex<'_>) -> Self {
        Self(naming_in_sites(index.tree()))
    }
}

impl NamingAttributes {
    /// Whether a name is that of a naming attribute.
    pub(in crate::site) fn has(&self, number: u32) -> bool {
        self.0[number as usize]
    }
}
