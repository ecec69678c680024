//! The server on a socket: clients that are slow, rude or gone.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use millwright_serve::{App, Settings, limits, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::asking::three_stones;

/// A server, where it is, and how to stop it.
async fn start() -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    start_with(Settings::default()).await
}

pub(crate) async fn start_with(
    settings: Settings,
) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let app = App::new(Arc::new(three_stones()), settings);
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
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        stream.shutdown().await.unwrap();
        assert!(read_all(&mut stream).await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn whoever_does_not_finish_a_request_is_not_waited_for() {
    let (address, _stop, _server) = start().await;
    let patience = limits::PATIENCE + Duration::from_secs(5);
    let body = b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    for half in [&b"GET /healthz HTTP/1.1\r\nHost: lo"[..], &body[..]] {
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
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/ga").await.unwrap();
    let mut first = [0; 15];
    idle.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let asked = Instant::now();
    stop.send(()).unwrap();
    timeout(Duration::from_secs(10), server).await.expect("it stops").unwrap();
    assert!(asked.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_body_that_comes_byte_by_byte_is_given_up_within_the_time_of_a_whole_request() {
    let (address, _stop, _server) = start().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n";
    stream.write_all(head).await.unwrap();
    let (mut reading, mut writing) = stream.into_split();
    let dripping = tokio::spawn(async move {
        while writing.write_all(b"{").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(400)).await;
        }
    });
    let began = Instant::now();
    let mut answer = vec![0; 12];
    timeout(2 * limits::PATIENCE, reading.read_exact(&mut answer))
        .await
        .expect("the server ends it")
        .unwrap();
    assert_eq!(answer, b"HTTP/1.1 408");
    assert!(began.elapsed() + Duration::from_millis(100) >= limits::PATIENCE);
    dripping.abort();
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_is_given_up_too() {
    let (address, _stop, _server) = start().await;
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut reading, mut writing) = stream.into_split();
    let dripping = tokio::spawn(async move {
        let _ = writing.write_all(b"GET /healthz HTTP/1.1\r\nX: ").await;
        while writing.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(400)).await;
        }
    });
    let mut answer = Vec::new();
    let read = timeout(2 * limits::PATIENCE, reading.read_to_end(&mut answer)).await;
    assert!(read.is_ok(), "the server ends it");
    dripping.abort();
}

#[tokio::test]
async fn whoever_asks_and_does_not_read_is_given_up() {
    let (address, _stop, _server) = start().await;
    let stream = TcpStream::connect(address).await.unwrap();
    let (reading, mut writing) = stream.into_split();
    let began = Instant::now();
    let ask = async {
        while writing.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n").await.is_ok() {}
    };
    let patience = limits::WRITE_PATIENCE + Duration::from_secs(20);
    timeout(patience, ask).await.expect("the server ends it");
    assert!(began.elapsed() >= limits::WRITE_PATIENCE);
    drop(reading);
}

#[tokio::test]
async fn a_client_with_too_many_connections_is_told_so_and_others_are_not() {
    let settings = Settings { connections_per_client: Some(3), ..Settings::default() };
    let (address, _stop, _server) = start_with(settings).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        open.push(stream);
    }
    let mut fourth = TcpStream::connect(address).await.unwrap();
    let answer = timeout(Duration::from_secs(5), read_all(&mut fourth)).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    assert!(head.starts_with("HTTP/1.1 503"), "{answer}");
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
    assert_eq!(body.len().to_string(), length);
    assert_eq!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"]["code"], "busy");
    // Another address of this machine is another client.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = socket.connect(address).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(read_all(&mut other).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn idle_connections_make_room_for_one_that_asks() {
    let settings = Settings { connections: 8, ..Settings::default() };
    let (address, _stop, _server) = start_with(settings).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(TcpStream::connect(address).await.unwrap());
    }
    for _ in 0..4 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .await
            .unwrap();
        let answer = timeout(Duration::from_secs(2), read_all(&mut stream)).await.expect("at once");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let mut ended = 0;
    for stream in &mut idle {
        let read = timeout(Duration::from_millis(50), stream.read(&mut [0; 1])).await;
        ended += usize::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    // Those that came after the first found the place that it had left, unless they were quicker.
    assert!((1..=4).contains(&ended), "{ended} were ended");
}
