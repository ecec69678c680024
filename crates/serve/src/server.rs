//! Routes, and the server that answers them.

use std::future::Future;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::time::sleep;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::error::{ApiError, Cause};
use crate::gate::Gate;
use crate::library::Library;
use crate::{handlers, limits, openapi, page};

/// How long after the flag is raised the server notices.
const STOP_LATENCY: Duration = Duration::from_millis(50);

/// How long requests have to be finished once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// What all requests share.
#[derive(Clone)]
pub struct App {
    pub(crate) library: Arc<Library>,
    pub(crate) gate: Gate,
    log: Arc<dyn Fn(&str) + Send + Sync>,
}

impl App {
    /// Answers from a library, with as many requests at work as the machine has processors. What goes wrong on the
    /// server's side is told to `log`, a line each: clients are not told about files.
    pub fn new(library: Arc<Library>, log: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self { library, gate: Gate::new(processors), log: Arc::new(log) }
    }
}

/// All that can be asked. Tests call it without a socket.
pub fn router(app: App) -> Router {
    let constant = |name: HeaderName, value| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/healthz", get(handlers::health))
        .route("/api/openapi.json", get(openapi::description))
        .route("/api/games", get(handlers::games))
        .route("/api/{game}/position", get(handlers::position))
        .route("/api/{game}/line", get(handlers::line))
        .route("/api/{game}/game", post(handlers::game))
        .route("/api/{game}/reply", get(handlers::reply))
        .route("/api/{game}/statistics", get(handlers::statistics))
        .route("/api/{game}/statistics/{subspace}", get(handlers::subspace))
        .fallback(page::file)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::map_response_with_state(app.clone(), log_cause))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(CatchPanicLayer::custom(|_| ApiError::Broken.into_response()))
        // What is answered is public and the same for everybody: other pages may ask too.
        .layer(constant(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .layer(constant(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(constant(header::REFERRER_POLICY, "no-referrer"))
        .with_state(app)
}

/// Tells the log why a request failed, where the client is not told.
async fn log_cause(State(app): State<App>, response: Response) -> Response {
    if let Some(Cause(cause)) = response.extensions().get() {
        (app.log)(cause);
    }
    response
}

async fn wrong_method(method: Method) -> ApiError {
    ApiError::Method(method.to_string())
}

/// Answers requests on a socket until `stop` is done, then finishes those that it has.
///
/// # Errors
/// If the socket fails.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let library = Arc::clone(&app.library);
    let stopped = async move {
        stop.await;
        library.stop();
    };
    axum::serve(listener, router(app)).with_graceful_shutdown(stopped).await
}

/// The same for a thread that has nothing else to do: listens at an address, tells `ready` which one it is (port 0
/// stands for any that is free), and answers until `stop` is raised.
///
/// # Errors
/// If the address cannot be listened at, or the socket fails.
pub fn run(
    address: SocketAddr,
    app: App,
    stop: &'static AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        // Connections that stay open without asking anything are not waited for longer than this.
        tokio::select! {
            result = serve(listener, app, raised(stop)) => result,
            () = async { raised(stop).await; sleep(FAREWELL).await } => Ok(()),
        }
    })
}

async fn raised(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(STOP_LATENCY).await;
    }
}
