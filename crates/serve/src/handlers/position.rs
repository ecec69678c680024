//! `/api/{game}/position`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use millwright_index::Subspace;
use millwright_rules::Position;
use millwright_solve::is_small;
use millwright_table::{Known, ProbeError, Survey};

use crate::error::{ApiError, ErrorRecord};
use crate::library::Library;
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
    let survey = survey(library, asked, position)?;
    let ranks = library.tablebase(asked.game).ranks().map_err(|error| asked.trouble(error, position))?;
    let record = PositionRecord::new((asked.game.name(), &asked.rules), position, &survey, ranks);
    if survey.value.is_some() {
        return Ok(record);
    }
    Err(ApiError::Missing {
        subspace: Subspace::of(position),
        command: asked.solve_command(position),
        position: Some(Box::new(record)),
    })
}

/// Looks a position and its moves up.
pub(super) fn survey(library: &Library, asked: &Asked, position: &Position) -> Result<Survey, ApiError> {
    // Read before looking, so that what is finished in between is not called missing.
    let finished = library.small_is_finished(asked.game);
    let survey =
        library.tablebase(asked.game).survey(position).map_err(|error| asked.trouble(error, position))?;
    if !survey.is_complete() {
        solve_small(library, asked, position, finished)?;
    }
    Ok(survey)
}

/// Looks a position up; `None` if its value is not known.
pub(super) fn probe(
    library: &Library,
    asked: &Asked,
    position: &Position,
) -> Result<Option<Known>, ApiError> {
    let finished = library.small_is_finished(asked.game);
    match library.tablebase(asked.game).probe(position) {
        Ok(known) => Ok(Some(known)),
        Err(ProbeError::Missing { .. }) => solve_small(library, asked, position, finished).map(|()| None),
        Err(error) => Err(asked.trouble(error, position)),
    }
}

/// Where a position of which nothing is known is a small one, those are solved first.
fn solve_small(
    library: &Library,
    asked: &Asked,
    position: &Position,
    finished: bool,
) -> Result<(), ApiError> {
    if finished || !is_small(position) {
        return Ok(());
    }
    library.begin_small(asked.game);
    Err(ApiError::Solving)
}
