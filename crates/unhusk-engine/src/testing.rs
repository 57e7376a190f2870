//! A small shop in a temporary folder, for tests.

use crate::{Comparison, Extraction, Inputs, Listed, PageFailure, RunListener, WrapperSet};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};
use tempfile::TempDir;
use unhusk::Learner;
use unhusk::example::Labels;
use unhusk::page::{Page, PageOptions};
use unhusk::wrapper::Wrapper;
use unhusk_io::source::{ArchiveOptions, PageRef};

/// Pages `0.html`, `1.html`, ... with a list of products each; some have no products, one is missing.
pub(crate) struct Shop {
    folder: TempDir,
    n_pages: usize,
}

impl Shop {
    pub(crate) fn new(n_pages: usize) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for number in 0..n_pages {
            let page = folder.path().join(format!("{number}.html"));
            fs::write(page, shop_page(number)).expect("a page is written");
        }
        Self { folder, n_pages }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The pages, and one that is missing.
    pub(crate) fn listed(&self) -> Vec<Listed> {
        let page = |number| Ok(PageRef::file(self.folder().join(format!("{number}.html"))));
        (0..=self.n_pages).map(page).collect()
    }

    pub(crate) fn inputs(&self) -> Inputs {
        Inputs::new(self.listed(), ArchiveOptions::default())
    }

    pub(crate) fn wrapper() -> Wrapper {
        let labels = r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records": [
            {"name": "thing 1-0", "price": "$1.00"}, {"name": "thing 1-1", "price": "$1.01"}]}]}"#;
        let labels = Labels::parse("labels.json", labels).expect("labels");
        let page = Page::from(shop_page(1).as_str());
        let learner = Learner::auto().labelled_page(labels.pages()[0].clone(), &page);
        let mut wrapper = learner.learn().expect("a wrapper").wrapper;
        wrapper.record_baseline([&page]);
        wrapper
    }

    pub(crate) fn extraction(wrappers: &WrapperSet) -> Extraction<'_> {
        Extraction {
            wrappers,
            options: PageOptions::default(),
            with_confidence: false,
            identity: None,
            comparison: Comparison::Sample,
            n_jobs: 1,
        }
    }
}

/// Page 1 has two products, page 2 three, page 7 none.
fn shop_page(number: usize) -> String {
    let mut html = "<h1>Shop</h1><ul>".to_owned();
    let n_products = [0, 2, 3, 4, 5, 6, 7][number % 7];
    for product in 0..n_products {
        let item = format!("<li><b>thing {number}-{product}</b> <i>${number}.0{product}</i></li>");
        html.write_str(&item).expect("writing to a string cannot fail");
    }
    html + "</ul>"
}

/// Collects failures and warnings.
#[derive(Debug, Default)]
pub(crate) struct SilentListener {
    pub(crate) failures: Vec<PageFailure>,
}

impl RunListener for SilentListener {
    fn failure(&mut self, failure: &PageFailure) -> io::Result<()> {
        self.failures.push(failure.clone());
        Ok(())
    }

    fn warning(&mut self, _page: &str, _warning: &str) {}
}
