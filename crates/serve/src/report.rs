//! `/report`: results as pages.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use millwright_report::{Results, Site};

use crate::answer::{Answer, Keeping};
use crate::app::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::fair_queue::Price;
use crate::page::mime_of;

/// After so long a page that is asked for is made anew: tables may have been added.
const FRESH: Duration = Duration::from_mins(1);

/// The pages have no script, and colours of their own in their tables.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

type Find = dyn Fn() -> Result<Results, Box<dyn Error + Send + Sync>> + Send + Sync;

/// The pages of a report, made when they are asked for.
pub struct Report {
    find: Box<Find>,
    making: Mutex<()>,
    made: RwLock<Option<Arc<Made>>>,
}

/// All files of it, ready to be sent.
struct Made {
    at: Instant,
    files: HashMap<String, Arc<Answer>>,
}

impl Debug for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").finish_non_exhaustive()
    }
}

impl Report {
    /// A report of what is found whenever pages are made.
    pub fn new(
        find: impl Fn() -> Result<Results, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> Self {
        Self { find: Box::new(find), making: Mutex::default(), made: RwLock::default() }
    }

    fn fresh(&self) -> Option<Arc<Made>> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        made.as_ref().filter(|made| made.at.elapsed() < FRESH).map(Arc::clone)
    }

    /// Makes all pages, unless another request has just done so.
    fn make(&self) -> Result<Arc<Made>, ApiError> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = self.fresh() {
            return Ok(made);
        }
        let results = (self.find)().map_err(ApiError::Report)?;
        let ready = |file: millwright_report::File| {
            let mime = HeaderValue::from_str(&mime_of(&file.name)).map_err(|_| ApiError::Broken)?;
            let answer = Answer::new(mime, Keeping::Asking, file.text.into());
            Ok((file.name, Arc::new(answer)))
        };
        let files = Site::beside_explorer(&results).files.into_iter().map(ready);
        let made = Arc::new(Made { at: Instant::now(), files: files.collect::<Result<_, ApiError>>()? });
        *self.made.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&made));
        Ok(made)
    }
}

/// The first page is in a directory, so that the others are beside it; relative, since a proxy may have put it elsewhere.
pub(crate) async fn move_on() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "report/")]).into_response()
}

/// The first page.
pub(crate) async fn index(
    state: State<App>,
    client: Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(state, client, headers, Ok(Path("index.html".to_owned()))).await
}

/// A page, its style, or a table as CSV.
pub(crate) async fn file(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(name) = name?;
    let missing = || ApiError::NotFound(format!("/report/{name}"));
    let report = app.report.as_ref().ok_or_else(missing)?;
    let made = if let Some(made) = report.fresh() {
        made
    } else {
        let report = Arc::clone(report);
        app.gate.run(client, Price::STATISTICS, move || report.make()).await?
    };
    let mut response = made.files.get(&name).ok_or_else(missing)?.respond(&headers);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}
