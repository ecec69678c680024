//! Positions of every phase, from games played at random.

use millwright_rules::{Game, Position, Rules, StoneCount};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random choices, the same for the same seed.
pub(crate) struct Chance(Pcg64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.0.next_u64() % limit as u64).expect("below a usize")
    }
}

/// Games with these rules, played at random to `plies` plies or the end, every position of each.
pub(crate) fn random_games(rules: &Rules, games: usize, plies: usize, seed: u64) -> Vec<Vec<Position>> {
    let mut chance = Chance::new(seed);
    let mut game = || {
        let mut positions = vec![Position::start(rules)];
        while positions.len() <= plies {
            let here = positions[positions.len() - 1];
            let moves = here.moves(rules);
            if here.over(rules).is_some() || moves.is_empty() {
                break;
            }
            // Who closes mills now and then comes to endgames.
            let closing: Vec<_> = moves.iter().filter(|turn| !turn.taken.is_empty()).copied().collect();
            let among = if closing.is_empty() || chance.below(4) == 0 { &moves } else { &closing };
            positions.push(here.play_unchecked(among[chance.below(among.len())]));
        }
        positions
    };
    (0..games).map(|_| game()).collect()
}

/// All presets, each with its own stones and with others, equal and not.
pub(crate) fn all_rules() -> Vec<(String, Rules)> {
    let stones = |count| StoneCount::new(count).expect("3 to 12");
    let mut all = Vec::new();
    for game in Game::ALL {
        all.push((game.name().to_owned(), game.rules()));
        for (white, black) in [(3, 3), (5, 4), (12, 7)] {
            let rules = game.rules().with_stones(stones(white), stones(black));
            all.push((format!("{} {white},{black}", game.name()), rules));
        }
    }
    all
}
