//! `/api/{game}/reply`.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use millwright_play::{ChooseError, Fallback, Play, Player, Random, RecordError, Strength};
use millwright_rules::notation::{Form, write_position};
use serde::Deserialize;
use utoipa::IntoParams;

use super::position::survey;
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::limits;
use crate::request::Asked;
use millwright_records::{ReplyRecord, color_name};

/// A position, and who is to move in it.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplyQuery {
    /// The position, in any notation; `start` is the empty board.
    p: String,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    stones: Option<String>,
    /// Who chooses: `strong`, `ultra`, `engine`, `engine-1` to `engine-10`, `paper`, `random`, or `erring-N`, who errs with a
    /// chance of N percent. Who searches looks at four million positions at most.
    #[param(example = "strong")]
    player: String,
    /// The same seed gives the same move. 0 if left out.
    seed: Option<u64>,
}

/// The move that a player chooses
#[utoipa::path(
    get,
    path = "/api/{game}/reply",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), ReplyQuery),
    responses(
        (status = 200, body = ReplyRecord),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord),
        (status = 503, body = ErrorRecord),
    )
)]
pub(crate) async fn reply(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<ReplyQuery>, QueryRejection>,
) -> Result<Json<ReplyRecord>, ApiError> {
    let Query(ReplyQuery { p, stones, player, seed }) = query?;
    let asked = Asked::new(&game?, stones.as_deref())?;
    let position = asked.position(&p)?;
    let player = player.parse::<Player>()?.with_at_most(limits::NODES);
    let price = price(player);
    let library = Arc::clone(&app.library);
    let work = move || {
        let shelf = library.shelf(asked.game);
        if player.uses_tables() {
            survey((&library, client), &shelf, &asked, &position)?;
        }
        let play = Play::with_stones(asked.game, asked.rules.stones).starting_at(position);
        let play = play.map_err(RecordError::from)?;
        let mut random = Random::from_seed(seed.unwrap_or(0));
        let choice = player.choose(&play, shelf.tablebase(), &mut random);
        let choice = choice.map_err(|error| match error {
            ChooseError::NoMove => ApiError::Over,
            ChooseError::Probe(error) => asked.trouble(error, &position),
        })?;
        Ok(ReplyRecord {
            name: choice.chosen.to_string(),
            position: write_position(Form::Short, &position.play_unchecked(choice.chosen)),
            by: color_name(position.turn()),
            fallback: choice.fallback.as_ref().map(Fallback::to_string),
        })
    };
    app.gate.run(client, price, work).await.map(Json)
}

/// What it takes him to choose.
fn price(player: Player) -> Price {
    match player {
        Player::Random | Player::PlainStrong | Player::PlainUltra | Player::Erring(_) => Price::POSITION,
        Player::Engine(Strength { nodes, .. }) => Price::nodes(nodes.unwrap_or(Strength::USUAL_NODES).most()),
        Player::Strong | Player::Ultra | Player::Level(_) | Player::Beginner(_) => Price::SEARCH,
    }
}
