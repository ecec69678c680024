//! Routes, and the server that answers them.

use std::future::Future;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::error::{ApiError, Cause};
use crate::gate::Gate;
use crate::library::Library;
use crate::{handlers, limits, openapi, page};

/// How long after the flag is raised the server notices.
const STOP_LATENCY: Duration = Duration::from_millis(50);

/// How long requests have to be finished once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// What pages of other servers may send.
const ASKING: [Method; 2] = [Method::GET, Method::POST];

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
        .route("/api/{game}", get(handlers::one_game))
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
        .layer(RequestBodyTimeoutLayer::new(limits::PATIENCE))
        // What is answered is public and the same for everybody: other pages may ask too.
        .layer(CorsLayer::new().allow_origin(Any).allow_methods(ASKING).allow_headers([header::CONTENT_TYPE]))
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

/// Answers requests on a socket until `stop` is done, then finishes those that it has, within two seconds.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()> + Send + 'static) {
    let library = Arc::clone(&app.library);
    let router = router(app);
    let mut http = http1::Builder::new();
    // Whoever has said all he has to say may still want the answer; whoever says nothing is not waited for.
    http.timer(TokioTimer::new()).header_read_timeout(limits::PATIENCE).half_close(true);
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let place = Arc::clone(&places).acquire_owned();
        let accepted = async { (place.await, listener.accept().await) };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            // A client that is gone already, or too many open files: the next one may have more luck.
            sleep(STOP_LATENCY).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _place = place;
            // What goes wrong with a connection is the client's trouble.
            let _ = connection.await;
        });
    }
    library.stop();
    // Connections that stay open without asking anything are not waited for.
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// The same for a thread that has nothing else to do: listens at an address, tells `ready` which one it is (port 0
/// stands for any that is free), and answers until `stop` is raised.
///
/// # Errors
/// If the address cannot be listened at.
pub fn run(
    address: SocketAddr,
    app: App,
    stop: &'static AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        serve(listener, app, raised(stop)).await;
        Ok(())
    });
    runtime.shutdown_timeout(STOP_LATENCY);
    served
}

async fn raised(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(STOP_LATENCY).await;
    }
}
