//! Identity of a run: a folder is resumed only with the same wrapper, pages and settings.

use crate::extraction::Extraction;
use crate::input::{Listed, Shard};
use crate::reading::Comparison;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::time::UNIX_EPOCH;
use unhusk_io::source::PageOrigin;

/// The file `run.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunIdentity {
    unhusk: String,
    /// The version of the program.
    version: String,
    /// SHA-256 of the wrappers.
    wrapper: String,
    /// Options of reading pages.
    settings: String,
    /// The number of entries of the listing.
    n_inputs: usize,
    /// SHA-256 of their names, sizes and times of change.
    inputs: String,
}

const FORMAT: &str = "run/1";

impl RunIdentity {
    /// Returns the identity of a run. `settings` are further ones that the result depends on.
    pub fn new(
        extraction: &Extraction<'_>,
        listed: &[Listed],
        shard: Shard,
        settings: &str,
    ) -> Self {
        let comparison = match extraction.comparison {
            Comparison::Sample => "sample",
            Comparison::All => "all",
        };
        let identity = extraction.identity.map(|identity| {
            format!("{} {}", identity.base_url.map_or("", |base| base.as_str()), identity.absolute)
        });
        let settings = format!(
            "{:?}, confidence {}, compare {comparison}, identity {identity:?}, part {shard}, {settings}",
            extraction.options, extraction.with_confidence
        );
        let mut wrappers = Sha256::new();
        for (name, wrapper) in extraction.wrappers.wrappers() {
            wrappers.update(format!("{name:?} {}", wrapper.to_json()));
        }
        let mut inputs = Sha256::new();
        for entry in listed {
            inputs.update(entry_line(entry));
        }
        Self {
            unhusk: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            wrapper: hex(&wrappers.finalize()),
            settings,
            n_inputs: listed.len(),
            inputs: hex(&inputs.finalize()),
        }
    }

    /// Describes the difference to another run; `None` if there is none.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        if self.unhusk != other.unhusk || self.version != other.version {
            Some(format!("it was begun by another version ({})", self.version))
        } else if self.wrapper != other.wrapper {
            Some("it was begun with another wrapper, or with other fields or types (--fields, --type)".to_owned())
        } else if self.n_inputs != other.n_inputs {
            Some(format!(
                "it was begun on {} files or arguments, now there are {}",
                self.n_inputs, other.n_inputs
            ))
        } else if self.inputs != other.inputs {
            Some("files were renamed or changed since it was begun".to_owned())
        } else if self.settings != other.settings {
            Some("it was begun with other options".to_owned())
        } else {
            None
        }
    }
}

/// Returns the text that identifies an entry of a listing.
fn entry_line(entry: &Listed) -> String {
    let page = match entry {
        Ok(page) => page,
        Err(error) => return format!("error {error}\n"),
    };
    let file = match &page.origin {
        PageOrigin::File(path) => fs::metadata(path).ok(),
        _ => None,
    };
    let changed = |metadata: &fs::Metadata| {
        let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(since.as_nanos())
    };
    let (size, changed) = file.map_or((0, None), |file| (file.len(), changed(&file)));
    format!("page {:?} {:?} {size} {changed:?}\n", page.name, page.url)
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}
