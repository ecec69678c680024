//! Signals: Ctrl-C and friends, and a memory that is used up.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use anyhow::Context;
use signal_hook::consts::signal;
use signal_hook::{SigId, flag};

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

/// What `SIGHUP` does until it is asked for something else.
static HANGUP: Mutex<Vec<SigId>> = Mutex::new(Vec::new());

/// Decides what signals do, before anything else is done: the process ends with the exit code of an interrupted run.
///
/// A process that is refused the memory it cannot do without says so and aborts. That is an error like others, and
/// ends with their exit code.
pub(crate) fn prepare() -> anyhow::Result<()> {
    let prepared = || {
        for signal in ENDING {
            let at_once = flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&STOP))?;
            let raised = flag::register(signal, Arc::clone(&STOP))?;
            if is_hangup(signal) {
                HANGUP.lock().unwrap_or_else(PoisonError::into_inner).extend([at_once, raised]);
            }
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

/// Lets `SIGHUP` raise a flag of its own from now on, and gives the flag: nobody sits at a terminal that could be closed.
pub(crate) fn watch_hangup() -> anyhow::Result<&'static AtomicBool> {
    static RELOAD: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    #[cfg(unix)]
    {
        flag::register(signal::SIGHUP, Arc::clone(&RELOAD)).context("cannot watch for SIGHUP")?;
        for id in HANGUP.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
    Ok(&RELOAD)
}

/// A flag that nobody raises.
pub(crate) fn never() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}

#[cfg(unix)]
const fn is_hangup(signal: i32) -> bool {
    signal == signal::SIGHUP
}

#[cfg(not(unix))]
const fn is_hangup(_signal: i32) -> bool {
    false
}

/// The exit code of a run that was interrupted.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
