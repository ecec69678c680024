//! The files of the web explorer, in the binary.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::answer::{Answer, Keeping};
use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/page"]
struct Page;

/// Only what comes from here is run or shown.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";

/// The files that were asked for, each made ready once.
static READY: LazyLock<Mutex<HashMap<String, Arc<Answer>>>> = LazyLock::new(Mutex::default);

/// The file of a path, or that there is none. A browser that has it is told so.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::Method(method.to_string()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(answer) = ready(path) else {
        return ApiError::NotFound(uri.path().to_owned()).into_response();
    };
    let mut response = answer.respond(&headers);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// A look-up by name among the embedded files: no path reaches the file system.
fn ready(path: &str) -> Option<Arc<Answer>> {
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = ready.get(path) {
        return Some(Arc::clone(answer));
    }
    let file = Page::get(path)?;
    let mime = with_charset(mime_guess::from_path(path).first_or_octet_stream().essence_str());
    let mime = HeaderValue::from_str(&mime).ok()?;
    let answer = Arc::new(Answer::new(mime, Keeping::Asking, file.data.into_owned().into()));
    ready.insert(path.to_owned(), Arc::clone(&answer));
    Some(answer)
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}
