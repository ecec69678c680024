//! `millwright serve`: the explorer and the API.

use std::io::ErrorKind;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use millwright_rules::Game;
use millwright_serve::{App, Library};

use crate::args::ServeArgs;
use crate::interrupt;
use crate::streams::Streams;

/// Serves until it is interrupted, which is how a server ends.
pub(crate) fn run(args: &ServeArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let stop = interrupt::watch()?;
    let library = Arc::new(Library::new(&args.db.db, args.cache.0));
    if library.tables_on_disk(Game::Standard) == 0 {
        let db = args.db.db.display();
        streams.note(&format!("no tables in {db}: only games with up to five stones each will be known"));
        library.begin_small(Game::Standard);
    }
    let app = App::new(library, |cause| {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "warning: {cause}");
    });
    let ready = |address| {
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
