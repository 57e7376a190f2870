//! The URL of a sitemap or feed -> the URLs of its pages, through indexes of sitemaps.

use crate::exchange::{Ask, Exchange};
use crate::failure::{Failure, Reason};
use crate::fetcher::Fetcher;
use crate::list::{Document, parse};
use crate::polite::status;
use crate::target_url::Target;
use crate::unpack::{Progress, Unpacker};
use std::collections::VecDeque;

/// Limit on the bytes of a sitemap, unpacked (the limit of the sitemap protocol).
const MAX_SITEMAP_BYTES: u64 = 50 << 20;
/// Greatest depth: an index lists sitemaps, which list pages.
const MAX_DEPTH: usize = 2;

/// URLs from a sitemap.
#[derive(Debug, Default)]
pub struct Listing {
    /// URLs of pages, in order.
    pub urls: Vec<String>,
    /// Sitemaps that were not read completely, with the failure.
    pub problems: Vec<(String, Failure)>,
    /// Whether there are more URLs than requested.
    pub is_cut: bool,
}

impl Fetcher {
    /// Reads a sitemap, an index of sitemaps, or a feed; returns at most `max_urls` URLs.
    pub fn sitemap(&self, url: &str, max_urls: usize) -> Listing {
        let mut listing = Listing::default();
        let mut waiting = VecDeque::from([(url.to_owned(), None, 1)]);
        while let Some((url, base, depth)) = waiting.pop_front() {
            if listing.urls.len() >= max_urls {
                listing.is_cut = true;
                break;
            }
            let (at, document) = match self.read_sitemap(&url, base.as_ref()) {
                Ok(read) => read,
                Err(failure) => {
                    listing.problems.push((url, failure));
                    continue;
                }
            };
            if let Some(problem) = document.problem {
                listing.problems.push((url.clone(), Failure::new(Reason::Protocol, problem)));
            }
            self.take_pages(&document.pages, &at, max_urls, &mut listing);
            if depth < MAX_DEPTH {
                let inner = document.sitemaps.into_iter();
                waiting.extend(inner.map(|url| (url, Some(at.clone()), depth + 1)));
            } else if !document.sitemaps.is_empty() {
                let detail = "it is an index inside of an index, which is not read";
                listing.problems.push((url, Failure::new(Reason::Protocol, detail)));
            }
        }
        listing
    }

    /// Adds the pages of a sitemap; feeds may name them relative to themselves.
    fn take_pages(&self, pages: &[String], at: &Target, max_urls: usize, listing: &mut Listing) {
        for page in pages {
            if listing.urls.len() >= max_urls {
                listing.is_cut = true;
                return;
            }
            // URLs that cannot be fetched stay in the list, so that they are reported.
            let url = at.join(page, &self.polite.options);
            listing.urls.push(url.map_or_else(|_| page.clone(), |url| url.as_str().to_owned()));
        }
    }

    fn read_sitemap(
        &self,
        url: &str,
        base: Option<&Target>,
    ) -> Result<(Target, Document), Failure> {
        let options = &self.polite.options;
        let mut at = match base {
            Some(base) => base.join(url, options)?,
            None => Target::parse(url, options)?,
        };
        let ask = Ask { max_bytes: MAX_SITEMAP_BYTES, wants_body: true, ..Ask::default() };
        for _ in 0..=options.max_redirects {
            let exchange = self.polite.get(&at, &ask)?;
            match (exchange.status, exchange.header("location")) {
                (200..=299, _) => {
                    let mut document = parse(&unpacked(&exchange)?);
                    if exchange.is_cut {
                        let n_bytes = MAX_SITEMAP_BYTES;
                        document.problem = Some(format!("it has more than {n_bytes} bytes"));
                    }
                    return Ok((at, document));
                }
                (301 | 302 | 303 | 307 | 308, Some(location)) => at = at.join(location, options)?,
                _ => return Err(status(&exchange)),
            }
        }
        let detail = format!("more than {} redirects", options.max_redirects);
        Err(Failure::new(Reason::Redirects, detail))
    }
}

/// Returns the body; a file `.gz` is unpacked once more.
fn unpacked(exchange: &Exchange) -> Result<Vec<u8>, Failure> {
    if !exchange.body.starts_with(&[0x1F, 0x8B]) {
        return Ok(exchange.body.clone());
    }
    let mut unpacker = Unpacker::new("gzip", MAX_SITEMAP_BYTES, true)?;
    match unpacker.push(&exchange.body)? {
        Progress::More => unpacker.finish(),
        Progress::Full => Ok(unpacker.cut()),
    }
}
