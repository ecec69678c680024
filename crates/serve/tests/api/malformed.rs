//! Malformed requests by the thousand.

use axum::body::Body;
use axum::http::Request;

use crate::asking::{Server, three_stones};

/// A generator that gives the same requests every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const PARTS: [&str; 34] = [
    "/api",
    "/",
    "standard",
    "lasker",
    "position",
    "line",
    "statistics",
    "game",
    "reply",
    "?p=",
    "&p=",
    "&stones=",
    "&plies=",
    "start",
    "w_a1a4d7_b2d2f2",
    "b_",
    "w_",
    ".9",
    "%00",
    "%ff",
    "%",
    "..",
    "%2e%2e%2f",
    "3_3_0_0",
    "-1",
    "99999999999999999999",
    "{game}",
    "a1",
    "*",
    "@",
    "MFEN/1.0",
    "~",
    "+",
    "=",
];

#[tokio::test]
async fn ten_thousand_malformed_requests_are_answered_and_none_breaks_the_server() {
    let server = Server::new(three_stones());
    let mut dice = Dice(9);
    let mut answered = 0;
    for _ in 0..10_000 {
        let mut uri = String::from("/");
        for _ in 0..=dice.below(8) {
            uri.push_str(dice.pick(&PARTS));
        }
        let method = dice.pick(&["GET", "GET", "GET", "POST", "PUT", "HEAD", "BREW"]);
        let body = match dice.below(4) {
            0 => Body::from("{\"text\":"),
            1 => Body::from(vec![0xff; dice.below(100_000)]),
            _ => Body::empty(),
        };
        let Ok(request) = Request::builder().method(method).uri(&uri).body(body) else { continue };
        let answer = server.send(request).await;
        assert!(answer.status.as_u16() < 500, "{method} {uri}: {answer:?}");
        if answer.status.is_client_error() && method != "HEAD" {
            assert!(!answer.code().is_empty(), "{method} {uri}");
        }
        answered += 1;
    }
    assert!(answered > 5_000, "{answered} of them are requests at all");
    server.json("/api/standard/position?p=w_a1a4d7_b2d2f2").await;
}
