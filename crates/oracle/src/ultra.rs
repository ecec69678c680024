//! The ultra-strong solution: draws are told apart by the subspace that best play ends in.

use millwright_rules::Rules;

use crate::key::Key;
use crate::ranked_value::RankedValue;
use crate::ranks::{Ranks, RanksError};
use crate::solve::Solved;
use crate::state::State;
use crate::subspace::Subspace;
use crate::turns::{ending, turns};
use crate::unit::solve;
use crate::universe::Universe;
use crate::value::Value;

/// The ranked values of all positions of a set of subspaces that is closed under turns, one position for each
/// orbit under the 16 symmetries.
///
/// ```
/// use millwright_oracle::{Ranks, State, Subspace, UltraSolution};
/// use millwright_rules::Game;
///
/// let subspaces = ["3_3_0_0"].map(|name| name.parse::<Subspace>().unwrap());
/// let ranks = Ranks::by_stone_difference(subspaces);
/// let solution = UltraSolution::of_subspaces(&Game::Standard.rules(), subspaces, &ranks)?;
/// let wins = solution.iter().filter(|(_, value)| value.rank() == ranks.win()).count();
/// assert!(wins > solution.len() / 2);
/// # Ok::<(), millwright_oracle::RanksError>(())
/// ```
pub type UltraSolution = Solved<RankedValue>;

impl UltraSolution {
    /// All positions of these subspaces and of those that turns can lead to, reachable or not.
    ///
    /// # Errors
    /// If a subspace has no rank, or two between which turns lead to and fro have ranks that are not opposite.
    pub fn of_subspaces(
        rules: &Rules,
        subspaces: impl IntoIterator<Item = Subspace>,
        ranks: &Ranks,
    ) -> Result<Self, RanksError> {
        let universe = Universe::of_subspaces(rules, subspaces);
        ranks.check(&universe)?;
        let values = solve(&universe, ranks);
        Ok(Self { universe, values })
    }

    /// The value of a position, relative to its subspace; `None` if it is in none of the subspaces or lost by
    /// material. White and Black may have changed sides.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<RankedValue> {
        self.listed(Key::of(state))
    }
}

/// What a position is worth by the values of its successors, for whoever wants to check a solution: it shares
/// nothing with the solver but the turns.
///
/// It follows the other description in section IV-B of Gevay and Danner. Ranks are absolute, and a player
/// always maximises, after the rank, a *balance*: plies spent in subspaces better than the last less those
/// spent in worse ones, both seen by him. Passing the turn on negates both.
///
/// Values that satisfy this everywhere are the right ones. Within a unit the depth of a position with a rank
/// other than 0 is one more than that of a best successor, so best play cannot go round in circles and must
/// leave the unit; and a position of rank 0 has a turn that keeps it and none that betters it.
///
/// `value_of` is asked for successors that are not lost by material.
///
/// # Panics
/// If a subspace has no rank, or `value_of` no value.
pub fn ranked_value_by_successors(
    state: &State,
    rules: &Rules,
    ranks: &Ranks,
    mut value_of: impl FnMut(&State) -> Option<RankedValue>,
) -> RankedValue {
    let rank_of = |state: &State| {
        let subspace = Subspace::of(state).expect("not lost by material");
        ranks.of(subspace).expect("every subspace has a rank")
    };
    let here = rank_of(state);
    if let Some(end) = ending(state, rules) {
        let rank = if end == Value::Draw { here } else { -ranks.win() };
        return RankedValue::new(rank - here, 0);
    }
    let outcomes = turns(state, rules).into_iter().map(|turn| {
        let next = state.after(&turn);
        let (rank, balance) = if next.stones(next.mover()) < State::FEWEST_STONES {
            (-ranks.win(), 0)
        } else {
            let value = value_of(&next).expect("every successor has a value");
            (value.rank() + rank_of(&next), -value.rank().signum() * value.depth())
        };
        match -rank - here {
            0 => (0, 0),
            // The ply just made was spent in a worse subspace than the last one, or in a better one.
            relative => (relative, -balance - relative.signum()),
        }
    });
    let (rank, balance) = outcomes.max().expect("the game is not over");
    RankedValue::new(rank, -rank.signum() * balance)
}
