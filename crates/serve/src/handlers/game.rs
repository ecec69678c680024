//! `/api/{game}/game`.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use millwright_index::Subspace;
use millwright_play::{End, Play, RecordError};
use millwright_rules::notation::{
    Form, GameResult, MoveList, Pgn, PgnMove, PlayOkGame, Remark, TagName, parse_games, write_position,
};
use millwright_rules::{Move, Position};
use millwright_search::Worth;
use serde::Deserialize;
use utoipa::ToSchema;

use super::position::probe;
use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::library::Library;
use crate::limits;
use crate::request::{Asked, StonesQuery, in_range};
use millwright_records::{GamePlyRecord, OverRecord, ValueRecord, WholeGameRecord, color_name, words};

/// A game as it is asked about: either `text`, or `moves` from `start` on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameBody {
    /// All of it: as a PGN, a list of moves, or in the numbers of `PlayOK`.
    text: Option<String>,
    /// Which game of the text, if it has several, counted from 1; the first if left out.
    number: Option<usize>,
    /// Where the moves begin; the empty board if left out.
    start: Option<String>,
    /// Whole turns.
    moves: Option<Vec<String>>,
}

impl GameBody {
    /// How much there is to read.
    fn bytes(&self) -> usize {
        let moves = self.moves.iter().flatten().map(|text| 8 + text.len()).sum::<usize>();
        self.text.as_ref().map_or(0, String::len) + moves
    }
}

/// A game, with the value of every position and how it has ended
#[utoipa::path(
    post,
    path = "/api/{game}/game",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), StonesQuery),
    request_body = GameBody,
    responses(
        (status = 200, body = WholeGameRecord),
        (status = 400, body = ErrorRecord, description = "It cannot be read, or a move is not legal"),
        (status = 404, body = ErrorRecord, description = "No such game"),
        (status = 413, body = ErrorRecord, description = "It is too long"),
        (status = 503, body = ErrorRecord),
    )
)]
pub(crate) async fn game(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<StonesQuery>, QueryRejection>,
    body: Result<Json<GameBody>, JsonRejection>,
) -> Result<Json<WholeGameRecord>, ApiError> {
    let asked = Asked::new(&game?, query?.0.stones.as_deref())?;
    let Json(body) = body?;
    let library = Arc::clone(&app.library);
    let price = Price::game(body.bytes());
    app.gate.run(client, price, move || record(&library, client, &asked, body)).await.map(Json)
}

fn record(
    library: &Library,
    client: Client,
    asked: &Asked,
    body: GameBody,
) -> Result<WholeGameRecord, ApiError> {
    let Read { format, games, pgn, play } = read(asked, body)?;
    if play.moves().len() > limits::GAME_PLIES {
        return Err(ApiError::LongGame { found: play.moves().len() });
    }
    let asked = Asked { game: play.game(), rules: *play.rules() };
    let shelf = library.shelf(asked.game);
    let ranks = shelf.tablebase().ranks().map_err(|error| asked.trouble(error, play.start()))?;
    let value = |position: &Position| {
        let known = probe((library, client), &shelf, &asked, position)?;
        let worth = Worth::of_probe(known, position, shelf.tablebase());
        Ok::<_, ApiError>(ValueRecord::new(worth, Subspace::of(position), ranks))
    };
    let mut plies = Vec::with_capacity(pgn.moves.len());
    for (made, pair) in pgn.moves.iter().zip(play.positions().windows(2)) {
        plies.push(GamePlyRecord {
            name: made.chosen.to_string(),
            by: color_name(pair[0].turn()),
            position: write_position(Form::Short, &pair[1]),
            mark: made.marks_or_nags().to_owned(),
            comment: made.comment(),
            variations: made.remarks.iter().filter_map(Remark::variation).map(str::to_owned).collect(),
            value: value(&pair[1])?,
        });
    }
    let written = in_all_forms(pgn, &play);
    Ok(WholeGameRecord {
        game: asked.game.name(),
        stones: asked.rules.stones.into(),
        games,
        format,
        tags: written.tags.iter().map(|(name, text)| (name.as_str().to_owned(), text.to_owned())).collect(),
        start: write_position(Form::Short, play.start()),
        value: value(play.start())?,
        plies,
        over: play.end().map(OverRecord::from),
        list: MoveList::from(&written).to_string(),
        pgn: written.to_string(),
        playok: PlayOkGame(written).to_string(),
    })
}

/// The game as it was written, and played.
struct Read {
    format: &'static str,
    /// How many the text has.
    games: usize,
    pgn: Pgn,
    play: Play,
}

fn read(asked: &Asked, body: GameBody) -> Result<Read, ApiError> {
    let empty = Play::with_stones(asked.game, asked.rules.stones);
    match body {
        GameBody { text: Some(text), number, start: None, moves: None } => {
            let (form, mut games) = parse_games(&text)?;
            let count = games.len();
            let number = in_range("number", number.unwrap_or(1), 1..=count.max(1))?;
            // A text without a game is one without moves.
            let pgn = if games.is_empty() { Pgn::default() } else { games.swap_remove(number - 1) };
            let play = Play::from_pgn(&pgn, &empty)?;
            Ok(Read { format: form.name(), games: count.max(1), pgn, play })
        }
        GameBody { text: None, number: None, start, moves: Some(moves) } => {
            let start = start.map(|start| asked.position(&start)).transpose()?;
            let empty = empty.starting_at(start.unwrap_or(Position::start(&asked.rules)));
            let empty = empty.map_err(RecordError::from)?;
            let read =
                |(ply, text): (usize, &String)| text.parse().map_err(|source| ApiError::Move { ply, source });
            let moves: Vec<Move> = (1..).zip(&moves).map(read).collect::<Result<_, _>>()?;
            let pgn = Pgn { moves: moves.into_iter().map(PgnMove::from).collect(), ..Pgn::default() };
            let play = Play::from_move_list(MoveList::from(&pgn), &empty)?;
            Ok(Read { format: words::MOVES, games: 1, pgn, play })
        }
        _ => Err(ApiError::GameBody),
    }
}

/// What was written, with the tags that a game must have.
fn in_all_forms(mut pgn: Pgn, play: &Play) -> Pgn {
    let mut whole = play.pgn();
    // What follows from the moves is not taken from what was written; games may end in ways of their own.
    let is_computed = |name: &TagName, text: &str| {
        *name == TagName::PLY_COUNT
            || *name == TagName::RESULT
            || (*name == TagName::TERMINATION && (play.end().is_some() || End::NAMES.contains(&text)))
    };
    for (name, text) in pgn.tags.iter().filter(|&(name, text)| !is_computed(name, text)) {
        whole.tags.set(name.clone(), text);
    }
    whole.moves = std::mem::take(&mut pgn.moves);
    whole.before = std::mem::take(&mut pgn.before);
    // A result that somebody wrote down stays: games are given up, and won on time.
    if pgn.result != GameResult::Open {
        whole.set_result(pgn.result);
    }
    whole
}
