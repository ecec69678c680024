//! How much disk tables take, by what finished ones took.
//!
//! A table takes about as many bits a slot as its values have entropy, and less where few stones fly. Both depend on how
//! many stones the players have, on the board and in hand together, and hardly on the phase or the other rules. The numbers
//! here are the largest that the games in docs/results have for so many stones; with them the whole standard game comes to
//! 13.2 GiB (9.3 were taken, 12 with protected mills), its movement phase with five stones to 0.8 MiB (0.3 were).

use millwright_index::{Plane, Subspace, Unit};
use millwright_rules::{Board, Placing, Protection, Rules};
use millwright_table::Content;

use crate::plan::Goal;

/// Hundredths of a bit a slot with 3 to 6 stones, by the larger number of stones and the smaller one.
type FewStones = [&'static [u64]; 4];

/// Stones are only placed, or only moved.
const FEW: FewStones = [&[278], &[63, 3], &[52, 4, 4], &[51, 141, 142, 180]];
/// There are stones in hand, and others may be moved.
const FEW_FREE: FewStones = [&[222], &[89, 3], &[53, 19, 22], &[116, 267, 181, 184]];
/// On the board with diagonals.
const FEW_DIAGONAL: FewStones = [&[171], &[87, 56], &[72, 69, 88], &[163, 328, 316, 382]];
/// The same for 7 to 12 stones, in all games.
const MANY: [&[u64]; 6] = [
    &[190, 346, 343, 396, 442],
    &[192, 299, 332, 376, 428, 473],
    &[145, 246, 285, 346, 419, 479, 509],
    &[111, 208, 249, 304, 378, 457, 520, 547],
    &[82, 167, 215, 272, 341, 421, 496, 532, 552],
    &[66, 150, 208, 268, 328, 395, 458, 502, 392, 30],
];
/// Draws told apart: 1.9 in the whole standard game, up to 3.5 where there are few stones.
const DRAWS: u64 = 400;
/// Win, draw and loss alone: 0.6 to 0.8 are usual.
const OUTCOMES: u64 = 100;
/// What tables take of the estimate, in per cent: 70 to 73 in the standard game, Morabaraba and where two mills take two.
const LIKELY: u64 = 72;
/// The same with protected mills, where wins are longer: 91 to 93.
const LIKELY_PROTECTED: u64 = 92;
/// What the head of a small table takes; that of a large one is nothing beside the rest.
const HEAD_BYTES: u64 = 1 << 10;

/// Bytes that one table of a unit takes with so many slots.
pub(crate) fn table_bytes(rules: &Rules, unit: Unit, slots: u64, goal: Goal, content: Content) -> u64 {
    let bits = match (goal, content) {
        (_, Content::Statistics) => 0,
        // The tables of both are those of the one and of the other.
        (Goal::Draws | Goal::Both, _) => DRAWS,
        (Goal::Plies, Content::Outcomes) => hundredths_of_a_bit(rules, unit).min(OUTCOMES),
        (Goal::Plies, Content::Plies) => hundredths_of_a_bit(rules, unit),
    };
    HEAD_BYTES + (slots * bits).div_ceil(800)
}

/// What tables are likely to take whose estimate is so many bytes.
pub(crate) fn likely_bytes(rules: &Rules, estimated: u64) -> u64 {
    let share = match rules.protection {
        Protection::Capture => LIKELY,
        Protection::Protected => LIKELY_PROTECTED,
    };
    u64::try_from(u128::from(estimated) * u128::from(share) / 100).unwrap_or(u64::MAX)
}

/// Hundredths of a bit that plies to the end take a slot.
pub(crate) fn hundredths_of_a_bit(rules: &Rules, unit: Unit) -> u64 {
    let subspace = unit.subspace(Plane::A);
    let stones =
        [subspace.mover + subspace.mover_hand, subspace.other + subspace.other_hand].map(usize::from);
    // Two stones are lost, but may be there before the third is placed.
    let [larger, smaller] = [stones[0].max(stones[1]), stones[0].min(stones[1])].map(|stones| stones.max(3));
    let of_larger = if larger > 6 { MANY[larger - 7] } else { few(rules, subspace)[larger - 3] };
    of_larger[smaller - 3]
}

fn few(rules: &Rules, subspace: Subspace) -> &'static FewStones {
    match (rules.board, rules.placing) {
        (Board::Diagonal, _) => &FEW_DIAGONAL,
        (Board::Orthogonal, Placing::Free) if !subspace.hands_are_empty() => &FEW_FREE,
        (Board::Orthogonal, Placing::Free | Placing::First) => &FEW,
    }
}

#[cfg(test)]
mod tests {
    use millwright_index::{UnitGraph, UnitIndex};
    use millwright_rules::{Game, StoneCount};

    use super::*;

    fn mebibytes(graph: &UnitGraph, goal: Goal) -> u64 {
        let of_unit = |&unit: &Unit| {
            let table = table_bytes(graph.rules(), unit, UnitIndex::slots_of(unit), goal, Content::Plies);
            table * graph.planes(unit).count() as u64
        };
        graph.units().iter().map(of_unit).sum::<u64>() >> 20
    }

    #[test]
    fn what_large_games_took_is_estimated_and_not_three_times_as_much() {
        let with = |game: Game, stones| {
            let stones = StoneCount::new(stones).unwrap();
            game.rules().with_stones(stones, stones)
        };
        // As in the README.
        let taken = [
            (UnitGraph::complete(&with(Game::Standard, 9)), Goal::Plies, 9_523),
            (UnitGraph::complete(&with(Game::Standard, 9)), Goal::Draws, 6_144),
            (UnitGraph::complete(&with(Game::StandardProtected, 9)), Goal::Plies, 12_288),
            (UnitGraph::movement(&with(Game::Standard, 9)), Goal::Plies, 3_072),
            (UnitGraph::movement(&with(Game::Standard, 12)), Goal::Plies, 5_325),
            (UnitGraph::movement(&with(Game::StandardProtected, 9)), Goal::Plies, 3_891),
            (UnitGraph::movement(&with(Game::Morabaraba, 12)), Goal::Plies, 5_120),
            (UnitGraph::movement(&with(Game::Standard, 6)), Goal::Plies, 61),
        ];
        for (graph, goal, taken) in taken {
            let estimated = mebibytes(&graph, goal);
            assert!((taken..3 * taken).contains(&estimated), "{estimated} MiB, {taken} taken, {goal:?}");
        }
    }
}
