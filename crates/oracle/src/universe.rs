//! Which positions are solved, and in what order.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use millwright_rules::Rules;
use rustc_hash::FxHashMap;

use crate::explorer::explore;
use crate::key::Key;
use crate::listing::Listing;
use crate::state::State;
use crate::subspace::Subspace;
use crate::symmetry::Representatives;

/// A set of positions that is closed under turns: what a turn leads to is listed too, or lost by material.
///
/// Its subspaces are in an order in which they can be solved one after the other. A turn that takes leaves
/// fewer stones on the board and in hand; one that only places leaves fewer in hand; and one that does neither
/// leads to the swapped subspace. So what has fewer stones comes first, then what has fewer in hand, and a
/// subspace stands next to its swap. Where only one of the two movers may slide, he comes second; where both
/// may, the two subspaces are a unit and solved together.
pub(crate) struct Universe {
    rules: Rules,
    up_to_symmetry: bool,
    listings: Vec<Listing>,
    place_of: FxHashMap<Subspace, usize>,
}

/// Where a position is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The place of the listing among [`Universe::listings`].
    pub(crate) listing: usize,
    /// The place of the position in the listing.
    pub(crate) number: usize,
}

impl Universe {
    /// All positions of these subspaces and of those that turns can lead to, one of each orbit.
    pub(crate) fn of_subspaces(rules: &Rules, subspaces: impl IntoIterator<Item = Subspace>) -> Self {
        let mut open: Vec<Subspace> = subspaces.into_iter().collect();
        let mut listings = BTreeMap::new();
        while let Some(subspace) = open.pop() {
            listings.entry(subspace).or_insert_with(|| {
                open.extend(subspace.successors(rules));
                Listing::of(subspace, subspace.keys_up_to_symmetry())
            });
        }
        Self::sorted(*rules, true, listings.into_values().collect())
    }

    /// The seeds and all that can arise from them, but for positions lost by material.
    pub(crate) fn explored(
        rules: &Rules,
        seeds: impl IntoIterator<Item = State>,
        up_to_symmetry: bool,
    ) -> Self {
        Self::sorted(*rules, up_to_symmetry, explore(rules, seeds, up_to_symmetry))
    }

    fn sorted(rules: Rules, up_to_symmetry: bool, mut listings: Vec<Listing>) -> Self {
        listings.sort_by_key(|listing| {
            let subspace = listing.subspace();
            let (mover, other) = subspace.totals();
            let unit = subspace.min(subspace.swapped());
            (mover + other, subspace.in_hand(), unit, subspace.may_slide(&rules), Reverse(subspace))
        });
        let place_of = listings.iter().map(Listing::subspace).zip(0..).collect();
        Self { rules, up_to_symmetry, listings, place_of }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// In the order of solving.
    pub(crate) fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// Which listings are solved together, in the order of solving.
    pub(crate) fn units(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut start = 0;
        std::iter::from_fn(move || {
            let first = self.listings.get(start)?.subspace();
            let second = self.listings.get(start + 1).map(Listing::subspace);
            let both_slide = [first, first.swapped()].iter().all(|subspace| subspace.may_slide(&self.rules));
            let together = both_slide && second == Some(first.swapped());
            let unit = start..start + 1 + usize::from(together);
            start = unit.end;
            Some(unit)
        })
    }

    /// The place of a subspace among the listings, if it is there.
    pub(crate) fn listing_of(&self, subspace: Subspace) -> Option<usize> {
        self.place_of.get(&subspace).copied()
    }

    pub(crate) fn finder(&self) -> Finder<'_> {
        let representatives = self.up_to_symmetry.then(Representatives::new);
        Finder { universe: self, representatives, last: None }
    }
}

/// Finds positions in a universe.
///
/// It remembers the last row: most successors of a position, and of all others with the same other's stones,
/// are in one.
pub(crate) struct Finder<'a> {
    universe: &'a Universe,
    representatives: Option<Representatives>,
    /// The listing, the mover's stones, and where the positions with these are.
    last: Option<(usize, u32, Range<usize>)>,
}

impl Finder<'_> {
    /// Where a position or the one that represents it is listed, if it is.
    pub(crate) fn find(&mut self, key: Key) -> Option<Place> {
        let listing = self.universe.listing_of(key.subspace().ok()?)?;
        self.find_in(listing, key)
    }

    /// The same for a position whose subspace has the given listing.
    pub(crate) fn find_in(&mut self, listing: usize, key: Key) -> Option<Place> {
        let key = match &mut self.representatives {
            Some(representatives) => representatives.of(key),
            None => key,
        };
        let listed = &self.universe.listings[listing];
        let range = match &self.last {
            Some((last, mover, range)) if (*last, *mover) == (listing, key.mover) => range.clone(),
            _ => {
                let range = listed.row(key.mover)?;
                self.last = Some((listing, key.mover, range.clone()));
                range
            }
        };
        listed.number(range, key.other).map(|number| Place { listing, number })
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::{Game, StoneCount};

    use super::*;
    use crate::turns::turns_into;

    /// The subspaces of each unit.
    fn units(game: Game, subspaces: &[&str]) -> Vec<Vec<String>> {
        let subspaces = subspaces.iter().map(|name| name.parse().unwrap());
        let universe = Universe::of_subspaces(&game.rules(), subspaces);
        let names = |unit: Range<usize>| {
            universe.listings[unit].iter().map(|listing| listing.subspace().to_string()).collect()
        };
        universe.units().map(names).collect()
    }

    #[test]
    fn a_unit_comes_after_all_its_turns_lead_to() {
        for (game, white, black) in [(Game::Standard, 3, 3), (Game::LaskerWmd, 3, 3)] {
            let count = |stones| StoneCount::new(stones).unwrap();
            let rules = game.rules().with_stones(count(white), count(black));
            let universe = Universe::explored(&rules, [State::start(&rules)], true);
            let mut finder = universe.finder();
            let mut turns = Vec::new();
            for unit in universe.units() {
                for key in universe.listings[unit.clone()].iter().flat_map(Listing::keys) {
                    turns_into(&key.state(), &rules, &mut turns);
                    let next = turns.iter().map(|turn| key.after(turn));
                    for next in next.filter(|next| !next.is_lost_by_material()) {
                        assert!(finder.find(next).unwrap().listing < unit.end, "{key:?} {next:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_unit_has_two_subspaces_where_both_players_may_slide() {
        // With an empty hand a player slides while the other still places: there is no way back.
        let standard = units(Game::Standard, &["3_2_0_1", "2_2_1_1"]);
        assert_eq!(standard, [["3_3_0_0"], ["2_3_1_0"], ["3_2_0_1"], ["2_2_1_1"]]);
        let lasker = units(Game::Lasker, &["3_2_0_1", "3_0_0_3"]);
        assert_eq!(lasker[..2], [vec!["3_3_0_0"], vec!["3_2_0_1", "2_3_1_0"]]);
        assert_eq!(lasker[lasker.len() - 2..], [["0_3_3_0"], ["3_0_0_3"]]);
    }
}
