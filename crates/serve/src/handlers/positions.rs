//! `/api/{game}/positions`.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use millwright_records::{BriefRecord, PositionRecord};
use millwright_rules::Position;
use millwright_search::Assessment;
use millwright_table::Survey;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::solve_small;
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::limits;
use crate::request::{Asked, StonesQuery, in_range};

/// Positions that are asked about together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionsBody {
    /// In any notation, 1 to 1,000 of them; with their moves 100 at most.
    positions: Vec<String>,
    /// Whether their moves are told, too.
    #[serde(default)]
    moves: bool,
}

/// What is known of each, in the order in which they were asked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PositionsRecord {
    positions: Vec<Entry>,
}

/// What is known of a position, or why it is none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum Entry {
    /// It is one.
    Position(Box<BriefRecord>),
    /// It is none.
    Error(ErrorRecord),
}

/// What many positions are worth, as tables know it; nothing is searched
#[utoipa::path(
    post,
    path = "/api/{game}/positions",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), StonesQuery),
    request_body = PositionsBody,
    responses(
        (status = 200, body = PositionsRecord),
        (status = 400, body = ErrorRecord, description = "Too many or none, or nothing that can be read"),
        (status = 404, body = ErrorRecord, description = "No such game"),
        (status = 413, body = ErrorRecord, description = "It is too long"),
        (status = 503, body = ErrorRecord, description = "Too much to do: try again"),
    )
)]
pub(crate) async fn positions(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<StonesQuery>, QueryRejection>,
    body: Result<Json<PositionsBody>, JsonRejection>,
) -> Result<Json<PositionsRecord>, ApiError> {
    let asked = Asked::new(&game?, query?.0.stones.as_deref())?;
    let Json(PositionsBody { positions, moves }) = body?;
    let most = if moves { limits::POSITIONS_WITH_MOVES } else { limits::POSITIONS };
    in_range("the number of positions", positions.len(), 1..=most)?;
    let price = Price::positions(positions.len());
    let inside = app.clone();
    let work = move || record((&inside, client), &asked, &positions, moves);
    app.gate.run(client, price, work).await.map(Json)
}

fn record(
    (app, client): (&App, Client),
    asked: &Asked,
    texts: &[String],
    with_moves: bool,
) -> Result<PositionsRecord, ApiError> {
    let shelf = app.library.shelf(asked.game);
    let tablebase = shelf.tablebase();
    let start = Position::start(&asked.rules);
    let of_probe = |error| asked.trouble(error, &start);
    let read: Vec<Result<Position, ApiError>> = texts.iter().map(|text| asked.position(text)).collect();
    let positions: Vec<Position> =
        read.iter().filter_map(|position| position.as_ref().ok().copied()).collect();
    let surveys = tablebase.surveys(&positions).map_err(of_probe)?;
    for (position, _) in positions.iter().zip(&surveys).filter(|(_, survey)| !survey.is_complete()) {
        solve_small((&app.library, client), &shelf, position)?;
    }
    let ranks = tablebase.ranks().map_err(of_probe)?;
    let brief = |(position, survey): (&Position, Survey)| {
        let assessment = Assessment::of_survey(survey, position, tablebase);
        let whole = PositionRecord::new((asked.game.name(), &asked.rules), position, &assessment, ranks);
        Entry::Position(Box::new(BriefRecord::new(whole, with_moves)))
    };
    let mut known = positions.iter().zip(surveys).map(brief);
    let entry = |position: Result<Position, ApiError>| match position {
        Ok(_) => known.next(),
        Err(error) => Some(Entry::Error(error.record().1)),
    };
    Ok(PositionsRecord { positions: read.into_iter().filter_map(entry).collect() })
}
