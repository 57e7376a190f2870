//! A small HTTP server: a function answers each request, and every request is recorded.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request as received.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    stop: Arc<AtomicBool>,
}

impl Server {
    /// Starts a server on a free port of 127.0.0.1.
    pub(crate) fn start(answer: impl Fn(&Seen, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, stop) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (log, is_stopped, answer) = (Arc::clone(&seen), Arc::clone(&stop), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if is_stopped.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(mut stream), log, answer) = (stream, Arc::clone(&log), Arc::clone(&answer))
                else {
                    continue;
                };
                thread::spawn(move || {
                    if let Some(request) = read_request(&stream) {
                        log.lock().unwrap().push(request.clone());
                        answer(&request, &mut stream);
                    }
                });
            }
        });
        Self { address, seen, stop }
    }

    /// Starts a server that answers with text.
    pub(crate) fn texts(answer: impl Fn(&Seen) -> String + Send + Sync + 'static) -> Self {
        Self::start(move |seen, stream| send(stream, answer(seen).as_bytes()))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// The paths requested, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.path).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the listener up.
        drop(TcpStream::connect(self.address));
    }
}

fn read_request(stream: &TcpStream) -> Option<Seen> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next()?.ok()?;
    let path = first.strip_prefix("GET ")?.strip_suffix(" HTTP/1.1")?.to_owned();
    let mut headers = Vec::new();
    for line in lines {
        let line = line.ok()?;
        let Some((name, value)) = line.split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    Some(Seen { path, headers })
}

/// Sends bytes; a client that has disconnected is no failure.
pub(crate) fn send(stream: &mut TcpStream, bytes: &[u8]) {
    drop(stream.write_all(bytes));
    drop(stream.flush());
}

/// Returns an answer with a length.
pub(crate) fn page(status: &str, headers: &str, body: &str) -> String {
    let n_bytes = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{headers}Content-Length: {n_bytes}\r\n\r\n{body}"
    )
}

pub(crate) fn ok(body: &str) -> String {
    page("200 OK", "", body)
}

pub(crate) fn not_found() -> String {
    page("404 Not Found", "", "no")
}

pub(crate) fn redirect(location: &str) -> String {
    page("302 Found", &format!("Location: {location}\r\n"), "")
}
