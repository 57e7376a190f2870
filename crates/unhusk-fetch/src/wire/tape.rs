//! Records the bytes sent and received, above TLS: the content of an archive.

use super::guard::other;
use crate::failure::{Failure, Reason};
use std::mem;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

/// The bytes of one exchange.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub(crate) sent: Vec<u8>,
    pub(crate) received: Vec<u8>,
    /// The address of the server, if the host has only one.
    pub(crate) address: Option<IpAddr>,
}

/// A recording that the connection fills and the caller takes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tape(Arc<Mutex<Recording>>);

impl Tape {
    /// Takes the recorded bytes.
    pub(crate) fn take(&self) -> Recording {
        self.edit(mem::take)
    }

    fn edit<T>(&self, edit: impl FnOnce(&mut Recording) -> T) -> T {
        edit(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Puts a recorder on top of a connection.
#[derive(Debug)]
pub(crate) struct TapeConnector {
    pub(crate) tape: Tape,
    /// Limit on the bytes received, header and chunks included.
    pub(crate) max_bytes: u64,
}

impl<In: Transport> Connector<In> for TapeConnector {
    type Out = Recorded<In>;

    fn connect(
        &self,
        details: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, ureq::Error> {
        let address = match &details.addrs[..] {
            [only] => Some(only.ip()),
            _ => None,
        };
        self.tape.edit(|recording| recording.address = address);
        let (tape, max_bytes) = (self.tape.clone(), self.max_bytes);
        Ok(chained.map(|inner| Recorded { inner, tape, max_bytes }))
    }
}

/// A connection whose bytes are recorded.
#[derive(Debug)]
pub(crate) struct Recorded<In> {
    inner: In,
    tape: Tape,
    max_bytes: u64,
}

impl<In: Transport> Transport for Recorded<In> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        let output = self.inner.buffers().output();
        let sent = &output[..amount.min(output.len())];
        self.tape.edit(|recording| recording.sent.extend_from_slice(sent));
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        let n_before = self.inner.buffers().input().len();
        let has_input = self.inner.await_input(timeout)?;
        let input = self.inner.buffers().input();
        let new = input.get(n_before..).unwrap_or_default();
        let n_received = self.tape.edit(|recording| {
            recording.received.extend_from_slice(new);
            recording.received.len() as u64
        });
        if n_received > self.max_bytes {
            let detail = format!("the server sent more than {} bytes", self.max_bytes);
            return Err(other(Failure::new(Reason::TooLarge, detail)));
        }
        Ok(has_input)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}
