//! `/api/{game}/statistics`.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use millwright_index::{Subspace, UnitGraph};
use millwright_table::{ProbeError, TableError};

use crate::answer::{Answer, Keeping};
use crate::answer_cache::{About, Question};
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::library::{Library, Shelf};
use crate::request::{Asked, StonesQuery};
use millwright_records::{StatisticsRecord, SubspaceRecord};

/// How many positions are won, drawn and lost in each subspace that is known
#[utoipa::path(
    get,
    path = "/api/{game}/statistics",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), StonesQuery),
    responses(
        (status = 200, body = StatisticsRecord),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord),
        (status = 503, body = ErrorRecord),
    )
)]
pub(crate) async fn statistics(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<StonesQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let asked = Asked::new(&game?, query?.0.stones.as_deref())?;
    let shelf = app.library.shelf(asked.game);
    let question = Question::new(shelf.id(), &asked, About::Statistics);
    if let Some(answer) = app.answers.get(&question) {
        return Ok(answer.respond(&headers));
    }
    let library = Arc::clone(&app.library);
    let work = move || Answer::json(&all((&library, client), &shelf, &asked)?, Keeping::Minutes);
    let answer = app.gate.run(client, Price::STATISTICS, work).await?;
    app.answers.keep(question, &answer);
    Ok(answer.respond(&headers))
}

/// The same of one subspace, with how many positions take how long
#[utoipa::path(
    get,
    path = "/api/{game}/statistics/{subspace}",
    params(
        ("game" = String, Path, description = "As in /api/games", example = "standard"),
        ("subspace" = String, Path, description = "Mover on board, other on board, mover in hand, other in hand", example = "3_3_0_0"),
        StonesQuery,
    ),
    responses(
        (status = 200, body = SubspaceRecord),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord),
    )
)]
pub(crate) async fn subspace(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Result<Query<StonesQuery>, QueryRejection>,
) -> Result<Json<SubspaceRecord>, ApiError> {
    let Path((game, name)) = path?;
    let asked = Asked::new(&game, query?.0.stones.as_deref())?;
    let unknown = ApiError::Subspace(name.clone());
    let subspace: Subspace = name.parse().map_err(|_| ApiError::Subspace(name))?;
    let library = Arc::clone(&app.library);
    let work = move || {
        if !UnitGraph::complete(&asked.rules).subspaces().any(|other| other == subspace) {
            return Err(unknown);
        }
        let found = library.shelf(asked.game).statistics(subspace).map_err(of_table)?.ok_or(unknown)?;
        Ok(SubspaceRecord::new(subspace, &found, &asked.rules).with_plies(&found))
    };
    app.gate.run(client, Price::POSITION, work).await.map(Json)
}

fn of_table(error: TableError) -> ApiError {
    ApiError::of_probe(ProbeError::Table(error))
}

/// All subspaces of the game with the stones asked for that are known.
fn all(
    (library, client): (&Library, Client),
    shelf: &Shelf,
    asked: &Asked,
) -> Result<StatisticsRecord, ApiError> {
    let graph = UnitGraph::complete(&asked.rules);
    let mut subspaces: Vec<Subspace> = graph.subspaces().collect();
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    let mut records = Vec::new();
    for subspace in subspaces {
        if let Some(found) = shelf.statistics(subspace).map_err(of_table)? {
            records.push(SubspaceRecord::new(subspace, &found, &asked.rules));
        }
    }
    if records.is_empty() && !shelf.small_is_finished() {
        library.begin_small(shelf, client).map_err(|_| ApiError::Busy)?;
        return Err(ApiError::Solving);
    }
    Ok(StatisticsRecord::new(asked.game.name(), records))
}
