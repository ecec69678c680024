//! The files of the web explorer, in the binary.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/page"]
struct Page;

/// Only what comes from here is run or shown.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";

/// The file of a path, or that there is none. A browser that has it is told so.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::Method(method.to_string()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    // A look-up by name among the embedded files: no path reaches the file system.
    let Some(file) = Page::get(path) else {
        return ApiError::NotFound(uri.path().to_owned()).into_response();
    };
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..16]));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let headers = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, with_charset(mime.essence_str())),
    ];
    let policy = [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY))];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers, policy).into_response();
    }
    (headers, policy, file.data.into_owned()).into_response()
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
