//! `/healthz` and `/api/games`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use millwright_rules::Game;
use millwright_solve::SMALL;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::server::App;
use millwright_records::{GameRecord, GamesRecord, RulesFields, title_and_description};

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

/// The games and their rules
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = GamesRecord)))]
pub(crate) async fn games(State(app): State<App>) -> Result<Json<GamesRecord>, ApiError> {
    let library = Arc::clone(&app.library);
    let work = move || {
        let of_game = |game: Game| {
            let (title, description) = title_and_description(game);
            let (rules, tables) = (RulesFields::from(&game.rules()), library.tables_on_disk(game));
            GameRecord { name: game.name(), title, description, rules, small: SMALL, tables }
        };
        Ok(GamesRecord { games: Game::ALL.map(of_game).into() })
    };
    app.gate.run(work).await.map(Json)
}
