//! `/api/{game}/line`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::position::{assessor, survey};
use crate::answer::{Answer, Keeping};
use crate::answer_cache::{About, Question};
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::limits;
use crate::request::{Asked, in_range, needed, number};
use millwright_records::LineRecord;

/// A position, and how far to go.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LineQuery {
    /// The position, in any notation; `start` is the empty board.
    #[param(required = true)]
    p: Option<String>,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    stones: Option<String>,
    /// Plies at most, 1 to 400; 60 if left out.
    #[param(value_type = Option<usize>, minimum = 1, maximum = 400)]
    plies: Option<String>,
}

/// Best play for both sides; where nothing is known, what a search expects, marked as estimates
#[utoipa::path(
    get,
    path = "/api/{game}/line",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), LineQuery),
    responses(
        (status = 200, body = LineRecord),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord),
        (status = 503, body = ErrorRecord),
    )
)]
pub(crate) async fn line(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<LineQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(LineQuery { p, stones, plies }) = query?;
    let asked = Asked::new(&game?, stones.as_deref())?;
    let position = asked.position(needed("p", p.as_deref())?)?;
    let plies = number("plies", plies.as_deref())?.unwrap_or(limits::DEFAULT_LINE_PLIES);
    let limit = in_range("plies", plies, 1..=limits::LINE_PLIES)?;
    let shelf = app.library.shelf(asked.game);
    let question = Question::new(shelf.id(), &asked, About::Line(position, limit));
    if let Some(answer) = app.answers.get(&question) {
        return Ok(answer.respond(&headers));
    }
    let library = Arc::clone(&app.library);
    let work = move || {
        survey((&library, client), &shelf, &asked, &position)?;
        let of_probe = |error| asked.trouble(error, &position);
        let line = assessor(&shelf, &asked).line(&position, limit).map_err(of_probe)?;
        let ranks = shelf.tablebase().ranks().map_err(of_probe)?;
        // What a search expects may be another line another time.
        let keeping = if line.end.is_some() { Keeping::Minutes } else { Keeping::Asking };
        Answer::json(&LineRecord::new(&position, &line, ranks), keeping)
    };
    let answer = app.gate.run(client, Price::line(limit), work).await?;
    app.answers.keep(question, &answer);
    Ok(answer.respond(&headers))
}
