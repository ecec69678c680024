//! The names that games have in files.

use crate::game::Game;

/// Common names, each with its game; the first of a game is the one that is written. What Sanmill calls Twelve Men's
/// Morris has the rules of Morabaraba (rule 9.2).
const COMMON: [(&str, Game); 4] = [
    ("Nine Men's Morris", Game::Standard),
    ("Lasker Morris", Game::Lasker),
    ("Morabaraba", Game::Morabaraba),
    ("Twelve Men's Morris", Game::Morabaraba),
];

/// What the tag `Variant` calls a game: its common name, or our own where it has none.
#[must_use]
pub fn variant_of_game(game: Game) -> &'static str {
    COMMON.iter().find(|&&(_, other)| other == game).map_or(game.name(), |&(name, _)| name)
}

/// The game of a tag `Variant`: a common name or one of ours, in either case.
#[must_use]
pub fn game_of_variant(name: &str) -> Option<Game> {
    let name = name.trim();
    let common = COMMON.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|&(_, game)| game);
    common.or_else(|| name.to_ascii_lowercase().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_name_that_is_read_as_that_game() {
        for game in Game::every() {
            assert_eq!(game_of_variant(variant_of_game(game)), Some(game));
            assert_eq!(game_of_variant(game.name()), Some(game));
        }
        assert_eq!(variant_of_game(Game::Standard), "Nine Men's Morris");
        assert_eq!(variant_of_game(Game::LaskerWmd), "lasker-wmd");
        assert_eq!(game_of_variant(" twelve men's morris "), Some(Game::Morabaraba));
        assert_eq!(game_of_variant("Chess"), None);
    }
}
