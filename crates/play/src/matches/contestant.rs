//! Who plays in a match.

use std::fmt;
use std::str::FromStr;

use millwright_rules::Move;
use millwright_table::Tablebase;
use thiserror::Error;

use super::{Match, MatchError};
use crate::play::Play;
use crate::player::{Player, UnknownPlayer};
use crate::random::Random;
use crate::uci::{Client, ClientError};

/// One of the two who play a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// One of our own.
    Ours(Player),
    /// Any program that speaks the protocol, by its command.
    Uci(String),
}

/// `uci:COMMAND` or the name of a player.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(player) => player.fmt(f),
            Self::Uci(command) => write!(f, "uci:{command}"),
        }
    }
}

/// A name that is nobody's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownContestant {
    /// None of our players.
    #[error("{0}; or uci:COMMAND for a program that speaks UCI")]
    Player(#[from] UnknownPlayer),
    /// No command after `uci:`.
    #[error("uci: needs a command, like uci:./engine")]
    NoCommand,
}

impl FromStr for Contestant {
    type Err = UnknownContestant;
    fn from_str(name: &str) -> Result<Self, UnknownContestant> {
        match name.strip_prefix("uci:") {
            Some(command) if command.trim().is_empty() => Err(UnknownContestant::NoCommand),
            Some(command) => Ok(Self::Uci(command.to_owned())),
            None => Ok(Self::Ours(name.parse()?)),
        }
    }
}

/// A contestant at the board, with his process if he has one.
pub(super) struct Seated {
    contestant: Contestant,
    client: Option<Client>,
}

impl Seated {
    pub(super) fn new(contestant: &Contestant) -> Self {
        Self { contestant: contestant.clone(), client: None }
    }

    /// Makes ready for a game. A program that has ended, or was made to, is started again.
    pub(super) fn begin(&mut self, play: &Play) -> Result<(), ClientError> {
        let Contestant::Uci(command) = &self.contestant else { return Ok(()) };
        let mut client = match self.client.take() {
            Some(client) => client,
            None => Client::start(command)?,
        };
        client.begin(play)?;
        self.client = Some(client);
        Ok(())
    }

    /// Chooses a move. The inner error is what he loses for.
    pub(super) fn choose(
        &mut self,
        play: &Play,
        rules: &Match,
        tablebase: &Tablebase,
        random: &mut Random,
    ) -> Result<Result<Move, String>, MatchError> {
        match &self.contestant {
            Contestant::Ours(player) => {
                let player = rules.nodes.map_or(*player, |nodes| player.with_nodes(nodes));
                let choice = player.choose(play, tablebase, random);
                let of_match = |error| MatchError::Choose { player: self.contestant.clone(), error };
                choice.map(|choice| Ok(choice.chosen)).map_err(of_match)
            }
            Contestant::Uci(_) => {
                let nodes = rules.nodes.map(|nodes| nodes.pick(random));
                let Some(client) = &mut self.client else {
                    return Ok(Err("has not been started".to_owned()));
                };
                let chosen = client.choose(play, nodes, rules.time_limit);
                if chosen.is_err() {
                    // Whatever it says from now on belongs to another question.
                    self.client = None;
                }
                Ok(chosen.map_err(|error| error.to_string()))
            }
        }
    }
}
