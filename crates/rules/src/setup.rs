//! What somebody wrote down, before anyone has checked that it is a position of the game.

use thiserror::Error;

use crate::color::{ByColor, Color};
use crate::point_set::PointSet;
use crate::rules::{Placing, Rules};

/// Stones, hands and whose turn it is, unchecked. [`crate::Position::new`] checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The stones on the board.
    pub stones: ByColor<PointSet>,
    /// The stones still to be placed.
    pub hands: ByColor<u8>,
    /// Who is to move.
    pub turn: Color,
}

impl Setup {
    /// A setup from raw bits, bit n for point n.
    ///
    /// # Errors
    /// [`SetupError::OffTheBoard`] if a bit above the 24 points is set.
    pub fn from_bits(stones: ByColor<u32>, hands: ByColor<u8>, turn: Color) -> Result<Self, SetupError> {
        let on_board = |bits| PointSet::from_bits(bits).ok_or(SetupError::OffTheBoard { bits });
        let stones = ByColor { white: on_board(stones.white)?, black: on_board(stones.black)? };
        Ok(Self { stones, hands, turn })
    }

    /// Stones on the board and in hand.
    #[must_use]
    pub fn total(&self, color: Color) -> u32 {
        u32::from(self.stones[color].len()) + u32::from(self.hands[color])
    }

    /// Checks everything that a position of the game must satisfy (rules 7.2 to 7.8).
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        let both = self.stones.white & self.stones.black;
        if !both.is_empty() {
            return Err(SetupError::Overlap { points: both });
        }
        for color in Color::ALL {
            let (found, allowed) = (self.total(color), rules.stones_of(color));
            if found > u32::from(allowed) {
                return Err(SetupError::TooManyStones { color, found, allowed });
            }
            if found < 2 {
                return Err(SetupError::TooFewStones { color, found });
            }
        }
        // A player with two stones has just lost: then it is his turn, and nobody moves any more.
        let last = self.turn.opponent();
        if self.total(last) < 3 {
            return Err(SetupError::MovedAfterLosing { color: last });
        }
        if rules.placing == Placing::First && !hands_follow_the_turns(rules, self.hands, self.turn) {
            return Err(SetupError::WrongHands { hands: self.hands, turn: self.turn });
        }
        Ok(())
    }
}

/// Whether these hands come up when both must place first (rules 7.4, 7.5): White begins and they take turns, so
/// both have placed equally often, or White once more with Black to move, until their stones run out.
/// Who bring as many stones each may exchange colours.
fn hands_follow_the_turns(rules: &Rules, hands: ByColor<u8>, turn: Color) -> bool {
    let brought = |color| rules.stones_of(color);
    let possible = |first: Color| {
        let second = first.opponent();
        (0..=12_u8).any(|rounds| {
            let placed_first = rounds + u8::from(turn == second);
            hands[first] == brought(first).saturating_sub(placed_first)
                && hands[second] == brought(second).saturating_sub(rounds)
        })
    };
    possible(Color::White) || (rules.stones.white == rules.stones.black && possible(Color::Black))
}

/// Why a setup is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Bits for points that do not exist.
    #[error("the bits {bits:#x} name points beyond the 24 of the board")]
    OffTheBoard {
        /// The bits given.
        bits: u32,
    },
    /// Two stones on one point.
    #[error("White and Black both have a stone on {}", list(*points))]
    Overlap {
        /// Where.
        points: PointSet,
    },
    /// More stones than the player brought.
    #[error("{color} has {found} stones on the board and in hand, but the game is played with {allowed}")]
    TooManyStones {
        /// Whose.
        color: Color,
        /// Board and hand.
        found: u32,
        /// By the rules.
        allowed: u8,
    },
    /// Fewer than the two that a player is left with when he has lost.
    #[error(
        "{color} has {found} stones on the board and in hand; the game ends when a player is left with two"
    )]
    TooFewStones {
        /// Whose.
        color: Color,
        /// Board and hand.
        found: u32,
    },
    /// The game was over before the last move.
    #[error("{color} has only two stones and would have made the last move, but he had lost before it")]
    MovedAfterLosing {
        /// Who.
        color: Color,
    },
    /// The players take turns placing, and these hands do not come from that.
    #[error(
        "White has {} and Black {} in hand with {turn} to move: players who place by turns never get there",
        hands.white, hands.black
    )]
    WrongHands {
        /// The hands given.
        hands: ByColor<u8>,
        /// Who is to move.
        turn: Color,
    },
}

fn list(points: PointSet) -> String {
    points.iter().map(crate::point::Point::label).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rules::StoneCount;

    fn setup(white: &str, black: &str, hands: (u8, u8), turn: Color) -> Setup {
        let set = |labels: &str| {
            labels.split_whitespace().map(|label| label.parse::<crate::Point>().unwrap()).collect()
        };
        Setup {
            stones: ByColor { white: set(white), black: set(black) },
            hands: ByColor { white: hands.0, black: hands.1 },
            turn,
        }
    }

    #[test]
    fn each_broken_rule_has_its_own_error() {
        let rules = Game::Standard.rules();
        let check = |setup: Setup| setup.check(&rules).unwrap_err();
        assert_eq!(
            check(setup("a1 d2 g7", "a1 d1 g1", (0, 0), Color::White)).to_string(),
            "White and Black both have a stone on a1"
        );
        assert_eq!(
            check(setup("a1", "d1", (9, 8), Color::White)),
            SetupError::TooManyStones { color: Color::White, found: 10, allowed: 9 }
        );
        assert_eq!(
            check(setup("a1", "d1 g1 g4", (0, 0), Color::White)),
            SetupError::TooFewStones { color: Color::White, found: 1 }
        );
        assert_eq!(
            check(setup("a1 d1 d2", "g1 g4", (0, 0), Color::White)),
            SetupError::MovedAfterLosing { color: Color::Black }
        );
        assert_eq!(setup("a1 d1 d2", "g1 g4", (0, 0), Color::Black).check(&rules), Ok(()));
        assert!(matches!(check(setup("a1", "d1", (8, 5), Color::White)), SetupError::WrongHands { .. }));
        let off = Setup::from_bits(ByColor { white: 1 << 24, black: 0 }, ByColor::both(9), Color::White);
        assert_eq!(off, Err(SetupError::OffTheBoard { bits: 1 << 24 }));
    }

    #[test]
    fn hands_run_out_one_after_the_other_when_the_players_bring_different_numbers() {
        let rules =
            Game::Standard.rules().with_stones(StoneCount::new(3).unwrap(), StoneCount::new(5).unwrap());
        let ok = |white, black, turn| hands_follow_the_turns(&rules, ByColor { white, black }, turn);
        assert!(ok(3, 5, Color::White) && ok(2, 5, Color::Black) && ok(2, 4, Color::White));
        assert!(
            ok(0, 3, Color::Black)
                && ok(0, 2, Color::White)
                && ok(0, 1, Color::Black)
                && ok(0, 0, Color::White)
        );
        assert!(!ok(3, 5, Color::Black) && !ok(3, 4, Color::White) && !ok(1, 1, Color::White));
    }

    #[test]
    fn colours_may_be_exchanged_only_when_both_bring_as_many_stones() {
        let rules = Game::Standard.rules();
        assert!(hands_follow_the_turns(&rules, ByColor { white: 5, black: 4 }, Color::White));
        assert!(hands_follow_the_turns(&rules, ByColor { white: 4, black: 5 }, Color::Black));
        assert!(!hands_follow_the_turns(&rules, ByColor { white: 4, black: 5 }, Color::White));
    }
}
