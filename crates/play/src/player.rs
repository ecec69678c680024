//! Who chooses the moves.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use millwright_rules::{Move, Position, Value};
use millwright_table::{Known, Outcome, ProbeError, Tablebase};
use thiserror::Error;

use crate::random::Random;

/// Somebody who plays by the tables, well or not so well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wins as fast and loses as slowly as can be; all draws are the same to him.
    Strong,
    /// The same, but of draws he takes the best. Where they have not been told apart he is [`Player::Strong`].
    Ultra,
    /// Any legal move. Needs no tables.
    Random,
    /// With this chance any move that is worse than the best, if there is one; otherwise [`Player::Strong`]. A win or a
    /// loss that is only slower or faster than the best is worse too.
    Erring(Percent),
}

/// A chance of 1 to 99 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Percent(u8);

impl Percent {
    /// Checks the range; `None` if it is not in 1..=99.
    #[must_use]
    pub const fn new(percent: u8) -> Option<Self> {
        if matches!(percent, 1..=99) { Some(Self(percent)) } else { None }
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// Why no move was chosen.
#[derive(Debug, Error)]
pub enum ChooseError {
    /// There is none.
    #[error("the game is over, there is no move to choose")]
    NoMove,
    /// What the moves are worth is not known.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl Player {
    /// Chooses a legal move; of those that are equally good to him, any.
    ///
    /// # Errors
    /// If the game is over; if the table of a position that can be moved to is missing or cannot be used. Nobody guesses.
    pub fn choose(
        self,
        position: &Position,
        tablebase: &Tablebase,
        random: &mut Random,
    ) -> Result<Move, ChooseError> {
        let chosen = if self == Self::Random {
            let mut moves = position.moves(tablebase.rules());
            // An order that depends on no generator.
            moves.sort_by_cached_key(Move::to_string);
            random.pick(&moves)
        } else {
            self.choose_among(&tablebase.probe_moves(position)?, random)
        };
        chosen.ok_or(ChooseError::NoMove)
    }

    /// Whether he has to know what moves are worth.
    #[must_use]
    pub const fn needs_tables(self) -> bool {
        !matches!(self, Self::Random)
    }

    /// Chooses from all legal moves and what they are worth, in any order; `None` if there are none.
    #[must_use]
    pub fn choose_among(self, rated: &[(Move, Known)], random: &mut Random) -> Option<Move> {
        match self {
            Self::Random => random.pick(&rated.iter().map(|&(turn, _)| turn).collect::<Vec<_>>()),
            Self::Ultra if draws_are_told_apart(rated) => random.pick(&best(rated, Known::best_first)),
            Self::Strong | Self::Ultra => random.pick(&best(rated, strong_key)),
            Self::Erring(chance) => {
                let errs = random.below(100) < usize::from(chance.get());
                let top = best(rated, strong_key);
                let is_worse = |turn: &Move| errs && !top.contains(turn);
                let worse: Vec<Move> = rated.iter().map(|&(turn, _)| turn).filter(is_worse).collect();
                random.pick(if worse.is_empty() { &top } else { &worse })
            }
        }
    }
}

/// The moves whose key is the smallest.
fn best<K: Ord>(rated: &[(Move, Known)], key: fn(Known) -> K) -> Vec<Move> {
    let Some(smallest) = rated.iter().map(|&(_, known)| key(known)).min() else { return Vec::new() };
    rated.iter().filter(|&&(_, known)| key(known) == smallest).map(|&(turn, _)| turn).collect()
}

/// Wins before draws before losses; the quicker win and the slower loss first, known plies before unknown ones.
fn strong_key(known: Known) -> (Outcome, Reverse<Option<Value>>) {
    let value = match known {
        Known::Value(value) if value != Value::Draw => Some(value),
        _ => None,
    };
    (known.outcome(), Reverse(value))
}

fn draws_are_told_apart(rated: &[(Move, Known)]) -> bool {
    let is_plain = |known: Known| known.outcome() == Outcome::Draw && !matches!(known, Known::Ranked(_));
    !rated.iter().any(|&(_, known)| is_plain(known))
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strong => f.pad("strong"),
            Self::Ultra => f.pad("ultra"),
            Self::Random => f.pad("random"),
            Self::Erring(chance) => f.pad(&format!("erring-{}", chance.get())),
        }
    }
}

/// A name that is no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no player {name:?}; the players are strong, ultra, random and erring-N with N from 1 to 99"
)]
pub struct UnknownPlayer {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Player {
    type Err = UnknownPlayer;
    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        let chance = |digits: &str| {
            let percent = digits.parse().ok().and_then(Percent::new)?;
            // One spelling each: no plus sign, no leading zero.
            (percent.get().to_string() == digits).then_some(Self::Erring(percent))
        };
        let player = match name {
            "strong" => Some(Self::Strong),
            "ultra" => Some(Self::Ultra),
            "random" => Some(Self::Random),
            _ => name.strip_prefix("erring-").and_then(chance),
        };
        player.ok_or_else(|| UnknownPlayer { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use millwright_ranks::{DrawValue, Gain, Rank};
    use millwright_table::RankedDraw;

    use super::*;

    fn ranked(rank: i16, depth: i16) -> Known {
        let gain = Gain { rank: rank.into(), depth: depth.into() };
        Known::Ranked(RankedDraw { value: DrawValue { rank: Rank(rank), depth }, gain })
    }

    /// All moves that come up in many choices.
    fn chosen(player: Player, rated: &[(&str, Known)]) -> String {
        let rated: Vec<(Move, Known)> =
            rated.iter().map(|&(turn, known)| (turn.parse().unwrap(), known)).collect();
        let mut random = Random::from_seed(0);
        let turns: BTreeSet<String> =
            (0..500).map(|_| player.choose_among(&rated, &mut random).unwrap().to_string()).collect();
        turns.into_iter().collect::<Vec<_>>().join(" ")
    }

    const fn erring(percent: u8) -> Player {
        Player::Erring(Percent(percent))
    }

    #[test]
    fn names_round_trip_and_others_are_refused() {
        let all = [Player::Strong, Player::Ultra, Player::Random, erring(1), erring(30), erring(99)];
        for player in all {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        for name in
            ["", "Strong", "erring", "erring-", "erring-0", "erring-100", "erring-07", "erring-+7", "human"]
        {
            let error = name.parse::<Player>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("there is no player {name:?}; ")), "{error}");
        }
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let win = |plies| Known::Value(Value::win(plies));
        let loss = |plies| Known::Value(Value::loss(plies));
        let draw = Known::Value(Value::Draw);
        for player in [Player::Strong, Player::Ultra] {
            assert_eq!(
                chosen(player, &[("a1", win(5)), ("a4", win(3)), ("a7", win(3)), ("d1", draw)]),
                "a4 a7"
            );
            assert_eq!(chosen(player, &[("a1", loss(5 + 1)), ("a4", draw), ("a7", draw)]), "a4 a7");
            assert_eq!(chosen(player, &[("a1", loss(2)), ("a4", loss(8)), ("a7", loss(8))]), "a4 a7");
        }
    }

    #[test]
    fn only_the_ultra_strong_player_tells_draws_apart() {
        let draws = [("a1", ranked(3, 7)), ("a4", ranked(3, 5)), ("a7", ranked(3, 5)), ("d1", ranked(-2, 1))];
        assert_eq!(chosen(Player::Strong, &draws), "a1 a4 a7 d1");
        assert_eq!(chosen(Player::Ultra, &draws), "a4 a7");
        // Where not all are told apart, nobody can say which is the best.
        let partly =
            [("a1", ranked(3, 7)), ("a4", Known::Value(Value::Draw)), ("a7", Known::Value(Value::loss(2)))];
        assert_eq!(chosen(Player::Ultra, &partly), "a1 a4");
    }

    #[test]
    fn where_plies_were_not_kept_any_move_with_the_best_outcome_is_taken() {
        let outcome = Known::Outcome;
        let rated =
            [("a1", outcome(Outcome::Win)), ("a4", outcome(Outcome::Win)), ("a7", outcome(Outcome::Draw))];
        for player in [Player::Strong, Player::Ultra] {
            assert_eq!(chosen(player, &rated), "a1 a4");
            assert_eq!(chosen(player, &rated[2..]), "a7");
        }
        assert_eq!(chosen(Player::Strong, &[rated[0], ("d1", Known::Value(Value::win(9)))]), "d1");
    }

    #[test]
    fn who_errs_takes_worse_moves_as_often_as_he_says() {
        let rated = [
            ("a1", Known::Value(Value::win(3))),
            ("a4", Known::Value(Value::win(5))),
            ("a7", Known::Value(Value::loss(2))),
        ];
        assert_eq!(chosen(erring(50), &rated), "a1 a4 a7");
        assert_eq!(chosen(erring(99), &rated[..1]), "a1", "there is nothing worse");
        let rated = rated.map(|(turn, known)| (turn.parse::<Move>().unwrap(), known));
        let mut random = Random::from_seed(3);
        let errors = (0..10_000).filter(|_| erring(30).choose_among(&rated, &mut random) != Some(rated[0].0));
        // Five standard deviations are 230.
        assert!(errors.count().abs_diff(3000) < 230);
        assert_eq!(erring(30).choose_among(&[], &mut random), None);
    }
}
