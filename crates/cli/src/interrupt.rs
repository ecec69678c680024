//! Signals: Ctrl-C and friends, and a memory that is used up.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Context;
use signal_hook::consts::signal;
use signal_hook::flag;

use crate::failure::{ERROR, TRY_AGAIN};

/// The exit code of a run that was interrupted.
const INTERRUPTED: u8 = 130;

/// The signals that ask a program to end.
#[cfg(unix)]
const ENDING: [i32; 3] = [signal::SIGINT, signal::SIGTERM, signal::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [signal::SIGINT, signal::SIGTERM];

/// Raised by every signal that asks to end; one that comes when it is raised ends the process at once. So it is raised
/// from the beginning, until there is work that looks at it.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Raised where a process that is refused memory may be given more when it is tried again.
static TRYING_AGAIN_HELPS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(false)));

/// Decides what signals do, before anything else is done: the process ends with the exit code of an interrupted run.
///
/// A process that is refused the memory it cannot do without says so and aborts. That is an error like others, and
/// ends with their exit code.
pub(crate) fn prepare() -> anyhow::Result<()> {
    let prepared = || {
        for signal in ENDING {
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&STOP))?;
            flag::register(signal, Arc::clone(&STOP))?;
        }
        let helps = Arc::clone(&TRYING_AGAIN_HELPS);
        flag::register_conditional_shutdown(signal::SIGABRT, TRY_AGAIN.into(), helps)?;
        let always = Arc::new(AtomicBool::new(true));
        flag::register_conditional_shutdown(signal::SIGABRT, ERROR.into(), always)
    };
    prepared().context("cannot watch for Ctrl-C")?;
    Ok(())
}

/// From now on a process that is refused memory ends with the exit code of what may be tried again.
pub(crate) fn trying_again_helps() {
    TRYING_AGAIN_HELPS.store(true, Ordering::Relaxed);
}

/// Lets the next signal raise a flag instead of ending the process, and gives the flag. A second signal
/// ends the process at once, which is as safe: no table appears under its name before it is complete.
pub(crate) fn watch() -> &'static AtomicBool {
    static WATCHED: AtomicBool = AtomicBool::new(false);
    if !WATCHED.swap(true, Ordering::Relaxed) {
        STOP.store(false, Ordering::Relaxed);
    }
    &STOP
}

/// The exit code of a run that was interrupted.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
