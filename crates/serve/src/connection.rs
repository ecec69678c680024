//! One connection, from its first byte to its last.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep, timeout};
use tower::ServiceExt;

use crate::client::Peer;
use crate::connections::{Activity, Place};
use crate::limits;
use crate::settings::Deadlines;
use crate::watched_stream::WatchedStream;

/// How HTTP is spoken.
pub(crate) fn http(deadlines: Deadlines) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(deadlines.arrival)
        .max_buf_size(limits::HEAD_BYTES)
        // Whoever has said all he has to say may still want the answer.
        .half_close(true);
    http
}

/// Answers the requests of a connection until the client or the server has had enough of it.
pub(crate) async fn serve(
    http: http1::Builder,
    (stream, peer): (TcpStream, SocketAddr),
    router: Router,
    place: Place,
    deadlines: Deadlines,
    mut stop: watch::Receiver<bool>,
) {
    let activity = Arc::clone(&place.activity);
    // Answers are written whole: nothing is gained by waiting for more.
    let _ = stream.set_nodelay(true);
    let stream = WatchedStream::new(stream, Arc::clone(&activity), deadlines.write);
    let (asked, began) = (AtomicU64::new(0), Instant::now());
    let service = service_fn(|request: Request<Incoming>| {
        let is_last = asked.fetch_add(1, Ordering::Relaxed) + 1 >= deadlines.connection_requests
            || began.elapsed() >= deadlines.connection_age;
        answer(router.clone(), request, peer, Arc::clone(&activity), is_last)
    });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    // One that is used is told with its next answer, which no client takes for a failure.
    let mut old = pin!(sleep(deadlines.connection_age + deadlines.request));
    let mut is_ending = false;
    loop {
        tokio::select! {
            // What goes wrong with a connection is the client's trouble.
            _ = connection.as_mut() => break,
            () = activity.has_to_end() => break,
            () = old.as_mut() => {
                if is_ending {
                    break;
                }
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                old.as_mut().reset(Instant::now() + deadlines.request);
            }
            _ = stop.changed(), if !is_ending => {
                connection.as_mut().graceful_shutdown();
                is_ending = true;
                old.as_mut().reset(Instant::now() + deadlines.request);
            }
        }
    }
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
    activity: Arc<Activity>,
    is_last: bool,
) -> Result<Response<Body>, Infallible> {
    if activity.is_pipelined() {
        // Others first: a client that sends a hundred requests at once gets a hundred turns.
        tokio::task::yield_now().await;
    }
    let _working = Working::begin(&activity);
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(Peer(peer));
    let mut response = router.oneshot(request).await?;
    if is_last {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// A request that is being answered, also where the client goes away meanwhile.
struct Working<'a>(&'a Activity);

impl<'a> Working<'a> {
    fn begin(activity: &'a Activity) -> Self {
        activity.set_working(true);
        Self(activity)
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.set_working(false);
    }
}

/// Says that there are too many connections, to a client that listens.
pub(crate) async fn refuse(mut stream: TcpStream, _waited_for: OwnedSemaphorePermit) {
    const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 1\r\n\
        Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 94\r\n\r\n\
        {\"error\":{\"code\":\"busy\",\"message\":\"too many connections\",\"hint\":\"close some, then try again\"}}";
    let tell = async {
        stream.write_all(BUSY).await?;
        stream.shutdown().await?;
        // What has been sent is read: a connection that is closed before loses what was written to it.
        tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
    };
    let _ = timeout(limits::REFUSAL, tell).await;
}
