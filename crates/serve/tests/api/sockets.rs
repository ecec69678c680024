//! The server on a socket: clients that are slow, rude or gone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use millwright_serve::{App, limits, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::asking::three_stones;

/// A server, where it is, and how to stop it.
async fn start() -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let app = App::new(Arc::new(three_stones()), |_| {});
    let until = async {
        let _ = stopped.await;
    };
    (address, stop, tokio::spawn(serve(listener, app, until)))
}

async fn read_all(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn whoever_has_said_all_gets_an_answer() {
    let (address, _stop, _server) = start().await;
    for _ in 0..20 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").await.unwrap();
        stream.shutdown().await.unwrap();
        assert!(read_all(&mut stream).await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn whoever_does_not_finish_a_request_is_not_waited_for() {
    let (address, _stop, _server) = start().await;
    let patience = limits::PATIENCE + Duration::from_secs(5);
    let body = b"POST /api/standard/game HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    for half in [&b"GET /healthz HTTP/1.1\r\nHost: he"[..], &body[..]] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(half).await.unwrap();
        let answer = timeout(patience, async {
            let mut first = [0; 12];
            stream.read(&mut first).await.map(|len| String::from_utf8_lossy(&first[..len]).into_owned())
        });
        let answer = answer.await.expect("the server ends it").unwrap_or_default();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_does_not_wait_for_idle_clients() {
    let (address, stop, server) = start().await;
    let mut idle = TcpStream::connect(address).await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nGET /api/ga").await.unwrap();
    let mut first = [0; 15];
    idle.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let asked = Instant::now();
    stop.send(()).unwrap();
    timeout(Duration::from_secs(10), server).await.expect("it stops").unwrap();
    assert!(asked.elapsed() < Duration::from_secs(5));
}
