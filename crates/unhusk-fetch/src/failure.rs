//! Reason why a URL was not fetched: a code for programs and a sentence for people.

use std::fmt;

/// Kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The URL cannot be read, or is not one of the web.
    BadUrl,
    /// The address is not a public one.
    BlockedAddress,
    /// The port is not one of the allowed ports.
    BlockedPort,
    /// robots.txt forbids it, or cannot be read.
    Robots,
    /// The server answered with an error.
    Status,
    /// More redirects than allowed, or one to an invalid URL.
    Redirects,
    /// The server took too long.
    Timeout,
    /// The page unpacks to too much, or its header is too long.
    TooLarge,
    /// The body has an unknown coding, or is broken.
    Encoding,
    /// The connection cannot be encrypted, or the certificate is not trusted.
    Tls,
    /// The name of the host has no address.
    Dns,
    /// No connection, or one that broke.
    Connection,
    /// The answer is not HTTP.
    Protocol,
    /// The run was stopped.
    Stopped,
}

impl Reason {
    /// Returns the code: `blocked-address`.
    pub fn code(self) -> &'static str {
        match self {
            Self::BadUrl => "bad-url",
            Self::BlockedAddress => "blocked-address",
            Self::BlockedPort => "blocked-port",
            Self::Robots => "robots",
            Self::Status => "status",
            Self::Redirects => "redirects",
            Self::Timeout => "timeout",
            Self::TooLarge => "too-large",
            Self::Encoding => "encoding",
            Self::Tls => "tls",
            Self::Dns => "dns",
            Self::Connection => "connection",
            Self::Protocol => "protocol",
            Self::Stopped => "stopped",
        }
    }
}

/// Reason why a URL was not fetched, with a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    /// The kind of failure.
    pub reason: Reason,
    /// The problem, and a remedy.
    pub detail: String,
}

impl Failure {
    /// Returns a failure of a kind.
    pub(crate) fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason.code(), self.detail)
    }
}
