//! Chance that can be repeated.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random choices that are the same for the same seed, on every machine.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The choices that belong to a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// One of the items, each as likely as the others; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len())).copied()
    }

    /// A number from 0 to `limit` - 1.
    ///
    /// # Panics
    /// Never: the number is less than the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.below_u64(limit as u64)).expect("it is less than the limit")
    }

    /// A number from 0 to `limit` - 1. The high half of a product is as good as fair: no number is preferred by more than
    /// `limit` in 2^64.
    ///
    /// # Panics
    /// Never: the number is less than the limit.
    pub fn below_u64(&mut self, limit: u64) -> u64 {
        let product = u128::from(self.0.next_u64()) * u128::from(limit);
        u64::try_from(product >> 64).expect("it is less than the limit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written down when the generator was chosen: a change would change every game that was told by its seed.
    #[test]
    fn a_seed_gives_the_same_choices_for_ever() {
        let mut random = Random::from_seed(1);
        assert_eq!([(); 12].map(|()| random.below(24)), [20, 0, 2, 23, 21, 11, 4, 9, 13, 12, 1, 20]);
    }

    #[test]
    fn every_number_comes_up_about_as_often() {
        let mut random = Random::from_seed(0);
        let mut counts = [0_u32; 7];
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        // Five standard deviations: the square root of 7000 / 7 * 6 / 7 is 29.
        assert!(counts.iter().all(|count| count.abs_diff(1000) < 150), "{counts:?}");
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
