//! The files of the explorer.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use millwright_serve::Settings;

use crate::asking::{Answer, Server, three_stones};

#[tokio::test]
async fn the_page_comes_with_a_tag_a_policy_and_is_not_sent_twice() {
    let server = Server::new(three_stones());
    let page = server.get("/").await;
    assert_eq!(
        (page.status, &page.headers[header::CONTENT_TYPE]),
        (StatusCode::OK, &"text/html; charset=utf-8".parse().unwrap())
    );
    assert!(String::from_utf8_lossy(&page.body).contains("Millwright"));
    assert!(
        page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'self'")
    );
    assert_eq!(page.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    let again = Request::get("/").header(header::IF_NONE_MATCH, &page.headers[header::ETAG]);
    let again = server.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test]
async fn a_position_has_a_picture_at_an_address() {
    let server = Server::new(three_stones());
    let svg = server.get("/image/standard/w_a1d1.7_d6f4.7.svg").await;
    assert_eq!(
        (svg.status, &svg.headers[header::CONTENT_TYPE]),
        (StatusCode::OK, &"image/svg+xml".parse().unwrap())
    );
    let text = String::from_utf8(svg.body).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>"), "{text}");
    assert!(text.contains("White to move. White on d1 a1, 7 in hand. Black on"), "{text}");
    assert_eq!(svg.headers[header::CONTENT_SECURITY_POLICY], "default-src 'none'");
    // Two stones on the board and seven in hand, and a small one that says whose they are; for each player.
    assert_eq!(text.matches("fill=\"#fbfaf5\"").count(), 10, "{text}");
    let png = server.get("/image/standard/start.png?size=64").await;
    assert_eq!(png.headers[header::CONTENT_TYPE], "image/png");
    assert_eq!(png.body[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(png.body[16..24], [0, 0, 0, 64, 0, 0, 0, 64]);
    let again = Request::get("/image/standard/start.png?size=64")
        .header(header::IF_NONE_MATCH, &png.headers[header::ETAG]);
    assert_eq!(server.send(again.body(Body::empty()).unwrap()).await.status, StatusCode::NOT_MODIFIED);
    for (path, code) in [
        ("/image/standard/start.gif", "not-found"),
        ("/image/standard/start", "not-found"),
        ("/image/standard/nonsense.png", "bad-position"),
        ("/image/chess/start.png", "unknown-game"),
        ("/image/standard/start.png?size=63", "bad-request"),
        ("/image/standard/start.png?size=1025", "bad-request"),
    ] {
        assert_eq!(server.get(path).await.code(), code, "{path}");
    }
}

#[tokio::test]
async fn pages_of_those_who_are_allowed_may_show_the_explorer() {
    let mut settings = Settings::default();
    settings.embedders.push("https://forum.example".parse().unwrap());
    let policy = |page: Answer| page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    let allowed = policy(Server::with(three_stones(), settings).get("/").await);
    assert!(allowed.contains("frame-ancestors https://forum.example;"), "{allowed}");
    let usual = policy(Server::new(three_stones()).get("/").await);
    assert!(usual.contains("frame-ancestors 'none';"), "{usual}");
}

#[tokio::test]
async fn no_path_leads_out_of_the_page() {
    let server = Server::new(three_stones());
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/",
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "not-found".to_owned()), "{path}");
    }
}
