//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The deepest that a search goes.
pub const MAX_DEPTH: u32 = 100;

/// What ends a search: whichever comes first, and the deepest depth in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions looked at by all threads together. With one thread it is kept exactly.
    pub nodes: Option<u64>,
    /// From the beginning of the search.
    pub time: Option<Duration>,
}

/// What the threads of a search share.
pub(crate) struct Control<'a> {
    /// Raised by the caller.
    asked_to_stop: &'a AtomicBool,
    /// Raised when the main thread is done.
    finished: AtomicBool,
    nodes: AtomicU64,
    table_hits: AtomicU64,
    pub(crate) node_limit: u64,
    began: Instant,
    deadline: Option<Instant>,
}

impl<'a> Control<'a> {
    pub(crate) fn new(limits: Limits, asked_to_stop: &'a AtomicBool) -> Self {
        let began = Instant::now();
        Self {
            asked_to_stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            began,
            deadline: limits.time.and_then(|time| began.checked_add(time)),
        }
    }

    /// Adds to what all threads have done.
    pub(crate) fn count(&self, nodes: u64, table_hits: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.table_hits.fetch_add(table_hits, Ordering::Relaxed);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether anything but the nodes of one thread says that it is time to end.
    pub(crate) fn is_over(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
            || self.asked_to_stop.load(Ordering::Relaxed)
            || self.nodes() >= self.node_limit
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
