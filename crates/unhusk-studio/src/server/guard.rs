//! Checks of a request before any handler: host, origin, token.

use super::Context;
use crate::studio::StudioError;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::net::SocketAddr;

/// An origin of the studio.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    port: u16,
}

impl Origin {
    pub(super) fn of(address: SocketAddr) -> Self {
        Self { port: address.port() }
    }

    /// The origin as a browser writes it.
    pub(super) fn url(self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn is_host(self, host: &[u8]) -> bool {
        let port = self.port;
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")]
            .iter()
            .any(|known| known.as_bytes() == host)
    }

    fn is_origin(self, origin: &[u8]) -> bool {
        origin.strip_prefix(b"http://").is_some_and(|host| self.is_host(host))
    }
}

impl IntoResponse for StudioError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(json!({"error": self}))).into_response()
    }
}

fn refused(say: &str) -> Response {
    let offer = "open the address that `unhusk studio` printed".to_owned();
    StudioError { status: 403, kind: "refused", say: say.to_owned(), offer }.into_response()
}

/// Checks a request to the app's origin.
pub(super) async fn check_app(
    State(context): State<Context>,
    request: Request<Body>,
    next: Next,
) -> Response {
    if let Err(say) = check_sender(request.method(), request.headers(), context.app) {
        return refused(say);
    }
    if request.uri().path().starts_with("/api/")
        && let Err(say) = check_token(request.method(), request.headers(), &context.token)
    {
        return refused(say);
    }
    with_headers(next.run(request).await)
}

/// Checks a request to the frame's origin.
pub(super) async fn check_frame(
    State(context): State<Context>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let headers = request.headers();
    let host = single(headers, HOST.as_str());
    let is_get = request.method() == Method::GET;
    if !is_get || !host.is_some_and(|host| context.frame.is_host(host.as_bytes())) {
        return refused("this address is for the page frame alone");
    }
    with_headers(next.run(request).await)
}

/// Returns a header that occurs exactly once.
fn single<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h HeaderValue> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then_some(value)
}

fn check_sender(method: &Method, headers: &HeaderMap, app: Origin) -> Result<(), &'static str> {
    if method != Method::GET && method != Method::POST {
        return Err("only GET and POST are answered");
    }
    if !single(headers, HOST.as_str()).is_some_and(|host| app.is_host(host.as_bytes())) {
        return Err("the request is for another host");
    }
    if headers.contains_key(ORIGIN)
        && !single(headers, ORIGIN.as_str()).is_some_and(|origin| app.is_origin(origin.as_bytes()))
    {
        return Err("the request comes from another site");
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return Err("the request comes from another site");
    }
    Ok(())
}

fn check_token(method: &Method, headers: &HeaderMap, token: &str) -> Result<(), &'static str> {
    let given = single(headers, AUTHORIZATION.as_str())
        .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
    if !given.is_some_and(|given| is_equal(given, token.as_bytes())) {
        return Err("the request has no valid token");
    }
    let is_json = single(headers, CONTENT_TYPE.as_str()).is_some_and(|kind| {
        kind.as_bytes().split(|&byte| byte == b';').next() == Some(b"application/json")
    });
    if method == Method::POST && !is_json {
        return Err("the body must be JSON");
    }
    Ok(())
}

/// Compares in a time that does not depend on where texts differ.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

/// Headers of every answer.
fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
