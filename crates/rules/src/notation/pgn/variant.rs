//! The names that games have in files.

use crate::game::Game;

/// What the tag `Variant` calls a game: its common name, or our own where it has none.
#[must_use]
pub fn variant_of_game(game: Game) -> &'static str {
    match game {
        Game::Standard => "Nine Men's Morris",
        Game::Lasker => "Lasker Morris",
        Game::Morabaraba => "Morabaraba",
        other => other.name(),
    }
}

/// The game of a tag `Variant`: a common name or one of ours, in either case.
#[must_use]
pub fn game_of_variant(name: &str) -> Option<Game> {
    name.parse().ok()
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
