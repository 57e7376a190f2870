//! Records in every format that the program writes, previews of them, and other forms of the wrapper.

use super::{Studio, StudioError, write};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::ops::Range;
use std::sync::OnceLock;
use unhusk::Page;
use unhusk::export::{AgreementTally, Export, Notation};
use unhusk::sink::{Sink, SourcePage};
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::{Format, SinkOptions};
use unhusk_rdf::sink::{MeaningFormat, SinkContext};
use unhusk_rdf::vocabulary::Vocabulary;

/// A format for records.
#[derive(Debug, Clone, Copy)]
enum ExportFormat {
    Plain(Format),
    Meaning(MeaningFormat),
}

/// Selection of records to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportPages {
    /// One record of a page.
    Record {
        /// The page.
        page: usize,
        /// The position of the record.
        record: usize,
    },
    /// The records of one page.
    One(usize),
    /// The records of all pages.
    All,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its name in the folder of the task; `None` if it could not be written there.
    pub name: Option<String>,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Number of its records.
    pub records: usize,
    /// Pages that could not be read, and whose records are not in it.
    pub failed: Vec<String>,
    /// Its media type.
    pub media_type: &'static str,
}

/// Result of writing the records of some pages.
#[derive(Debug, Default)]
struct Written {
    n_records: usize,
    /// Pages that could not be read.
    failed: Vec<String>,
}

/// Records that a preview shows at most.
const MAX_PREVIEW: usize = 50;

impl ExportFormat {
    fn all() -> impl Iterator<Item = Self> {
        Format::ALL.into_iter().map(Self::Plain).chain(MeaningFormat::all().map(Self::Meaning))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Meaning(format) => format.name(),
        }
    }

    fn of_name(name: &str) -> Result<Self, StudioError> {
        let found = Self::all().find(|format| format.name() == name);
        found.ok_or_else(|| {
            StudioError::bad(format!("there is no format `{name}`"), "choose one of the list")
        })
    }

    fn ending(self) -> &'static str {
        match self.name() {
            "turtle" => "ttl",
            "ntriples" => "nt",
            "nquads" => "nq",
            "table" => "txt",
            name => name,
        }
    }

    fn is_binary(self) -> bool {
        matches!(self, Self::Plain(format) if format.is_binary())
    }

    fn media_type(self) -> &'static str {
        match self.ending() {
            "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "json" | "jsonld" => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }

    fn sink<'w>(
        self,
        context: &SinkContext,
        out: impl Write + 'w,
    ) -> Result<Box<dyn Sink + 'w>, StudioError> {
        match self {
            Self::Plain(format) => Ok(format.sink(&context.schema, &SinkOptions::default(), out)),
            Self::Meaning(format) => format.sink(context, out).map_err(|error| {
                StudioError::bad(
                    error.to_string(),
                    "bind the record to a class that this format can hold, or choose another format",
                )
            }),
        }
    }
}

/// The formats, for the app.
pub(super) fn formats() -> Vec<Json> {
    let view = |format: ExportFormat| json!({"name": format.name(), "ending": format.ending(), "needs_class": matches!(format, ExportFormat::Meaning(_))});
    ExportFormat::all().map(view).collect()
}

impl Studio {
    /// The first records of a page in a format.
    ///
    /// # Errors
    /// If nothing was learnt, or the format cannot hold these records.
    pub fn preview(&self, shown: usize, format: &str, rows: usize) -> Result<Json, StudioError> {
        let format = ExportFormat::of_name(format)?;
        let wrapper = self.present_wrapper()?;
        if format.is_binary() {
            return Ok(
                json!({"text": null, "note": "this format is not a text; export it to look at it"}),
            );
        }
        let mut bytes = Vec::new();
        self.write_records(&wrapper, format, &[shown], 0..rows.min(MAX_PREVIEW), &mut bytes)?;
        Ok(json!({"text": String::from_utf8_lossy(&bytes), "note": null}))
    }

    /// Writes records into the folder of the task, and returns the file.
    ///
    /// # Errors
    /// If nothing was learnt, or the format cannot hold these records.
    pub fn export(&self, format: &str, pages: ExportPages) -> Result<ExportedFile, StudioError> {
        let format = ExportFormat::of_name(format)?;
        let wrapper = self.present_wrapper()?;
        let numbers: Vec<usize> = match pages {
            ExportPages::One(page) | ExportPages::Record { page, .. } => vec![page],
            ExportPages::All => (0..self.pages.all().len()).collect(),
        };
        let mut bytes = Vec::new();
        let chosen = match pages {
            ExportPages::Record { record, .. } => record..record + 1,
            _ => 0..usize::MAX,
        };
        let Written { n_records, failed } =
            self.write_records(&wrapper, format, &numbers, chosen, &mut bytes)?;
        let name = match pages {
            ExportPages::Record { record, .. } => {
                format!("record-{}.{}", record + 1, format.ending())
            }
            _ => format!("records.{}", format.ending()),
        };
        // The app gets the bytes in any case: a full disk must not lose them.
        let is_written = write(&self.folder.join(&name), &bytes).is_ok();
        Ok(ExportedFile {
            name: is_written.then_some(name),
            bytes,
            records: n_records,
            failed,
            media_type: format.media_type(),
        })
    }

    fn present_wrapper(&self) -> Result<Wrapper, StudioError> {
        let work = self.work();
        let learnt = work.learnt.as_ref().ok_or_else(StudioError::no_wrapper)?;
        Ok(learnt.task.wrapper.clone())
    }

    /// Writes some records of each page.
    fn write_records(
        &self,
        wrapper: &Wrapper,
        format: ExportFormat,
        pages: &[usize],
        chosen: Range<usize>,
        out: &mut Vec<u8>,
    ) -> Result<Written, StudioError> {
        let not_written = |error: std::io::Error| StudioError::not_written(error.to_string());
        let context = SinkContext::new(wrapper);
        let mut sink = format.sink(&context, &mut *out)?;
        let mut written = Written::default();
        for &at in pages {
            let Some(entry) = self.pages.get(at) else { continue };
            let Ok(loaded) = self.pages.load(at) else {
                written.failed.push(entry.name.clone());
                continue;
            };
            let source: SourcePage = entry.origin.identity(&loaded.page, None);
            sink.begin(&source).map_err(not_written)?;
            let found = wrapper.extract(&loaded.page);
            for record in found.records.iter().take(chosen.end).skip(chosen.start) {
                sink.write(&entry.name, record).map_err(not_written)?;
                written.n_records += 1;
            }
        }
        sink.finish().map_err(not_written)?;
        drop(sink);
        Ok(written)
    }

    /// The wrapper in other forms: a command line, a Python program, CSS selectors.
    ///
    /// # Errors
    /// If nothing was learnt.
    pub fn share(&self) -> Result<Json, StudioError> {
        const MOST: usize = 20;
        let wrapper = self.present_wrapper()?;
        let numbers = 0..self.pages.all().len().min(MOST);
        let loaded: Vec<_> = numbers
            .filter_map(|at| Some((self.pages.get(at)?.name.clone(), self.pages.load(at).ok()?)))
            .collect();
        let pages: Vec<&Page> = loaded.iter().map(|(_, page)| &page.page).collect();
        let write = |notation: Notation| {
            let export = Export::new(&wrapper, notation, &pages);
            let mut tally = AgreementTally::default();
            for (name, page) in &loaded {
                tally.add(name, &export.check(&wrapper, &page.page));
            }
            let notes: Vec<String> = export
                .notes()
                .iter()
                .map(|note| format!("{}: {}", note.field, note.note))
                .collect();
            (export.write(&tally), notes.join("; "))
        };
        let (python, _) = write(Notation::Parsel);
        let (css, css_note) = write(Notation::Css);
        let folder = self.folder.display().to_string();
        let names: Vec<String> =
            self.pages.all().iter().take(3).map(|page| quoted(&page.name)).collect();
        let more = if self.pages.all().len() > 3 { " …" } else { "" };
        let command = format!(
            "unhusk extract {} {}{more} -o records.csv",
            quoted(&format!("{folder}/wrapper.json")),
            names.join(" ")
        );
        Ok(
            json!({"command": command, "python": python, "css": css, "css_note": css_note, "labels": format!("{folder}/labels.json")}),
        )
    }

    /// Classes or properties whose names contain a text.
    pub fn vocabulary(&self, text: &str, class: Option<&str>, is_class: bool) -> Json {
        const MOST: usize = 40;
        static EMBEDDED: OnceLock<Vocabulary> = OnceLock::new();
        let vocabulary = EMBEDDED.get_or_init(Vocabulary::embedded);
        let short = |iri: &str| vocabulary.prefixes().shorten(iri);
        let term = |iri: &str, about: &str| json!({"term": short(iri), "about": about});
        let wanted = text.trim();
        let found = vocabulary.search(wanted);
        if is_class {
            let terms: Vec<Json> = found
                .classes
                .iter()
                .take(MOST)
                .map(|class| term(&class.iri, &class.about))
                .collect();
            return json!({"terms": terms});
        }
        let mut terms: Vec<Json> = Vec::new();
        if let Some(iri) = class.and_then(|class| vocabulary.prefixes().resolve(class).ok()) {
            let offer = vocabulary.offer(&iri);
            let own = offer
                .of_classes
                .iter()
                .flat_map(|(_, properties)| properties)
                .chain(&offer.general);
            let fits = |iri: &str| iri.to_lowercase().contains(&wanted.to_lowercase());
            terms.extend(
                own.filter(|property| fits(&property.iri))
                    .map(|property| term(&property.iri, &property.about)),
            );
        }
        terms.extend(found.properties.iter().map(|property| term(&property.iri, &property.about)));
        let mut kept: Vec<Json> = Vec::new();
        for term in terms {
            if kept.len() < MOST && !kept.contains(&term) {
                kept.push(term);
            }
        }
        json!({"terms": kept})
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./,=:@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
