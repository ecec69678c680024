//! What this machine has to offer, and what we took of it.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::OnceLock;
use std::thread;

use anyhow::{Context, anyhow};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::memory_limits;
use crate::quantities::Bytes;

/// The memory that can be had now without swapping; `None` where the system does not tell.
pub(crate) fn available_memory() -> Option<Bytes> {
    let ram = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram)).ok();
    let available =
        system.map(|system| Bytes(system.available_memory())).filter(|&available| available.0 > 0);
    // A container may be given less than the machine has, and a process less than its container.
    available.into_iter().chain(memory_limits::left(cores())).min()
}

/// A number that is another one every time, short enough to be typed.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 40
}

/// The most memory that this process ever held; `None` where the system does not tell.
pub(crate) fn peak_memory() -> Option<Bytes> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(Bytes(kilobytes * 1024))
}

/// The disk space that is free for files in a directory, whether it is there yet or not.
pub(crate) fn free_disk(directory: &Path) -> io::Result<Bytes> {
    let absolute = std::path::absolute(directory)?;
    let mut known = absolute.as_path();
    loop {
        match (fs4::available_space(known), known.parent()) {
            (Err(error), Some(parent)) if error.kind() == io::ErrorKind::NotFound => known = parent,
            (space, _) => return space.map(Bytes),
        }
    }
}

/// Lets this process open as many files as the system allows it to, up to this many, and tells how many that are; `None` where
/// there is no such limit.
#[cfg(unix)]
pub(crate) fn raise_open_files(most: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    let wanted = limit.maximum.unwrap_or(most).min(most);
    if wanted <= current {
        return Some(current);
    }
    let raised = Rlimit { current: Some(wanted), maximum: limit.maximum };
    Some(if setrlimit(Resource::Nofile, raised).is_ok() { wanted } else { current })
}

/// Other systems have no limit that matters here.
#[cfg(not(unix))]
pub(crate) fn raise_open_files(_most: u64) -> Option<u64> {
    None
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Says if there is no room for so many threads to begin in.
fn check_room_for(threads: usize) -> anyhow::Result<()> {
    match memory_limits::too_little_for(threads) {
        None => Ok(()),
        Some(left) => Err(anyhow!(
            "cannot start {threads} threads: only {left} of memory addresses are left; allow more with ulimit -v"
        )),
    }
}

/// Threads to work with.
pub(crate) fn thread_pool(threads: usize) -> anyhow::Result<ThreadPool> {
    check_room_for(threads)?;
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .with_context(|| format!("cannot start {threads} threads; try fewer with --threads"))
}

/// How much nicer than others work in the background is: they get ten times as much of a processor.
#[cfg(target_os = "linux")]
const NICER: i32 = 10;

/// From now on this thread, and those that it starts, give way to others.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority() {
    // On Linux a thread has a priority of its own. Where it is refused, the work is done all the same.
    let _ = rustix::process::nice(NICER);
}

/// Elsewhere priorities are those of processes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority() {}

/// Starts the threads that work without a pool of its own is done in: as many as there are cores.
pub(crate) fn start_threads() -> anyhow::Result<()> {
    static STARTED: OnceLock<Result<(), ThreadPoolBuildError>> = OnceLock::new();
    if STARTED.get().is_none() {
        check_room_for(cores())?;
    }
    let started = STARTED.get_or_init(|| ThreadPoolBuilder::new().num_threads(cores()).build_global());
    started.as_ref().map_err(|error| anyhow!("cannot start {} threads: {error}", cores()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_disk_is_that_of_the_nearest_directory_there_is() {
        let here = free_disk(Path::new(".")).unwrap();
        assert!(here > Bytes(0));
        assert!(free_disk(Path::new("not/there/yet")).unwrap() > Bytes(0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_about_memory() {
        let (available, peak) = (available_memory().unwrap(), peak_memory().unwrap());
        assert!(available > Bytes(1 << 20) && peak > Bytes(1 << 20), "{available} {peak}");
    }
}
