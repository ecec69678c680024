//! `/healthz`, `/readyz` and `/api/games`.

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
use millwright_records::{GameRecord, GamesRecord, SolvedRecord};

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
    let inside = app.clone();
    let work = move || {
        let is_listed = |game: &Game| Game::ALL.contains(game) || inside.library.tables_on_disk(*game) > 0;
        let games = Game::every().filter(is_listed).map(|game| record(&inside, game)).collect();
        Ok(GamesRecord { games })
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
    let inside = app.clone();
    let work = move || Ok(record(&inside, game));
    app.gate.run(client, Price::POSITION, work).await.map(Json)
}

fn record(app: &App, game: Game) -> GameRecord {
    let held = app.library.held(game);
    let solving = app.solving.as_ref().filter(|solving| solving.game() == game);
    let solved = SolvedRecord { solving: solving.map(|solving| solving.record()), ..held.solved().clone() };
    GameRecord::new(game, SMALL, held.tables(), solved)
}
