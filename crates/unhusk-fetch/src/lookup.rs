//! Name of a host -> its addresses.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};

/// Finds the addresses of a host.
pub trait Lookup: Debug + Send + Sync {
    /// Returns all addresses of a name.
    fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The resolver of the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        // The port is not used, but `std` requires one.
        Ok((name, 80).to_socket_addrs()?.map(|address| address.ip()).collect())
    }
}
