//! Many games between two players.

mod contestant;
mod played;
mod tally;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use millwright_rules::{ByColor, Color, Game, Move, StoneCount};
use millwright_table::Tablebase;
use thiserror::Error;

use crate::choose::ChooseError;
use crate::play::Play;
use crate::random::Random;
use crate::strength::Nodes;

use self::contestant::Seated;
pub use self::contestant::{Contestant, UnknownContestant};
pub use self::played::{Forfeit, Played};
pub use self::tally::{Score, Tally};

/// A match: who plays whom, and how.
///
/// **Invariants**: what our own players do in a game depends on the match and the number of the game alone, so games can be
/// played in any order, and a match that was interrupted goes on where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Which game.
    pub game: Game,
    /// With how many stones.
    pub stones: ByColor<StoneCount>,
    /// White in the odd games.
    pub first: Contestant,
    /// White in the even games.
    pub second: Contestant,
    /// How many games.
    pub games: u32,
    /// How far engines look that have no number of their own.
    pub nodes: Option<Nodes>,
    /// Plies at random before the players begin, the same for two games in a row.
    pub opening_plies: u32,
    /// Of all chance.
    pub seed: u64,
    /// The longest that an engine of others may think.
    pub time_limit: Duration,
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// One of our own players cannot choose.
    #[error("{player} cannot play on: {error}")]
    Choose {
        /// Who.
        player: Contestant,
        /// Why.
        #[source]
        error: ChooseError,
    },
    /// The plies at random always end the game.
    #[error("no game of {plies} plies at random goes on; use fewer")]
    Opening {
        /// How many were asked for.
        plies: u32,
    },
}

/// How often an opening at random is tried.
const OPENINGS: u32 = 1000;

impl Match {
    /// Who has a colour in a game; games count from 1.
    #[must_use]
    pub fn player(&self, number: u32, color: Color) -> &Contestant {
        if self.first_is(number) == color { &self.first } else { &self.second }
    }

    /// The colour of the first player.
    #[must_use]
    pub fn first_is(&self, number: u32) -> Color {
        if number % 2 == 1 { Color::White } else { Color::Black }
    }

    /// Plays all games but those that are done, `concurrency` at a time, and gives each to `take` when it has ended. Ends
    /// early if `stop` is raised or `take` returns `false`.
    ///
    /// # Errors
    /// If one of our own players cannot choose.
    pub fn run(
        &self,
        tablebase: &Tablebase,
        (done, concurrency): (&BTreeSet<u32>, usize),
        stop: &AtomicBool,
        take: &mut dyn FnMut(Played) -> bool,
    ) -> Result<(), MatchError> {
        let next = AtomicU32::new(1);
        let is_over = AtomicBool::new(false);
        let play_on = || !stop.load(Ordering::Relaxed) && !is_over.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..concurrency.max(1) {
                let (sender, next, play_on) = (sender.clone(), &next, &play_on);
                scope.spawn(move || {
                    let mut seats = [Seated::new(&self.first), Seated::new(&self.second)];
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number > self.games || !play_on() {
                            break;
                        }
                        if done.contains(&number) {
                            continue;
                        }
                        let played = self.play_game(number, &mut seats, tablebase, play_on);
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for played in games {
                match played {
                    Ok(Some(played)) if result.is_ok() => {
                        if !take(played) {
                            is_over.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(_) => {}
                    Err(error) => {
                        is_over.store(true, Ordering::Relaxed);
                        result = result.and(Err(error));
                    }
                }
            }
            result
        })
    }

    /// Plays one game; `None` if it was interrupted.
    fn play_game(
        &self,
        number: u32,
        seats: &mut [Seated; 2],
        tablebase: &Tablebase,
        play_on: &dyn Fn() -> bool,
    ) -> Result<Option<Played>, MatchError> {
        let mut play = self.opening(number)?;
        let mut random = Random::from_seed(mixed(self.seed, number.into()));
        let seat_of = |color| usize::from(self.first_is(number) != color);
        let forfeit = |color, reason: String| Some(Forfeit { color, reason });
        for color in Color::ALL {
            if let Err(error) = seats[seat_of(color)].begin(&play) {
                let forfeit = forfeit(color, error.to_string());
                return Ok(Some(self.played(number, play, forfeit)));
            }
        }
        while play.end().is_none() {
            if !play_on() {
                return Ok(None);
            }
            let turn = play.position().turn();
            let seat = &mut seats[seat_of(turn)];
            match seat.choose(&play, self, tablebase, &mut random)? {
                Ok(chosen) => {
                    if let Err(illegal) = play.play(chosen) {
                        return Ok(Some(self.played(number, play, forfeit(turn, illegal.to_string()))));
                    }
                }
                Err(reason) => return Ok(Some(self.played(number, play, forfeit(turn, reason)))),
            }
        }
        Ok(Some(self.played(number, play, None)))
    }

    fn played(&self, number: u32, play: Play, forfeit: Option<Forfeit>) -> Played {
        Played::new(self, number, play, forfeit)
    }

    /// The game after its plies at random. Two games in a row have the same, so that both players have both sides.
    fn opening(&self, number: u32) -> Result<Play, MatchError> {
        let pair = u64::from((number - 1) / 2);
        let mut random = Random::from_seed(mixed(!self.seed, pair));
        for _ in 0..OPENINGS {
            let mut play = Play::with_stones(self.game, self.stones);
            for _ in 0..self.opening_plies {
                let mut moves = play.position().moves(play.rules());
                moves.sort_by_cached_key(Move::to_string);
                let Some(chosen) = random.pick(&moves).filter(|_| play.end().is_none()) else { break };
                if play.play(chosen).is_err() {
                    break;
                }
            }
            let is_whole = play.moves().len() == self.opening_plies as usize;
            if is_whole && play.end().is_none() {
                return Ok(play);
            }
        }
        Err(MatchError::Opening { plies: self.opening_plies })
    }
}

/// What must be the same for games to belong to the same match, but their number.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, stones, first, second, nodes, opening_plies, seed, .. } = self;
        write!(f, "{first} v {second}, {game} {stones}, ")?;
        if let Some(nodes) = nodes {
            write!(f, "nodes {nodes}, ")?;
        }
        write!(f, "opening plies {opening_plies}, seed {seed}")
    }
}

/// A seed of its own for every number.
const fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
