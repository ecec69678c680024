//! `millwright serve`: the explorer and the API.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::{Context, anyhow, ensure};
use millwright_index::Extent;
use millwright_rules::Game;
use millwright_serve::{
    App, Flags, Library, LibraryLimits, MetricsFor, Report, Settings, Solving, TrustedProxies, limits,
};
use millwright_table::{SolveCommand, TableDirectory};
use tracing::Level;

use super::background::Background;
use super::report;
use crate::args::{DbArgs, Format, LogLevel, MetricsReaders, ServeArgs};
use crate::db_place;
use crate::interrupt;
use crate::machine;
use crate::quantities::Bytes;
use crate::streams::Streams;

/// Serves until it is interrupted, which is how a server ends.
pub(crate) fn run(args: &ServeArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    ensure!(
        args.db.db.is_dir() || !args.db.db.exists(),
        "{} is no directory; choose the one that has the tables with --db",
        args.db.db.display()
    );
    if let Some(directory) = &args.results {
        // What is wrong with them is said now, not to whoever asks for the report.
        report::of_documents(directory)?;
    }
    start_log(args);
    let stop = interrupt::watch();
    // Whoever closes a terminal ends what runs in it; a service has none.
    let reload = if streams.notes_to_terminal { interrupt::never() } else { interrupt::watch_hangup()? };
    machine::start_threads()?;
    let shares = Shares::of(machine::raise_open_files(OPEN_FILES), args)?;
    let kept = LibraryLimits::new(args.cache.0, shares.tables);
    let db = place_of_tables(&args.db.db, streams);
    let library = Arc::new(Library::with_limits(&db, kept));
    if library.tables_on_disk(Game::Standard) == 0 {
        let db = db.display();
        streams.note(&format!("no tables in {db}: only games with up to five stones each will be known"));
        library.prepare_small(Game::Standard);
    }
    let looking = Arc::clone(&library);
    // Where no thread is to be had, whoever asks first waits.
    let _ = thread::Builder::new().spawn(move || looking.look_around());
    let mut app = App::new(library, settings(args, shares)).with_report(report_of(&db, args));
    let background = args.solve.map(|game| background(game, &db, args, stop)).transpose()?;
    if let Some(background) = &background {
        app = app.beside(Arc::clone(&background.told));
    }
    let mut solving = None;
    let ready = |mut address: SocketAddr| {
        // All addresses of this machine: a browser on it needs one.
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() {
                Ipv4Addr::LOCALHOST.into()
            } else {
                Ipv6Addr::LOCALHOST.into()
            });
        }
        // The one line that a script waits for.
        let _ = writeln!(streams.results, "http://{address}/").and_then(|()| streams.results.flush());
        streams.note("open this address in a browser; Ctrl-C stops the server");
        solving = background.map(Background::begin);
        tracing::info!(%address, connections = shares.connections, tables = kept.open_tables, "serving");
    };
    millwright_serve::run(args.listen, app, Flags { stop, reload }, ready).map_err(|error| {
        match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow!(
                    "cannot listen at {}: another program does; choose another port with --listen",
                    args.listen
                )
            }
            _ => anyhow!(error).context(format!("cannot listen at {}", args.listen)),
        }
    })?;
    if let Some(solving) = solving.transpose()? {
        // It was told to stop with the server; what it is writing is finished.
        solving.join().map_err(|_| anyhow!("the solve beside the server broke down"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The directory that was typed, or the one beside it that was meant.
fn place_of_tables(typed: &Path, streams: &mut Streams) -> PathBuf {
    match &db_place::meant(typed)[..] {
        [] => typed.to_owned(),
        [meant] => {
            let (typed, place) = (typed.display(), meant.display());
            streams.note(&format!(
                "{typed} is not where tables are kept, a directory for each game: serving those in {place} (--db {place})"
            ));
            meant.clone()
        }
        several => {
            let places: Vec<String> = several.iter().map(|place| place.display().to_string()).collect();
            let typed_place = typed.display();
            streams.note(&format!(
                "{typed_place} has no tables, but others have: choose one with --db {}",
                places.join(" or --db ")
            ));
            typed.to_owned()
        }
    }
}

/// The report of the tables, or of documents.
fn report_of(db: &Path, args: &ServeArgs) -> Report {
    let (db, documents) = (DbArgs { db: db.to_owned() }, args.results.clone());
    Report::new(move || {
        Ok(match &documents {
            Some(directory) => report::of_documents(directory)?,
            None => report::of_tables(&report::games_with_tables(&db), &db)?,
        })
    })
}

/// What is to be solved beside the server.
fn background(
    game: Game,
    db: &Path,
    args: &ServeArgs,
    stop: &'static AtomicBool,
) -> anyhow::Result<Background> {
    let rules = game.rules();
    let stones = args.stones.unwrap_or(rules.stones);
    let half = || machine::available_memory().map(|available| Bytes(available.0 / 2));
    let memory = args.memory.or_else(half);
    let memory =
        memory.context("cannot tell how much memory is available; say how much to use with --memory")?;
    let command =
        SolveCommand::new(game.name(), Extent::Complete, stones.white.get(), stones.black.get()).to_string();
    Ok(Background {
        directory: TableDirectory::new(db, game),
        rules: rules.with_stones(stones.white, stones.black),
        memory,
        stop,
        told: Arc::new(Solving::new(game, command)),
    })
}

/// Files that a server opens at the most, whatever the system allows: connections and tables.
const OPEN_FILES: u64 = 16_384;

/// A server with fewer does not start.
const FEWEST_FILES: u64 = 64;

/// Descriptors that are neither connections nor tables: standard streams, the listener, the runtime's own.
const OTHER_FILES: u64 = 32;

/// Tables that can be open at once, however few descriptors there are.
const FEWEST_TABLES: u64 = 8;

/// How the descriptors of the process are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shares {
    connections: usize,
    tables: usize,
    refusals: usize,
}

impl Shares {
    /// Connections get what was asked for, if a quarter and more is left for tables; tables get the rest. Of few descriptors an
    /// eighth is for connections that are told that there are too many.
    fn of(files: Option<u64>, args: &ServeArgs) -> anyhow::Result<Self> {
        let files = files.unwrap_or(OPEN_FILES).min(OPEN_FILES);
        ensure!(
            files >= FEWEST_FILES,
            "this process may open {files} files, a server needs {FEWEST_FILES}; allow more with ulimit -n"
        );
        let refusals = (files / 8).min(limits::REFUSED as u64);
        let files = files - OTHER_FILES - refusals;
        // A connection that makes room for another still has its descriptor for a moment.
        let most = (files - (files / 4).max(FEWEST_TABLES)) / 9 * 8;
        let connections = u64::from(args.connections).min(most);
        if connections < u64::from(args.connections) {
            tracing::warn!(
                connections,
                files,
                "few open files are allowed: fewer connections than asked for"
            );
        }
        let tables = files - connections / 8 * 9;
        Ok(Self {
            connections: usize::try_from(connections)?,
            tables: usize::try_from(tables)?,
            refusals: usize::try_from(refusals)?,
        })
    }
}

fn settings(args: &ServeArgs, shares: Shares) -> Settings {
    let mut settings = Settings::at(args.listen);
    settings.connections = shares.connections;
    settings.refusals = shares.refusals;
    settings.connections_per_client = args.connections_per_client.map(|count| count as usize);
    settings.proxies =
        TrustedProxies { addresses: args.trusted_proxy.clone(), header: args.proxy_header.clone() };
    settings.metrics = match args.metrics {
        MetricsReaders::ThisMachine => MetricsFor::ThisMachine,
        MetricsReaders::Everybody => MetricsFor::Everybody,
    };
    settings.embedders.clone_from(&args.embed);
    for name in &args.allow_host {
        settings.allow_host(name);
    }
    settings
}

/// Sends what the server logs to standard error.
fn start_log(args: &ServeArgs) {
    let level = match args.log {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false);
    // Nobody else has begun one in this process.
    let _ = match args.log_format {
        Format::Text => log.with_target(false).try_init(),
        Format::Json => log.json().with_target(false).flatten_event(true).with_span_list(false).try_init(),
    };
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Args, Command};

    fn shares(files: u64, connections: &str) -> Option<Shares> {
        let args = Args::try_parse_from(["millwright", "serve", "--connections", connections]).unwrap();
        let Command::Serve(args) = args.command.unwrap() else { panic!("it is serve") };
        Shares::of(Some(files), &args).ok()
    }

    #[test]
    fn descriptors_are_shared_by_connections_and_tables_with_some_left() {
        assert_eq!(shares(63, "1024"), None);
        for (files, connections) in
            [(64, "1024"), (128, "1024"), (256, "1024"), (1_024, "1024"), (1_024, "65536"), (9_999, "64")]
        {
            let shares = shares(files, connections).unwrap();
            let most = shares.connections + shares.connections / 8 + shares.tables + shares.refusals + 32;
            assert!(most <= usize::try_from(files).unwrap(), "{files}: {shares:?}");
            assert!(
                shares.connections >= 8 && shares.tables >= 8 && shares.refusals >= 8,
                "{files}: {shares:?}"
            );
        }
        assert_eq!(shares(16_384, "1024").unwrap().connections, 1_024);
    }
}
