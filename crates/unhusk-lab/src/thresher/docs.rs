//! Classes of documentation: the Java API, Python and `PostgreSQL`, as packaged by Debian.
//!
//! The truth comes from the classes and ids that the generators of these pages write, by CSS selectors and by
//! counting; no learner is involved.

use super::class::{LabelledPage, PageShape, RecordClass};
use anyhow::Context;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use unhusk::Page;
use unhusk::example::{Labels, Strictness, TrainingSet};
use walkdir::WalkDir;

/// A kind of page, with the selectors of its records.
struct Recipe {
    site: &'static str,
    name: &'static str,
    folder: &'static str,
    /// The Debian package with the folder.
    package: &'static str,
    shape: PageShape,
    is_page: fn(&Path) -> bool,
    /// The fields with their selectors, relative to [`Recipe::record`].
    fields: &'static [(&'static str, &'static str)],
    /// Selector of the n-th record, counted from 1, with `{n}` for the number.
    record: &'static str,
}

const RECIPES: [Recipe; 4] = [
    Recipe {
        site: "Java API",
        name: "JavaClass",
        folder: "/usr/share/doc/openjdk-17-jre-headless/api/java.base/java",
        package: "openjdk-17-doc",
        shape: PageShape::Page,
        is_page: is_java_class,
        fields: &[
            ("title", "h1.title"),
            ("package", "div.header > div.sub-title:nth-child(2) > a"),
            ("modifiers", "section.class-description > div.type-signature > span.modifiers"),
            ("description", "section.class-description > div.block"),
        ],
        record: "main",
    },
    Recipe {
        site: "Java API",
        name: "Method",
        folder: "/usr/share/doc/openjdk-17-jre-headless/api/java.base/java",
        package: "openjdk-17-doc",
        shape: PageShape::List,
        is_page: is_java_class,
        fields: &[
            ("name", "h3"),
            ("type", "div.member-signature > span.return-type"),
            ("parameters", "div.member-signature > span.parameters"),
            ("description", "div.block"),
        ],
        record: "section.method-details ul.member-list > li:nth-child({n}) > section.detail",
    },
    Recipe {
        site: "Python documentation",
        name: "Module",
        folder: "/usr/share/doc/python3.11/html/library",
        package: "python3.11-doc",
        shape: PageShape::Page,
        is_page: |_| true,
        fields: &[("name", "h1 > code > span.pre"), ("title", "h1")],
        record: "div.body > section:nth-of-type(1)",
    },
    Recipe {
        site: "PostgreSQL documentation",
        name: "Command",
        folder: "/usr/share/doc/postgresql-doc-15/html",
        package: "postgresql-doc-15",
        shape: PageShape::Page,
        is_page: |path| file_name(path).starts_with("sql-"),
        fields: &[("name", "span.refentrytitle"), ("synopsis", "pre.synopsis")],
        record: "div.refentry",
    },
];

/// Returns the classes whose pages are installed; reports a missing folder with the package that contains it.
pub(super) fn classes(pattern: &str, max_pages: usize) -> anyhow::Result<Vec<RecordClass>> {
    let mut classes = Vec::new();
    for recipe in &RECIPES {
        if !format!("{} {}", recipe.site, recipe.name).contains(pattern) {
            continue;
        }
        if Path::new(recipe.folder).is_dir() {
            classes.push(recipe.class(max_pages)?);
        } else {
            let Recipe { site, folder, package, .. } = recipe;
            eprintln!("{site}: skipped, {folder} does not exist (Debian package {package})");
        }
    }
    Ok(classes)
}

impl Recipe {
    fn class(&self, max_pages: usize) -> anyhow::Result<RecordClass> {
        let files =
            WalkDir::new(self.folder).sort_by_file_name().into_iter().filter_map(Result::ok);
        let mut paths: Vec<PathBuf> = files.map(walkdir::DirEntry::into_path).collect();
        paths.retain(|path| {
            path.extension().is_some_and(|ending| ending == "html") && (self.is_page)(path)
        });
        // A few more than are read: some are taught, and some have no record.
        let step = (paths.len() / (max_pages + max_pages / 4)).max(1);
        let mut pages = Vec::new();
        for path in paths.into_iter().step_by(step) {
            let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
            let page = Page::from_bytes(&bytes);
            let records = self.records(&page);
            if !records.is_empty() {
                pages.push(LabelledPage { page, records });
            }
        }
        let fields = self.fields.iter().map(|(name, _)| (*name).to_owned()).collect();
        let Self { site, name, shape, .. } = *self;
        Ok(RecordClass { site: site.to_owned(), name, shape, fields, pages, n_passed: 0 })
    }

    /// Returns the records of a page up to the first without its first field.
    fn records(&self, page: &Page) -> Vec<Value> {
        let most = if self.shape == PageShape::Page { 1 } else { usize::MAX };
        let records = (1..).map(|n: usize| self.record(page, n)).take(most);
        records.map_while(|record| record).collect()
    }

    fn record(&self, page: &Page, n: usize) -> Option<Value> {
        let root = self.record.replace("{n}", &n.to_string());
        let mut cells = Map::new();
        for (at, (name, below)) in self.fields.iter().enumerate() {
            let css =
                format!("{root} {}{below}", if self.shape == PageShape::List { "> " } else { "" });
            let is_there = has_node(page, &css);
            if at == 0 && !is_there {
                return None;
            }
            cells.insert(
                (*name).to_owned(),
                if is_there { json!({ "css": css }) } else { Value::Null },
            );
        }
        Some(Value::Object(cells))
    }
}

/// Whether a selector matches a node.
fn has_node(page: &Page, css: &str) -> bool {
    let json = json!({
        "unhusk": "labels/1",
        "pages": [{ "path": "page", "records": [{ "node": { "css": css } }] }],
    });
    let labels = Labels::parse("labels.json", &json.to_string());
    labels.is_ok_and(|labels| TrainingSet::new(&labels, &[(0, page)], Strictness::Strict).is_ok())
}

fn is_java_class(path: &Path) -> bool {
    let is_use = path.components().any(|folder| folder.as_os_str() == "class-use");
    !is_use && file_name(path).starts_with(|first: char| first.is_uppercase())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
