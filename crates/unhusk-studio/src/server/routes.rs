//! Requests of the app -> methods of the studio. Slow work runs beside the server, so that it always answers.

use super::{Context, assets, guard};
use crate::studio::{Act, ExportPages, Studio, StudioError};
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Json, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, http};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt};

/// Largest body: a page that is dropped on the app.
const MAX_BODY: usize = 64 << 20;

pub(super) fn app(context: Context) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/app.css", get(assets::style))
        .route("/js/{name}", get(assets::script))
        .route("/api/hello", get(hello))
        .route("/api/task", get(task))
        .route("/api/act", post(act))
        .route("/api/page/{page}", get(page))
        .route("/api/page/{page}/marks", get(marks))
        .route("/api/page/{page}/other", get(other))
        .route("/api/page/{page}/repaired", get(repaired))
        .route("/api/page/{page}/ghost", get(ghost))
        .route("/api/page/{page}/regions", get(regions))
        .route("/api/page/{page}/node", get(node))
        .route("/api/page/{page}/source", get(source))
        .route("/api/page/{page}/find", get(find))
        .route("/api/pages", post(add_page))
        .route("/api/compare", get(compare))
        .route("/api/vocabulary", get(vocabulary))
        .route("/api/preview", get(preview))
        .route("/api/export", post(export))
        .route("/api/share", get(share))
        .route("/api/drift", get(drift))
        .route("/api/repair", post(repair))
        .route("/api/test", post(test))
        .route("/api/cancel", post(cancel))
        .route("/api/events", get(events))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(context.clone(), guard::check_app))
        .with_state(context)
}

type Answer = Result<Response, StudioError>;

/// Runs a method of the studio beside the server. A panic in it is an error of this request alone.
async fn beside<T: Serialize + Send + 'static>(
    context: Context,
    method: impl FnOnce(&Arc<Studio>) -> Result<T, StudioError> + Send + 'static,
) -> Answer {
    let studio = Arc::clone(&context.studio);
    let run = tokio::task::spawn_blocking(move || method(&studio));
    let result = run.await.map_err(|_| StudioError {
        status: 500,
        kind: "panic",
        say: "the studio failed on this request; nothing was lost".to_owned(),
        offer: "undo the last step, and report the page".to_owned(),
    })?;
    Ok(Json(result?).into_response())
}

/// Returns the identifier of the window that sent a request.
fn window(headers: &HeaderMap) -> String {
    const LONGEST: usize = 64;
    let id = headers.get("x-unhusk-window").and_then(|id| id.to_str().ok()).unwrap_or("");
    id.chars().take(LONGEST).collect()
}

#[derive(Deserialize)]
struct Shown {
    #[serde(default)]
    page: usize,
}

#[derive(Deserialize)]
struct AtNode {
    node: u32,
}

async fn hello(State(context): State<Context>) -> Answer {
    let frame = format!("{}/frame", context.frame.url());
    beside(context, move |studio| Ok(studio.hello(&frame))).await
}

async fn task(
    State(context): State<Context>,
    Query(shown): Query<Shown>,
    headers: HeaderMap,
) -> Answer {
    let window = window(&headers);
    beside(context, move |studio| Ok(studio.task(&window, shown.page))).await
}

#[derive(Deserialize)]
struct ActBody {
    #[serde(default)]
    page: usize,
    #[serde(flatten)]
    act: Act,
}

async fn act(
    State(context): State<Context>,
    headers: HeaderMap,
    Json(body): Json<ActBody>,
) -> Answer {
    let window = window(&headers);
    let studio = Arc::clone(&context.studio);
    let answer = beside(context, move |studio| studio.act(&window, body.page, &body.act)).await?;
    tokio::task::spawn_blocking(move || {
        studio.announce();
        studio.follow_up();
    });
    Ok(answer)
}

async fn page(State(context): State<Context>, Path(page): Path<usize>) -> Answer {
    beside(context, move |studio| studio.page(page)).await
}

async fn marks(State(context): State<Context>, Path(page): Path<usize>) -> Answer {
    beside(context, move |studio| studio.page_marks(page)).await
}

#[derive(Deserialize)]
struct ByMethod {
    method: String,
}

async fn other(
    State(context): State<Context>,
    Path(page): Path<usize>,
    Query(by): Query<ByMethod>,
) -> Answer {
    beside(context, move |studio| studio.other_records(page, &by.method)).await
}

async fn repaired(State(context): State<Context>, Path(page): Path<usize>) -> Answer {
    beside(context, move |studio| studio.repaired_records(page)).await
}

async fn ghost(
    State(context): State<Context>,
    Path(page): Path<usize>,
    Query(at): Query<AtNode>,
) -> Answer {
    beside(context, move |studio| studio.ghost(page, at.node)).await
}

async fn regions(State(context): State<Context>, Path(page): Path<usize>) -> Answer {
    beside(context, move |studio| studio.regions(page)).await
}

async fn node(
    State(context): State<Context>,
    Path(page): Path<usize>,
    Query(at): Query<AtNode>,
) -> Answer {
    beside(context, move |studio| studio.node(page, at.node)).await
}

async fn source(State(context): State<Context>, Path(page): Path<usize>) -> Answer {
    beside(context, move |studio| studio.source(page)).await
}

#[derive(Deserialize)]
struct Wanted {
    text: String,
}

async fn find(
    State(context): State<Context>,
    Path(page): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Answer {
    beside(context, move |studio| studio.find(page, &wanted.text)).await
}

#[derive(Deserialize)]
struct NewPage {
    name: String,
    html: String,
}

async fn add_page(
    State(context): State<Context>,
    headers: HeaderMap,
    Json(new): Json<NewPage>,
) -> Answer {
    let window = window(&headers);
    beside(context, move |studio| {
        let at = studio.add_page(&window, &new.name, &new.html)?;
        studio.announce();
        Ok(studio.task(&window, at))
    })
    .await
}

async fn compare(State(context): State<Context>, Query(shown): Query<Shown>) -> Answer {
    beside(context, move |studio| studio.compare(shown.page)).await
}

#[derive(Deserialize)]
struct Term {
    #[serde(default)]
    text: String,
    class: Option<String>,
    #[serde(default)]
    kind: String,
}

async fn vocabulary(State(context): State<Context>, Query(term): Query<Term>) -> Answer {
    beside(context, move |studio| {
        Ok(studio.vocabulary(&term.text, term.class.as_deref(), term.kind == "class"))
    })
    .await
}

#[derive(Deserialize)]
struct Preview {
    format: String,
    #[serde(default = "five")]
    rows: usize,
    #[serde(default)]
    page: usize,
}

fn five() -> usize {
    5
}

async fn preview(State(context): State<Context>, Query(asked): Query<Preview>) -> Answer {
    beside(context, move |studio| studio.preview(asked.page, &asked.format, asked.rows)).await
}

#[derive(Deserialize)]
struct ExportBody {
    format: String,
    #[serde(default)]
    pages: String,
    #[serde(default)]
    page: usize,
    record: Option<usize>,
}

async fn export(State(context): State<Context>, Json(body): Json<ExportBody>) -> Answer {
    let pages = match body.record {
        Some(record) => ExportPages::Record { page: body.page, record },
        None if body.pages == "all" => ExportPages::All,
        None => ExportPages::One(body.page),
    };
    let studio = Arc::clone(&context.studio);
    let run = tokio::task::spawn_blocking(move || studio.export(&body.format, pages));
    let failed = |_| StudioError::not_written("the export failed");
    let file = run.await.map_err(failed)??;
    let name = file.name.clone().unwrap_or_else(|| "records".to_owned());
    let response = http::Response::builder()
        .header(CONTENT_TYPE, file.media_type)
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
        .header("x-unhusk-file", file.name.unwrap_or_default())
        .header("x-unhusk-records", file.records)
        .header("x-unhusk-failed", file.failed.len())
        .body(Body::from(file.bytes));
    response.map_err(|error| StudioError::not_written(error.to_string()))
}

async fn share(State(context): State<Context>) -> Answer {
    beside(context, |studio| studio.share()).await
}

async fn drift(State(context): State<Context>) -> Answer {
    beside(context, |studio| studio.drift()).await
}

#[derive(Deserialize)]
struct RepairBody {
    #[serde(default)]
    fields: Vec<String>,
}

async fn repair(State(context): State<Context>, Json(body): Json<RepairBody>) -> Answer {
    beside(context, move |studio| studio.accept_repair(&body.fields)).await
}

async fn test(State(context): State<Context>) -> (StatusCode, Json<Value>) {
    tokio::task::spawn_blocking(move || context.studio.test());
    (StatusCode::ACCEPTED, Json(json!({"started": true})))
}

async fn cancel(State(context): State<Context>) -> Json<Value> {
    context.studio.cancel();
    Json(json!({"cancelled": true}))
}

async fn events(
    State(context): State<Context>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let news = BroadcastStream::new(context.studio.subscribe());
    // A window that lags behind requests the task again on the next message.
    let events = news
        .filter_map(Result::ok)
        .map(|update| Ok(Event::default().event(update.event).data(update.data)));
    Sse::new(events).keep_alive(KeepAlive::default())
}
