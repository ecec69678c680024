//! How long a request and a connection may take, with limits that a test can wait for.

use std::time::Duration;

use millwright_serve::{Deadlines, Settings, limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::sockets::start_with;

/// Longer than any test.
const LONG: Duration = Duration::from_mins(10);

/// By then a server that is going to do something has done it, on a busy machine too.
const SURELY: Duration = Duration::from_secs(20);

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

fn with(deadlines: Deadlines) -> Settings {
    Settings { deadlines, ..Settings::default() }
}

/// No limit but those that a test sets.
fn none() -> Deadlines {
    Deadlines {
        arrival: LONG,
        request: LONG,
        write: LONG,
        connection_age: LONG,
        connection_requests: u64::MAX,
    }
}

/// The next answer of a connection, head and body, in lower case.
async fn next_answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&answer).to_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() == length.parse::<usize>().unwrap() {
                return text;
            }
        }
        let byte = timeout(SURELY, stream.read_u8()).await.expect("an answer comes").expect("a whole answer");
        answer.push(byte);
    }
}

async fn has_ended(stream: &mut TcpStream) -> bool {
    matches!(timeout(SURELY, stream.read(&mut [0; 64])).await, Ok(Ok(0) | Err(_)))
}

#[test]
fn the_usual_limits_are_those_that_are_documented() {
    let usual = Deadlines::default();
    assert_eq!((usual.arrival, usual.request), (Duration::from_secs(5), Duration::from_secs(20)));
    assert_eq!((usual.write, usual.connection_age), (Duration::from_secs(10), Duration::from_mins(5)));
    assert_eq!(usual.connection_requests, 100_000);
    assert_eq!(Settings::default().deadlines, usual);
    assert!(limits::PATIENCE < limits::REQUEST);
}

#[tokio::test]
async fn a_request_of_which_some_arrives_all_the_time_ends_with_the_time_of_a_whole_request() {
    let request = Duration::from_millis(400);
    let (address, _stop, _server) = start_with(with(Deadlines { request, ..none() })).await;
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut reading, mut writing) = stream.into_split();
    let began = Instant::now();
    let dripping = tokio::spawn(async move {
        let head = b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n";
        let _ = writing.write_all(head).await;
        while writing.write_all(b"{").await.is_ok() {
            sleep(request / 5).await;
        }
    });
    let mut answer = vec![0; 12];
    timeout(SURELY, reading.read_exact(&mut answer)).await.expect("the server ends it").unwrap();
    assert_eq!(answer, b"HTTP/1.1 503");
    assert!(began.elapsed() >= request);
    // The rest of the body is not waited for.
    timeout(SURELY, dripping).await.expect("the connection is closed").unwrap();
}

#[tokio::test]
async fn an_old_connection_is_told_with_its_next_answer() {
    let connection_age = Duration::from_millis(1_500);
    let (address, _stop, _server) = start_with(with(Deadlines { connection_age, ..none() })).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(HEALTH).await.unwrap();
    let young = next_answer(&mut stream).await;
    assert!(young.starts_with("http/1.1 200") && !young.contains("connection: close"), "{young}");
    sleep(connection_age).await;
    stream.write_all(HEALTH).await.unwrap();
    let old = next_answer(&mut stream).await;
    assert!(old.starts_with("http/1.1 200") && old.contains("connection: close"), "{old}");
    assert!(has_ended(&mut stream).await);
}

#[tokio::test]
async fn an_old_connection_that_asks_nothing_is_closed() {
    let (connection_age, request) = (Duration::from_millis(300), Duration::from_millis(300));
    let deadlines = Deadlines { connection_age, request, ..none() };
    let (address, _stop, _server) = start_with(with(deadlines)).await;
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(HEALTH).await.unwrap();
    next_answer(&mut stream).await;
    assert!(has_ended(&mut stream).await);
    assert!(began.elapsed() >= connection_age + request);
}

#[tokio::test]
async fn whoever_reads_a_little_of_an_answer_now_and_then_is_given_up_with_the_age_of_the_connection() {
    let (connection_age, request) = (Duration::from_millis(400), Duration::from_millis(300));
    let deadlines = Deadlines { connection_age, request, ..none() };
    let (address, _stop, _server) = start_with(with(deadlines)).await;
    let (mut reading, mut writing) = TcpStream::connect(address).await.unwrap().into_split();
    let began = Instant::now();
    let asking = tokio::spawn(async move {
        while writing.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n").await.is_ok() {}
    });
    let nibbling = tokio::spawn(async move {
        while reading.read(&mut [0; 16]).await.is_ok_and(|read| read > 0) {
            sleep(Duration::from_millis(50)).await;
        }
    });
    timeout(SURELY, asking).await.expect("the server ends it").unwrap();
    assert!(began.elapsed() >= connection_age + 2 * request);
    nibbling.abort();
}

#[tokio::test]
async fn the_last_request_of_a_connection_is_told_so_and_those_behind_it_are_not_answered() {
    let (address, _stop, _server) = start_with(with(Deadlines { connection_requests: 3, ..none() })).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&HEALTH.repeat(5)).await.unwrap();
    for number in 1..=3 {
        let answer = next_answer(&mut stream).await;
        assert!(answer.starts_with("http/1.1 200"), "{answer}");
        assert_eq!(answer.contains("connection: close"), number == 3, "{number}: {answer}");
    }
    assert!(has_ended(&mut stream).await);
}
