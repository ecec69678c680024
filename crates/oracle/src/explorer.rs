//! All positions that can arise from given ones.

use millwright_rules::Rules;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::key::Key;
use crate::listing::Listing;
use crate::state::State;
use crate::subspace::Subspace;
use crate::symmetry::Representatives;
use crate::turns::turns_into;

/// The seeds and all that can arise from them, but for positions lost by material, subspace by subspace.
pub(crate) fn explore(
    rules: &Rules,
    seeds: impl IntoIterator<Item = State>,
    up_to_symmetry: bool,
) -> Vec<Listing> {
    let mut explorer = Explorer {
        found: FxHashMap::default(),
        frontier: Vec::new(),
        representatives: up_to_symmetry.then(Representatives::new),
    };
    for seed in seeds {
        explorer.add(Key::of(&seed));
    }
    let mut turns = Vec::new();
    while !explorer.frontier.is_empty() {
        let mut frontier = std::mem::take(&mut explorer.frontier);
        // Positions with the same other's stones have most of their successors in the same row.
        frontier.sort_unstable_by_key(|key| (key.other, key.other_in_hand, key.mover_in_hand));
        for key in frontier {
            turns_into(&key.state(), rules, &mut turns);
            for turn in &turns {
                explorer.add(key.after(turn));
            }
        }
    }
    explorer.listings()
}

struct Explorer {
    /// The other's stones, by subspace and mover's stones. One flat set of millions of positions takes several
    /// times as long: its memory is never at hand.
    found: FxHashMap<(Subspace, u32), FxHashSet<u32>>,
    /// What is found and not yet looked at.
    frontier: Vec<Key>,
    representatives: Option<Representatives>,
}

impl Explorer {
    fn add(&mut self, key: Key) {
        let Ok(subspace) = key.subspace() else { return };
        let key = match &mut self.representatives {
            Some(representatives) => representatives.of(key),
            None => key,
        };
        if self.found.entry((subspace, key.mover)).or_default().insert(key.other) {
            self.frontier.push(key);
        }
    }

    fn listings(self) -> Vec<Listing> {
        let mut keys: FxHashMap<Subspace, Vec<Key>> = FxHashMap::default();
        for ((subspace, mover), others) in self.found {
            let of_row = others.into_iter().map(|other| subspace.key(mover, other));
            keys.entry(subspace).or_default().extend(of_row);
        }
        let listings = keys.into_iter().map(|(subspace, mut keys)| {
            keys.sort_unstable();
            Listing::of(subspace, keys)
        });
        listings.collect()
    }
}
