//! `millwright prove`: Gasser's proof of the value of a game.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use millwright_index::{Extent, Subspace};
use millwright_rules::{Game, Placing, Position, Rules};
use millwright_search::{
    BitsError, BookError, Claim, OpeningBook, OutcomeBits, ProofProgress, Prover, ProverOptions,
};
use millwright_table::{BOOK, SolveCommand, TableDirectory, Trouble};
use serde::Serialize;

use crate::args::{Format, ProveArgs};
use crate::interrupt;
use crate::machine;
use crate::quantities::{counted, thousands};
use crate::streams::Streams;

/// How often what was found out is kept, and how far it is told.
const KEEPING: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct ProofRecord {
    game: &'static str,
    stones: String,
    tables: Vec<String>,
    /// `draw`, or `null` if not both claims were proved.
    value: Option<&'static str>,
    claims: Vec<ClaimRecord>,
    /// The ply whose positions are counted and kept.
    ply: u32,
    book: String,
}

#[derive(Serialize)]
struct ClaimRecord {
    claim: &'static str,
    proved: bool,
    /// Positions of the intermediate ply that were looked at, up to symmetry.
    positions_proved: u64,
    positions_not_proved: u64,
    /// Positions that were looked at by this run.
    nodes: u64,
    seconds: f64,
}

/// Proves it, or what is left to prove.
pub(crate) fn run(args: &ProveArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    if rules.placing == Placing::Free {
        bail!(
            "{} can go round in circles while stones are in hand; prove needs a game with placing=first",
            args.rules.game()
        );
    }
    let directory = args.db.directory(&args.rules);
    let tables = tables(args, &rules);
    let path = args.book.clone().unwrap_or_else(|| directory.path().join(BOOK));
    let book = begun(&directory, &path, &rules, args.ply, &tables)?;
    machine::start_threads()?;
    let bits = OutcomeBits::load(&directory, &tables, &mut |subspace| {
        streams.note(&format!("reading the table of {subspace}"));
    });
    let bits = bits.map_err(|error| explain(error, args, &rules))?;
    let stop = interrupt::watch();
    let work = Work { rules, directory: &directory, path: &path, stop, bits: &bits, hash: args.hash.0 };
    let (book, claims) = work.prove(book, streams)?;
    if stop.load(Ordering::Relaxed) && book.done.contains(&None) {
        streams.note(&format!(
            "interrupted with {} kept; the same command goes on",
            counted(book.len() as u64, "position")
        ));
        return Ok(interrupt::exit_code());
    }
    let record = record(args.rules.game(), &rules, &book, claims, &path);
    match args.format {
        Format::Json => streams.json(&record)?,
        Format::Text => write!(streams.results, "{}", text(&record))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The subspaces that were asked for, or those in which each player has lost one stone at most; with their swaps, in order.
fn tables(args: &ProveArgs, rules: &Rules) -> Vec<Subspace> {
    let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
    let usual = [(white, black), (white, black - 1), (white - 1, black), (white - 1, black - 1)];
    let mut tables = args.with.clone();
    if tables.is_empty() {
        tables =
            usual.into_iter().filter_map(|(mover, other)| Subspace::new(mover, other, 0, 0).ok()).collect();
    }
    tables = tables.iter().flat_map(|subspace| [*subspace, subspace.swapped()]).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// What was found out before, by the same proof.
fn begun(
    directory: &TableDirectory,
    path: &Path,
    rules: &Rules,
    ply: u32,
    tables: &[Subspace],
) -> anyhow::Result<OpeningBook> {
    match OpeningBook::read(directory.disk(), path, rules)? {
        None => Ok(OpeningBook::new(rules, ply, tables.to_vec())),
        Some(book) if book.ply == ply && book.tables == tables => Ok(book),
        Some(_) => bail!("{} is of another proof; choose another file with --book", path.display()),
    }
}

/// A table that is missing, and the command that would make it.
fn explain(error: BitsError, args: &ProveArgs, rules: &Rules) -> anyhow::Error {
    let BitsError::Table(table) = &error else { return error.into() };
    if !matches!(table.trouble(), Trouble::Missing | Trouble::Reduced) {
        return error.into();
    }
    let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
    let command = SolveCommand::new(args.rules.game().name(), Extent::Movement, white, black);
    anyhow::anyhow!("{error}; make it with: {}", args.db.typed(&command))
}

/// Both searches.
struct Work<'a> {
    rules: Rules,
    directory: &'a TableDirectory,
    path: &'a Path,
    stop: &'a AtomicBool,
    bits: &'a OutcomeBits,
    hash: u64,
}

/// What the two searches share.
struct Shared<'n> {
    book: OpeningBook,
    kept: Instant,
    began: Instant,
    progress: [Option<ProofProgress>; 2],
    trouble: Option<BookError>,
    notes: &'n mut (dyn Write + Send),
}

impl Work<'_> {
    /// Searches for both claims at the same time. What is found out is kept now and then, and at the end.
    fn prove(
        &self,
        book: OpeningBook,
        streams: &mut Streams,
    ) -> anyhow::Result<(OpeningBook, Vec<ClaimRecord>)> {
        let began = Instant::now();
        let shared = Mutex::new(Shared {
            book,
            kept: began,
            began,
            progress: [None; 2],
            trouble: None,
            notes: &mut *streams.notes,
        });
        let claims: Vec<ClaimRecord> = thread::scope(|scope| {
            let running = Claim::BOTH.map(|claim| {
                scope.spawn({
                    let shared = &shared;
                    move || self.search(claim, shared)
                })
            });
            running.into_iter().filter_map(|claim| claim.join().ok()).collect()
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(trouble) = shared.trouble {
            return Err(trouble.into());
        }
        shared.book.write(self.directory.disk(), self.path)?;
        Ok((shared.book, claims))
    }

    fn search(&self, claim: Claim, shared: &Mutex<Shared<'_>>) -> ClaimRecord {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let began = Instant::now();
        let (ply, known, done) = {
            let shared = lock();
            (shared.book.ply, shared.book.of(claim).collect::<Vec<_>>(), shared.book.done[claim as usize])
        };
        // What was proved before needs no memory.
        let table_bytes = if done.is_some() { 0 } else { self.hash };
        let options = ProverOptions { table_bytes, book_ply: ply, ..ProverOptions::default() };
        let mut prover = Prover::new(&self.rules, self.bits, claim, options).with_visited(known);
        let start = Position::start(&self.rules);
        let answer =
            done.or_else(|| prover.prove(&start, self.stop, &mut |prover| self.keep(prover, &mut lock())));
        let mut shared = lock();
        shared.book.add(claim, prover.visited());
        shared.book.done[claim as usize] = answer;
        let progress = prover.progress();
        shared.progress[claim as usize] = Some(progress);
        ClaimRecord {
            claim: claim.name(),
            proved: answer == Some(true),
            positions_proved: progress.visited.proved,
            positions_not_proved: progress.visited.not_proved,
            nodes: progress.nodes,
            seconds: (began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        }
    }

    /// Keeps what was found out so far, if that was long ago, and says how far it is.
    fn keep(&self, prover: &Prover<'_>, shared: &mut Shared<'_>) {
        let progress = prover.progress();
        shared.progress[progress.claim as usize] = Some(progress);
        if shared.kept.elapsed() < KEEPING {
            return;
        }
        shared.kept = Instant::now();
        shared.book.add(progress.claim, prover.visited());
        if let Err(trouble) = shared.book.write(self.directory.disk(), self.path) {
            // It is told at the end, and the proof is worth more than what is kept of it now.
            shared.trouble = Some(trouble);
        }
        let told: Vec<String> = shared.progress.iter().flatten().map(in_words).collect();
        let seconds = shared.began.elapsed().as_secs();
        let _ = writeln!(shared.notes, "note: {seconds} s: {}", told.join("; "));
    }
}

fn in_words(progress: &ProofProgress) -> String {
    let visited = progress.visited;
    format!(
        "{}: {} positions, {} + {} of the intermediate ply",
        progress.claim.name(),
        thousands(progress.nodes),
        thousands(visited.proved),
        thousands(visited.not_proved)
    )
}

fn record(
    game: Game,
    rules: &Rules,
    book: &OpeningBook,
    claims: Vec<ClaimRecord>,
    path: &Path,
) -> ProofRecord {
    ProofRecord {
        game: game.name(),
        stones: rules.stones.to_string(),
        tables: book.tables.iter().map(Subspace::to_string).collect(),
        value: claims.iter().all(|claim| claim.proved).then_some("draw"),
        claims,
        ply: book.ply,
        book: path.display().to_string(),
    }
}

/// For people.
fn text(record: &ProofRecord) -> String {
    let mut text = match record.value {
        Some(_) => format!("Proved: {} with {} stones is a draw.\n\n", record.game, record.stones),
        None => format!(
            "Not proved from these tables: what {} with {} stones is worth. With more of them it may be.\n\n",
            record.game, record.stones
        ),
    };
    let ply = format!("ply {}: proved", record.ply);
    let _ = writeln!(
        text,
        "{:<24}{:>8}{ply:>16}{:>12}{:>18}{:>10}",
        "", "proved", "not proved", "positions", "seconds"
    );
    for claim in &record.claims {
        let _ = writeln!(
            text,
            "{:<24}{:>8}{:>16}{:>12}{:>18}{:>10.1}",
            claim.claim,
            if claim.proved { "yes" } else { "no" },
            thousands(claim.positions_proved),
            thousands(claim.positions_not_proved),
            thousands(claim.nodes),
            claim.seconds
        );
    }
    text.push_str(GASSERS);
    text
}

/// What is beside our numbers.
const GASSERS: &str = "
How many positions are looked at depends on the order of moves: Gasser's program, with the standard game and
the same tables, had 15,501 and 12 for the first claim and 4,364 and 29 for the second.
";
