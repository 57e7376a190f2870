//! The connection below HTTP: names are resolved here, every address is checked, and every byte is recorded.
//!
//! The client connects to exactly the addresses that the resolver returns, so an address that is checked is the one
//! that is used: a name that gets another address a moment later (DNS rebinding) changes nothing.

mod guard;
mod tape;

pub(crate) use guard::{AddressGuard, GuardedResolver};
pub(crate) use tape::{Tape, TapeConnector};

#[cfg(test)]
mod tests;
