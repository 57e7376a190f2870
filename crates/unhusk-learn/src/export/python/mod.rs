//! Exports as Python programs.

pub(super) mod delimiters;
pub(super) mod literal;
pub(super) mod selectors;

use super::ExportNote;
use super::check::AgreementTally;
use super::{Export, Notation};
use literal::{comment, string};

/// Elements whose borders separate words; the same list as in the page's text.
pub(super) const BLOCKS: &str = "address article aside blockquote body br caption center col colgroup \
dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search \
section summary table tbody td tfoot th thead title tr ul xmp";

/// Writes the definition of the block elements.
fn blocks() -> String {
    let mut lines = vec![String::new()];
    for name in BLOCKS.split(' ') {
        let last = lines.last_mut().expect("there is one from the beginning");
        if last.len() + name.len() > 90 {
            lines.push(name.to_owned());
        } else {
            let space = if last.is_empty() { "" } else { " " };
            last.extend([format!("{space}{name}")]);
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("    \"{line} \"\n")).collect();
    format!(
        "# Elements whose borders separate words.\nBLOCKS = frozenset((\n{}).split())\n",
        lines.concat()
    )
}

/// Writes the results of the comparison as comments.
fn agreement(export: &Export, tally: &AgreementTally) -> String {
    let mut lines = String::new();
    for (at, field) in export.schema.fields().iter().enumerate() {
        if let Some(equal) = tally.of_field(at) {
            lines.extend([format!("# {}: {equal}\n", comment(&field.name))]);
        }
    }
    for ExportNote { field, note } in export.notes() {
        lines.extend([format!("# {}: {}\n", comment(&field), comment(&note))]);
    }
    lines
}

/// Writes the spider at the end; nothing for other notations.
fn spider(export: &Export, call: &str) -> String {
    if export.notation != Notation::Scrapy {
        return String::new();
    }
    // An untrusted file must not make a spider read local files.
    let is_address = |url: &str| {
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        is_web && !url.contains(['*', '?', '{', '['])
    };
    let (hint, url) = match &export.url {
        Some(url) if is_address(url) => (String::new(), string(url)),
        Some(url) => (
            format!(
                "    # The wrapper is for {}; replace this by addresses of pages.\n",
                comment(url)
            ),
            string("https://example.org/"),
        ),
        None => (
            "    # The wrapper does not name its pages; replace this by their addresses.\n"
                .to_owned(),
            string("https://example.org/"),
        ),
    };
    format!(
        "\n\nclass UnhuskSpider(scrapy.Spider):\n    name = \"unhusk\"\n{hint}    start_urls = [{url}]\n\n    \
         def parse(self, response):\n        yield from {call}\n"
    )
}
