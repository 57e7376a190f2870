//! Addresses to which the client would connect: a connector records them and connects to none.

use super::{AddressGuard, GuardedResolver};
use crate::lookup::Lookup;
use crate::options::FetchOptions;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use ureq::Agent;
use ureq::unversioned::transport::{ConnectionDetails, Connector, Transport};

/// Resolver that gives another answer each time.
#[derive(Debug)]
struct Rebinding(Mutex<Vec<Vec<IpAddr>>>);

impl Lookup for Rebinding {
    fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Ok(self.0.lock().unwrap().pop().unwrap_or_default())
    }
}

/// Connector that records addresses and fails.
#[derive(Debug, Clone, Default)]
struct Dialled(Arc<Mutex<Vec<SocketAddr>>>);

impl<In: Transport> Connector<In> for Dialled {
    type Out = In;

    fn connect(
        &self,
        details: &ConnectionDetails,
        _: Option<In>,
    ) -> Result<Option<In>, ureq::Error> {
        self.0.lock().unwrap().extend(details.addrs.iter());
        Err(ureq::Error::ConnectionFailed)
    }
}

fn addresses(texts: &[&str]) -> Vec<IpAddr> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Returns the addresses dialled when a host resolves to these, one list for each request.
fn dialled(answers: &[&[&str]], options: FetchOptions) -> Vec<Vec<String>> {
    let options = Arc::new(options);
    let answers: Vec<Vec<IpAddr>> = answers.iter().rev().map(|answer| addresses(answer)).collect();
    let n_requests = answers.len();
    let lookup = Arc::new(Rebinding(Mutex::new(answers)));
    let dialled = Dialled::default();
    let connector = ().chain(AddressGuard { options: Arc::clone(&options) }).chain(dialled.clone());
    let config = Agent::config_builder().proxy(None).build();
    let agent = Agent::with_parts(config, connector, GuardedResolver { lookup, options });
    let mut all = Vec::new();
    for _ in 0..n_requests {
        assert!(agent.get("http://shop.example:8080/").call().is_err());
        let dialled = std::mem::take(&mut *dialled.0.lock().unwrap());
        all.push(dialled.iter().map(ToString::to_string).collect());
    }
    all
}

#[test]
fn what_is_dialled_is_what_was_looked_up_and_checked() {
    let answers: &[&[&str]] = &[&["8.8.8.8", "2606:4700::1111"], &["127.0.0.1"], &["1.1.1.1"]];
    assert_eq!(
        dialled(answers, FetchOptions::default()),
        [&["8.8.8.8:8080", "[2606:4700::1111]:8080"][..], &[], &["1.1.1.1:8080"]]
    );
}

#[test]
fn of_several_addresses_only_public_ones_are_dialled() {
    let answers: &[&[&str]] =
        &[&["10.0.0.1", "8.8.8.8", "::ffff:127.0.0.1"], &["::1", "fe80::1"], &[]];
    assert_eq!(dialled(answers, FetchOptions::default()), [&["8.8.8.8:8080"][..], &[], &[]]);
}

#[test]
fn a_host_that_is_named_may_be_private() {
    let options =
        || FetchOptions { allow_private: vec!["Shop.Example".into()], ..FetchOptions::default() };
    assert_eq!(dialled(&[&["10.0.0.1"]], options()), [["10.0.0.1:8080"]]);
}

/// If the resolver were wrong, the guard would still stop the connection.
#[test]
fn the_guard_alone_stops_private_addresses() {
    let permissive =
        FetchOptions { allow_private: vec!["shop.example".into()], ..FetchOptions::default() };
    let lookup = Arc::new(Rebinding(Mutex::new(vec![addresses(&["127.0.0.1"])])));
    let dialled = Dialled::default();
    let guard = AddressGuard { options: Arc::new(FetchOptions::default()) };
    let resolver = GuardedResolver { lookup, options: Arc::new(permissive) };
    let config = Agent::config_builder().proxy(None).build();
    let agent = Agent::with_parts(config, ().chain(guard).chain(dialled.clone()), resolver);
    let error = agent.get("http://shop.example/").call().unwrap_err();
    assert!(error.to_string().contains("blocked-address"), "{error}");
    assert!(dialled.0.lock().unwrap().is_empty());
}
