//! Requests and their answers.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use millwright_index::UnitGraph;
use millwright_rules::{Game, StoneCount};
use millwright_serve::{App, Library, Report, Settings, router};
use millwright_solve::{MemoryTables, UnitOptions};
use serde_json::Value;
use tower::ServiceExt;

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().expect("every error has a code").to_owned()
    }
}

/// A server, and what it has logged.
pub(crate) struct Server {
    app: App,
    pub(crate) log: Log,
    /// What tests log stays in their thread.
    _logging: tracing::subscriber::DefaultGuard,
}

/// Lines of a log.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Server {
    pub(crate) fn new(library: Library) -> Self {
        Self::with(library, Settings::default())
    }

    pub(crate) fn with(library: Library, settings: Settings) -> Self {
        let log = Log::default();
        let lines = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_max_level(tracing::Level::WARN)
            .with_writer(move || lines.clone())
            .finish();
        let logging = tracing::subscriber::set_default(subscriber);
        Self { app: App::new(Arc::new(library), settings), log, _logging: logging }
    }

    /// The same with a report.
    pub(crate) fn with_report(self, report: Report) -> Self {
        Self { app: self.app.clone().with_report(report), ..self }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = router(self.app.clone()).oneshot(request).await.expect("the router always answers");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("bodies are whole").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) async fn get(&self, uri: &str) -> Answer {
        self.send(Request::get(uri).body(Body::empty()).expect("a good URI")).await
    }

    pub(crate) async fn post(&self, uri: &str, body: String) -> Answer {
        let request =
            Request::post(uri).header(header::CONTENT_TYPE, "application/json").body(Body::from(body));
        self.send(request.expect("a good URI")).await
    }

    /// What is answered where all is well.
    pub(crate) async fn json(&self, uri: &str) -> Value {
        let answer = self.get(uri).await;
        assert_eq!(answer.status, StatusCode::OK, "{uri}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }
}

/// The standard game with three stones each, in memory.
pub(crate) fn three_stones_solved() -> MemoryTables {
    let three = StoneCount::new(3).unwrap();
    let graph = UnitGraph::extended(&Game::Standard.rules(), three);
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    MemoryTables::solve(&graph, &options).unwrap()
}

/// A library whose standard game is known with three stones each, in memory; there is nothing on disk.
pub(crate) fn three_stones() -> Library {
    let library = Library::new(Path::new("no such directory"), 1 << 20);
    library.add_small(Game::Standard, &three_stones_solved());
    library
}
