//! `millwright games`: the presets and their rules.

use std::process::ExitCode;

use millwright_records::{GameTitle, RulesFields};
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
    #[serde(flatten)]
    called: GameTitle,
    rules: RulesFields,
}

/// Prints all presets: what each is called, then the rules of each.
pub(crate) fn run(args: &GamesArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let record = |game: Game| GameRecord {
        game: game.name(),
        called: GameTitle::of(game),
        rules: RulesFields::from(&game.rules()),
    };
    let games = Game::ALL.map(record);
    match args.format {
        Format::Json => streams.json(&GamesRecord { games: games.into() })?,
        Format::Text => write_text(&games, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(games: &[GameRecord], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "{:<28}what it is", "game")?;
    for GameRecord { game, called: GameTitle { title, description }, .. } in games {
        writeln!(streams.results, "{game:<28}{title}: {}", uncapitalised(description))?;
    }
    let line = |cells: [&str; 7]| {
        let [game, board, stones, placing, protection, double_mill, full_board] = cells;
        format!("{game:<28}{board:<12}{stones:<8}{placing:<9}{protection:<12}{double_mill:<13}{full_board}")
    };
    let head = line(["game", "board", "stones", "placing", "protection", "double mill", "full board"]);
    writeln!(streams.results, "\n{head}")?;
    for GameRecord { game, rules, .. } in games {
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
    Ok(())
}

/// The text with a small letter at its beginning.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
