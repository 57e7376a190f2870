//! Two origins on this machine alone: one for the app and its requests, one for the frame that shows pages.
//!
//! Only the app may send requests: the host must be exact, every request of the app carries a random token in a header,
//! there are no cookies, and no other origin is allowed anything ([`guard`]).

mod assets;
mod frame;
mod guard;
mod routes;

#[cfg(test)]
mod tests;

use crate::studio::Studio;
use axum::Router;
use guard::Origin;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::fmt::Write as _;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Time after which a client that has not finished its header is dropped.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// Largest header, in bytes.
const MAX_HEADER: usize = 32 << 10;

/// Serves a task until the program ends; `ready` gets the address to open.
///
/// # Errors
/// If the port is in use, or `ready` fails.
pub fn serve(
    studio: &Arc<Studio>,
    port: u16,
    ready: impl FnOnce(&str) -> io::Result<()>,
) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(Arc::clone(studio), port).await?;
        ready(&server.address()?)?;
        server.run(std::future::pending()).await
    })
}

/// Threads that answer; slow work has threads of its own.
const WORKERS: usize = 2;

/// A server that listens and does not answer yet.
pub struct Server {
    app: TcpListener,
    frame: TcpListener,
    studio: Arc<Studio>,
    token: String,
}

/// State shared by the handlers.
#[derive(Clone)]
struct Context {
    studio: Arc<Studio>,
    token: Arc<str>,
    app: Origin,
    frame: Origin,
}

impl Server {
    /// Listens on two ports of the loopback interface; `port` is that of the app, 0 for any free one.
    ///
    /// # Errors
    /// If the port is in use, or there is no source of randomness.
    pub async fn bind(studio: Arc<Studio>, port: u16) -> io::Result<Self> {
        let app = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let frame = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        Ok(Self { app, frame, studio, token: random_hex()? })
    }

    /// The address to open. The token is in its fragment, which browsers do not send.
    ///
    /// # Errors
    /// If the listener has no address.
    pub fn address(&self) -> io::Result<String> {
        Ok(format!("http://{}/#token={}", self.app.local_addr()?, self.token))
    }

    /// Answers requests until `end` completes.
    ///
    /// # Errors
    /// If a listener fails.
    pub async fn run(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let context = Context {
            studio: self.studio,
            token: self.token.into(),
            app: Origin::of(self.app.local_addr()?),
            frame: Origin::of(self.frame.local_addr()?),
        };
        let app = listen(self.app, routes::app(context.clone()));
        let frame = listen(self.frame, frame::routes(context));
        tokio::select! {
            result = app => result,
            result = frame => result,
            () = end => Ok(()),
        }
    }
}

/// Serves connections, each with a limit on its header.
async fn listen(listener: TcpListener, router: Router) -> io::Result<()> {
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // The client is gone, or too many files are open: neither ends the studio.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        if !peer.ip().is_loopback() {
            continue;
        }
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            // A broken connection affects no other client.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIMEOUT)
                .max_buf_size(MAX_HEADER)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// 128 random bits.
fn random_hex() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    }))
}
