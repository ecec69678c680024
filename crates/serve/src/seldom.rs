//! A log that a flood of requests cannot fill.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// One line a second of a kind, with how many were left out before it.
#[derive(Debug)]
pub(crate) struct Seldom {
    second: AtomicU64,
    unsaid: AtomicU64,
}

impl Seldom {
    pub(crate) const fn new() -> Self {
        Self { second: AtomicU64::new(0), unsaid: AtomicU64::new(0) }
    }

    /// Says it, unless something was said in this second.
    pub(crate) fn log(&self, say: impl FnOnce(u64)) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        if self.second.swap(now, Ordering::Relaxed) == now {
            self.unsaid.fetch_add(1, Ordering::Relaxed);
        } else {
            say(self.unsaid.swap(0, Ordering::Relaxed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_counted() {
        let seldom = Seldom::new();
        let mut said = 0;
        for _ in 0..1_000 {
            seldom.log(|_| said += 1);
        }
        assert!((1..=3).contains(&said), "{said}");
        assert!(seldom.unsaid.load(Ordering::Relaxed) >= 900);
    }
}
