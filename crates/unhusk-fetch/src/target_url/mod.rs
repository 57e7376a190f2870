//! Text -> a URL that may be fetched: http or https, no credentials, a port of web servers, a plainly written host.

use crate::address;
use crate::failure::{Failure, Reason};
use crate::options::FetchOptions;
use std::net::IpAddr;
use url::{Host, Url};

/// Limit on the bytes of a URL.
const MAX_URL_BYTES: usize = 8 << 10;

/// A URL that may be fetched, as far as can be decided before its host is looked up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    url: Url,
}

impl Target {
    /// Reads a URL as a person or a list has written it.
    pub(crate) fn parse(written: &str, options: &FetchOptions) -> Result<Self, Failure> {
        check_length(written)?;
        let url = Url::parse(written.trim())
            .map_err(|error| bad_url(written, &format!("it is not a URL ({error})")))?;
        Self::checked(url, written, options)
    }

    /// Reads a URL that a document names, relative to the URL of the document.
    pub(crate) fn join(&self, written: &str, options: &FetchOptions) -> Result<Self, Failure> {
        check_length(written)?;
        let url = self
            .url
            .join(written)
            .map_err(|error| bad_url(written, &format!("it is not a URL ({error})")))?;
        Self::checked(url, written, options)
    }

    fn checked(mut url: Url, written: &str, options: &FetchOptions) -> Result<Self, Failure> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad_url(written, "only http and https are fetched"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Failure::new(
                Reason::BadUrl,
                "URLs with a user name or password are refused, since they would be stored",
            ));
        }
        check_host(&url, written, options)?;
        check_port(&url, options)?;
        url.set_fragment(None);
        Ok(Self { url })
    }

    /// Returns the URL in its normal form, without a fragment.
    pub(crate) fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the host, in lower case; IPv6 addresses in brackets.
    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Returns scheme, host and port: the scope of a robots.txt file.
    pub(crate) fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Returns the URL of the robots.txt file.
    pub(crate) fn robots(&self) -> Self {
        let mut url = self.url.clone();
        url.set_path("/robots.txt");
        url.set_query(None);
        Self { url }
    }

    /// Returns path and query, as robots.txt rules match them.
    pub(crate) fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// Returns the URL for the request; the client refuses a few characters that URLs may contain.
    pub(crate) fn request_uri(&self) -> String {
        self.as_str().replace('`', "%60")
    }
}

fn check_length(written: &str) -> Result<(), Failure> {
    if written.len() > MAX_URL_BYTES {
        let n_bytes = written.len();
        let detail = format!("the URL has {n_bytes} bytes; at most {MAX_URL_BYTES} are accepted");
        return Err(Failure::new(Reason::BadUrl, detail));
    }
    Ok(())
}

fn bad_url(written: &str, why: &str) -> Failure {
    Failure::new(Reason::BadUrl, format!("`{}`: {why}", written.escape_debug()))
}

/// Checks the host of a URL. An address must be public and written in its normal form: `0x7f.1` and `127.1` hide the
/// real one.
fn check_host(url: &Url, written: &str, options: &FetchOptions) -> Result<(), Failure> {
    let address = match url.host() {
        Some(Host::Ipv4(address)) => {
            let own = written_host(written);
            if own.is_some_and(|own| own != address.to_string()) {
                return Err(Failure::new(
                    Reason::BlockedAddress,
                    format!(
                        "the host is an unusual spelling of {address}; write the address itself"
                    ),
                ));
            }
            IpAddr::V4(address)
        }
        Some(Host::Ipv6(address)) => IpAddr::V6(address),
        Some(Host::Domain(name)) if !name.trim_matches('.').is_empty() => return Ok(()),
        _ => return Err(bad_url(written, "it has no host")),
    };
    let host = url.host_str().unwrap_or_default();
    match address::blocked(address) {
        Some(kind) if !options.is_allowed_private(host) => Err(private(host, address, kind)),
        _ => Ok(()),
    }
}

/// Returns the failure for a host with an address that is not public.
pub(crate) fn private(host: &str, address: IpAddr, kind: &str) -> Failure {
    let detail = if host.trim_matches(['[', ']']) == address.to_string() {
        format!("{address} is {kind}; --allow-private {host} permits it")
    } else {
        format!("`{host}` has the address {address}, {kind}; --allow-private {host} permits it")
    };
    Failure::new(Reason::BlockedAddress, detail)
}

fn check_port(url: &Url, options: &FetchOptions) -> Result<(), Failure> {
    let port = url.port_or_known_default().unwrap_or_default();
    let host = url.host_str().unwrap_or_default();
    if options.allowed_ports.contains(&port) || options.is_allowed_private(host) {
        return Ok(());
    }
    let detail = format!(
        "port {port} is not one of {:?}; --allow-private {host} permits it",
        options.allowed_ports
    );
    Err(Failure::new(Reason::BlockedPort, detail))
}

/// Returns the host as written; `None` for a relative URL that has none. Follows the parser of the URL standard: white
/// space at the ends, tabs and line ends are ignored, and backslashes are slashes.
fn written_host(written: &str) -> Option<String> {
    let trimmed = written.trim_matches(|c: char| c <= ' ');
    let text: String = trimmed
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .map(|c| if c == '\\' { '/' } else { c })
        .collect();
    let lower = text.to_ascii_lowercase();
    let scheme = ["http:", "https:"].into_iter().find(|scheme| lower.starts_with(scheme));
    let rest = match scheme {
        Some(scheme) => &text[scheme.len()..],
        None if text.starts_with("//") => &text[..],
        None => return None,
    };
    let authority = rest.trim_start_matches('/');
    let authority = authority.split(['/', '?', '#']).next()?;
    let host_and_port = authority.rsplit('@').next()?;
    let host = host_and_port.split(':').next()?;
    Some(host.to_owned())
}

#[cfg(test)]
mod tests;
