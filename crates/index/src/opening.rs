//! The plies of the opening: from the empty board until both hands are empty (rule 7.4).

use millwright_rules::{Color, Placing, Rules};

use crate::subspace::Subspace;

/// A ply of the opening that is about to be made. Ply 1 is made on the empty board; in the standard game ply 18
/// places the last stone, so the positions of ply p have p - 1 stones placed. This is Loewer's count.
///
/// **Invariant**: no two plies of a game have the same hands, so a subspace with stones in hand belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningPly {
    /// From 1.
    pub number: u8,
    /// Who makes it: White the odd ones.
    pub turn: Color,
    /// What he has in hand before it.
    pub mover_hand: u8,
    /// What the other has in hand.
    pub other_hand: u8,
}

impl OpeningPly {
    /// All plies of a game's opening, in order; `None` if stones need not be placed first: then hands do not say
    /// how many plies have been made.
    ///
    /// ```
    /// use millwright_index::OpeningPly;
    /// use millwright_rules::Game;
    ///
    /// let plies = OpeningPly::all(&Game::Standard.rules()).unwrap();
    /// assert_eq!(plies.len(), 18);
    /// assert_eq!((plies[17].mover_hand, plies[17].other_hand), (1, 0));
    /// assert_eq!(OpeningPly::all(&Game::Lasker.rules()), None);
    /// ```
    #[must_use]
    pub fn all(rules: &Rules) -> Option<Vec<Self>> {
        let opening = (1..).map(|number| Self::of(number, rules)).take_while(|ply| ply.hands() != (0, 0));
        (rules.placing == Placing::First).then(|| opening.collect())
    }

    /// Whether the positions of a subspace are those before this ply.
    #[must_use]
    pub fn has(self, subspace: Subspace) -> bool {
        self.hands() == (subspace.mover_hand, subspace.other_hand)
    }

    fn of(number: u8, rules: &Rules) -> Self {
        let white = rules.stones.white.get().saturating_sub(number / 2);
        let black = rules.stones.black.get().saturating_sub((number - 1) / 2);
        let (turn, mover_hand, other_hand) =
            if number % 2 == 1 { (Color::White, white, black) } else { (Color::Black, black, white) };
        Self { number, turn, mover_hand, other_hand }
    }

    fn hands(self) -> (u8, u8) {
        (self.mover_hand, self.other_hand)
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::{ByColor, Game, PointSet, Position, Setup, StoneCount};

    use super::*;
    use crate::graph::UnitGraph;

    fn starts() -> impl Iterator<Item = Rules> {
        let pairs = StoneCount::all().flat_map(|white| StoneCount::all().map(move |black| (white, black)));
        pairs.map(|(white, black)| Game::Standard.rules().with_stones(white, black))
    }

    #[test]
    fn every_subspace_with_stones_in_hand_belongs_to_exactly_one_ply() {
        for rules in starts() {
            let plies = OpeningPly::all(&rules).unwrap();
            for subspace in UnitGraph::complete(&rules).subspaces() {
                let of_it = plies.iter().filter(|ply| ply.has(subspace)).count();
                assert_eq!(of_it, usize::from(!subspace.hands_are_empty()), "{:?} {subspace}", rules.stones);
            }
        }
    }

    #[test]
    fn the_hands_are_those_that_a_position_of_the_game_may_have() {
        for rules in starts() {
            for (at, ply) in OpeningPly::all(&rules).unwrap().into_iter().enumerate() {
                assert_eq!(usize::from(ply.number), at + 1);
                // Enough stones on the board that nobody has lost, and not more than he brought.
                let needed = |hand: u8| 3_u8.saturating_sub(hand);
                let mover: PointSet =
                    millwright_rules::Point::all().take(needed(ply.mover_hand).into()).collect();
                let other =
                    millwright_rules::Point::all().skip(12).take(needed(ply.other_hand).into()).collect();
                let by_color = |mine, others| match ply.turn {
                    Color::White => ByColor { white: mine, black: others },
                    Color::Black => ByColor { white: others, black: mine },
                };
                let hands = match ply.turn {
                    Color::White => ByColor { white: ply.mover_hand, black: ply.other_hand },
                    Color::Black => ByColor { white: ply.other_hand, black: ply.mover_hand },
                };
                let setup = Setup { stones: by_color(mover, other), hands, turn: ply.turn };
                assert!(Position::new(&setup, &rules).is_ok(), "{ply:?}");
            }
        }
    }
}
