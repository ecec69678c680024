//! The fast solver and the slow oracle, which share no move generation and no index, agree on every position.

mod compared;
mod situations;
mod ultra;
mod whole_games;

use millwright_index::UnitGraph;
use millwright_rules::{Game, Rules, StoneCount};

use self::compared::agree;

fn rules(game: Game, white: u8, black: u8) -> Rules {
    let count = |stones| StoneCount::new(stones).unwrap();
    game.rules().with_stones(count(white), count(black))
}

#[test]
fn all_presets_agree_on_three_against_three() {
    for game in Game::ALL {
        agree(&UnitGraph::movement(&rules(game, 3, 3)));
    }
}

#[test]
fn four_against_three_agrees_under_both_protections_and_on_both_boards() {
    for game in [Game::Standard, Game::StandardProtected, Game::Morabaraba] {
        agree(&UnitGraph::movement(&rules(game, 4, 3)));
    }
}
