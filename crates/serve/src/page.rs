//! The files of the web explorer, in the binary.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::answer::{Answer, Keeping};
use crate::app::App;
use crate::error::ApiError;
use crate::origin::Origin;

#[derive(RustEmbed)]
#[folder = "../../web/page"]
struct Page;

/// Only what comes from here is run or shown, and only those who are allowed to show the page in theirs.
pub(crate) fn policy(embedders: &[Origin]) -> HeaderValue {
    let ancestors = match embedders {
        [] => "'none'".to_owned(),
        some => some.iter().map(Origin::as_str).collect::<Vec<_>>().join(" "),
    };
    let policy = format!(
        "default-src 'self'; img-src 'self' data:; frame-ancestors {ancestors}; base-uri 'none'; form-action 'none'"
    );
    HeaderValue::from_str(&policy).expect("origins are plain text")
}

/// The files that were asked for, each made ready once.
static READY: LazyLock<Mutex<HashMap<String, Arc<Answer>>>> = LazyLock::new(Mutex::default);

/// The file of a path, or that there is none. A browser that has it is told so.
pub(crate) async fn file(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
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
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, app.page_policy.clone());
    response
}

/// A look-up by name among the embedded files: no path reaches the file system.
fn ready(path: &str) -> Option<Arc<Answer>> {
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = ready.get(path) {
        return Some(Arc::clone(answer));
    }
    let file = Page::get(path)?;
    let mime = HeaderValue::from_str(&mime_of(path)).ok()?;
    let answer = Arc::new(Answer::new(mime, Keeping::Asking, file.data.into_owned().into()));
    ready.insert(path.to_owned(), Arc::clone(&answer));
    Some(answer)
}

/// What kind of file has such a name.
pub(crate) fn mime_of(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mime = mime.essence_str();
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_that_is_installed_needs_has_the_types_that_browsers_ask_for() {
        for (path, mime) in [
            ("manifest.webmanifest", "application/manifest+json"),
            ("service-worker.js", "text/javascript; charset=utf-8"),
            ("icon.png", "image/png"),
            ("icon.svg", "image/svg+xml"),
            ("index.html", "text/html; charset=utf-8"),
        ] {
            assert_eq!(mime_of(path), mime, "{path}");
        }
    }

    #[test]
    fn nobody_shows_the_page_in_his_own_unless_he_is_allowed_to() {
        let origins =
            |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Origin>>();
        let text = |texts: &[&str]| policy(&origins(texts)).to_str().unwrap().to_owned();
        assert!(text(&[]).contains("frame-ancestors 'none';"));
        let some = text(&["https://forum.example", "http://localhost:8000"]);
        assert!(some.contains("frame-ancestors https://forum.example http://localhost:8000;"), "{some}");
    }
}
