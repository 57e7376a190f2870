//! Formats that act on the meaning of records: events become a calendar, people an address book, articles a feed.
//!
//! Every format is written by hand: iCalendar and vCard are lines of one grammar (`content_line`), feeds are a dozen
//! XML elements (`xml`). Crates for them bring along clocks, time zones and parsers, and none of them removes control
//! characters.

mod bound;
mod calendar;
mod card;
mod civil;
mod content_line;
mod feed;
mod xml;

use super::{SinkContext, SinkSetupError};
use crate::vocabulary::Vocabulary;
use std::io::Write;
use unhusk_wrapper::sink::Sink;

/// A format that acts on the meaning of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionFormat {
    /// iCalendar (RFC 5545): events.
    Ics,
    /// vCard 4.0 (RFC 6350): people and organizations.
    Vcf,
    /// RSS 2.0: articles, products, jobs.
    Rss,
    /// Atom (RFC 4287): articles, products, jobs.
    Atom,
}

impl ActionFormat {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ics, Self::Vcf, Self::Rss, Self::Atom];

    /// The name of the format on the command line, and the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ics => "ics",
            Self::Vcf => "vcf",
            Self::Rss => "rss",
            Self::Atom => "atom",
        }
    }

    /// Classes whose records the format writes; it also writes those of their sub-classes.
    fn classes(self) -> &'static [&'static str] {
        match self {
            Self::Ics => &["https://schema.org/Event"],
            Self::Vcf => &[
                "https://schema.org/Person",
                "https://schema.org/Organization",
                "http://xmlns.com/foaf/0.1/Agent",
            ],
            Self::Rss | Self::Atom => &[
                "https://schema.org/CreativeWork",
                "https://schema.org/Product",
                "https://schema.org/JobPosting",
                "https://schema.org/Offer",
                "http://xmlns.com/foaf/0.1/Document",
            ],
        }
    }

    fn things(self) -> &'static str {
        match self {
            Self::Ics => "events (schema:Event and what is part of it)",
            Self::Vcf => {
                "people and organizations (schema:Person, schema:Organization, foaf:Agent)"
            }
            Self::Rss | Self::Atom => {
                "articles, products and jobs (schema:Article, schema:Product, schema:JobPosting, ...)"
            }
        }
    }

    /// Flags that give records the meaning that the format needs.
    fn advice(self) -> &'static str {
        match self {
            Self::Ics => {
                "`--class schema:Event --property FIELD=schema:name --property FIELD=schema:startDate`"
            }
            Self::Vcf => {
                "`--class schema:Person --property FIELD=schema:name --property FIELD=schema:email`"
            }
            Self::Rss | Self::Atom => {
                "`--class schema:Article --property FIELD=schema:headline --property FIELD=schema:url`"
            }
        }
    }
}

/// Returns a sink of this format, if it writes the class of the records.
pub(super) fn action_sink<'w>(
    format: ActionFormat,
    context: &SinkContext,
    out: impl Write + 'w,
) -> Result<Box<dyn Sink + 'w>, SinkSetupError> {
    check_class(format, context)?;
    let needed = |properties: &[&str], needed: &'static str| {
        if bound::has_any(&context.schema, properties) {
            return Ok(());
        }
        Err(SinkSetupError::Field { format: format.name(), needed, advice: format.advice() })
    };
    match format {
        ActionFormat::Ics => {
            needed(calendar::START, "`schema:startDate`")?;
            Ok(Box::new(calendar::Calendar::new(context, out)))
        }
        ActionFormat::Vcf => {
            needed(card::NAMES, "a name (`schema:name`, `schema:givenName`, `foaf:name`, ...)")?;
            Ok(Box::new(card::Cards::new(context, out)))
        }
        ActionFormat::Rss | ActionFormat::Atom => {
            needed(feed::TITLE, "a title (`schema:headline`, `schema:name`, `dc:title`, ...)")?;
            let syntax = if format == ActionFormat::Rss {
                feed::FeedSyntax::Rss
            } else {
                feed::FeedSyntax::Atom
            };
            Ok(Box::new(feed::Feed::new(syntax, context, out)))
        }
    }
}

fn check_class(format: ActionFormat, context: &SinkContext) -> Result<(), SinkSetupError> {
    let error = |found: String, advice: String| SinkSetupError::Class {
        format: format.name(),
        things: format.things(),
        found,
        advice,
    };
    let Some(class) = context.schema.class_iri() else {
        let advice = format!("say what they are: {}", format.advice());
        return Err(error("the wrapper does not say what its records are".to_owned(), advice));
    };
    let embedded;
    let vocabulary = if let Some(vocabulary) = &context.vocabulary {
        vocabulary
    } else {
        embedded = Vocabulary::embedded();
        &embedded
    };
    if format.classes().iter().any(|known| vocabulary.is_a(&class, known)) {
        return Ok(());
    }
    let found = format!("the records are `{}`", context.schema.prefixes().shorten(&class));
    let others: Vec<String> = ActionFormat::ALL
        .into_iter()
        .filter(|other| other.classes().iter().any(|known| vocabulary.is_a(&class, known)))
        .map(|other| format!("`-f {}`", other.name()))
        .collect();
    let advice = if others.is_empty() {
        "write them as `turtle` or `jsonl`, or name a file that says what the class is part of with --vocabulary"
            .to_owned()
    } else {
        format!("write them with {}", others.join(" or "))
    };
    Err(error(found, advice))
}

#[cfg(test)]
mod tests;
