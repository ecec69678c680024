//! What every request goes through before it is answered: who asks, by which name, and whether all of it arrives in time.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use tokio::time::timeout;
use tracing::Instrument;

use crate::app::App;
use crate::client::Peer;
use crate::error::ApiError;
use crate::{limits, router};

/// The header that has the number of a request, here and in the log.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Different for every run of the server, so that numbers of one are not those of another.
static RUN: LazyLock<u64> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let hash = blake3::hash(&[now.to_le_bytes(), u128::from(std::process::id()).to_le_bytes()].concat());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes")) >> 32
});

/// Numbers a request, finds out who asks, waits until all of it is there, has it answered in time, and counts it.
pub(crate) async fn arrive(State(app): State<App>, mut request: Request, next: Next) -> Response {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let began = Instant::now();
    let peer = request.extensions().get::<Peer>().copied();
    let client = app.settings.proxies.client(peer, request.headers());
    request.extensions_mut().insert(client);
    let id = told_id(&app, peer, &request).unwrap_or_else(|| new_id(NUMBER.fetch_add(1, Ordering::Relaxed)));
    let kind = request.extensions().get::<MatchedPath>().cloned();
    let kind = kind.as_ref().map_or("page", MatchedPath::as_str);
    let is_logged = tracing::enabled!(tracing::Level::DEBUG);
    let method = is_logged.then(|| (request.method().clone(), request.uri().clone()));
    let span = tracing::error_span!("request", id = id.to_str().unwrap_or_default());
    let body_bytes =
        if kind == router::POSITIONS { limits::POSITIONS_BODY_BYTES } else { limits::BODY_BYTES };
    let answered = answer(&app, request, body_bytes, next).instrument(span.clone());
    let most = app.settings.deadlines.request;
    let mut response = match timeout(most, answered).await {
        Ok(response) => response,
        Err(_) => span.in_scope(|| ApiError::TooSlow(most).into_response()),
    };
    let (status, took) = (response.status().as_u16(), began.elapsed());
    app.metrics.count(kind, status, took);
    if let Some((method, uri)) = method {
        let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        span.in_scope(|| tracing::debug!(%method, %uri, %client, status, microseconds, "answered"));
    }
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

async fn answer(app: &App, request: Request, body_bytes: usize, next: Next) -> Response {
    if !app.settings.hosts.allow(request.headers()) {
        return ApiError::Host.into_response();
    }
    match whole(request, app.settings.deadlines.arrival, body_bytes).await {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// The request when all of its body is there, which has so long to arrive and so many bytes at most.
async fn whole(request: Request, patience: Duration, most: usize) -> Result<Request, ApiError> {
    // What has no body usually, and says nothing about one, has none.
    let is_bare = matches!(*request.method(), Method::GET | Method::HEAD)
        && axum::body::HttpBody::is_end_stream(request.body());
    if is_bare {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let arrived = timeout(patience, Limited::new(body, most).collect()).await;
    let body =
        arrived.map_err(|_| ApiError::Late(patience))?.map_err(|_| ApiError::TooLarge { most })?.to_bytes();
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// The number that a trusted proxy has given a request, so that its log and ours speak of the same one.
fn told_id(app: &App, peer: Option<Peer>, request: &Request) -> Option<HeaderValue> {
    let is_trusted = peer.is_some_and(|Peer(peer)| app.settings.proxies.has(peer.ip()));
    let told = request.headers().get(REQUEST_ID).filter(|_| is_trusted)?;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (told.len() <= 64 && told.as_bytes().iter().all(is_plain)).then(|| told.clone())
}

fn new_id(number: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("{:08x}-{number:x}", *RUN)).expect("hexadecimal digits")
}
