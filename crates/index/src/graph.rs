//! The units of a game and the order in which they can be solved.

use std::collections::{BTreeMap, BTreeSet};

use millwright_rules::{Rules, StoneCount};

use crate::subspace::Subspace;
use crate::unit::{Plane, Unit};
use crate::unit_index::UnitIndex;

/// Every subspace that a game can reach, by unit, in an order in which a unit comes after all it depends on.
#[derive(Clone, Debug)]
pub struct UnitGraph {
    rules: Rules,
    units: Vec<Unit>,
    members: BTreeMap<Unit, BTreeSet<Subspace>>,
}

impl UnitGraph {
    /// Everything from the empty board on, with the stones that the rules give.
    #[must_use]
    pub fn complete(rules: &Rules) -> Self {
        Self::closure(rules, [start(rules.stones.white, rules.stones.black)])
    }

    /// Everything from the empty board on, for every pair of stone counts from 3 to `most`.
    #[must_use]
    pub fn extended(rules: &Rules, most: StoneCount) -> Self {
        let counts = || StoneCount::all().filter(|&count| count <= most);
        Self::closure(rules, counts().flat_map(|white| counts().map(move |black| start(white, black))))
    }

    /// The movement phase: empty hands, up to the stones that the rules give, either player to move.
    #[must_use]
    pub fn movement(rules: &Rules) -> Self {
        let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
        let full = Subspace { mover: white, other: black, mover_hand: 0, other_hand: 0 };
        Self::closure(rules, [full, full.swapped()])
    }

    /// All that can be reached from `seeds`, seeds included.
    pub fn closure(rules: &Rules, seeds: impl IntoIterator<Item = Subspace>) -> Self {
        let mut members: BTreeMap<Unit, BTreeSet<Subspace>> = BTreeMap::new();
        let mut open: Vec<Subspace> = seeds.into_iter().collect();
        while let Some(subspace) = open.pop() {
            if members.entry(Unit::of(subspace)).or_default().insert(subspace) {
                subspace.for_each_successor(rules, |next| open.push(next));
            }
        }
        let mut units: Vec<Unit> = members.keys().copied().collect();
        units.sort_by_key(|&unit| (unit.order(), unit));
        Self { rules: *rules, units, members }
    }

    /// The rules it was made for.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The units, each after all that it depends on.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The subspaces, unit by unit.
    pub fn subspaces(&self) -> impl Iterator<Item = Subspace> {
        self.units.iter().flat_map(|unit| &self.members[unit]).copied()
    }

    /// Whether the game has this subspace.
    #[must_use]
    pub fn contains(&self, subspace: Subspace) -> bool {
        self.members.get(&Unit::of(subspace)).is_some_and(|members| members.contains(&subspace))
    }

    /// The planes of a unit that the game has.
    pub fn planes(&self, unit: Unit) -> impl Iterator<Item = Plane> {
        let even = unit.is_even();
        Plane::BOTH
            .into_iter()
            .filter(move |&plane| self.contains(unit.subspace(plane)) && !(even && plane == Plane::C))
    }

    /// The units that a unit's moves can lead to, itself not among them.
    #[must_use]
    pub fn dependencies(&self, unit: Unit) -> BTreeSet<Unit> {
        let mut found = BTreeSet::new();
        for &subspace in self.members.get(&unit).into_iter().flatten() {
            subspace.for_each_successor(&self.rules, |next| {
                found.insert(Unit::of(next));
            });
        }
        found.remove(&unit);
        found
    }

    /// Index slots over all planes.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.units.iter().map(|&unit| UnitIndex::slots_of(unit) * self.planes(unit).count() as u64).sum()
    }
}

fn start(white: StoneCount, black: StoneCount) -> Subspace {
    Subspace { mover: 0, other: 0, mover_hand: white.get(), other_hand: black.get() }
}
