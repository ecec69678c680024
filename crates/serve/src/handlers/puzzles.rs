//! `/api/{game}/puzzles`.

use std::time::Instant;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use millwright_puzzles::{Level, Maker, MakerError, Theme};
use millwright_records::{PuzzleRecord, PuzzlesRecord};
use millwright_rules::Position;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorRecord};
use crate::fair_queue::Price;
use crate::limits;
use crate::request::{Asked, in_range, number};

/// Which puzzles.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PuzzlesQuery {
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    stones: Option<String>,
    /// What is to be found: `win`, `draw` or `take`. `win` if left out.
    #[param(example = "win")]
    theme: Option<String>,
    /// How hard: `beginner`, `easy`, `medium`, `hard`, `expert` or `master`. Any if left out.
    difficulty: Option<String>,
    /// The same seed gives the same puzzles, fewer of them where the server has much to do. 0 if left out.
    #[param(value_type = Option<u64>)]
    seed: Option<String>,
    /// How many at most, 1 to 20; 1 if left out.
    #[param(value_type = Option<usize>, minimum = 1, maximum = 20)]
    count: Option<String>,
}

/// Positions in which one move alone is right, drawn from the tables
#[utoipa::path(
    get,
    path = "/api/{game}/puzzles",
    params(("game" = String, Path, description = "As in /api/games", example = "standard"), PuzzlesQuery),
    responses(
        (status = 200, body = PuzzlesRecord, description = "As many as were found in a few seconds, perhaps none"),
        (status = 400, body = ErrorRecord),
        (status = 404, body = ErrorRecord, description = "No such game, or nothing of it is known"),
        (status = 503, body = ErrorRecord),
    )
)]
pub(crate) async fn puzzles(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    game: Result<Path<String>, PathRejection>,
    query: Result<Query<PuzzlesQuery>, QueryRejection>,
) -> Result<Json<PuzzlesRecord>, ApiError> {
    let Query(PuzzlesQuery { stones, theme, difficulty, seed, count }) = query?;
    let asked = Asked::new(&game?, stones.as_deref())?;
    let theme: Theme = theme.map_or(Ok(Theme::Win), |theme| theme.parse())?;
    let level: Option<Level> = difficulty.map(|level| level.parse()).transpose()?;
    let seed = number("seed", seed.as_deref())?.unwrap_or(0);
    let count = in_range("count", number("count", count.as_deref())?.unwrap_or(1), 1..=limits::PUZZLES)?;
    let inside = app.clone();
    let work = move || record((&inside, client), &asked, (theme, level), seed, count);
    app.gate.run(client, Price::PUZZLES, work).await.map(Json)
}

fn record(
    (app, client): (&App, Client),
    asked: &Asked,
    what: (Theme, Option<Level>),
    seed: u64,
    count: usize,
) -> Result<PuzzlesRecord, ApiError> {
    let began = Instant::now();
    let shelf = app.library.shelf(asked.game);
    let tablebase = shelf.tablebase();
    let start = Position::start(&asked.rules);
    let trouble = |error| match error {
        MakerError::Probe(error) => asked.trouble(error, &start),
        MakerError::NoTables => ApiError::NoPuzzles,
    };
    let maker = Maker::new(tablebase, &asked.rules, what, seed);
    if matches!(maker, Err(MakerError::NoTables)) && !shelf.small_is_finished() {
        app.library.begin_small(&shelf, client).map_err(|_| ApiError::Busy)?;
        return Err(ApiError::Solving);
    }
    let mut maker = maker.map_err(trouble)?;
    let (mut found, mut drawn) = (Vec::new(), 0);
    while found.len() < count && drawn < limits::PUZZLE_POSITIONS && began.elapsed() < limits::PUZZLE_TIME {
        found.extend(maker.draw(limits::PUZZLE_BATCH).map_err(trouble)?);
        drawn += limits::PUZZLE_BATCH;
    }
    found.truncate(count);
    let ranks = tablebase.ranks().map_err(|error| asked.trouble(error, &start))?;
    let record = |puzzle| PuzzleRecord::new((asked.game.name(), &asked.rules), puzzle, tablebase, ranks);
    Ok(PuzzlesRecord { puzzles: found.iter().map(record).collect() })
}
