//! Ctrl-C and friends: a flag that long work looks at.

use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The exit code of a run that was interrupted.
const INTERRUPTED: u8 = 130;

/// Raised by the first Ctrl-C, SIGTERM or SIGHUP.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets signals raise a flag from now on instead of ending the process, and gives the flag. A second signal
/// ends the process at once, which is as safe: no table appears under its name before it is complete.
pub(crate) fn watch() -> anyhow::Result<&'static AtomicBool> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            end_now();
        }
    };
    ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?;
    Ok(&STOP)
}

#[expect(clippy::exit, reason = "the main thread may be far from looking at the flag")]
fn end_now() {
    process::exit(i32::from(INTERRUPTED));
}

/// The exit code of a run that was interrupted.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
