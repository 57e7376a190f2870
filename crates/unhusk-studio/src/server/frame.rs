//! The page frame: one document, whose policy allows its own script and nothing else.

use super::{Context, guard, random_hex};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

pub(super) fn routes(context: Context) -> Router {
    Router::new()
        .route("/frame", get(document))
        .layer(from_fn_with_state(context.clone(), guard::check_frame))
        .with_state(context)
}

/// The document of the frame. A new nonce for every load: no page can know it.
async fn document(State(context): State<Context>) -> Response {
    let Ok(nonce) = random_hex() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let script =
        format!("<script nonce=\"{nonce}\">{}</script>", include_str!("../../web/frame/agent.js"));
    let style = format!("<style>{}</style>", include_str!("../../web/frame/frame.css"));
    let html = include_str!("../../web/frame/frame.html")
        .replace("<!--CSS-->", &style)
        .replace("<!--AGENT-->", &script);
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; font-src data:; \
         form-action 'none'; base-uri 'none'; frame-ancestors {}; sandbox allow-scripts",
        context.app.url()
    );
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (CONTENT_SECURITY_POLICY, policy)];
    (headers, html).into_response()
}
