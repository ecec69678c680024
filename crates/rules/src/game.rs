//! The games: those with names of their own, and all other mixes of their rules.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use crate::board::Board;
use crate::color::ByColor;
use crate::rules::{DoubleMill, FullBoard, Placing, Protection, Rules, StoneCount};

/// A game: one that has a name of its own, or any other mix of their rules. How many stones it is played with does not
/// make another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// Nine Men's Morris as most books have it.
    Standard,
    /// Stones in mills are always safe.
    StandardProtected,
    /// Two mills at once take two stones.
    StandardTakeTwo,
    /// Both of these.
    StandardProtectedTakeTwo,
    /// Lasker Morris as Gevay and Danner solved it.
    Lasker,
    /// Lasker Morris as Stahlhacke solved it (the rules of the World Mill federation).
    LaskerWmd,
    /// Twelve stones on the board with diagonals; a full board is a draw.
    Morabaraba,
    /// The same, but a full board loses.
    MorabarabaFullBoardLoss,
    /// Rules that none of these has.
    Mix(Mix),
}

/// A mix of rules that has no name of its own, made by [`Game::of`].
///
/// A bit for each field but the stones, in the order of the names, the second value set. It is never that of a named game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mix(u8);

/// How many mixes there are: two values for each of five fields.
const MIXES: u8 = 32;

impl Mix {
    /// Every mix, also those that have a name of their own.
    fn all() -> impl Iterator<Item = Self> {
        (0..MIXES).map(Self)
    }

    /// The rules of it. It is played with as many stones as its relatives are: 12 on the board with diagonals, else 10 if
    /// placing is free, else 9.
    const fn rules(self) -> Rules {
        const fn second(mix: Mix, bit: u8) -> usize {
            (mix.0 >> bit & 1) as usize
        }
        let count = match (second(self, 0), second(self, 1)) {
            (1, _) => 12,
            (_, 1) => 10,
            _ => 9,
        };
        Rules {
            board: Board::ALL[second(self, 0)],
            stones: stones(count),
            placing: Placing::ALL[second(self, 1)],
            protection: Protection::ALL[second(self, 2)],
            double_mill: DoubleMill::ALL[second(self, 3)],
            full_board: FullBoard::ALL[second(self, 4)],
        }
    }

    /// The words of its fields, joined: `diagonal-first-capture-two-draw`.
    fn name(self) -> &'static str {
        static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
            let name = |mix: Mix| {
                let Rules { board, placing, protection, double_mill, full_board, .. } = mix.rules();
                format!("{board}-{placing}-{protection}-{double_mill}-{full_board}")
            };
            Mix::all().map(name).collect()
        });
        &NAMES[usize::from(self.0)]
    }
}

const fn stones(count: u8) -> ByColor<StoneCount> {
    ByColor { white: StoneCount::of_game(count), black: StoneCount::of_game(count) }
}

impl Game {
    /// All that have a name of their own, in the order in which they are listed to users.
    pub const ALL: [Self; 8] = [
        Self::Standard,
        Self::StandardProtected,
        Self::StandardTakeTwo,
        Self::StandardProtectedTakeTwo,
        Self::Lasker,
        Self::LaskerWmd,
        Self::Morabaraba,
        Self::MorabarabaFullBoardLoss,
    ];

    /// The named games, then all other mixes: 32 games.
    pub fn every() -> impl Iterator<Item = Self> {
        let mixes = Mix::all().map(|mix| Self::of(&mix.rules())).filter(|game| matches!(game, Self::Mix(_)));
        Self::ALL.into_iter().chain(mixes)
    }

    /// The game that has these rules, whatever the number of stones.
    ///
    /// # Panics
    /// Never: every mix of rules is among those it looks through.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let same = |other: &Rules| other.with_stones(rules.stones.white, rules.stones.black) == *rules;
        let named = Self::ALL.into_iter().find(|game| same(&game.rules()));
        let mix = || Mix::all().find(|mix| same(&mix.rules())).expect("every mix is among them");
        named.unwrap_or_else(|| Self::Mix(mix()))
    }

    /// The name used on the command line, in files and in URLs. Mixes are called by the words of their fields:
    /// `diagonal-first-capture-two-draw`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::StandardProtected => "standard-protected",
            Self::StandardTakeTwo => "standard-take-two",
            Self::StandardProtectedTakeTwo => "standard-protected-take-two",
            Self::Lasker => "lasker",
            Self::LaskerWmd => "lasker-wmd",
            Self::Morabaraba => "morabaraba",
            Self::MorabarabaFullBoardLoss => "morabaraba-full-board-loss",
            Self::Mix(mix) => mix.name(),
        }
    }

    /// The rules it stands for.
    #[must_use]
    pub const fn rules(self) -> Rules {
        const STANDARD: Rules = Rules {
            board: Board::Orthogonal,
            stones: stones(9),
            placing: Placing::First,
            protection: Protection::Capture,
            double_mill: DoubleMill::One,
            full_board: FullBoard::Loss,
        };
        match self {
            Self::Standard => STANDARD,
            Self::StandardProtected => Rules { protection: Protection::Protected, ..STANDARD },
            Self::StandardTakeTwo => Rules { double_mill: DoubleMill::Two, ..STANDARD },
            Self::StandardProtectedTakeTwo => {
                Rules { protection: Protection::Protected, double_mill: DoubleMill::Two, ..STANDARD }
            }
            Self::Lasker => Rules { stones: stones(10), placing: Placing::Free, ..STANDARD },
            Self::LaskerWmd => Rules {
                stones: stones(10),
                placing: Placing::Free,
                protection: Protection::Protected,
                double_mill: DoubleMill::Two,
                ..STANDARD
            },
            Self::Morabaraba => {
                Rules { board: Board::Diagonal, stones: stones(12), full_board: FullBoard::Draw, ..STANDARD }
            }
            Self::MorabarabaFullBoardLoss => Rules { board: Board::Diagonal, stones: stones(12), ..STANDARD },
            Self::Mix(mix) => mix.rules(),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no game {name:?}; the games are {}, and mixes of their rules like diagonal-first-capture-two-draw",
    Game::ALL.map(Game::name).join(", ")
)]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
}

/// What people call games, in the spelling of [`plain`]. Sanmill's Twelve Men's Morris has the rules of Morabaraba (rule
/// 9.2).
const COMMON: [(&str, Game); 3] = [
    ("nine-mens-morris", Game::Standard),
    ("lasker-morris", Game::Lasker),
    ("twelve-mens-morris", Game::Morabaraba),
];

/// A name in small letters, with hyphens for blanks and without apostrophes.
fn plain(name: &str) -> String {
    let letter = |letter: char| match letter {
        '\'' | '\u{2019}' => None,
        ' ' | '_' => Some('-'),
        other => Some(other.to_ascii_lowercase()),
    };
    name.trim().chars().filter_map(letter).collect()
}

/// One of our names, or what people call the game: `Nine Men's Morris`, `nine-mens-morris`. Capitals do not count.
impl FromStr for Game {
    type Err = UnknownGame;
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let name = plain(text);
        let named = Self::ALL.into_iter().find(|game| game.name() == name);
        let common = || COMMON.iter().find(|(other, _)| *other == name).map(|&(_, game)| game);
        // Rules that have a name of their own may be spelled out too.
        let mix = || Mix::all().find(|mix| mix.name() == name).map(|mix| Self::of(&mix.rules()));
        named.or_else(common).or_else(mix).ok_or_else(|| UnknownGame { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_mix_is_one_game_with_one_name_that_is_read_back() {
        let all: Vec<Game> = Game::every().collect();
        assert_eq!(all.len(), usize::from(MIXES));
        assert_eq!(all.iter().map(|game| game.name()).collect::<BTreeSet<_>>().len(), all.len());
        for game in all {
            assert_eq!(game.name().parse(), Ok(game));
            assert_eq!(Game::of(&game.rules()), game);
            let few = game.rules().with_stones(StoneCount::MIN, StoneCount::MAX);
            assert_eq!(Game::of(&few), game, "the number of stones makes no other game");
            assert!(game.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
        }
    }

    #[test]
    fn rules_that_have_a_name_may_be_spelled_out() {
        assert_eq!("orthogonal-first-capture-one-loss".parse(), Ok(Game::Standard));
        assert_eq!("diagonal-first-capture-one-draw".parse(), Ok(Game::Morabaraba));
        for name in ["", "diagonal", "diagonal-first-capture-two", "diagonal-first-capture-two-draw-"] {
            assert!(name.parse::<Game>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_game_is_known_by_what_people_call_it_and_capitals_do_not_count() {
        for (name, game) in [
            ("Standard", Game::Standard),
            ("STANDARD-Protected", Game::StandardProtected),
            ("nine-mens-morris", Game::Standard),
            ("Nine Men's Morris", Game::Standard),
            ("nine_men\u{2019}s_morris", Game::Standard),
            (" Lasker Morris ", Game::Lasker),
            ("Morabaraba", Game::Morabaraba),
            ("Twelve Men's Morris", Game::Morabaraba),
            ("Orthogonal-First-Capture-One-Loss", Game::Standard),
        ] {
            assert_eq!(name.parse(), Ok(game), "{name}");
        }
        for name in ["standard protected morris", "morris", "'", "standard-", "chess"] {
            let unknown = UnknownGame { name: name.to_owned() };
            assert_eq!(name.parse::<Game>(), Err(unknown), "what was typed is told as it was typed");
        }
    }

    #[test]
    fn a_mix_is_played_with_as_many_stones_as_its_relatives() {
        let stones = |name: &str| name.parse::<Game>().unwrap().rules().stones.to_string();
        assert_eq!(stones("diagonal-free-capture-two-draw"), "12");
        assert_eq!(stones("orthogonal-free-capture-two-draw"), "10");
        assert_eq!(stones("orthogonal-first-capture-two-draw"), "9");
        for game in Game::ALL {
            let mix = Mix::all().find(|mix| Game::of(&mix.rules()) == game).unwrap();
            assert_eq!(mix.rules(), game.rules());
        }
    }
}
