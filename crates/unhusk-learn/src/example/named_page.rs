//! A page with its name.

use unhusk_page::Page;

/// A page with the name that messages and wrapper files use for it.
#[derive(Debug, Clone, Copy)]
pub struct NamedPage<'p> {
    /// Name of the page: its path or its URL.
    pub name: &'p str,
    /// The page.
    pub page: &'p Page,
}
