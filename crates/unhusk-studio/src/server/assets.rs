//! The files of the app, in the program itself.

use super::Context;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// The page of the app.
pub(super) async fn index(State(context): State<Context>) -> Response {
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         frame-src {}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'",
        context.frame.url()
    );
    let headers = [(CONTENT_TYPE, HTML.to_owned()), (CONTENT_SECURITY_POLICY, policy)];
    (headers, include_str!("../../web/index.html")).into_response()
}

/// The style sheet of the app.
pub(super) async fn style() -> Response {
    ([(CONTENT_TYPE, CSS)], include_str!("../../web/app.css")).into_response()
}

/// A module of the app.
pub(super) async fn script(Path(name): Path<String>) -> Response {
    match SCRIPTS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => ([(CONTENT_TYPE, SCRIPT)], *text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
