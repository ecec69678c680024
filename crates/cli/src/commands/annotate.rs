//! `millwright annotate`: what tables say about games, written into them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use millwright_index::Extent;
use millwright_play::{Annotated, Play, annotate};
use millwright_rules::Game;
use millwright_rules::notation::{Pgn, PgnGames, parse_games};
use millwright_table::{SolveCommand, TableDirectory, Tablebase};

use crate::args::AnnotateArgs;
use crate::quantities::counted;
use crate::small_games;
use crate::streams::Streams;

/// Chunks that are kept for each game of rules.
const CACHE_BYTES: u64 = 64 << 20;

/// More bytes than any file of games has that somebody means to read.
const MOST_BYTES: u64 = 64 << 20;

/// What is typed for standard input.
const STANDARD_INPUT: &str = "-";

/// Reads the games, annotates each, and writes them.
pub(crate) fn run(args: &AnnotateArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    ensure!(
        args.out.as_deref().is_none_or(|out| !out.exists()),
        "{} is there already; choose another name",
        args.out.as_deref().unwrap_or(Path::new("")).display()
    );
    let name = args.file.display();
    let (_, mut games) = parse_games(&text(&args.file)?).with_context(|| format!("cannot read {name}"))?;
    let mut tables = Tables { args, opened: HashMap::new() };
    let mut all = Annotated::default();
    for (number, pgn) in (1..).zip(&mut games) {
        let of_game = tables.annotate(pgn, streams).with_context(|| format!("{name}, game {number}"))?;
        all.mistakes.white += of_game.mistakes.white;
        all.mistakes.black += of_game.mistakes.black;
        all.unknown += of_game.unknown;
    }
    let count = games.len() as u64;
    let text = format!("{}\n", PgnGames(games));
    match &args.out {
        None => write!(streams.results, "{text}")?,
        Some(out) => File::create_new(out)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {}", out.display()))?,
    }
    streams.note(&format!(
        "{}: {} of White's and {} of Black's",
        counted(count, "game"),
        counted(all.mistakes.white as u64, "mistake"),
        all.mistakes.black
    ));
    if all.unknown > 0 {
        let unknown = counted(all.unknown as u64, "move");
        streams.note(&format!("{unknown} unknown: no table has them; {}", tables.advice()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a file, or of standard input.
fn text(file: &Path) -> anyhow::Result<String> {
    let source: Box<dyn Read> = if file == Path::new(STANDARD_INPUT) {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(file).with_context(|| format!("cannot read {}", file.display()))?)
    };
    let mut text = String::new();
    let length = source.take(MOST_BYTES + 1).read_to_string(&mut text);
    let length = length.with_context(|| format!("cannot read {}", file.display()))?;
    ensure!(length as u64 <= MOST_BYTES, "{} has more than {MOST_BYTES} bytes", file.display());
    Ok(text)
}

/// The tables of the games in the file.
struct Tables<'a> {
    args: &'a AnnotateArgs,
    opened: HashMap<Game, Tablebase>,
}

impl Tables<'_> {
    fn annotate(&mut self, pgn: &mut Pgn, streams: &mut Streams) -> anyhow::Result<Annotated> {
        let play = Play::from_pgn(pgn, &Play::new(self.args.game))?;
        let game = play.game();
        let db = &self.args.db.db;
        let open = || Tablebase::new(TableDirectory::new(db, game), CACHE_BYTES);
        let tablebase = self.opened.entry(game).or_insert_with(open);
        // Small endgames are known without tables.
        for position in play.positions() {
            if tablebase.in_memory().is_none() {
                small_games::add_if_missing(tablebase, position, streams)?;
            }
        }
        Ok(annotate(pgn, &play, tablebase)?)
    }

    /// The command that makes what was missing.
    fn advice(&self) -> String {
        let command = |game: &Game| {
            let stones = game.rules().stones;
            let (white, black) = (stones.white.get(), stones.black.get());
            self.args.db.typed(&SolveCommand::new(game.name(), Extent::Complete, white, black))
        };
        let mut commands: Vec<String> = self.opened.keys().map(command).collect();
        commands.sort();
        format!("{}make them with: {}", self.args.db.meant(), commands.join("; "))
    }
}
