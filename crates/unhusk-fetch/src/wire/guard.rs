//! Host -> its public addresses, which are checked again before a connection is opened.

use crate::address;
use crate::failure::{Failure, Reason};
use crate::lookup::Lookup;
use crate::options::FetchOptions;
use crate::target_url::private;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{ConnectionDetails, Connector, NextTimeout, Transport};

/// Limit on the addresses of a host that are tried.
const MAX_ADDRESSES: usize = 16;

/// Resolves names and returns the addresses that may be connected to.
#[derive(Debug)]
pub(crate) struct GuardedResolver {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) options: Arc<FetchOptions>,
}

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let host = uri.host().unwrap_or_default();
        let port =
            uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        let found = self.addresses(host, timeout)?;
        let allowed = permitted(host, &found, &self.options).map_err(other)?;
        let mut addresses = self.empty();
        for address in allowed.into_iter().take(MAX_ADDRESSES) {
            addresses.push(SocketAddr::new(address, port));
        }
        Ok(addresses)
    }
}

impl GuardedResolver {
    /// Returns the addresses of a host, which may be an address itself.
    fn addresses(&self, host: &str, timeout: NextTimeout) -> Result<Vec<IpAddr>, ureq::Error> {
        if let Ok(address) = host.trim_matches(['[', ']']).parse() {
            return Ok(vec![address]);
        }
        let (sender, receiver) = mpsc::channel();
        let (lookup, name) = (Arc::clone(&self.lookup), host.to_owned());
        // The system's resolver cannot be stopped: a thread that takes too long is abandoned.
        thread::spawn(move || sender.send(lookup.addresses(&name)));
        match receiver.recv_timeout(*timeout.after) {
            Ok(Ok(addresses)) => Ok(addresses),
            Ok(Err(error)) => {
                let detail = format!("`{host}` cannot be looked up: {error}");
                Err(other(Failure::new(Reason::Dns, detail)))
            }
            Err(_) => Err(ureq::Error::Timeout(timeout.reason)),
        }
    }
}

/// Returns the addresses that may be connected to; fails if there are none.
fn permitted(host: &str, found: &[IpAddr], options: &FetchOptions) -> Result<Vec<IpAddr>, Failure> {
    let Some(first) = found.first() else {
        return Err(Failure::new(Reason::Dns, format!("`{host}` has no address")));
    };
    let is_permitted =
        |address: &IpAddr| options.is_allowed_private(host) || address::blocked(*address).is_none();
    let permitted: Vec<IpAddr> = found.iter().copied().filter(is_permitted).collect();
    if permitted.is_empty() {
        let kind = address::blocked(*first).unwrap_or("blocked");
        return Err(private(host, *first, kind));
    }
    Ok(permitted)
}

/// Checks the addresses again, directly before the connection is opened.
#[derive(Debug)]
pub(crate) struct AddressGuard {
    pub(crate) options: Arc<FetchOptions>,
}

impl<In: Transport> Connector<In> for AddressGuard {
    type Out = In;

    fn connect(
        &self,
        details: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<In>, ureq::Error> {
        let host = details.uri.host().unwrap_or_default();
        for address in &details.addrs {
            if let Some(kind) = address::blocked(address.ip())
                && !self.options.is_allowed_private(host)
            {
                return Err(other(private(host, address.ip(), kind)));
            }
        }
        Ok(chained)
    }
}

/// Wraps a failure so that the client passes it through.
pub(super) fn other(failure: Failure) -> ureq::Error {
    ureq::Error::Other(Box::new(failure))
}
