//! One request -> the answer as received, or the failure. Redirects are answers like others.

use crate::failure::{Failure, Reason};
use crate::lookup::Lookup;
use crate::options::FetchOptions;
use crate::target_url::Target;
use crate::tls;
use crate::unpack::{Progress, Unpacker};
use crate::wire::{AddressGuard, GuardedResolver, Tape, TapeConnector};
use std::io::{self, Read};
use std::net::IpAddr;
use std::sync::Arc;
use ureq::http::HeaderMap;
use ureq::unversioned::transport::{Connector, RustlsConnector, TcpConnector};
use ureq::{Agent, Body};

/// Limit on the bytes of the header of an answer.
const MAX_HEADER_BYTES: usize = 64 << 10;
/// Size of the pieces in which the body is read.
const PIECE: usize = 64 << 10;

/// Conditions and limits of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ask {
    /// Requests the page only if its tag differs from this one.
    pub(crate) if_none_match: Option<String>,
    /// Requests the page only if it changed after this date.
    pub(crate) if_modified_since: Option<String>,
    /// Limit on the unpacked body.
    pub(crate) max_bytes: u64,
    /// Whether the unpacked body is kept.
    pub(crate) wants_body: bool,
}

/// A request and its answer.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// The request, as sent.
    pub(crate) request: Vec<u8>,
    /// Header and body, as received.
    pub(crate) response: Vec<u8>,
    /// The body without chunks, still packed.
    pub(crate) payload: Vec<u8>,
    /// The body unpacked, if it was requested.
    pub(crate) body: Vec<u8>,
    /// Whether the body was longer than the limit.
    pub(crate) is_cut: bool,
    /// The address of the server, if it is known.
    pub(crate) address: Option<IpAddr>,
}

impl Exchange {
    /// Returns a header if it is plain text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Sends requests.
#[derive(Debug)]
pub(crate) struct Client {
    options: Arc<FetchOptions>,
    lookup: Arc<dyn Lookup>,
}

impl Client {
    pub(crate) fn new(options: Arc<FetchOptions>, lookup: Arc<dyn Lookup>) -> Self {
        Self { options, lookup }
    }

    /// Sends one request and receives the answer.
    pub(crate) fn get(&self, target: &Target, ask: &Ask) -> Result<Exchange, Failure> {
        let tape = Tape::default();
        // A new agent for each request shares no state: no cookies, no connections.
        let agent = self.agent(target, ask, &tape)?;
        let mut request = agent.get(target.request_uri()).header("accept-encoding", "gzip");
        if let Some(tag) = &ask.if_none_match {
            request = request.header("if-none-match", tag);
        }
        if let Some(date) = &ask.if_modified_since {
            request = request.header("if-modified-since", date);
        }
        let answer = request.call().map_err(failure)?;
        let (head, body) = answer.into_parts();
        let coding = head.headers.get("content-encoding").and_then(|value| value.to_str().ok());
        let received = receive(body, coding.unwrap_or_default(), ask)?;
        let recording = tape.take();
        let mut response = without_interim(recording.received);
        if !head.headers.contains_key("transfer-encoding") {
            // Bytes received after the body do not belong to the answer.
            let n_header = header_length(&response).unwrap_or(response.len());
            response.truncate(n_header + received.payload.len());
        }
        Ok(Exchange {
            status: head.status.as_u16(),
            headers: head.headers,
            request: recording.sent,
            response,
            payload: received.payload,
            body: received.body,
            is_cut: received.is_cut,
            address: recording.address,
        })
    }

    fn agent(&self, target: &Target, ask: &Ask, tape: &Tape) -> Result<Agent, Failure> {
        let options = &self.options;
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(options.user_agent_header())
            .accept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
            .max_response_header_size(MAX_HEADER_BYTES)
            .max_idle_connections(0)
            .timeout_resolve(Some(options.idle_timeout))
            .timeout_connect(Some(options.idle_timeout))
            .timeout_per_read(Some(options.idle_timeout))
            .timeout_global(Some(options.total_timeout));
        if target.as_str().starts_with("https:") {
            config = config.tls_config(tls::config(options.insecure)?);
        }
        // Header and chunks are small beside the body; a server that sends more of them is stopped.
        let max_bytes = ask.max_bytes.saturating_mul(2).saturating_add(1 << 20);
        let connector =
            ().chain(AddressGuard { options: Arc::clone(options) })
                .chain(TcpConnector::default())
                .chain(RustlsConnector::default())
                .chain(TapeConnector { tape: tape.clone(), max_bytes });
        let resolver =
            GuardedResolver { lookup: Arc::clone(&self.lookup), options: Arc::clone(options) };
        Ok(Agent::with_parts(config.build(), connector, resolver))
    }
}

struct Received {
    payload: Vec<u8>,
    body: Vec<u8>,
    is_cut: bool,
}

/// Reads the body up to the limit.
fn receive(body: Body, coding: &str, ask: &Ask) -> Result<Received, Failure> {
    let mut reader = body.into_with_config().limit(u64::MAX).reader();
    let mut unpacker = Unpacker::new(coding, ask.max_bytes, ask.wants_body)?;
    let mut payload = Vec::new();
    let mut piece = vec![0; PIECE];
    loop {
        let n_bytes = match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(n_bytes) => n_bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failure(ureq::Error::from(error))),
        };
        if unpacker.push(&piece[..n_bytes])? == Progress::Full {
            // A body that is not packed is kept up to exactly the limit.
            let max_bytes = usize::try_from(ask.max_bytes).unwrap_or(usize::MAX);
            payload.extend_from_slice(&piece[..n_bytes]);
            payload.truncate(max_bytes);
            let body = unpacker.cut();
            return Ok(Received { payload, body, is_cut: true });
        }
        payload.extend_from_slice(&piece[..n_bytes]);
    }
    Ok(Received { payload, body: unpacker.finish()?, is_cut: false })
}

/// Drops the answers `1xx` that precede the final one.
fn without_interim(mut received: Vec<u8>) -> Vec<u8> {
    while is_interim(&received)
        && let Some(n_header) = header_length(&received)
    {
        received.drain(..n_header);
    }
    received
}

fn is_interim(received: &[u8]) -> bool {
    received.starts_with(b"HTTP/1.") && received.get(8..10) == Some(b" 1")
}

/// Returns the length of a header with its empty line; lines may end with or without a carriage return.
pub(crate) fn header_length(bytes: &[u8]) -> Option<usize> {
    let mut line_start = 0;
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        if matches!(&bytes[line_start..at], b"" | b"\r") && line_start > 0 {
            return Some(at + 1);
        }
        line_start = at + 1;
    }
    None
}

/// Classifies an error of the client.
fn failure(error: ureq::Error) -> Failure {
    let text = error.to_string();
    match error {
        ureq::Error::Other(cause) => match cause.downcast::<Failure>() {
            Ok(failure) => *failure,
            Err(cause) => Failure::new(Reason::Protocol, cause.to_string()),
        },
        ureq::Error::Timeout(timeout) => {
            Failure::new(Reason::Timeout, format!("the server took too long ({timeout})"))
        }
        ureq::Error::HostNotFound => Failure::new(Reason::Dns, "the host has no address"),
        ureq::Error::LargeResponseHeader(..) => Failure::new(
            Reason::TooLarge,
            format!("the header of the answer has more than {MAX_HEADER_BYTES} bytes"),
        ),
        ureq::Error::Io(error) => io_failure(&error),
        ureq::Error::ConnectionFailed => Failure::new(Reason::Connection, "no connection"),
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::TlsRequired => {
            Failure::new(Reason::Tls, text)
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => Failure::new(Reason::BadUrl, text),
        _ => Failure::new(Reason::Protocol, format!("the answer is not proper HTTP: {text}")),
    }
}

fn io_failure(error: &io::Error) -> Failure {
    if let Some(cause) = tls::cause(error) {
        return Failure::new(Reason::Tls, cause);
    }
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
            Failure::new(Reason::Timeout, "the server took too long")
        }
        io::ErrorKind::UnexpectedEof => {
            Failure::new(Reason::Connection, "the server closed the connection before the end")
        }
        _ => Failure::new(Reason::Connection, error.to_string()),
    }
}
