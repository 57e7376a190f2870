//! Articles, products and jobs -> RSS 2.0 and Atom (RFC 4287).

use super::bound::{Binder, BoundRecord};
use super::civil::Moment;
use super::xml::{Xml, escaped};
use crate::sink::SinkContext;
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::Record;
use unhusk_wrapper::sink::{Sink, SourcePage};

pub(super) const TITLE: &[&str] = &[
    "https://schema.org/headline",
    "https://schema.org/name",
    "https://schema.org/title",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
    "http://www.w3.org/2000/01/rdf-schema#label",
];
const LINK: &[&str] = &["https://schema.org/url", "https://schema.org/mainEntityOfPage"];
const DATE: &[&str] = &[
    "https://schema.org/datePublished",
    "https://schema.org/datePosted",
    "https://schema.org/dateModified",
    "http://purl.org/dc/terms/date",
    "http://purl.org/dc/elements/1.1/date",
];
const SUMMARY: &[&str] = &[
    "https://schema.org/description",
    "https://schema.org/abstract",
    "https://schema.org/articleBody",
    "http://purl.org/dc/terms/description",
    "http://purl.org/dc/elements/1.1/description",
];
const AUTHOR: &[&str] = &[
    "https://schema.org/author",
    "https://schema.org/creator",
    "https://schema.org/hiringOrganization",
    "https://schema.org/brand",
    "http://purl.org/dc/terms/creator",
    "http://purl.org/dc/elements/1.1/creator",
];
const IMAGE: &[&str] = &["https://schema.org/image", "https://schema.org/thumbnailUrl"];
const IDENTIFIER: &[&str] =
    &["https://schema.org/identifier", "https://schema.org/sku", "https://schema.org/isbn"];

/// Format of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeedSyntax {
    Rss,
    Atom,
}

/// Writes a feed.
pub(super) struct Feed<W: Write> {
    syntax: FeedSyntax,
    binder: Binder,
    title: String,
    id: String,
    now: Moment,
    xml: Xml<W>,
    has_begun: bool,
}

/// Content of one feed item.
struct FeedItem {
    id: String,
    title: Option<String>,
    link: Option<String>,
    date: Option<Moment>,
    summary: Option<String>,
    authors: Vec<String>,
    image: Option<String>,
}

impl<W: Write> Feed<W> {
    pub(super) fn new(syntax: FeedSyntax, context: &SinkContext, out: W) -> Self {
        let class = context.schema.class().unwrap_or("things");
        Self {
            syntax,
            binder: Binder::new(&context.schema),
            title: format!("{class}, read by unhusk"),
            id: format!("urn:sha256:{}#feed", context.wrapper_sha256),
            now: Moment::of_unix(i64::try_from(context.now).unwrap_or(0)),
            xml: Xml::new(out),
            has_begun: false,
        }
    }

    /// Writes the header before the first item; the page of that item is the subject of the feed.
    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        let xml = &mut self.xml;
        xml.line(r#"<?xml version="1.0" encoding="utf-8"?>"#)?;
        match self.syntax {
            FeedSyntax::Rss => {
                xml.line(r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">"#)?;
                xml.line("<channel>")?;
                xml.element("title", &self.title)?;
                xml.element("link", &self.binder.page.iri)?;
                xml.element("description", &self.title)?;
                xml.element("lastBuildDate", &self.now.rfc2822())
            }
            FeedSyntax::Atom => {
                xml.line(r#"<feed xmlns="http://www.w3.org/2005/Atom">"#)?;
                xml.element("id", &self.id)?;
                xml.element("title", &self.title)?;
                xml.element("updated", &self.now.rfc3339())?;
                xml.line("<author><name>unhusk</name></author>")
            }
        }
    }
}

impl<W: Write> Sink for Feed<W> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.binder.begin(page);
        Ok(())
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let mut bound = self.binder.bind(page, record);
        let item = FeedItem::of(&mut bound);
        self.open()?;
        match self.syntax {
            FeedSyntax::Rss => rss_item(&item, &mut self.xml),
            FeedSyntax::Atom => atom_entry(&item, self.now, &mut self.xml),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.open()?;
        self.xml.line(match self.syntax {
            FeedSyntax::Rss => "</channel>\n</rss>",
            FeedSyntax::Atom => "</feed>",
        })?;
        self.xml.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.binder.reader.warnings("left out here")
    }
}

impl FeedItem {
    fn of(bound: &mut BoundRecord<'_>) -> Self {
        let date = bound.date(DATE);
        let moment = date.as_ref().and_then(Moment::in_greenwich);
        if date.is_some() && moment.is_none() {
            bound.unusable_date(DATE);
        }
        Self {
            id: bound.text(IDENTIFIER).unwrap_or_else(|| bound.iri.clone()),
            title: bound.text(TITLE),
            link: bound.address(LINK),
            date: moment,
            summary: bound.text(SUMMARY),
            authors: bound.texts(AUTHOR),
            image: bound.address(IMAGE),
        }
    }
}

/// Writes an RSS item. Readers take descriptions for HTML, so their text is escaped twice.
fn rss_item<W: Write>(item: &FeedItem, xml: &mut Xml<W>) -> io::Result<()> {
    xml.line("<item>")?;
    xml.with("guid", &[("isPermaLink", "false")], &item.id)?;
    xml.element("title", item.title.as_deref().unwrap_or("untitled"))?;
    if let Some(link) = &item.link {
        xml.element("link", link)?;
    }
    if let Some(date) = item.date {
        xml.element("pubDate", &date.rfc2822())?;
    }
    if let Some(summary) = &item.summary {
        xml.element("description", &escaped(summary))?;
    }
    for author in &item.authors {
        xml.element("dc:creator", author)?;
    }
    if let Some(image) = &item.image {
        // The length is required and unknown; feeds give zero then.
        xml.with("enclosure", &[("url", image), ("length", "0"), ("type", image_type(image))], "")?;
    }
    xml.line("</item>")
}

fn atom_entry<W: Write>(item: &FeedItem, now: Moment, xml: &mut Xml<W>) -> io::Result<()> {
    xml.line("<entry>")?;
    // An identifier need not be an IRI, an id must be.
    let is_iri = oxiri::Iri::parse(item.id.as_str()).is_ok();
    let id = if is_iri {
        item.id.clone()
    } else {
        format!("urn:unhusk:id:{}", crate::sink::subject::encoded(&item.id))
    };
    xml.element("id", &id)?;
    xml.element("title", item.title.as_deref().unwrap_or("untitled"))?;
    xml.element("updated", &item.date.unwrap_or(now).rfc3339())?;
    if let Some(date) = item.date {
        xml.element("published", &date.rfc3339())?;
    }
    if let Some(link) = &item.link {
        xml.with("link", &[("rel", "alternate"), ("href", link)], "")?;
    }
    if let Some(summary) = &item.summary {
        xml.element("summary", summary)?;
    }
    for author in &item.authors {
        xml.line("<author>")?;
        xml.element("name", author)?;
        xml.line("</author>")?;
    }
    if let Some(image) = &item.image {
        xml.with(
            "link",
            &[("rel", "enclosure"), ("type", image_type(image)), ("href", image)],
            "",
        )?;
    }
    xml.line("</entry>")
}

/// Returns the media type by the ending of the address.
fn image_type(address: &str) -> &'static str {
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    match path.rsplit('.').next() {
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("svg") => "image/svg+xml",
        _ => "image/jpeg",
    }
}
