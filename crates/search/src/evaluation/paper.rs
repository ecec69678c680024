//! The evaluation of the published matches.
//!
//! Gevay and Danner, footnote 7: "The evaluation function takes into account the stone ratio, the number of available
//! stone-sliding moves, and the possession of the points of the board that have four neighbors." How these are put
//! together is in their program: a ratio of stones and a ratio of freedom, where the freedom of a player is 16, one for
//! each of his slides and two for each of his points with four neighbours. The two ratios count half and half while
//! stones are placed, two thirds and one third later, and where somebody has three stones left that are all on the board
//! the freedom does not count. Here the logarithms of the ratios are taken, so that the estimate for one player is the
//! negative of that for the other; and the stones in hand count as stones.

use crate::evaluation::Estimate;
use crate::generate::Generator;
use crate::state::State;

/// The freedom of a player who has none: ratios stay tame.
const LEAST_FREEDOM: u32 = 16;
/// What a point with four neighbours adds to the freedom.
const CROSSING: u32 = 2;
/// More than any freedom: 48 slides and eight points.
const FREEDOMS: usize = 96;

/// The three terms of footnote 7.
pub(crate) struct Paper {
    /// A thousand times the natural logarithm of every number.
    logarithms: [i32; FREEDOMS],
}

impl Paper {
    pub(crate) fn new() -> Self {
        let mut logarithms = [0; FREEDOMS];
        for (number, logarithm) in (1_u32..).zip(&mut logarithms[1..]) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a logarithm of less than 100 is less than 5"
            )]
            {
                *logarithm = (f64::from(number).ln() * 1000.0).round() as i32;
            }
        }
        Self { logarithms }
    }

    fn ratio(&self, own: u32, other: u32) -> i32 {
        self.logarithms[own as usize] - self.logarithms[other as usize]
    }
}

impl Estimate for Paper {
    fn estimate(&self, generator: &Generator, state: State) -> i32 {
        let (own, other) = (state.own_total(), state.other_total());
        let stones = self.ratio(own, other);
        let are_placing = state.own_hand() + state.other_hand() > 0;
        if !are_placing && (own <= 3 || other <= 3) {
            return stones;
        }
        let geometry = &generator.geometry;
        let empty = state.empty();
        let freedom = |stones: u32| {
            let crossings = (stones & geometry.crossings).count_ones();
            geometry.slides(stones, empty) + CROSSING * crossings + LEAST_FREEDOM
        };
        let freedom = self.ratio(freedom(state.own), freedom(state.other));
        if are_placing { stones.midpoint(freedom) } else { (2 * stones + freedom) / 3 }
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::Game;
    use millwright_rules::notation::parse_position;

    use super::*;

    /// Counted by hand.
    #[test]
    fn it_never_changes() {
        let rules = Game::Standard.rules();
        let generator = Generator::new(&rules);
        let paper = Paper::new();
        let estimate = |text: &str| {
            let state = State::from(&parse_position(text, &rules).unwrap());
            let swapped = paper.estimate(&generator, state.swapped());
            assert_eq!(paper.estimate(&generator, state), -swapped, "{text}");
            -swapped
        };
        assert_eq!(estimate("start"), 0);
        // Nine stones each; White has 4 + 2 + 16 = 22, Black 2 + 16 = 18: 1000 ln(22/18) / 2 = 100.3.
        assert_eq!(estimate("w_d6.8_a1.8"), 100);
        // 5 v 4 stones: 1000 ln 1.25 = 223. White: a1 has 1 slide, d1 1, g4 3, a7 2, d6 4: 11 + 2 + 16 = 29. Black: b2, d2
        // and f2 have 1 each, c5 2: 5 + 2 + 16 = 23. 1000 ln 29 = 3367, 1000 ln 23 = 3135.
        assert_eq!(estimate("w_a1d1g4a7d6_b2d2f2c5"), (2 * 223 + 3367 - 3135) / 3);
        assert_eq!(estimate("w_a1d1g4a7_b2d2f2"), 1386 - 1099, "1000 ln 4 and 1000 ln 3");
    }
}
