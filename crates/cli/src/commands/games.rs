//! `millwright games`: the presets and their rules.

use std::process::ExitCode;

use millwright_records::RulesFields;
use millwright_rules::Game;
use serde::Serialize;

use crate::args::{Format, GamesArgs};
use crate::streams::Streams;

#[derive(Serialize)]
struct GamesRecord {
    games: Vec<GameRecord>,
}

#[derive(Serialize)]
struct GameRecord {
    game: &'static str,
    rules: RulesFields,
}

/// Prints all presets, a line each.
pub(crate) fn run(args: &GamesArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let games =
        Game::ALL.map(|game| GameRecord { game: game.name(), rules: RulesFields::from(&game.rules()) });
    match args.format {
        Format::Json => streams.json(&GamesRecord { games: games.into() })?,
        Format::Text => {
            let line = |cells: [&str; 7]| {
                let [game, board, stones, placing, protection, double_mill, full_board] = cells;
                format!(
                    "{game:<28}{board:<12}{stones:<8}{placing:<9}{protection:<12}{double_mill:<13}{full_board}"
                )
            };
            let head =
                line(["game", "board", "stones", "placing", "protection", "double mill", "full board"]);
            writeln!(streams.results, "{head}")?;
            for GameRecord { game, rules } in &games {
                let stones = rules.stones.to_string();
                let cells = [
                    game,
                    rules.board,
                    &stones,
                    rules.placing,
                    rules.protection,
                    rules.double_mill,
                    rules.full_board,
                ];
                writeln!(streams.results, "{}", line(cells))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
