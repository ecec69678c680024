//! `/api/{game}/position`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use millwright_index::Subspace;
use millwright_rules::Position;
use millwright_table::Survey;

use crate::error::{ApiError, ErrorRecord, solve_command};
use crate::library::Library;
use crate::records::PositionRecord;
use crate::request::{Asked, PositionQuery};
use crate::server::App;

/// What a position and all its moves are worth
#[utoipa::path(
    get,
    path = "/api/{game}/position",
    params(("game" = String, Path, description = "As in /api/games"), PositionQuery),
    responses(
        (status = 200, body = PositionRecord),
        (status = 400, body = ErrorRecord, description = "No position of the game, and why"),
        (status = 404, body = ErrorRecord, description = "No such game, or its table is missing"),
        (status = 503, body = ErrorRecord, description = "Too much to do: try again"),
    )
)]
pub(crate) async fn position(
    State(app): State<App>,
    Path(game): Path<String>,
    query: Result<Query<PositionQuery>, QueryRejection>,
) -> Result<Json<PositionRecord>, ApiError> {
    let Query(query) = query?;
    let asked = Asked::new(&game, query.stones.as_deref())?;
    let position = asked.position(&query.p)?;
    let library = Arc::clone(&app.library);
    app.gate.run(move || look_up(&library, &asked, &position)).await.map(Json)
}

fn look_up(library: &Library, asked: &Asked, position: &Position) -> Result<PositionRecord, ApiError> {
    let survey = survey(library, asked, position)?;
    let of_probe = |error| ApiError::of_probe(error, (asked.game, &asked.rules), position);
    let ranks = library.tablebase(asked.game).ranks().map_err(of_probe)?;
    let record = PositionRecord::new((asked.game.name(), &asked.rules), position, &survey, ranks);
    if survey.value.is_some() {
        return Ok(record);
    }
    Err(ApiError::Missing {
        subspace: Subspace::of(position),
        command: solve_command(asked.game, &asked.rules, position),
        position: Some(Box::new(record)),
    })
}

/// Looks a position up; where it is small and nothing is known, small games are solved first.
pub(super) fn survey(library: &Library, asked: &Asked, position: &Position) -> Result<Survey, ApiError> {
    let tablebase = library.tablebase(asked.game);
    // Read before looking, so that what is finished in between is not called missing.
    let finished = library.small_is_finished(asked.game);
    let survey = tablebase
        .survey(position)
        .map_err(|error| ApiError::of_probe(error, (asked.game, &asked.rules), position))?;
    let unknown = survey.value.is_none() || survey.counts().unknown > 0;
    if unknown && !finished && Library::is_small(position) {
        library.begin_small(asked.game);
        return Err(ApiError::Solving);
    }
    Ok(survey)
}
