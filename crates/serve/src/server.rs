//! The server on a socket: who is let in, and how it ends.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::app::App;
use crate::client::Client;
use crate::connection;
use crate::connections::Admission;
use crate::limits;
use crate::router::router;
use crate::seldom::Seldom;

/// How long after a flag is raised the server notices.
const FLAG_LATENCY: Duration = Duration::from_millis(50);

/// How long the last bytes of an answer have to be written once it is found.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1_024;

/// Bytes that the system keeps of answers to a client that does not read, who makes no more work than that. The largest
/// answers take some rounds over long distances.
const SEND_BUFFER: u32 = 64 << 10;

/// Answers requests on a socket until `stop` is done, then finishes those that it has begun with.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()> + Send + 'static) {
    let (told, stopped) = watch::channel(false);
    let mut stop = pin!(stop);
    let deadlines = app.settings.deadlines;
    let http = connection::http(deadlines);
    let router = router(app.clone());
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &app) => accepted,
            () = &mut stop => break,
        };
        app.metrics.accepted.inc();
        let is_proxy = app.settings.proxies.has(peer.ip());
        match admit(&app, Client::of(peer.ip()), is_proxy).await {
            Admission::Admitted { place, evicts } => {
                if evicts {
                    app.metrics.evicted.inc();
                }
                let (http, router, stopped) = (http.clone(), router.clone(), stopped.clone());
                tokio::spawn(connection::serve(http, (stream, peer), router, place, deadlines, stopped));
            }
            Admission::Refused | Admission::NotYet => {
                static SELDOM: Seldom = Seldom::new();
                app.metrics.refused.inc();
                let address = peer.ip();
                SELDOM.log(|unsaid| tracing::warn!(%address, unsaid, "too many connections: refused one"));
                if let Some(permit) = app.connections.may_be_told() {
                    tokio::spawn(connection::refuse(stream, permit));
                }
            }
        }
    }
    app.begin_to_stop();
    app.library.stop();
    drop(listener);
    let _ = told.send(true);
    let open = app.connections.count();
    tracing::info!(open, "finishing what was begun");
    let _ = timeout(limits::FAREWELL, all_have_ended(&app)).await;
}

/// A place for a connection. Those that have been told to end for it need a moment.
async fn admit(app: &App, client: Client, is_proxy: bool) -> Admission {
    let until = Instant::now() + LAST_BYTES;
    loop {
        match app.connections.admit(client, is_proxy) {
            Admission::NotYet if Instant::now() < until => {
                let _ = timeout(FLAG_LATENCY, app.connections.one_has_ended()).await;
            }
            admission => return admission,
        }
    }
}

/// The next connection.
async fn accept(listener: &TcpListener, app: &App) -> (tokio::net::TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // A client that is gone already, or too many open files: the next one may have more luck.
                static SELDOM: Seldom = Seldom::new();
                SELDOM.log(|unsaid| tracing::warn!(%error, unsaid, "cannot accept a connection"));
                app.connections.end_an_idle_one();
                sleep(FLAG_LATENCY).await;
            }
        }
    }
}

/// Waits for connections to end. Those that are idle are not waited for.
async fn all_have_ended(app: &App) {
    let mut quiet_since = Instant::now();
    while app.connections.count() > 0 && quiet_since.elapsed() < LAST_BYTES {
        let _ = timeout(FLAG_LATENCY, app.connections.one_has_ended()).await;
        if app.connections.working() > 0 {
            quiet_since = Instant::now();
        }
    }
}

/// Flags that are raised to tell a server what to do.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    /// To end.
    pub stop: &'static AtomicBool,
    /// To open all tables anew; lowered when that is done.
    pub reload: &'static AtomicBool,
}

/// The same for a thread that has nothing else to do: listens at an address, tells `ready` which one it is (port 0
/// stands for any that is free), and answers until it is told to stop.
///
/// # Errors
/// If the address cannot be listened at.
pub fn run(address: SocketAddr, app: App, flags: Flags, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = listen(address)?;
        ready(listener.local_addr()?);
        let reloading = tokio::spawn(reload_when_told(app.clone(), flags.reload));
        // On a thread of the pool, like all that it answers.
        let serving = tokio::spawn(serve(listener, app, raised(flags.stop)));
        let served = serving.await;
        reloading.abort();
        served.map_err(io::Error::other)
    });
    // What is still at work is for clients that have gone.
    runtime.shutdown_timeout(FLAG_LATENCY);
    served
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that is started again finds its port where old connections are still being ended.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

async fn raised(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        sleep(FLAG_LATENCY).await;
    }
}

async fn reload_when_told(app: App, flag: &AtomicBool) {
    loop {
        raised(flag).await;
        flag.store(false, Ordering::Relaxed);
        app.library.reload();
        tracing::info!("tables are opened anew");
    }
}
