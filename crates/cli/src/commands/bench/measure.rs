//! The clock, and what is measured with it.

use std::fs;
use std::time::{Duration, Instant};

use millwright_solve::SolvedUnit;
use serde::Serialize;

use crate::machine;
use crate::quantities::{Bytes, rate};

/// Runs are repeated until they have taken so long together.
const LONG_ENOUGH: Duration = Duration::from_secs(1);
/// How often at most.
const MOST_RUNS: u32 = 5;

/// How fast a solver was.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Speed {
    /// Of the shortest run.
    seconds: f64,
    slots_per_second: f64,
}

impl Speed {
    /// How many times as fast as another this one is.
    pub(super) fn over(self, other: Self) -> f64 {
        self.slots_per_second / other.slots_per_second
    }

    /// Million slots a second.
    pub(super) fn in_millions(self) -> String {
        format!("{:.1}", self.slots_per_second / 1e6)
    }
}

/// Runs a solver until it has run long enough; gives the speed of its shortest run, and what it found.
pub(super) fn timed<E>(
    slots: u64,
    solve: impl Fn() -> Result<SolvedUnit, E>,
) -> Result<(Speed, Fingerprint), E> {
    let (mut shortest, mut all, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    loop {
        let start = Instant::now();
        let solved = solve()?;
        let time = start.elapsed();
        (shortest, all, runs) = (shortest.min(time), all + time, runs + 1);
        if all >= LONG_ENOUGH || runs == MOST_RUNS {
            let speed = Speed { seconds: shortest.as_secs_f64(), slots_per_second: rate(slots, shortest) };
            return Ok((speed, Fingerprint::of(&solved)));
        }
    }
}

/// A number that two solutions have in common if and (all but) only if all their values are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// Fowler, Noll and Vo's hash of the values, whatever width they are kept in.
    pub(super) fn of(solved: &SolvedUnit) -> Self {
        let add = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x0100_0000_01B3);
        let codes = solved.subspaces().flat_map(|(_, codes)| codes.iter());
        Self(codes.fold(0xCBF2_9CE4_8422_2325, |hash, code| add(hash, code.into())))
    }
}

/// What a piece of work took of the memory; `None` where the system does not tell.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// What the process held before.
    pub(super) held: Option<Bytes>,
    /// The most it held meanwhile.
    pub(super) peak: Option<Bytes>,
}

/// Does some work and watches the memory.
pub(super) fn watched<T>(work: impl FnOnce() -> T) -> (T, Memory) {
    // Forgets the peak so far: it is what is held now. Where that is not allowed the peak stays the highest so far.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let held = machine::peak_memory();
    let result = work();
    (result, Memory { held, peak: machine::peak_memory() })
}

#[cfg(test)]
mod tests {
    use millwright_index::{Plane, Subspace, Unit};
    use millwright_table::Codes;

    use super::*;

    fn solved(codes: Codes) -> SolvedUnit {
        let unit = Unit::of(Subspace::new(3, 3, 0, 0).unwrap());
        SolvedUnit { unit, planes: vec![(Plane::A, codes)] }
    }

    #[test]
    fn the_fingerprint_is_that_of_the_values_and_not_of_their_width() {
        let narrow = Fingerprint::of(&solved(Codes::Narrow(vec![0, 7, 255])));
        assert_eq!(Fingerprint::of(&solved(Codes::Wide(vec![0, 7, 65535]))), narrow);
        for other in [vec![0, 7, 254], vec![7, 0, 255], vec![0, 7], vec![1, 7, 255]] {
            assert_ne!(Fingerprint::of(&solved(Codes::Narrow(other))), narrow);
        }
    }

    #[test]
    fn quick_work_is_timed_five_times_and_an_error_ends_it() {
        let runs = std::cell::Cell::new(0);
        let solve = || {
            runs.set(runs.get() + 1);
            if runs.get() > 5 { Err("enough") } else { Ok(solved(Codes::Narrow(vec![1]))) }
        };
        let (speed, _) = timed(1_000_000, solve).unwrap();
        assert!(runs.get() == 5 && speed.slots_per_second > 0.0);
        assert_eq!(timed(1, solve).err(), Some("enough"));
    }
}
