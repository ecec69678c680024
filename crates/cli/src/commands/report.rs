//! `millwright report`: results as pages.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use millwright_report::{Results, Site};
use millwright_rules::Game;
use millwright_table::{TableDirectory, write_whole};

use super::query::json_of_start;
use super::stats::json_of_game;
use crate::args::{DbArgs, ReportArgs, RulesArgs};
use crate::quantities::counted;
use crate::streams::Streams;

/// Writes the site.
pub(crate) fn run(args: &ReportArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let mut results = if let Some(directory) = &args.from {
        of_documents(directory)?
    } else {
        let games = if args.games.is_empty() { games_with_tables(&args.db) } else { args.games.clone() };
        ensure!(
            !games.is_empty(),
            "there are no tables in {}; make some with millwright solve, or take results from files with --from",
            args.db.db.display()
        );
        of_tables(&games, &args.db)?
    };
    results.keep_games(&args.games);
    ensure!(!results.is_empty(), "none of the results is about {}", names(&args.games));
    let site = Site::of(&results);
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    for file in &site.files {
        let path = args.out.join(&file.name);
        write_whole(&path, |out| out.write_all(file.text.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let files = counted(site.files.len() as u64, "file");
    streams.say(&format!("{files} written; open {}", args.out.join("index.html").display()));
    Ok(ExitCode::SUCCESS)
}

fn names(games: &[Game]) -> String {
    let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    if names.is_empty() { "any game".to_owned() } else { names.join(", ") }
}

/// The JSON files of a directory.
pub(crate) fn of_documents(directory: &Path) -> anyhow::Result<Results> {
    let list = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in list {
        let path = entry.with_context(|| format!("cannot read {}", directory.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    ensure!(
        !paths.is_empty(),
        "there is no JSON file in {}; millwright stats GAME --format json makes one",
        directory.display()
    );
    let mut results = Results::default();
    for path in paths {
        let json = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        results.add(&path.display().to_string(), &json)?;
    }
    Ok(results)
}

/// The games that have tables.
pub(crate) fn games_with_tables(db: &DbArgs) -> Vec<Game> {
    let has_tables = |game: &Game| {
        let contents = TableDirectory::new(&db.db, *game).contents();
        contents.is_ok_and(|contents| !contents.tables.is_empty())
    };
    Game::every().filter(has_tables).collect()
}

/// The statistics of the tables of these games.
pub(crate) fn of_tables(games: &[Game], db: &DbArgs) -> anyhow::Result<Results> {
    let mut results = Results::default();
    for &game in games {
        let (rules, source) =
            (RulesArgs::new(game, None, None), db.db.join(game.name()).display().to_string());
        results.add(&source, &json_of_game(&rules, db)?)?;
        if let Some(json) = json_of_start(&rules, db)? {
            results.add(&source, &json)?;
        }
    }
    Ok(results)
}
