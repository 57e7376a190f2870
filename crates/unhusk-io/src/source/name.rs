//! Facts in the name of a file: its compression, and the kind of page in it.

use super::Unpacked;
use std::path::Path;
use unhusk::page::Syntax;

/// Endings of files that count as pages when a folder is searched.
const PAGE_ENDINGS: [&str; 4] = ["html", "htm", "xhtml", "txt"];

/// Whether a file of this name counts as a page when a folder is searched.
///
/// ```
/// use unhusk_io::source::is_page_name;
/// assert!(is_page_name("crawl/1.HTML.gz"));
/// assert!(!is_page_name("labels.json"));
/// ```
pub fn is_page_name(name: &str) -> bool {
    PAGE_ENDINGS.contains(&FileName::new(name).ending.as_str())
}

/// Endings of files that are never pages: parts of saved pages, and files of this program.
const OTHER_ENDINGS: [&str; 32] = [
    "css", "js", "mjs", "map", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp",
    "woff", "woff2", "ttf", "otf", "eot", "mp3", "mp4", "webm", "json", "xlsx", "toml", "ttl",
    "nt", "nq", "jsonld", "ics", "vcf", "rss", "atom",
];

/// Whether a file of this name is known to be no page.
pub(super) fn is_other_name(name: &str) -> bool {
    OTHER_ENDINGS.contains(&FileName::new(name).ending.as_str())
}

/// Parts of a file's name that identify its format.
pub(super) struct FileName {
    /// The compression.
    pub(super) packing: Option<Unpacked>,
    /// The ending before that of the packing, in lower case and without its dot; may be empty.
    pub(super) ending: String,
}

impl FileName {
    pub(super) fn new(name: &str) -> Self {
        let path = Path::new(name);
        let packing = match ending(path).as_str() {
            "gz" => Some(Unpacked::Gzip),
            "zst" => Some(Unpacked::Zstd),
            "br" => Some(Unpacked::Brotli),
            _ => None,
        };
        let inside = if packing.is_some() { path.with_extension("") } else { path.to_owned() };
        Self { packing, ending: ending(&inside) }
    }

    /// Returns the syntax of the page.
    pub(super) fn syntax(&self) -> Syntax {
        if self.ending == "txt" { Syntax::Text } else { Syntax::Html }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
