//! `millwright match`: many games between two players.

mod games_file;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use millwright_play::{Match, Played, Tally};
use millwright_table::Tablebase;
use serde::Serialize;

use self::games_file::GamesFile;
use crate::args::{MatchArgs, MatchFormat};
use crate::interrupt;
use crate::quantities::counted;
use crate::streams::Streams;

/// Chunks of tables that are kept.
const CACHE_BYTES: u64 = 1 << 30;
/// How often progress is told.
const TELLING: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct MatchRecord {
    game: &'static str,
    stones: String,
    first: String,
    second: String,
    nodes: Option<String>,
    opening_plies: u32,
    seed: u64,
    games: u32,
    /// Of the first player.
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost for another reason than the moves.
    forfeits: u32,
    /// Games that the first player won, of all, and where that lies with 95 percent probability.
    win_ratio: f64,
    win_interval: (f64, f64),
    /// A win is one point, a draw half of one.
    points: f64,
    points_interval: (f64, f64),
    /// `null` where one side has all points.
    elo: Option<f64>,
    elo_interval: (Option<f64>, Option<f64>),
}

/// Plays the match, or what is left of it.
pub(crate) fn run(args: &MatchArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules();
    let of = Match {
        game: rules.game(),
        stones: rules.rules().stones,
        first: args.first.clone(),
        second: args.second.clone(),
        games: args.games,
        nodes: args.nodes,
        opening_plies: args.opening_plies,
        seed: args.seed,
        time_limit: args.time_limit(),
    };
    let mut file = args.pgn.as_deref().map(|path| GamesFile::open(path, &of)).transpose()?;
    let mut standing = Standing::default();
    for &(number, score, forfeit) in file.iter().flat_map(GamesFile::saved).filter(|game| game.0 <= of.games)
    {
        standing.done.insert(number);
        standing.tally.add(score);
        standing.forfeits += u32::from(forfeit);
    }
    if !standing.done.is_empty() {
        streams.note(&format!("{} played before", counted(standing.done.len() as u64, "game")));
    }
    let stop = interrupt::watch();
    let tablebase = Tablebase::new(args.db.directory(&rules), CACHE_BYTES);
    let done = std::mem::take(&mut standing.done);
    let mut trouble = None;
    let mut told = Instant::now();
    of.run(&tablebase, (&done, args.concurrency.into()), stop, &mut |played| {
        let saved = file.as_mut().map_or(Ok(()), |file| file.add(&played));
        standing.count(&played, streams);
        if told.elapsed() >= TELLING {
            told = Instant::now();
            streams.note(&standing.words(of.games));
        }
        trouble = saved.err();
        trouble.is_none()
    })?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let is_interrupted = stop.load(Ordering::Relaxed) && standing.tally.games() < of.games;
    if is_interrupted {
        let how = if file.is_some() { "the same command goes on" } else { "with --pgn it could go on" };
        streams.note(&format!("interrupted after {}; {how}", counted(standing.tally.games().into(), "game")));
    }
    let record = record(&of, &standing);
    match args.format {
        MatchFormat::Json => streams.json(&record)?,
        MatchFormat::Table => write!(streams.results, "{}", table(&record))?,
    }
    Ok(if is_interrupted { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// What the match has come to.
#[derive(Default)]
struct Standing {
    done: BTreeSet<u32>,
    tally: Tally,
    forfeits: u32,
}

impl Standing {
    fn count(&mut self, played: &Played, streams: &mut Streams) {
        self.tally.add(played.score());
        if let Some(forfeit) = &played.forfeit {
            self.forfeits += 1;
            streams.note(&format!("game {}: {} {}", played.number, forfeit.color, forfeit.reason));
        }
    }

    fn words(&self, games: u32) -> String {
        let Tally { wins, draws, losses } = self.tally;
        format!("{} of {games} games: {wins} won, {draws} drawn, {losses} lost", self.tally.games())
    }
}

fn record(of: &Match, standing: &Standing) -> MatchRecord {
    let tally = &standing.tally;
    let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
    let both = |(low, high)| (rounded(low), rounded(high));
    let elo = |points| Tally::elo(points).map(|elo| (elo * 10.0).round() / 10.0);
    let (low, high) = tally.points_interval();
    MatchRecord {
        game: of.game.name(),
        stones: of.stones.to_string(),
        first: of.first.to_string(),
        second: of.second.to_string(),
        nodes: of.nodes.map(|nodes| nodes.to_string()),
        opening_plies: of.opening_plies,
        seed: of.seed,
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        forfeits: standing.forfeits,
        win_ratio: rounded(tally.win_ratio()),
        win_interval: both(tally.win_interval()),
        points: rounded(tally.points()),
        points_interval: both((low, high)),
        elo: elo(tally.points()),
        elo_interval: (elo(low), elo(high)),
    }
}

/// For people.
fn table(record: &MatchRecord) -> String {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let between = |(low, high): (f64, f64)| format!("{:.1} to {:.1} %", low * 100.0, high * 100.0);
    let elo = |elo: Option<f64>| elo.map_or_else(|| "?".to_owned(), |elo| format!("{elo:+.0}"));
    let mut text = format!("{} v {}, {}", record.first, record.second, record.game);
    let _ = writeln!(text, ", {}", counted(record.games.into(), "game"));
    let _ = writeln!(text, "won         {:>6}", record.wins);
    let _ = writeln!(text, "drawn       {:>6}", record.draws);
    let _ = writeln!(text, "lost        {:>6}", record.losses);
    if record.forfeits > 0 {
        let _ = writeln!(text, "forfeits    {:>6}", record.forfeits);
    }
    let line = |name: &str, found: f64, interval| {
        format!("{name:<12}{:>6}  {}\n", percent(found), between(interval))
    };
    text += &line("win ratio", record.win_ratio, record.win_interval);
    text += &line("points", record.points, record.points_interval);
    let (low, high) = record.elo_interval;
    let _ = writeln!(text, "Elo         {:>6}  {} to {}", elo(record.elo), elo(low), elo(high));
    text
}
