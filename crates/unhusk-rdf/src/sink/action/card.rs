//! People and organizations -> vCard 4.0 (RFC 6350).

use super::bound::{Binder, BoundRecord};
use super::content_line::{ContentLines, escaped};
use crate::sink::SinkContext;
use crate::vocabulary::local_name;
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Date, Record};
use unhusk_wrapper::sink::{Sink, SourcePage};

pub(super) const NAMES: &[&str] = &[
    "https://schema.org/name",
    "http://xmlns.com/foaf/0.1/name",
    "https://schema.org/legalName",
    "https://schema.org/givenName",
    "https://schema.org/familyName",
    "http://xmlns.com/foaf/0.1/givenName",
    "http://xmlns.com/foaf/0.1/familyName",
    "http://www.w3.org/2000/01/rdf-schema#label",
];
const GIVEN: &[&str] = &["https://schema.org/givenName", "http://xmlns.com/foaf/0.1/givenName"];
const FAMILY: &[&str] = &["https://schema.org/familyName", "http://xmlns.com/foaf/0.1/familyName"];
const EMAIL: &[&str] = &["https://schema.org/email", "http://xmlns.com/foaf/0.1/mbox"];
const TELEPHONE: &[&str] = &["https://schema.org/telephone", "http://xmlns.com/foaf/0.1/phone"];
const TITLE: &[&str] = &["https://schema.org/jobTitle", "http://xmlns.com/foaf/0.1/title"];
const WORKS_FOR: &[&str] = &["https://schema.org/worksFor", "https://schema.org/affiliation"];
const ADDRESS: &[&str] = &["https://schema.org/address"];
const URL: &[&str] = &["https://schema.org/url", "http://xmlns.com/foaf/0.1/homepage"];
const IMAGE: &[&str] =
    &["https://schema.org/image", "https://schema.org/logo", "http://xmlns.com/foaf/0.1/img"];
const BIRTH: &[&str] = &["https://schema.org/birthDate"];
const NOTE: &[&str] = &["https://schema.org/description"];
/// The parts of an address, in the order of `ADR` behind post office box and extension.
const ADDRESS_PARTS: [&str; 5] = [
    "https://schema.org/streetAddress",
    "https://schema.org/addressLocality",
    "https://schema.org/addressRegion",
    "https://schema.org/postalCode",
    "https://schema.org/addressCountry",
];

/// Writes cards; a record without any name cannot be one and is counted.
pub(super) struct Cards<W: Write> {
    binder: Binder,
    is_person: bool,
    lines: ContentLines<W>,
    n_nameless: usize,
}

impl<W: Write> Cards<W> {
    pub(super) fn new(context: &SinkContext, out: W) -> Self {
        let class = context.schema.class_iri().unwrap_or_default();
        let is_person = matches!(local_name(&class), "Person" | "Patient");
        Self {
            binder: Binder::new(&context.schema),
            is_person,
            lines: ContentLines::new(out),
            n_nameless: 0,
        }
    }
}

impl<W: Write> Sink for Cards<W> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.binder.begin(page);
        Ok(())
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let mut card = self.binder.bind(page, record);
        let (given, family) = (card.text(GIVEN), card.text(FAMILY));
        let both =
            || [given.clone(), family.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let name = card.text(&NAMES[..3]).or_else(|| Some(both()).filter(|both| !both.is_empty()));
        let Some(name) = name.or_else(|| card.text(&NAMES[7..])) else {
            self.n_nameless += 1;
            return Ok(());
        };
        let lines = &mut self.lines;
        lines.raw("BEGIN", "VCARD")?;
        lines.raw("VERSION", "4.0")?;
        lines.raw("KIND", if self.is_person { "individual" } else { "org" })?;
        lines.raw("UID", &card.iri)?;
        lines.text("FN", &name)?;
        if given.is_some() || family.is_some() {
            let part = |part: Option<String>| escaped(&part.unwrap_or_default());
            lines.raw("N", &format!("{};{};;;", part(family), part(given)))?;
        }
        let organization = if self.is_person { card.texts(WORKS_FOR) } else { vec![name] };
        lines.texts("ORG", &organization)?;
        if let Some(date) = card.date(BIRTH) {
            lines.raw("BDAY", &birthday(&date))?;
        }
        details(&card, lines)?;
        lines.raw("END", "VCARD")
    }

    fn finish(&mut self) -> io::Result<()> {
        self.lines.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.binder.reader.warnings("left out here");
        if self.n_nameless > 0 {
            let note = format!("records without a name are left out: {}", self.n_nameless);
            warnings.push(Warning::Note(note));
        }
        warnings
    }
}

fn details<W: Write>(card: &BoundRecord<'_>, lines: &mut ContentLines<W>) -> io::Result<()> {
    lines.texts("TITLE", &card.texts(TITLE))?;
    let plain = |scheme: &'static str| {
        move |text: String| text.strip_prefix(scheme).map_or(text.clone(), str::to_owned)
    };
    let mails: Vec<String> = card.texts(EMAIL).into_iter().map(plain("mailto:")).collect();
    lines.texts("EMAIL", &mails)?;
    let numbers: Vec<String> = card.texts(TELEPHONE).into_iter().map(plain("tel:")).collect();
    lines.texts("TEL", &numbers)?;
    if let Some(address) = address(card) {
        lines.raw("ADR", &address)?;
    }
    for (name, properties) in [("URL", URL), ("PHOTO", IMAGE)] {
        if let Some(address) = card.address(properties) {
            lines.raw(name, &address)?;
        }
    }
    lines.texts("NOTE", &card.texts(NOTE))
}

/// Box, extension, street, place, region, code, country; an address in one piece goes into the street.
fn address(card: &BoundRecord<'_>) -> Option<String> {
    let parts = ADDRESS_PARTS.map(|part| card.text(&[part]));
    if parts.iter().any(Option::is_some) {
        let parts = parts.map(|part| escaped(&part.unwrap_or_default()));
        return Some(format!(";;{}", parts.join(";")));
    }
    card.text(ADDRESS).map(|whole| format!(";;{};;;;", escaped(&whole)))
}

/// `19960415`, `1996-04`, `1996` (RFC 6350, 4.3.1): the time of a birth is left out.
fn birthday(date: &Date) -> String {
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{:04}{month:02}{day:02}", date.year),
        (Some(month), None) => format!("{:04}-{month:02}", date.year),
        _ => format!("{:04}", date.year),
    }
}
