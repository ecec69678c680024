//! Results as they were written, read and checked.

use std::collections::BTreeMap;

use millwright_index::Subspace;
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Game, Point, Position, Rules, StoneCount};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::census::{Arising, ArisingCounts, Choice, Choices};
use crate::error::ResultsError;

/// All that is known.
#[derive(Debug, Default)]
pub struct Results {
    pub(crate) statistics: Vec<Statistics>,
    pub(crate) starts: Vec<Starts>,
    pub(crate) draws: Vec<Draws>,
    pub(crate) comparisons: Vec<Comparison>,
    pub(crate) matches: Vec<Match>,
    pub(crate) first_moves: Vec<FirstMoves>,
    pub(crate) arising: Vec<Arising>,
    pub(crate) choices: Vec<Choices>,
}

/// What is counted over a game, or over its movement phase.
#[derive(Debug)]
pub(crate) struct Statistics {
    pub(crate) game: Game,
    /// With the numbers of stones that it was solved for.
    pub(crate) rules: Rules,
    /// Whether the opening is in it.
    pub(crate) is_complete: bool,
    pub(crate) subspaces: BTreeMap<Subspace, Counts>,
    pub(crate) total: Counts,
}

/// Positions up to symmetry.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Counts {
    pub(crate) positions: u64,
    pub(crate) win: u64,
    pub(crate) draw: u64,
    pub(crate) loss: u64,
    pub(crate) max_plies: Option<u16>,
    /// How many are decided in so many plies: odd ones are won, even ones lost.
    #[serde(default, deserialize_with = "by_plies")]
    pub(crate) plies: BTreeMap<u16, u64>,
    #[serde(default)]
    pub(crate) longest: Option<Longest>,
}

/// Keys of JSON are texts.
fn by_plies<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u16, u64>, D::Error> {
    let written = BTreeMap::<String, u64>::deserialize(deserializer)?;
    let number =
        |(plies, count): (String, u64)| Ok((plies.parse().map_err(serde::de::Error::custom)?, count));
    written.into_iter().map(number).collect()
}

/// A position that takes longest.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Longest {
    pub(crate) plies: u16,
    /// In the short form.
    pub(crate) position: String,
}

impl Counts {
    /// Wins or losses: how many in how many plies.
    pub(crate) fn of_parity(&self, odd: bool) -> impl Iterator<Item = (u16, u64)> {
        self.plies
            .iter()
            .map(|(&plies, &count)| (plies, count))
            .filter(move |(plies, _)| (plies % 2 == 1) == odd)
    }

    /// How many positions the player to move wins in how many moves of his own.
    pub(crate) fn wins_by_moves(&self) -> BTreeMap<u16, u64> {
        self.of_parity(true).map(|(plies, count)| (plies.div_ceil(2), count)).collect()
    }

    /// The longest win of the player to move.
    pub(crate) fn longest_win(&self) -> Option<u16> {
        self.of_parity(true).map(|(plies, _)| plies).max()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
        for (&plies, &count) in &other.plies {
            *self.plies.entry(plies).or_default() += count;
        }
        if other.max_plies > self.max_plies {
            self.max_plies = other.max_plies;
            self.longest.clone_from(&other.longest);
        }
    }

    /// What does not add up; `None` if all does.
    pub(crate) fn trouble(&self) -> Option<String> {
        let Self { positions, win, draw, loss, .. } = self;
        if Some(*positions)
            != [win, draw, loss].into_iter().try_fold(0_u64, |sum, &more| sum.checked_add(more))
        {
            return Some(format!("{win} won, {draw} drawn and {loss} lost are not {positions}"));
        }
        for (odd, all, word) in [(true, win, "won"), (false, loss, "lost")] {
            let by_plies: u64 = self.of_parity(odd).map(|(_, count)| count).sum();
            if !self.plies.is_empty() && by_plies != *all {
                return Some(format!("{all} are {word}, {by_plies} by the number of plies"));
            }
        }
        None
    }
}

impl Statistics {
    /// The total of some subspaces.
    pub(crate) fn sum(&self, wanted: impl Fn(Subspace) -> bool) -> Counts {
        let mut sum = Counts::default();
        for (_, counts) in self.subspaces.iter().filter(|(subspace, _)| wanted(**subspace)) {
            sum.add(counts);
        }
        sum
    }

    /// With so many stones on the board and none in hand.
    pub(crate) fn moving(&self, mover: u8, other: u8) -> Option<&Counts> {
        self.subspaces.get(&Subspace { mover, other, mover_hand: 0, other_hand: 0 })
    }

    /// The most stones of a player on the board with none in hand.
    pub(crate) fn most_moving(&self) -> u8 {
        let moving = self.subspaces.keys().filter(|subspace| subspace.hands_are_empty());
        moving.map(|subspace| subspace.mover).max().unwrap_or(3)
    }
}

/// The values of a game's starts.
#[derive(Debug)]
pub(crate) struct Starts {
    pub(crate) game: Game,
    /// By White's and Black's stones: `W23`, `D`, `L12` as the papers have it. What is unknown is not there.
    pub(crate) values: BTreeMap<(u8, u8), String>,
}

/// What the moves from the empty board are worth.
#[derive(Debug)]
pub(crate) struct FirstMoves {
    pub(crate) game: Game,
    /// With the numbers of stones that are placed.
    pub(crate) rules: Rules,
    /// For White: `W23`, `D`, `L12`.
    pub(crate) values: BTreeMap<Point, String>,
}

/// What draws are worth.
#[derive(Debug)]
pub(crate) struct Draws {
    pub(crate) game: Game,
    /// Whether ranks are differences of stones.
    pub(crate) by_stones: bool,
    /// How many positions are drawn.
    pub(crate) positions: u64,
    pub(crate) ranks: Vec<RankedDraws>,
}

/// The draws of one rank.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RankedDraws {
    pub(crate) rank: i32,
    pub(crate) subspaces: Vec<String>,
    pub(crate) positions: u64,
}

/// What another rule changes.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) from: Game,
    pub(crate) to: Game,
    pub(crate) total: Changes,
    /// If all of an opening was compared.
    pub(crate) opening: Option<OpeningChanges>,
}

/// The positions before all plies of an opening.
#[derive(Debug, Deserialize)]
pub(crate) struct OpeningChanges {
    /// Of each player.
    pub(crate) stones: u8,
    pub(crate) total: Changes,
    pub(crate) first: FirstPlies,
}

/// The first ply before which something is different, if there is one.
#[derive(Debug, Deserialize)]
pub(crate) struct FirstPlies {
    pub(crate) other_depth: Option<u8>,
    pub(crate) other_outcome: Option<u8>,
    pub(crate) reversed: Option<u8>,
}

/// How many positions change from one outcome to another.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Changes {
    pub(crate) positions: u64,
    pub(crate) win_to_draw: u64,
    pub(crate) win_to_loss: u64,
    pub(crate) draw_to_win: u64,
    pub(crate) draw_to_loss: u64,
    pub(crate) loss_to_win: u64,
    pub(crate) loss_to_draw: u64,
    pub(crate) unchanged: u64,
    pub(crate) other_depth: u64,
}

/// Games between two players.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Match {
    /// The name of the document.
    #[serde(skip)]
    pub(crate) document: String,
    pub(crate) first: String,
    pub(crate) nodes: Option<String>,
    pub(crate) games: u64,
    /// Of the first player.
    pub(crate) wins: u64,
}

#[derive(Deserialize)]
struct WrittenSubspaces<C> {
    rules: WrittenRules,
    subspaces: Vec<WrittenSubspace<C>>,
}

#[derive(Deserialize)]
struct WrittenRules {
    stones: WrittenStones,
}

#[derive(Deserialize)]
struct WrittenStones {
    white: u8,
    black: u8,
}

#[derive(Deserialize)]
struct WrittenSubspace<C> {
    subspace: String,
    #[serde(flatten)]
    counts: C,
}

#[derive(Deserialize)]
struct WrittenStart {
    white: u8,
    black: u8,
    #[serde(flatten)]
    value: WrittenValue,
}

#[derive(Deserialize)]
struct WrittenValue {
    outcome: Option<String>,
    plies: Option<u16>,
}

impl WrittenValue {
    /// `W23`, `D`, `L12`, as the papers have it.
    fn short(&self) -> Option<String> {
        match (self.outcome.as_deref(), self.plies) {
            (Some("win"), Some(plies)) => Some(format!("W{plies}")),
            (Some("loss"), Some(plies)) => Some(format!("L{plies}")),
            (Some("draw"), _) => Some("D".to_owned()),
            _ => None,
        }
    }
}

#[derive(Deserialize)]
struct WrittenPosition {
    stones: WrittenStones,
    position: String,
    moves: Vec<WrittenMove>,
}

#[derive(Deserialize)]
struct WrittenMove {
    #[serde(rename = "move")]
    name: String,
    #[serde(flatten)]
    value: WrittenValue,
}

#[derive(Deserialize)]
struct WrittenDraws {
    draws: u64,
    ranks: Vec<RankedDraws>,
}

/// A document while it is read.
struct Reading<'a> {
    name: &'a str,
}

impl Reading<'_> {
    fn parse<T: for<'de> Deserialize<'de>>(&self, json: Json) -> Result<T, ResultsError> {
        serde_json::from_value(json)
            .map_err(|source| ResultsError::Json { document: self.name.to_owned(), source })
    }

    fn game(&self, json: &Json) -> Result<Game, ResultsError> {
        let name = json.as_str().unwrap_or_default();
        name.parse().map_err(|_| ResultsError::Game { document: self.name.to_owned(), game: name.to_owned() })
    }

    fn wrong(&self, what: String) -> ResultsError {
        ResultsError::Counts { document: self.name.to_owned(), what }
    }

    /// A game with so many stones.
    fn rules(
        &self,
        game: Game,
        WrittenStones { white, black }: &WrittenStones,
    ) -> Result<Rules, ResultsError> {
        let stones = |count| StoneCount::new(count).map_err(|error| self.wrong(error.to_string()));
        Ok(game.rules().with_stones(stones(*white)?, stones(*black)?))
    }

    /// Of the empty board; there is no place for other positions.
    fn first_moves(&self, json: Json) -> Result<FirstMoves, ResultsError> {
        let game = self.game(&json["game"])?;
        let written: WrittenPosition = self.parse(json)?;
        let rules = self.rules(game, &written.stones)?;
        if written.position != write_position(Form::Short, &Position::start(&rules)) {
            return Err(self.wrong(format!("{} is not the empty board", written.position)));
        }
        let mut values = BTreeMap::new();
        for WrittenMove { name, value } in written.moves {
            let point: Point = name.parse().map_err(|_| self.wrong(format!("{name:?} is no first move")))?;
            values.extend(value.short().map(|value| (point, value)));
        }
        Ok(FirstMoves { game, rules, values })
    }

    fn statistics(&self, json: Json) -> Result<Statistics, ResultsError> {
        let is_complete = json["extent"] == "complete";
        let (game, rules, subspaces) = self.by_subspace::<Counts>(json, Counts::trouble)?;
        let mut total = Counts::default();
        for counts in subspaces.values() {
            total.add(counts);
        }
        Ok(Statistics { game, rules, is_complete, subspaces, total })
    }

    fn arising(&self, json: Json) -> Result<Arising, ResultsError> {
        let (game, rules, subspaces) = self.by_subspace(json, ArisingCounts::trouble)?;
        let mut total = ArisingCounts::default();
        for counts in subspaces.values() {
            total.add(counts);
        }
        Ok(Arising { game, rules, subspaces, total })
    }

    fn choices(&self, json: Json) -> Result<Choices, ResultsError> {
        let (game, rules, subspaces) = self.by_subspace(json, Choice::trouble)?;
        let mut total = Choice::default();
        for choice in subspaces.values() {
            total.add(choice);
        }
        Ok(Choices { game, rules, subspaces, total })
    }

    /// A game, and what a document has of each of its subspaces; `trouble` says what is wrong with it.
    fn by_subspace<C: for<'de> Deserialize<'de>>(
        &self,
        json: Json,
        trouble: impl Fn(&C) -> Option<String>,
    ) -> Result<(Game, Rules, BTreeMap<Subspace, C>), ResultsError> {
        let game = self.game(&json["game"])?;
        let written: WrittenSubspaces<C> = self.parse(json)?;
        let rules = self.rules(game, &written.rules.stones)?;
        let mut subspaces = BTreeMap::new();
        for WrittenSubspace { subspace, counts } in written.subspaces {
            let known: Subspace =
                subspace.parse().map_err(|_| self.wrong(format!("{subspace:?} is no subspace")))?;
            if let Some(trouble) = trouble(&counts) {
                return Err(self.wrong(format!("{subspace}: {trouble}")));
            }
            if subspaces.insert(known, counts).is_some() {
                return Err(self.wrong(format!("{subspace} is there twice")));
            }
        }
        Ok((game, rules, subspaces))
    }

    fn starts(&self, mut json: Json) -> Result<Starts, ResultsError> {
        let game = self.game(&json["game"])?;
        let written: Vec<WrittenStart> = self.parse(json["starts"].take())?;
        let mut values = BTreeMap::new();
        for start in written {
            values.extend(start.value.short().map(|value| ((start.white, start.black), value)));
        }
        Ok(Starts { game, values })
    }

    fn draws(&self, json: Json) -> Result<Draws, ResultsError> {
        let game = self.game(&json["game"])?;
        let WrittenDraws { draws, ranks } = self.parse(json)?;
        let sum: u64 = ranks.iter().map(|rank| rank.positions).sum();
        if sum != draws {
            return Err(self.wrong(format!("{draws} draws, {sum} by their ranks")));
        }
        // Ranks by stones are differences of stones; those by ratio number all subspaces.
        let by_stones = ranks.iter().all(|rank| rank.rank.abs() <= 9);
        Ok(Draws { game, by_stones, positions: draws, ranks })
    }

    fn comparison(&self, mut json: Json) -> Result<Comparison, ResultsError> {
        let (from, to) = (self.game(&json["from"])?, self.game(&json["to"])?);
        let opening = json.get_mut("opening").map(|opening| self.parse(opening.take())).transpose()?;
        Ok(Comparison { from, to, total: self.parse(json["total"].take())?, opening })
    }
}

impl Results {
    /// Adds a document; `name` is for errors.
    ///
    /// # Errors
    /// If it is no result, or its counts do not add up.
    pub fn add(&mut self, name: &str, json: &str) -> Result<(), ResultsError> {
        let reading = Reading { name };
        let json: Json = serde_json::from_str(json)
            .map_err(|source| ResultsError::Json { document: name.to_owned(), source })?;
        let has = |field: &str| json.get(field).is_some();
        if has("starts") {
            self.starts.push(reading.starts(json)?);
        } else if has("ranks") && has("draws") {
            self.draws.push(reading.draws(json)?);
        } else if has("from") && has("to") {
            self.comparisons.push(reading.comparison(json)?);
        } else if json["total"].get("any").is_some() {
            self.arising.push(reading.arising(json)?);
        } else if json["total"]["win"].is_object() {
            self.choices.push(reading.choices(json)?);
        } else if has("subspaces") {
            self.statistics.push(reading.statistics(json)?);
        } else if has("position") && has("moves") {
            self.first_moves.push(reading.first_moves(json)?);
        } else if has("first") && has("second") {
            let found: Match = reading.parse(json)?;
            self.matches.push(Match { document: name.to_owned(), ..found });
        } else {
            return Err(ResultsError::Unknown { document: name.to_owned() });
        }
        Ok(())
    }

    /// Leaves out all that is not about these games; all of them if none is named.
    pub fn keep_games(&mut self, games: &[Game]) {
        if games.is_empty() {
            return;
        }
        let wanted = |game: Game| games.contains(&game);
        self.statistics.retain(|of| wanted(of.game));
        self.starts.retain(|of| wanted(of.game));
        self.draws.retain(|of| wanted(of.game));
        self.first_moves.retain(|of| wanted(of.game));
        self.arising.retain(|of| wanted(of.game));
        self.choices.retain(|of| wanted(of.game));
        self.comparisons.retain(|of| wanted(of.from) && wanted(of.to));
    }

    /// Whether there is nothing to report.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.statistics.is_empty() && self.starts.is_empty() && self.draws.is_empty()
    }

    /// The whole game, if it is known.
    pub(crate) fn complete(&self, game: Game) -> Option<&Statistics> {
        self.statistics.iter().find(|of| of.game == game && of.is_complete)
    }

    /// What the first moves of a whole game are worth, if that is known.
    pub(crate) fn first_moves(&self, statistics: &Statistics) -> Option<&FirstMoves> {
        self.first_moves.iter().find(|of| of.game == statistics.game && of.rules == statistics.rules)
    }

    /// What can arise of a whole game, if that is known.
    pub(crate) fn arising(&self, statistics: &Statistics) -> Option<&Arising> {
        self.arising.iter().find(|of| of.game == statistics.game && of.rules == statistics.rules)
    }

    /// How forgiving the positions of a whole game are, if that is known.
    pub(crate) fn choices(&self, statistics: &Statistics) -> Option<&Choices> {
        self.choices.iter().find(|of| of.game == statistics.game && of.rules == statistics.rules)
    }

    /// The movement phase with the most stones that is known, by itself or in a whole game.
    pub(crate) fn movement(&self, game: Game) -> Option<&Statistics> {
        self.statistics.iter().filter(|of| of.game == game).max_by_key(|of| of.most_moving())
    }

    pub(crate) fn starts(&self, game: Game) -> Option<&Starts> {
        self.starts.iter().find(|of| of.game == game)
    }

    pub(crate) fn draws(&self, game: Game, by_stones: bool) -> Option<&Draws> {
        self.draws.iter().find(|of| of.game == game && of.by_stones == by_stones)
    }

    /// The games that have statistics, in the order of their names' list.
    pub(crate) fn games(&self) -> Vec<Game> {
        let known = |game: &Game| self.movement(*game).is_some() || self.starts(*game).is_some();
        Game::every().filter(known).collect()
    }
}
