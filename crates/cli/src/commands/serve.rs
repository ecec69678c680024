//! `millwright serve`: the explorer and the API.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{anyhow, ensure};
use millwright_rules::Game;
use millwright_serve::{App, Library};

use crate::args::ServeArgs;
use crate::interrupt;
use crate::machine;
use crate::streams::Streams;

/// Serves until it is interrupted, which is how a server ends.
pub(crate) fn run(args: &ServeArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    ensure!(
        args.db.db.is_dir() || !args.db.db.exists(),
        "{} is no directory; choose the one that has the tables with --db",
        args.db.db.display()
    );
    let stop = interrupt::watch();
    machine::start_threads()?;
    let library = Arc::new(Library::new(&args.db.db, args.cache.0));
    if library.tables_on_disk(Game::Standard) == 0 {
        let db = args.db.db.display();
        streams.note(&format!("no tables in {db}: only games with up to five stones each will be known"));
        library.begin_small(&library.shelf(Game::Standard));
    }
    let app = App::new(library, |cause| {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "warning: {cause}");
    });
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
    };
    millwright_serve::run(args.listen, app, stop, ready).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow!(
                "cannot listen at {}: another program does; choose another port with --listen",
                args.listen
            )
        }
        _ => anyhow!(error).context(format!("cannot listen at {}", args.listen)),
    })?;
    Ok(ExitCode::SUCCESS)
}
