//! The files of the explorer.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use crate::asking::{Server, three_stones};

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
