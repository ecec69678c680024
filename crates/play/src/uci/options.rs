//! What can be set.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use millwright_rules::{ByColor, Game, Rules, StoneCount};
use millwright_search::Evaluation;

/// How turns and scores are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// As chess players have it: whole turns, scores for the mover, lines apart.
    #[default]
    Standard,
    /// As Sanmill has it: what is taken is a turn of its own, scores are White's, and the best turn ends the line of
    /// information.
    Sanmill,
}

/// Everything that can be set, with what it is at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) game: Game,
    pub(super) stones: Option<ByColor<StoneCount>>,
    /// Where tables are; nowhere if it is empty.
    pub(super) db: PathBuf,
    pub(super) hash_mib: u64,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) evaluation: Evaluation,
    pub(super) dialect: Dialect,
}

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// The game: the position is of another one.
    Game,
    /// How it is searched.
    Search,
    /// Nothing of these.
    Nothing,
}

const MOST_HASH_MIB: u64 = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 64;

impl Options {
    pub(super) fn new(db: PathBuf) -> Self {
        Self {
            game: Game::Standard,
            stones: None,
            db,
            hash_mib: 64,
            threads: 1,
            lines: 1,
            evaluation: Evaluation::default(),
            dialect: Dialect::default(),
        }
    }

    /// The rules of the game that is set.
    pub(super) fn rules(&self) -> Rules {
        let rules = self.game.rules();
        self.stones.map_or(rules, |stones| rules.with_stones(stones.white, stones.black))
    }

    /// The lines that tell what can be set.
    pub(super) fn lines(&self) -> Vec<String> {
        let games: Vec<String> = Game::ALL.iter().map(|game| format!(" var {game}")).collect();
        let db =
            if self.db.as_os_str().is_empty() { "<empty>".to_owned() } else { self.db.display().to_string() };
        vec![
            format!("option name Game type combo default standard{}", games.concat()),
            "option name Stones type string default <empty>".to_owned(),
            format!("option name Db type string default {db}"),
            format!("option name Hash type spin default 64 min 1 max {MOST_HASH_MIB}"),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name Evaluation type combo default millwright var millwright var paper".to_owned(),
            "option name Dialect type combo default standard var standard var sanmill".to_owned(),
        ]
    }

    /// Sets one.
    ///
    /// # Errors
    /// Why not, as one line.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let is_empty = value.is_empty() || value == "<empty>";
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                self.game = value.parse().map_err(|error| format!("{error}"))?;
                self.stones = None;
                return Ok(Changed::Game);
            }
            "stones" => {
                let read = || ByColor::from_str(value).map_err(|error| error.to_string());
                self.stones = if is_empty { None } else { Some(read()?) };
                return Ok(Changed::Game);
            }
            "db" => self.db = if is_empty { PathBuf::new() } else { PathBuf::from(value) },
            "hash" => self.hash_mib = number(name, value, MOST_HASH_MIB)?,
            "threads" => self.threads = number(name, value, MOST_THREADS)?,
            "multipv" => {
                self.lines = number(name, value, MOST_LINES)?;
                return Ok(Changed::Nothing);
            }
            "evaluation" => self.evaluation = value.parse().map_err(|error| format!("{error}"))?,
            "dialect" => {
                self.dialect = match value {
                    "standard" => Dialect::Standard,
                    "sanmill" => Dialect::Sanmill,
                    _ => return Err(format!("Dialect is standard or sanmill, not {value:?}")),
                };
                return Ok(Changed::Nothing);
            }
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(Changed::Search)
    }
}

/// A number from 1 to `most`.
fn number<N: Copy + FromStr + From<u8> + PartialOrd + fmt::Display>(
    name: &str,
    value: &str,
    most: N,
) -> Result<N, String> {
    let found = value.parse().ok().filter(|number| *number >= N::from(1) && *number <= most);
    found.ok_or_else(|| format!("{name} is a number from 1 to {most}, not {value:?}"))
}
