//! robots.txt (RFC 9309) -> the paths that one crawler may fetch, and its time between requests.
//!
//! Where the RFC is silent, this follows Google's reader, which accepts a missing colon, a byte order mark, a value of
//! `User-agent` with more words than one, and `/index.html` in an `Allow` rule for its folder.

mod pattern;

use pattern::Pattern;
pub(crate) use pattern::normal_path;
use std::time::Duration;

/// The bytes of a file that are read; the rest is ignored. The RFC asks for at least 500 KiB.
pub const MAX_ROBOTS_BYTES: usize = 512 << 10;
/// The bytes of a line that are read.
const MAX_LINE_BYTES: usize = 16_664;
/// Limit in seconds on `Crawl-delay`; a longer one is cut to it.
const MAX_CRAWL_DELAY: f64 = 60.0;

/// The rules of a robots.txt file for one crawler.
#[derive(Debug, Clone, Default)]
pub struct Robots {
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

#[derive(Debug, Clone)]
struct Rule {
    pattern: Pattern,
    allows: bool,
}

impl Robots {
    /// Reads a file for the crawler with the name `product`, such as `unhusk`.
    pub fn parse(file: &[u8], product: &str) -> Self {
        let mut reader = GroupReader::new(product);
        for line in lines(&file[..file.len().min(MAX_ROBOTS_BYTES)]) {
            if let Some((key, value)) = key_and_value(line) {
                reader.take(&key, value);
            }
        }
        reader.finish()
    }

    /// Returns rules that allow everything.
    pub fn allow_all() -> Self {
        Self::default()
    }

    /// Whether a path with its query, percent-encoded as in a URL, may be fetched. The longest rule decides; of rules
    /// that are equally long, one that allows.
    pub fn allows(&self, path: &str) -> bool {
        let path = normal_path(path);
        if path == "/robots.txt" {
            return true;
        }
        let matching = self.rules.iter().filter(|rule| rule.pattern.matches(&path));
        matching.map(|rule| (rule.pattern.length(), rule.allows)).max().is_none_or(|best| best.1)
    }

    /// Returns the time between requests that the file requires, at most a minute.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }
}

/// Rules and delays for a crawler from the groups read so far.
#[derive(Debug, Default)]
struct GroupReader<'p> {
    product: &'p str,
    /// Groups that name the crawler; they are read as one.
    own: Robots,
    /// Groups for all crawlers.
    general: Robots,
    has_own: bool,
    /// Whether the last lines were `User-agent`, so that another one belongs to the same group.
    is_in_heading: bool,
    /// Crawlers of the current group.
    group: Group,
}

/// Crawlers of a group.
#[derive(Debug, Default)]
struct Group {
    is_own: bool,
    is_general: bool,
}

impl<'p> GroupReader<'p> {
    fn new(product: &'p str) -> Self {
        Self { product, ..Self::default() }
    }

    fn take(&mut self, key: &str, value: &[u8]) {
        match key {
            "user-agent" | "useragent" | "user agent" => self.take_agent(value),
            "allow" => self.take_rule(value, true),
            "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw" => {
                self.take_rule(value, false);
            }
            "crawl-delay" => self.take_delay(value),
            // Other lines, such as `Sitemap`, belong to no group and end none.
            _ => {}
        }
    }

    fn take_agent(&mut self, value: &[u8]) {
        if !self.is_in_heading {
            self.group = Group::default();
        }
        self.is_in_heading = true;
        if value == b"*" || value.starts_with(b"* ") || value.starts_with(b"*\t") {
            self.group.is_general = true;
            return;
        }
        let is_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
        let end = value.iter().position(|byte| !is_name(byte)).unwrap_or(value.len());
        if end > 0 && value[..end].eq_ignore_ascii_case(self.product.as_bytes()) {
            (self.group.is_own, self.has_own) = (true, true);
        }
    }

    fn take_rule(&mut self, value: &[u8], allows: bool) {
        self.is_in_heading = false;
        // A rule without a path has no effect.
        if value.is_empty() {
            return;
        }
        for robots in self.groups() {
            robots.rules.push(Rule { pattern: Pattern::new(value), allows });
            if allows && let Some(folder) = value.strip_suffix(b"/index.html") {
                let pattern = Pattern::new(&[folder, b"/$"].concat());
                robots.rules.push(Rule { pattern, allows });
            }
        }
    }

    /// A delay belongs to the group but does not end its heading: crawlers that do not know it skip the line.
    fn take_delay(&mut self, value: &[u8]) {
        let seconds = std::str::from_utf8(value).ok().and_then(|text| text.parse::<f64>().ok());
        let Some(seconds) = seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0) else {
            return;
        };
        for robots in self.groups() {
            robots.crawl_delay = Some(Duration::from_secs_f64(seconds.min(MAX_CRAWL_DELAY)));
        }
    }

    fn groups(&mut self) -> impl Iterator<Item = &mut Robots> {
        let own = self.group.is_own.then_some(&mut self.own);
        let general = self.group.is_general.then_some(&mut self.general);
        own.into_iter().chain(general)
    }

    fn finish(self) -> Robots {
        if self.has_own { self.own } else { self.general }
    }
}

/// Returns the lines without the byte order mark; lines end with CR, LF or both.
fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mark = [0xEF, 0xBB, 0xBF];
    let n_mark = mark.iter().zip(file).take_while(|(mark, byte)| mark == byte).count();
    let lines = file[n_mark..].split(|byte| matches!(byte, b'\r' | b'\n'));
    lines.map(|line| &line[..line.len().min(MAX_LINE_BYTES)])
}

/// Splits a line at its colon, or at the white space between its two words. The key is in lower case.
fn key_and_value(line: &[u8]) -> Option<(String, &[u8])> {
    let line = line.split(|byte| *byte == b'#').next().unwrap_or_default().trim_ascii();
    let colon = line.iter().position(|byte| *byte == b':');
    let (key, value) = match colon {
        Some(colon) => (&line[..colon], &line[colon + 1..]),
        None => two_words(line)?,
    };
    let key = String::from_utf8_lossy(key.trim_ascii()).to_ascii_lowercase();
    Some((key, value.trim_ascii()))
}

/// Splits a line of exactly two words.
fn two_words(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let space = line.iter().position(is_space)?;
    let value = line[space..].trim_ascii();
    (!value.iter().any(is_space)).then_some((&line[..space], value))
}

#[cfg(test)]
mod tests;
