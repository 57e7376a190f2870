//! Encrypted connections: certificates are verified by default.
#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use crate::server::ok;
use crate::setup::Setup;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use unhusk_fetch::Reason;

/// Answers one connection after the other; the certificate is signed by nobody. It was made with
/// `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=shop.example -addext subjectAltName=...`.
fn serve() -> u16 {
    let certificate =
        CertificateDer::from_pem_slice(include_bytes!("certificate/cert.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("certificate/key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls_graviola::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = Stream::new(&mut connection, &mut stream);
            let mut request = [0; 4096];
            // A client that does not trust the certificate disconnects.
            if stream.read(&mut request).is_ok() {
                drop(stream.write_all(ok("<p>secret</p>").as_bytes()));
                stream.conn.send_close_notify();
                drop(stream.flush());
            }
        }
    });
    port
}

#[test]
fn certificates_must_be_trusted() {
    let port = serve();
    let mut setup = Setup::local();
    setup.options.ignore_robots = true;
    let url = format!("https://127.0.0.1:{port}/");
    let (reason, detail) = setup.failure(&url).unwrap();
    assert_eq!(reason, Reason::Tls, "{detail}");
    setup.options.insecure = true;
    assert_eq!(setup.failure(&url), None);
    // The archive stores the bytes above TLS.
    assert_eq!(setup.records_of("response")[0].body(), b"<p>secret</p>");
    assert!(setup.records_of("request")[0].text().starts_with("GET / HTTP/1.1\r\n"));
}

#[test]
fn a_server_without_encryption_is_an_error_of_tls() {
    let mut setup = Setup::local();
    setup.options.ignore_robots = true;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            drop(stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nplain"));
        }
    });
    assert_eq!(setup.reason(&format!("https://127.0.0.1:{port}/")), Some(Reason::Tls));
}
