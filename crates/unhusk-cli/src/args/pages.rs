//! Arguments that name pages.

use super::PageArgs;
use crate::output::{Reporter, count};
use crate::parquet;
use anyhow::bail;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::fs::File;
use std::io::Read;
use unhusk_engine::{Inputs, Listed};
use unhusk_io::source::{kept, list_all};

/// Limit on the files that a message names.
const MAX_NAMED: usize = 5;
/// Bytes of a file that are read to identify its kind.
const KIND_BYTES: u64 = 4096;

/// Returns a parser for the name of a page. A name that is not UTF-8 does not fail the run: its page is found by the
/// displayed name, with U+FFFD for invalid bytes.
pub(crate) fn page_argument() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|name| name.to_string_lossy().into_owned())
}

/// Returns the pages of arguments; reports the files in folders that do not look like pages.
pub(crate) fn listed(arguments: &[String], reporter: &Reporter) -> Vec<Listed> {
    let listing = list_all(arguments);
    let skipped = &listing.skipped;
    if !skipped.is_empty() {
        let look =
            if skipped.len() == 1 { "does not look like a page" } else { "do not look like pages" };
        let (files, named) = (count(skipped.len(), "file"), some_names(skipped));
        reporter.hint("note:", &format!("skipped {files} in folders that {look}: {named}"));
    }
    let tables = &listing.tables;
    if !tables.is_empty() {
        let them = if tables.len() == 1 { "it" } else { "them" };
        let (files, named) = (count(tables.len(), "table"), some_names(tables));
        reporter.hint(
            "note:",
            &format!("skipped {files} in folders: {named}; name {them} to read pages from {them}"),
        );
    }
    listing.pages
}

/// Returns the first names of a list, for a message.
pub(super) fn some_names(names: &[String]) -> String {
    let more = if names.len() > MAX_NAMED { ", ..." } else { "" };
    format!("{}{more}", names[..names.len().min(MAX_NAMED)].join(", "))
}

/// Most bytes of pages in archives that are kept for verbs that need all pages at once.
const MAX_KEPT: u64 = 1 << 30;

/// Returns the pages of arguments, those in archives included, for verbs that need all of them at once.
pub(crate) fn at_hand(arguments: &[String], page: &PageArgs, reporter: &Reporter) -> Vec<Listed> {
    let inputs = Inputs::new(listed(arguments, reporter), page.archives()).opening(parquet::open);
    kept(inputs.map(|page| page.listed), MAX_KEPT)
}

/// Fails if an argument for pages is a wrapper or a label file.
pub(crate) fn refuse_own_files(arguments: &[String]) -> anyhow::Result<()> {
    for argument in arguments {
        match own_kind(argument) {
            Some("wrapper") => bail!(
                "`{argument}` is a wrapper, not a page; a run has one wrapper, so repeat the command for each"
            ),
            Some(_) => bail!("`{argument}` is a label file, not a page; `unhusk run` reads labels"),
            None => {}
        }
    }
    Ok(())
}

/// Returns `wrapper` or `labels` if the file is one of this program's.
fn own_kind(argument: &str) -> Option<&'static str> {
    let mut start = Vec::new();
    File::open(argument).ok()?.take(KIND_BYTES).read_to_end(&mut start).ok()?;
    let start = String::from_utf8_lossy(&start);
    let object = start.trim_start_matches('\u{feff}').trim_start().strip_prefix('{')?;
    let (_, value) = object.split_once("\"unhusk\"")?;
    let value = value.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    ["wrapper", "labels"]
        .into_iter()
        .find(|kind| value.strip_prefix(kind).is_some_and(|version| version.starts_with('/')))
}
