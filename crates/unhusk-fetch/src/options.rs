//! Options of a fetcher: pace, limits and permissions.

use std::time::Duration;

/// Ports of web servers.
pub const WEB_PORTS: [u16; 4] = [80, 443, 8080, 8443];

/// Options of a [`Fetcher`](crate::Fetcher).
#[derive(Debug, Clone)]
pub struct FetchOptions {
    /// Name of the program, as robots.txt files address it, and its version: `unhusk/0.1.0`.
    pub user_agent: String,
    /// Mail address or URL for operators of sites who want to reach the person who runs the program.
    pub contact: Option<String>,
    /// Time from one request to a host to the next.
    pub delay: Duration,
    /// Limit on the time to connect, and on the time in which nothing arrives.
    pub idle_timeout: Duration,
    /// Limit on the time for one request.
    pub total_timeout: Duration,
    /// Limit on the size of a page, unpacked; a longer one is cut.
    pub max_page_bytes: u64,
    /// Limit on the redirects of a page.
    pub max_redirects: usize,
    /// Limit on the tries of a request when the server answers 429 or 503.
    pub max_tries: u32,
    /// Ports to which connections are allowed.
    pub allowed_ports: Vec<u16>,
    /// Hosts that may have addresses that are not public, and any port.
    pub allow_private: Vec<String>,
    /// Whether certificates are not verified.
    pub insecure: bool,
    /// Whether robots.txt is ignored.
    pub ignore_robots: bool,
    /// Whether pages in the archive are requested again, on condition that they have changed.
    pub refresh: bool,
    /// Limit on the hosts with a request at the same time.
    pub max_hosts: usize,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            user_agent: concat!("unhusk/", env!("CARGO_PKG_VERSION")).to_owned(),
            contact: None,
            delay: Duration::from_secs(1),
            idle_timeout: Duration::from_secs(30),
            total_timeout: Duration::from_mins(2),
            max_page_bytes: 32 << 20,
            max_redirects: 5,
            max_tries: 3,
            allowed_ports: WEB_PORTS.to_vec(),
            allow_private: Vec::new(),
            insecure: false,
            ignore_robots: false,
            refresh: false,
            max_hosts: 8,
        }
    }
}

impl FetchOptions {
    /// Returns the value of the header `User-Agent`: the name and, in brackets, the contact.
    pub fn user_agent_header(&self) -> String {
        match &self.contact {
            Some(contact) => format!("{} (+{contact})", self.user_agent),
            None => self.user_agent.clone(),
        }
    }

    /// Returns the name that robots.txt files use: letters, `_` and `-` at the start of the user agent.
    pub fn product_token(&self) -> &str {
        let is_name = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '-';
        let end = self.user_agent.find(|c| !is_name(c)).unwrap_or(self.user_agent.len());
        &self.user_agent[..end]
    }

    /// Whether a host may be private.
    pub(crate) fn is_allowed_private(&self, host: &str) -> bool {
        let bare = |host: &str| host.trim_matches(['[', ']']).to_ascii_lowercase();
        self.allow_private.iter().any(|allowed| bare(allowed) == bare(host))
    }

    /// Returns the problem of the options, if they have one.
    pub(crate) fn problem(&self) -> Option<String> {
        let is_header = |text: &str| text.bytes().all(|byte| (0x20..0x7F).contains(&byte));
        if self.product_token().is_empty() || !is_header(&self.user_agent) {
            return Some(format!(
                "the user agent `{}` must begin with a name of letters and be plain ASCII, such as `my-crawler/1.0`",
                self.user_agent.escape_debug()
            ));
        }
        let contact = self.contact.as_deref().unwrap_or_default();
        if !is_header(contact) || contact.contains(['(', ')']) {
            return Some(format!(
                "the contact `{}` must be a mail address or a URL in plain ASCII",
                contact.escape_debug()
            ));
        }
        None
    }
}
