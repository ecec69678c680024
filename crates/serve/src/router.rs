//! Routes, and what is done with every request.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::app::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::settings::MetricsFor;
use crate::{arrival, handlers, limits, openapi, page, report};

/// What the figures of the server are written in.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What pages of other servers may send.
const ASKING: [Method; 2] = [Method::GET, Method::POST];

/// Where many positions are asked about: the one address that takes more than others.
pub(crate) const POSITIONS: &str = "/api/{game}/positions";

/// All that can be asked. Tests call it without a socket.
pub fn router(app: App) -> Router {
    let constant = |name: HeaderName, value| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/healthz", get(handlers::health))
        .route("/readyz", get(handlers::ready))
        .route("/metrics", get(metrics))
        .route("/api/openapi.json", get(openapi::description))
        .route("/api/games", get(handlers::games))
        .route("/api/{game}", get(handlers::one_game))
        .route("/api/{game}/position", get(handlers::position))
        .route(
            POSITIONS,
            post(handlers::positions).layer(DefaultBodyLimit::max(limits::POSITIONS_BODY_BYTES)),
        )
        .route("/api/{game}/line", get(handlers::line))
        .route("/api/{game}/game", post(handlers::game))
        .route("/api/{game}/reply", get(handlers::reply))
        .route("/api/{game}/puzzles", get(handlers::puzzles))
        .route("/api/{game}/statistics", get(handlers::statistics))
        .route("/api/{game}/statistics/{subspace}", get(handlers::subspace))
        .route("/image/{game}/{file}", get(handlers::image))
        .route("/report", get(report::move_on))
        .route("/report/", get(report::index))
        .route("/report/{file}", get(report::file))
        .fallback(page::file)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(CatchPanicLayer::custom(|_| ApiError::Broken.into_response()))
        .layer(middleware::from_fn_with_state(app.clone(), arrival::arrive))
        // What is answered is public and the same for everybody: other pages may ask too.
        // Whoever asks may read it, so that an answer does not vary with who asks; and some proxies heed only one of several Vary.
        .layer(
            CorsLayer::new()
                .allow_origin(Any)
                .allow_methods(ASKING)
                .allow_headers([header::CONTENT_TYPE])
                .vary([]),
        )
        .layer(constant(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(constant(header::REFERRER_POLICY, "no-referrer"))
        .with_state(app)
}

async fn wrong_method(method: Method) -> ApiError {
    ApiError::Method(method.to_string())
}

/// The figures of the server, for those who may see them.
async fn metrics(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // A proxy on this machine passes on what others ask.
    let is_passed_on =
        headers.contains_key(&app.settings.proxies.header) || headers.contains_key("forwarded");
    let may_see = match app.settings.metrics {
        MetricsFor::Everybody => true,
        MetricsFor::ThisMachine => client.is_here() && !is_passed_on,
    };
    if !may_see {
        return Err(ApiError::NotFound("/metrics".to_owned()));
    }
    Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], app.metrics.text(&app)).into_response())
}
