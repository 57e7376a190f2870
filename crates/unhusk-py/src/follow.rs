//! The link to the next page of a list.

use crate::error::guarded;
use crate::page::GivenPage;
use pyo3::prelude::*;
use unhusk::sink::SourcePage;
use unhusk_io::source::{LinkResolver, base_of};

/// The URL of the next page of a list; `None` if the page names none.
#[pyfunction]
#[pyo3(signature = (html, url))]
pub(crate) fn next_page(html: &Bound<'_, PyAny>, url: &str) -> PyResult<Option<String>> {
    let py = html.py();
    let page = GivenPage::new(html)?.read(py, None)?;
    let find = || {
        let mut source = SourcePage::new(url);
        source.url = Some(url.to_owned());
        source.base = base_of(&page);
        unhusk_engine::follow::next_page(&page, url, &LinkResolver::new(&source))
    };
    py.detach(|| guarded(find))
}
