//! `/api/{game}/position`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use millwright_rules::Position;
use millwright_search::Assessor;
use millwright_solve::is_small;
use millwright_table::{Known, Survey};

use crate::error::{ApiError, ErrorRecord};
use crate::library::{Library, Shelf};
use crate::limits;
use crate::request::{Asked, PositionQuery};
use crate::server::App;
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
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<PositionQuery>, QueryRejection>,
) -> Result<Json<PositionRecord>, ApiError> {
    let Query(query) = query?;
    let asked = Asked::new(&game?, query.stones.as_deref())?;
    let position = asked.position(&query.p)?;
    let library = Arc::clone(&app.library);
    app.gate.run(move || look_up(&library, &asked, &position)).await.map(Json)
}

fn look_up(library: &Library, asked: &Asked, position: &Position) -> Result<PositionRecord, ApiError> {
    let shelf = library.shelf(asked.game);
    survey(library, &shelf, asked, position)?;
    let of_probe = |error| asked.trouble(error, position);
    let ranks = shelf.tablebase().ranks().map_err(of_probe)?;
    let assessment = assessor(&shelf, asked).assess(position).map_err(of_probe)?;
    let record = PositionRecord::new((asked.game.name(), &asked.rules), position, &assessment, ranks);
    if assessment.value.known().is_some() {
        return Ok(record);
    }
    // The error says why it is not known, and comes with what can be said without it.
    match shelf.tablebase().probe(position).map_err(of_probe) {
        Err(ApiError::Missing { subspace, why, command, .. }) => {
            Err(ApiError::Missing { subspace, why, command, position: Some(Box::new(record)) })
        }
        Err(error) => Err(error),
        Ok(_) => Ok(record),
    }
}

/// Who says what can be said, also where no table has it.
pub(super) fn assessor<'a>(shelf: &'a Shelf, asked: &'a Asked) -> Assessor<'a> {
    Assessor::new(shelf.tablebase(), &asked.rules, limits::EFFORT)
}

/// Looks a position and its moves up.
pub(super) fn survey(
    library: &Library,
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
) -> Result<Survey, ApiError> {
    // Read before looking, so that what is finished in between is not called missing.
    let finished = shelf.small_is_finished();
    let survey = shelf.tablebase().survey(position).map_err(|error| asked.trouble(error, position))?;
    if !survey.is_complete() {
        solve_small(library, shelf, position, finished)?;
    }
    Ok(survey)
}

/// Looks a position up; `None` if its value is not known.
pub(super) fn probe(
    library: &Library,
    shelf: &Shelf,
    asked: &Asked,
    position: &Position,
) -> Result<Option<Known>, ApiError> {
    let finished = shelf.small_is_finished();
    let known = match shelf.tablebase().probe(position) {
        Ok(known) => Some(known),
        Err(error) if error.is_unknown() => None,
        Err(error) => return Err(asked.trouble(error, position)),
    };
    if !known.is_some_and(Known::is_exact) {
        solve_small(library, shelf, position, finished)?;
    }
    Ok(known)
}

/// Where a position of which not all is known is a small one, those are solved first.
fn solve_small(
    library: &Library,
    shelf: &Shelf,
    position: &Position,
    finished: bool,
) -> Result<(), ApiError> {
    if finished || !is_small(position) {
        return Ok(());
    }
    library.begin_small(shelf);
    Err(ApiError::Solving)
}
