//! A unit that nobody stays in, the textbook way: every position asks all its moves, one after the other.

use std::collections::BTreeMap;

use millwright_index::{Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Rules, Value};
use millwright_solve::{SolvedPlanes, SolvedUnit, UnitError};
use millwright_table::Codes;

use super::{DRAW, SolvedSubspace};

/// Solves some planes of a unit in which both players must place, on this thread alone: a slot look-up for every
/// move, at random places in memory. The values are those of [`millwright_solve::solve_unit`].
///
/// # Errors
/// If a plane that it needs cannot be read. It cannot be stopped.
///
/// # Panics
/// If somebody can slide: then it takes more than one pass.
pub fn place_unit<S: SolvedPlanes>(
    rules: &Rules,
    (unit, planes): (Unit, &[Plane]),
    solved: &S,
) -> Result<SolvedUnit, UnitError<S::Error>> {
    let slides = planes.iter().any(|&plane| unit.subspace(plane).may_slide(rules));
    assert!(!slides, "where somebody can slide it takes more than one pass");
    let mut values = Vec::new();
    for &plane in planes {
        let after = After::read(rules, unit.subspace(plane), solved).map_err(UnitError::Source)?;
        let index = UnitIndex::new(unit);
        let codes = (0..index.slots()).map(|slot| after.best(rules, &index, plane, Slot(slot)));
        values.push((plane, Codes::Wide(codes.collect())));
    }
    Ok(SolvedUnit { unit, planes: values })
}

/// The subspaces that the moves of one lead to.
struct After(BTreeMap<Subspace, SolvedSubspace>);

impl After {
    fn read<S: SolvedPlanes>(rules: &Rules, of: Subspace, solved: &S) -> Result<Self, S::Error> {
        let mut next = Vec::new();
        of.for_each_successor(rules, |subspace| next.push(subspace));
        let mut read = BTreeMap::new();
        for subspace in next {
            read.insert(subspace, SolvedSubspace::read(subspace, solved)?);
        }
        Ok(Self(read))
    }

    /// The code of the best move in a slot.
    fn best(&self, rules: &Rules, index: &UnitIndex, plane: Plane, slot: Slot) -> u16 {
        let position = index.position_of(plane, slot);
        let values = position.moves(rules).into_iter().map(|chosen| {
            let next = position.play_unchecked(chosen);
            if next.mover().total() < 3 {
                return Value::win(1);
            }
            self.0[&Subspace::of(&next)].value_of(&next).seen_from_parent()
        });
        values.max().unwrap_or(Value::loss(0)).plies().unwrap_or(DRAW)
    }
}
