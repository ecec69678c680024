//! `/api/{game}/reply`.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use millwright_index::Subspace;
use millwright_play::{ChooseError, Fallback, Play, Player, Random, RecordError, Strength};
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Move, Position};
use millwright_search::Worth;
use serde::Deserialize;
use utoipa::IntoParams;

use super::position::survey;
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::library::Shelf;
use crate::limits;
use crate::request::{Asked, needed, number};
use millwright_records::{ReplyRecord, ValueRecord, color_name};

/// A position, and who is to move in it.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplyQuery {
    /// The position, in any notation; `start` is the empty board.
    #[param(required = true)]
    p: Option<String>,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    stones: Option<String>,
    /// Who chooses: `strong`, `ultra`, `engine`, `engine-1` to `engine-10`, `paper`, `random`, or `erring-N`, who errs with a
    /// chance of N percent. Who searches looks at four million positions at most.
    #[param(required = true, example = "strong")]
    player: Option<String>,
    /// The same seed gives the same move. 0 if left out.
    #[param(value_type = Option<u64>)]
    seed: Option<String>,
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
    let position = asked.position(needed("p", p.as_deref())?)?;
    let player = needed("player", player.as_deref())?.parse::<Player>()?.with_at_most(limits::NODES);
    let seed = number("seed", seed.as_deref())?.unwrap_or(0);
    let price = price(player);
    let library = Arc::clone(&app.library);
    let work = move || {
        let shelf = library.shelf(asked.game);
        if player.uses_tables() {
            survey((&library, client), &shelf, &asked, &position)?;
        }
        let play = Play::with_stones(asked.game, asked.rules.stones).starting_at(position);
        let play = play.map_err(RecordError::from)?;
        let mut random = Random::from_seed(seed);
        let choice = player.choose(&play, shelf.tablebase(), &mut random);
        let choice = choice.map_err(|error| match error {
            ChooseError::NoMove => ApiError::Over,
            ChooseError::Probe(error) => asked.trouble(error, &position),
        })?;
        let next = position.play_unchecked(choice.chosen);
        Ok(ReplyRecord {
            turn: choice.chosen.into(),
            position: write_position(Form::Short, &next),
            by: color_name(position.turn()),
            value: value(&shelf, &asked, &position, choice.chosen)?,
            fallback: choice.fallback.as_ref().map(Fallback::to_string),
        })
    };
    app.gate.run(client, price, work).await.map(Json)
}

/// What a move is worth, if that is known without searching.
fn value(shelf: &Shelf, asked: &Asked, position: &Position, chosen: Move) -> Result<ValueRecord, ApiError> {
    let tablebase = shelf.tablebase();
    let of_probe = |error| asked.trouble(error, position);
    let survey = tablebase.survey(position).map_err(of_probe)?;
    let rated = survey.moves.iter().find(|rated| rated.chosen == chosen);
    let worth = rated.map_or(Worth::Unknown, |rated| Worth::of_probe(rated.known, &rated.next, tablebase));
    Ok(ValueRecord::new(worth, Subspace::of(position), tablebase.ranks().map_err(of_probe)?))
}

/// What it takes him to choose.
fn price(player: Player) -> Price {
    match player {
        Player::Random | Player::PlainStrong | Player::PlainUltra | Player::Erring(_) => Price::POSITION,
        Player::Engine(Strength { nodes, .. }) => Price::nodes(nodes.unwrap_or(Strength::USUAL_NODES).most()),
        Player::Strong | Player::Ultra | Player::Level(_) | Player::Beginner(_) => Price::SEARCH,
    }
}
