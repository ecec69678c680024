//! `/api/{game}/position`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use millwright_rules::Position;
use millwright_search::Assessor;
use millwright_solve::is_small;
use millwright_table::{Known, Survey};

use crate::answer::{Answer, Keeping};
use crate::answer_cache::{About, Question};
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::library::{Library, Shelf};
use crate::limits;
use crate::request::{Asked, PositionQuery, needed};
use millwright_records::PositionRecord;

/// What a position and all its moves are worth
#[utoipa::path(
    get,
    path = "/api/{game}/position",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), PositionQuery),
    responses(
        (status = 200, body = PositionRecord),
        (status = 400, body = ErrorRecord, description = "No position of the game, and why"),
        (status = 404, body = ErrorRecord, description = "No such game, or its table is missing"),
        (status = 503, body = ErrorRecord, description = "Too much to do: try again"),
    )
)]
pub(crate) async fn position(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<PositionQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query?;
    let asked = Asked::new(&game?, query.stones.as_deref())?;
    let position = asked.position(needed("p", query.p.as_deref())?)?;
    let shelf = app.library.shelf(asked.game);
    let question = Question::new(shelf.id(), &asked, About::Position(position));
    if let Some(answer) = app.answers.get(&question) {
        return Ok(answer.respond(&headers));
    }
    let (inside, surveyed) = (app.clone(), Arc::clone(&shelf));
    let look_up = move || look_up((&inside, client), &surveyed, &asked, &position);
    let ready = match app.gate.run(client, Price::POSITION, look_up).await? {
        Found::All(answer) => answer,
        // To search takes a thousand times as long as to look up.
        Found::Some(survey) => {
            app.gate.run(client, Price::SEARCH, move || answer(&shelf, &asked, &position, survey)).await?
        }
    };
    app.answers.keep(question, &ready);
    Ok(ready.respond(&headers))
}

/// What the tables know.
enum Found {
    /// All that could be asked for.
    All(Arc<Answer>),
    /// Not all of it.
    Some(Survey),
}

fn look_up(
    (app, client): (&App, Client),
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
) -> Result<Found, ApiError> {
    let find = || survey((&app.library, client), shelf, asked, position);
    let found = app.surveys.get_or(shelf.id(), position, find)?;
    if !found.is_complete() {
        return Ok(Found::Some(found));
    }
    answer(shelf, asked, position, found).map(Found::All)
}

/// With the error that says why the value is not known, if it is not.
fn answer(
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
    survey: Survey,
) -> Result<Arc<Answer>, ApiError> {
    let of_probe = |error| asked.trouble(error, position);
    let ranks = shelf.tablebase().ranks().map_err(of_probe)?;
    let assessment = assessor(shelf, asked).assess_survey(position, survey).map_err(of_probe)?;
    let record = PositionRecord::new((asked.game.name(), &asked.rules), position, &assessment, ranks);
    if assessment.value.known().is_some() {
        return Answer::json(&record, Keeping::Minutes);
    }
    match shelf.tablebase().probe(position).map_err(of_probe) {
        Err(ApiError::Missing { subspace, why, command, .. }) => {
            let position = Some(Box::new(record));
            let (status, record) = ApiError::Missing { subspace, why, command, position }.record();
            Ok(Answer::json(&record, Keeping::Asking)?.with_status(status))
        }
        Err(error) => Err(error),
        Ok(_) => Answer::json(&record, Keeping::Asking),
    }
}

/// Who says what can be said, also where no table has it.
pub(super) fn assessor<'a>(shelf: &'a Shelf, asked: &'a Asked) -> Assessor<'a> {
    Assessor::new(shelf.tablebase(), &asked.rules, limits::EFFORT)
}

/// Looks a position and its moves up.
pub(super) fn survey(
    by: (&Library, Client),
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
) -> Result<Survey, ApiError> {
    let survey = shelf.tablebase().survey(position).map_err(|error| asked.trouble(error, position))?;
    if !survey.is_complete() {
        solve_small(by, shelf, position)?;
    }
    Ok(survey)
}

/// Looks a position up; `None` if its value is not known.
pub(super) fn probe(
    by: (&Library, Client),
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
) -> Result<Option<Known>, ApiError> {
    let known = match shelf.tablebase().probe(position) {
        Ok(known) => Some(known),
        Err(error) if error.is_unknown() => None,
        Err(error) => return Err(asked.trouble(error, position)),
    };
    if !known.is_some_and(Known::is_exact) {
        solve_small(by, shelf, position)?;
    }
    Ok(known)
}

/// Where a position of which not all is known is a small one, those are solved first.
pub(super) fn solve_small(
    (library, client): (&Library, Client),
    shelf: &Shelf,
    position: &Position,
) -> Result<(), ApiError> {
    if shelf.small_is_finished() || !is_small(position) {
        return Ok(());
    }
    library.begin_small(shelf, client).map_err(|_| ApiError::Busy)?;
    Err(ApiError::Solving)
}
