//! URLs -> a WARC file: pages are downloaded politely (robots.txt, one request a second for each host) and safely (no
//! private addresses, bounded sizes and times).
//!
//! ```no_run
//! use unhusk_fetch::{Event, FetchOptions, Fetcher, warc::Archive};
//!
//! let options = FetchOptions { contact: Some("ann@a.example".into()), ..FetchOptions::default() };
//! let fetcher = Fetcher::new(options)?;
//! let mut archive = Archive::open("shop.warc.gz".as_ref())?;
//! let urls = ["https://shop.example/list?page=1".to_owned()];
//! let summary = fetcher.run(&urls, &mut archive, &mut |event: &Event| println!("{event:?}"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod failure;
pub mod options;
pub mod address;
pub mod clock;
pub mod lookup;
pub mod list;
pub mod robots;
pub mod unpack;
mod target_url;
mod tls;
mod wire;
mod exchange;
mod pace;
mod retry;
mod event;
mod polite;
pub mod warc;
mod page;
mod fetcher;
mod sitemap;

pub use event::{Event, FetchSummary, Observer, Wait};
pub use failure::{Failure, Reason};
pub use fetcher::{Fetcher, OptionsError};
pub use options::FetchOptions;
pub use sitemap::Listing;
