//! Events -> iCalendar (RFC 5545).

use super::bound::{Binder, BoundRecord};
use super::civil::Moment;
use super::content_line::{ContentLines, quoted};
use crate::sink::{SinkContext, sha256};
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Date, Record};
use unhusk_wrapper::sink::{Sink, SourcePage};

pub(super) const START: &[&str] = &["https://schema.org/startDate"];
const END: &[&str] = &["https://schema.org/endDate"];
const SUMMARY: &[&str] = &[
    "https://schema.org/name",
    "https://schema.org/headline",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
    "http://www.w3.org/2000/01/rdf-schema#label",
];
const LOCATION: &[&str] = &["https://schema.org/location", "https://schema.org/address"];
const DESCRIPTION: &[&str] =
    &["https://schema.org/description", "http://purl.org/dc/terms/description"];
const URL: &[&str] = &["https://schema.org/url"];
const ORGANIZER: &[&str] = &["https://schema.org/organizer"];
const LATITUDE: &[&str] = &["https://schema.org/latitude"];
const LONGITUDE: &[&str] = &["https://schema.org/longitude"];

/// Writes events; those without a day have no place in a calendar and are counted.
pub(super) struct Calendar<W: Write> {
    binder: Binder,
    stamp: String,
    lines: ContentLines<W>,
    has_begun: bool,
    n_dateless: usize,
    n_odd_ends: usize,
}

impl<W: Write> Calendar<W> {
    pub(super) fn new(context: &SinkContext, out: W) -> Self {
        let now = Moment::of_unix(i64::try_from(context.now).unwrap_or(0));
        Self {
            binder: Binder::new(&context.schema),
            stamp: format!("{}Z", now.basic()),
            lines: ContentLines::new(out),
            has_begun: false,
            n_dateless: 0,
            n_odd_ends: 0,
        }
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        self.lines.raw("BEGIN", "VCALENDAR")?;
        self.lines.raw("VERSION", "2.0")?;
        self.lines.raw("PRODID", concat!("-//unhusk//unhusk ", env!("CARGO_PKG_VERSION"), "//EN"))
    }
}

impl<W: Write> Sink for Calendar<W> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.binder.begin(page);
        Ok(())
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.open()?;
        let mut event = self.binder.bind(page, record);
        let Some(start) = event.date(START) else {
            self.n_dateless += 1;
            return Ok(());
        };
        let Some(when) = CalendarTime::of(&start) else {
            event.unusable_date(START);
            self.n_dateless += 1;
            return Ok(());
        };
        let lines = &mut self.lines;
        lines.raw("BEGIN", "VEVENT")?;
        lines.raw("UID", &format!("{}@unhusk", &sha256(&event.iri)[..32]))?;
        lines.raw("DTSTAMP", &self.stamp)?;
        when.write("DTSTART", lines)?;
        if let Some(end) = event.date(END) {
            match CalendarTime::of(&end).and_then(|end| end.ending(&when)) {
                Some(end) => end.write("DTEND", lines)?,
                None => self.n_odd_ends += 1,
            }
        }
        details(&event, lines)?;
        lines.raw("END", "VEVENT")
    }

    fn finish(&mut self) -> io::Result<()> {
        self.open()?;
        self.lines.raw("END", "VCALENDAR")?;
        self.lines.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.binder.reader.warnings("left out here");
        if self.n_dateless > 0 {
            warnings.push(Warning::Note(format!(
                "records without a day on which they start are left out: {} (-f jsonl or turtle has them all)",
                self.n_dateless
            )));
        }
        if self.n_odd_ends > 0 {
            warnings.push(Warning::Note(format!(
                "ends that lie before their starts, or have a time where the start has none, are left out: {}",
                self.n_odd_ends
            )));
        }
        warnings
    }
}

fn details<W: Write>(event: &BoundRecord<'_>, lines: &mut ContentLines<W>) -> io::Result<()> {
    for (name, properties) in
        [("SUMMARY", SUMMARY), ("LOCATION", LOCATION), ("DESCRIPTION", DESCRIPTION)]
    {
        if let Some(text) = event.text(properties) {
            lines.text(name, &text)?;
        }
    }
    if let (Some(latitude), Some(longitude)) = (event.number(LATITUDE), event.number(LONGITUDE)) {
        lines.raw("GEO", &format!("{latitude};{longitude}"))?;
    }
    if let Some(url) = event.address(URL) {
        lines.raw("URL", &url)?;
    }
    match event.text(ORGANIZER) {
        // Calendars answer organizers, so only an address makes one; a name alone is a contact.
        Some(text) => match mail_address(&text) {
            Some(address) => {
                lines.raw(&format!("ORGANIZER;CN={}", quoted(&text)), &format!("mailto:{address}"))
            }
            None => lines.text("CONTACT", &text),
        },
        None => Ok(()),
    }
}

/// The mail address in a text, if there is one that needs no quotes.
fn mail_address(text: &str) -> Option<&str> {
    let is_plain = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-_+".contains(c))
    };
    text.split([' ', ',', '<', '>', '(', ')', ':']).find(|word| {
        word.split_once('@')
            .is_some_and(|(name, host)| is_plain(name) && is_plain(host) && host.contains('.'))
    })
}

/// A day, a time of the place, or a time of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CalendarTime {
    Day(Moment),
    Local(Moment),
    Utc(Moment),
}

impl CalendarTime {
    fn of(date: &Date) -> Option<Self> {
        match date.time {
            None => Moment::of_day(date).map(Self::Day),
            Some(time) if time.offset.is_none() => Moment::of_time(date, time).map(Self::Local),
            Some(_) => Moment::in_greenwich(date).map(Self::Utc),
        }
    }

    /// Returns the end of an entry that begins at `start`: of the same kind and not before it. The last day of an event
    /// is part of it; that of a calendar entry is not.
    fn ending(self, start: &Self) -> Option<Self> {
        match (self, start) {
            (Self::Day(end), Self::Day(start)) if end >= *start => Some(Self::Day(end.next_day())),
            (Self::Local(end), Self::Local(start)) | (Self::Utc(end), Self::Utc(start))
                if end >= *start =>
            {
                Some(self)
            }
            _ => None,
        }
    }

    fn write<W: Write>(self, name: &str, lines: &mut ContentLines<W>) -> io::Result<()> {
        match self {
            Self::Day(moment) => lines.raw(&format!("{name};VALUE=DATE"), &moment.basic_day()),
            Self::Local(moment) => lines.raw(name, &moment.basic()),
            Self::Utc(moment) => lines.raw(name, &format!("{}Z", moment.basic())),
        }
    }
}
