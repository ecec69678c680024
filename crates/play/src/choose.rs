//! How players choose their moves.

use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::AtomicBool;

use millwright_rules::{Move, Value};
use millwright_search::{Evaluation, Limits, Question, Searcher, TableKnowledge};
use millwright_table::{Known, Outcome, ProbeError, Tablebase};
use thiserror::Error;

use crate::opening::holding_moves;
use crate::play::Play;
use crate::player::{Percent, Player};
use crate::random::Random;
use crate::strength::{Nodes, Strength};

/// Positions that are looked at to tell equal draws apart.
const TIE_NODES: u64 = 100_000;

/// A move, and what it was chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// If the player could not do what he usually does, what he did instead.
    pub fallback: Option<Fallback>,
}

/// What a player does where he cannot do what he usually does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Tables do not know all moves: he searches.
    Search(Player),
    /// Tables do not know all moves: he searches among those that are proved not to lose.
    Proof(Player),
    /// Draws have not been told apart: a search decides between them.
    PlainDraws(Player),
}

/// In words, without a full stop.
impl fmt::Display for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(player) => {
                write!(f, "no table has all moves of this position: {player} searches, and may be wrong")
            }
            Self::Proof(player) => {
                write!(
                    f,
                    "no table has all moves of this position: {player} searches among those proved not to lose"
                )
            }
            Self::PlainDraws(player) => {
                write!(f, "draws have not been told apart here: {player} chooses between them by searching")
            }
        }
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
    /// Chooses a legal move in a game; of those that are equally good to him, any.
    ///
    /// # Errors
    /// If the game is over; if a table cannot be used; if he needs tables and one is missing.
    pub fn choose(
        self,
        play: &Play,
        tablebase: &Tablebase,
        random: &mut Random,
    ) -> Result<Choice, ChooseError> {
        let position = play.position();
        let mut moves = position.moves(play.rules());
        // An order that depends on no generator.
        moves.sort_by_cached_key(Move::to_string);
        if moves.is_empty() || position.over(play.rules()).is_some() {
            return Err(ChooseError::NoMove);
        }
        let plainly = |chosen: Option<Move>| {
            chosen.map(|chosen| Choice { chosen, fallback: None }).ok_or(ChooseError::NoMove)
        };
        match self {
            Self::Random => plainly(random.pick(&moves)),
            Self::Engine(strength) => {
                let nodes = strength.nodes.unwrap_or(Strength::USUAL_NODES).pick(random);
                plainly(search(play, strength.evaluation, nodes, &moves, self.tables(tablebase).as_ref()))
            }
            Self::Level(level) => {
                let handicap = level.handicap();
                if random.below(100) < handicap.any_move {
                    return plainly(random.pick(&moves));
                }
                plainly(search(play, Evaluation::Millwright, handicap.nodes, &moves, None))
            }
            Self::Beginner(chance) => {
                if random.below(100) < usize::from(chance.get()) {
                    return plainly(random.pick(&moves));
                }
                plainly(one_ply(play, &moves, random))
            }
            Self::Strong | Self::Ultra => self.choose_by_tables_or_search(play, &moves, tablebase, random),
            Self::PlainStrong | Self::PlainUltra | Self::Erring(_) => {
                plainly(self.choose_among(&tablebase.probe_moves(position)?, random))
            }
        }
    }

    /// The tables that he searches with.
    fn tables(self, tablebase: &Tablebase) -> Option<TableKnowledge<'_>> {
        if self.uses_tables() { TableKnowledge::new(tablebase) } else { None }
    }

    fn choose_by_tables_or_search(
        self,
        play: &Play,
        moves: &[Move],
        tablebase: &Tablebase,
        random: &mut Random,
    ) -> Result<Choice, ChooseError> {
        let rated = match tablebase.probe_moves(play.position()) {
            Ok(rated) => rated,
            Err(error) if error.is_unknown() => {
                return self.choose_without_table(play, moves, tablebase, random);
            }
            Err(error) => return Err(error.into()),
        };
        let told_apart = self == Self::Ultra && draws_are_told_apart(&rated);
        let tied = if told_apart { best(&rated, Known::best_first) } else { best(&rated, strong_key) };
        let is_drawn =
            rated.iter().any(|(turn, known)| tied.contains(turn) && known.outcome() == Outcome::Draw);
        let chosen = if is_drawn && tied.len() > 1 {
            // A number of nodes that varies makes games vary.
            let nodes = Nodes::new(TIE_NODES / 2, TIE_NODES).map_or(TIE_NODES, |nodes| nodes.pick(random));
            search(play, Evaluation::Millwright, nodes, &tied, None)
        } else {
            random.pick(&tied)
        };
        let fallback = (self == Self::Ultra && is_drawn && !told_apart).then_some(Fallback::PlainDraws(self));
        chosen.map(|chosen| Choice { chosen, fallback }).ok_or(ChooseError::NoMove)
    }

    /// Where tables do not know all moves: he keeps to those that are proved not to lose, if there are any, and searches.
    fn choose_without_table(
        self,
        play: &Play,
        moves: &[Move],
        tablebase: &Tablebase,
        random: &mut Random,
    ) -> Result<Choice, ChooseError> {
        let nodes = Strength::USUAL_NODES.pick(random);
        let tables = self.tables(tablebase);
        let holding = tables
            .as_ref()
            .map(|tables| holding_moves(play, moves, tablebase, tables))
            .filter(|holding| !holding.is_empty());
        let fallback = if holding.is_some() { Fallback::Proof(self) } else { Fallback::Search(self) };
        let among = holding.as_deref().unwrap_or(moves);
        let chosen = search(play, Evaluation::Millwright, nodes, among, tables.as_ref());
        chosen.map(|chosen| Choice { chosen, fallback: Some(fallback) }).ok_or(ChooseError::NoMove)
    }

    /// Chooses from all legal moves and what they are worth, in any order, without searching; `None` if there are none.
    #[must_use]
    pub fn choose_among(self, rated: &[(Move, Known)], random: &mut Random) -> Option<Move> {
        match self {
            Self::Ultra | Self::PlainUltra if draws_are_told_apart(rated) => {
                random.pick(&best(rated, Known::best_first))
            }
            Self::Strong | Self::Ultra | Self::PlainStrong | Self::PlainUltra => {
                random.pick(&best(rated, strong_key))
            }
            Self::Erring(chance) => err_sometimes(chance, rated, random),
            Self::Random | Self::Engine(_) | Self::Level(_) | Self::Beginner(_) => {
                random.pick(&rated.iter().map(|&(turn, _)| turn).collect::<Vec<_>>())
            }
        }
    }
}

fn err_sometimes(chance: Percent, rated: &[(Move, Known)], random: &mut Random) -> Option<Move> {
    let errs = random.below(100) < usize::from(chance.get());
    let top = best(rated, strong_key);
    let is_worse = |turn: &Move| errs && !top.contains(turn);
    let worse: Vec<Move> = rated.iter().map(|&(turn, _)| turn).filter(is_worse).collect();
    random.pick(if worse.is_empty() { &top } else { &worse })
}

/// The best of some moves, as a search of its own sees it: the same on every machine, whatever was searched before.
fn search(
    play: &Play,
    evaluation: Evaluation,
    nodes: u64,
    moves: &[Move],
    tables: Option<&TableKnowledge<'_>>,
) -> Option<Move> {
    if let [only] = moves {
        return Some(*only);
    }
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let question = Question {
        only: moves,
        knowledge: tables.map(|tables| tables as _),
        ..Question::new(play.positions(), limits, &stop)
    };
    let mut searcher = Searcher::new(play.rules(), evaluation, Strength::table_bytes(nodes));
    searcher.search(&question, &mut |_| {}).best()
}

/// The best of some moves for somebody who looks one ply ahead; of those that look the same, any.
fn one_ply(play: &Play, moves: &[Move], random: &mut Random) -> Option<Move> {
    let searcher = Searcher::new(play.rules(), Evaluation::Paper, 0);
    let looks = |turn: &Move| {
        let next = play.position().play_unchecked(*turn);
        if next.over(play.rules()).is_some() { i32::MIN } else { searcher.estimate(&next) }
    };
    let rated: Vec<(i32, Move)> = moves.iter().map(|turn| (looks(turn), *turn)).collect();
    let least = rated.iter().map(|&(looks, _)| looks).min()?;
    let best: Vec<Move> = rated.iter().filter(|&&(looks, _)| looks == least).map(|&(_, turn)| turn).collect();
    random.pick(&best)
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
        match Percent::new(percent) {
            Some(chance) => Player::Erring(chance),
            None => Player::Random,
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
