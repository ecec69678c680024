//! `/healthz`, `/readyz` and `/api/games`.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::{Extension, Json};
use millwright_rules::Game;
use millwright_solve::SMALL;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::request::Asked;
use millwright_records::{GameRecord, GamesRecord};

/// That the server runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct HealthRecord {
    /// `ok`.
    status: &'static str,
}

/// Whether the server runs
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = HealthRecord)))]
pub(crate) async fn health() -> Json<HealthRecord> {
    Json(HealthRecord { status: "ok" })
}

/// Whether the server takes requests: 503 while it stops, and where its tables cannot be read
#[utoipa::path(
    get,
    path = "/readyz",
    responses((status = 200, body = HealthRecord), (status = 503, body = ErrorRecord, description = "Ask another server"))
)]
pub(crate) async fn ready(State(app): State<App>) -> Result<Json<HealthRecord>, ApiError> {
    if app.is_stopping() {
        return Err(ApiError::NotReady("it is about to stop"));
    }
    if !app.library.is_readable() {
        return Err(ApiError::NotReady("the directory of the tables cannot be read"));
    }
    Ok(Json(HealthRecord { status: "ok" }))
}

/// The games that have names, the mixes of their rules that have tables here, and what is known about them
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = GamesRecord)))]
pub(crate) async fn games(
    State(app): State<App>,
    Extension(client): Extension<Client>,
) -> Result<Json<GamesRecord>, ApiError> {
    let library = Arc::clone(&app.library);
    let work = move || {
        let of_game = |game: Game| GameRecord::new(game, SMALL, library.tables_on_disk(game));
        let is_listed =
            |record: &GameRecord| record.tables > 0 || Game::ALL.map(Game::name).contains(&record.name);
        Ok(GamesRecord { games: Game::every().map(of_game).filter(is_listed).collect() })
    };
    app.gate.run(client, Price::GAMES, work).await.map(Json)
}

/// One game and its rules, also a mix of rules that is not among the games
#[utoipa::path(
    get,
    path = "/api/{game}",
    params(("game" = String, Path, description = "As in /api/games, or the five words of a mix", example = "diagonal-free-capture-one-draw")),
    responses((status = 200, body = GameRecord), (status = 404, body = ErrorRecord, description = "No such game"))
)]
pub(crate) async fn one_game(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    game: Result<Path<String>, PathRejection>,
) -> Result<Json<GameRecord>, ApiError> {
    let Asked { game, .. } = Asked::new(&game?, None)?;
    let library = Arc::clone(&app.library);
    let work = move || Ok(GameRecord::new(game, SMALL, library.tables_on_disk(game)));
    app.gate.run(client, Price::POSITION, work).await.map(Json)
}
