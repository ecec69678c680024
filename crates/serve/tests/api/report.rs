//! The report, beside the explorer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::{StatusCode, header};
use millwright_report::Results;
use millwright_serve::Report;

use crate::asking::{Server, three_stones};

const STANDARD: &str = include_str!("../../../../docs/results/standard-complete-9.json");

fn results() -> Results {
    let mut results = Results::default();
    results.add("standard-complete-9.json", STANDARD).unwrap();
    results
}

#[tokio::test]
async fn pages_are_made_once_and_lead_to_the_board() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&made);
    let server = Server::new(three_stones()).with_report(Report::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(results())
    }));
    let elsewhere = server.get("/report").await;
    assert_eq!(
        (elsewhere.status, &elsewhere.headers[header::LOCATION]),
        (StatusCode::PERMANENT_REDIRECT, &"report/".parse().unwrap())
    );
    let first = String::from_utf8(server.get("/report/").await.body).unwrap();
    assert!(first.contains("standard.html") && first.contains("href=\"../\""), "{first}");
    let game = server.get("/report/standard.html").await;
    let text = String::from_utf8(game.body).unwrap();
    let (_, link) = text.split_once("href=\"../#game=standard&amp;start=").expect("a link to the board");
    let position = link.split_once('"').unwrap().0;
    // The server of this test has no table of it, and yet knows that it is a position.
    let known = server.get(&format!("/api/standard/position?p={position}")).await;
    assert_eq!(known.json()["position"]["position"], position, "{known:?}");
    // Tables have colours in their cells, which the explorer's own pages may not.
    let policy = game.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("'unsafe-inline'") && policy.contains("default-src 'none'"), "{policy}");
    for (file, mime) in
        [("report.css", "text/css; charset=utf-8"), ("standard.csv", "text/csv; charset=utf-8")]
    {
        let answer = server.get(&format!("/report/{file}")).await;
        assert_eq!(
            (answer.status, &answer.headers[header::CONTENT_TYPE]),
            (StatusCode::OK, &mime.parse().unwrap())
        );
    }
    for file in ["nothing.html", "..%2Findex.html", ""] {
        let answer = server.get(&format!("/report/nothing/{file}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{file}");
    }
    assert_eq!(server.get("/report/lasker.html").await.status, StatusCode::NOT_FOUND);
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn without_results_it_says_so_and_trouble_is_told_to_the_log_alone() {
    let server = Server::new(three_stones()).with_report(Report::new(|| Ok(Results::default())));
    let text = String::from_utf8(server.get("/report/").await.body).unwrap();
    assert!(text.contains("Nothing yet.") && text.contains("millwright solve standard"), "{text}");

    let server = Server::new(three_stones()).with_report(Report::new(|| Err("/secret/place is gone".into())));
    let answer = server.get("/report/").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::INTERNAL_SERVER_ERROR, "broken"));
    assert!(!String::from_utf8(answer.body).unwrap().contains("secret"));
    assert!(server.log.text().contains("/secret/place is gone"));

    let server = Server::new(three_stones());
    assert_eq!(server.get("/report/").await.status, StatusCode::NOT_FOUND);
}
