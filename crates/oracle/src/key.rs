//! A position packed for hash maps, seen by the player to move.

use millwright_rules::{ByColor, Color};

use crate::geometry::Point;
use crate::state::State;
use crate::subspace::{Subspace, SubspaceError};
use crate::turns::Turn;

/// Mover and other instead of White and Black: the value of a position does not depend on the names.
/// Sets of stones have one bit a point, in the order of [`Point::ALL`].
///
/// **Invariant** It comes from a [`State`] or from counts that one allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) mover: u32,
    pub(crate) other: u32,
    pub(crate) mover_in_hand: u8,
    pub(crate) other_in_hand: u8,
}

impl Key {
    pub(crate) fn of(state: &State) -> Self {
        let (mover, other) = (state.mover(), state.mover().opponent());
        let set = |color| state.points_of(color).fold(0, |set, point| set | bit(point));
        Self {
            mover: set(mover),
            other: set(other),
            mover_in_hand: state.in_hand(mover),
            other_in_hand: state.in_hand(other),
        }
    }

    /// The position with White to move.
    pub(crate) fn state(self) -> State {
        let cells = Point::ALL.map(|point| match () {
            () if self.mover & bit(point) != 0 => Some(Color::White),
            () if self.other & bit(point) != 0 => Some(Color::Black),
            () => None,
        });
        let in_hand = ByColor { white: self.mover_in_hand, black: self.other_in_hand };
        State::new_unchecked(cells, in_hand, Color::White)
    }

    /// The same as `Key::of(&state.after(turn))`, without going through the 24 cells again.
    pub(crate) fn after(self, turn: &Turn) -> Self {
        let placed = u8::from(turn.from.is_none());
        let from = turn.from.map_or(0, bit);
        let taken = turn.taken.into_iter().fold(0, |set, point| set | bit(point));
        Self {
            mover: self.other & !taken,
            other: self.mover & !from | bit(turn.to),
            mover_in_hand: self.other_in_hand,
            other_in_hand: self.mover_in_hand.saturating_sub(placed),
        }
    }

    /// Where it belongs.
    ///
    /// # Errors
    /// If the player to move has lost by material.
    pub(crate) fn subspace(self) -> Result<Subspace, SubspaceError> {
        let count = |set: u32| u8::try_from(set.count_ones()).unwrap_or(u8::MAX);
        Subspace::new(count(self.mover), count(self.other), self.mover_in_hand, self.other_in_hand)
    }

    /// Whether the player to move has fewer than three stones.
    pub(crate) fn is_lost_by_material(self) -> bool {
        self.mover.count_ones() as usize + usize::from(self.mover_in_hand) < State::FEWEST_STONES
    }
}

fn bit(point: Point) -> u32 {
    1 << point.index()
}

#[cfg(test)]
mod tests {
    use millwright_rules::Game;

    use super::*;
    use crate::turns::turns;

    /// Follows all turns `depth` plies deep, but only every ninth of them once it is deep.
    fn check_below(state: &State, game: Game, depth: u32) {
        let key = Key::of(state);
        assert_eq!(Key::of(&key.state()), key);
        for (i, turn) in turns(state, &game.rules()).iter().enumerate() {
            let next = state.after(turn);
            assert_eq!(key.after(turn), Key::of(&next), "{turn}");
            if depth > 0 && i % 9 == 0 && !key.after(turn).is_lost_by_material() {
                check_below(&next, game, depth - 1);
            }
        }
    }

    #[test]
    fn a_turn_changes_the_key_as_it_changes_the_cells() {
        for game in Game::ALL {
            check_below(&State::start(&game.rules()), game, 8);
        }
    }
}
