//! A game being played.

use millwright_rules::{ByColor, Color, Game, Move, Position, Rules, SetupError, StoneCount};

use crate::end::{End, QUIET_PLIES, REPETITIONS};
use crate::illegal::{IllegalTurn, Reason, why_illegal};

/// A game so far: where it began, and the moves since.
///
/// Draws by the rules of playing (rules 10.2, 10.3) end a game, but do not make a move illegal: games that were played
/// elsewhere may go on for longer.
///
/// ```
/// use millwright_play::Play;
/// use millwright_rules::Game;
///
/// let mut play = Play::new(Game::Standard);
/// play.play("d6".parse()?)?;
/// assert_eq!(play.play("d6".parse()?).unwrap_err().to_string(), "d6 is not legal: d6 is not empty");
/// assert_eq!(play.take_back(), Some("d6".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    game: Game,
    rules: Rules,
    /// The start, then the position after each move: one more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
    resigned: Option<Color>,
}

impl Play {
    /// A game from the empty board, with its own numbers of stones.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self::with_stones(game, game.rules().stones)
    }

    /// A game from the empty board, with these numbers of stones.
    #[must_use]
    pub fn with_stones(game: Game, stones: ByColor<StoneCount>) -> Self {
        let rules = game.rules().with_stones(stones.white, stones.black);
        let positions = vec![Position::start(&rules)];
        Self { game, rules, positions, moves: Vec::new(), resigned: None }
    }

    /// The same game from another position, before the first move.
    ///
    /// # Errors
    /// The rule that the position breaks.
    pub fn starting_at(self, start: Position) -> Result<Self, SetupError> {
        start.setup().check(&self.rules)?;
        Ok(Self { positions: vec![start], moves: Vec::new(), resigned: None, ..self })
    }

    /// Which game it is.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// Its rules, with the numbers of stones.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position that it began with.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The moves so far, ply by ply.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn play(&mut self, chosen: Move) -> Result<(), IllegalTurn> {
        let resigned = self.resigned.map(|color| Reason::Ended(End::Resignation(color)));
        if let Some(reason) = resigned.or_else(|| why_illegal(self.position(), &self.rules, chosen)) {
            return Err(IllegalTurn { chosen, reason });
        }
        self.positions.push(self.position().play_unchecked(chosen));
        self.moves.push(chosen);
        Ok(())
    }

    /// Takes the last move back; `None` if there is none. A resignation is forgotten.
    pub fn take_back(&mut self) -> Option<Move> {
        self.resigned = None;
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }

    /// Ends the game: this player gives up. A game that has ended by the rules stays as it is.
    pub fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }

    /// Plies since a stone was placed or taken, or since the start (rule 10.1).
    #[must_use]
    pub fn quiet_plies(&self) -> usize {
        let quiet = |turn: &&Move| turn.from.is_some() && turn.taken.is_empty();
        self.moves.iter().rev().take_while(quiet).count()
    }

    /// How often the position has occurred with the same player to move, now included. What lies before a stone was
    /// placed or taken cannot occur again and is not looked at.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let first = self.moves.len() - self.quiet_plies();
        self.positions[first..].iter().filter(|&other| other == self.position()).count()
    }

    /// Whether and how the game has ended. What the rules of the game say comes first, then what a player says.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let mover = self.position().turn();
        if let Some(over) = self.position().over(&self.rules) {
            return Some(End::Over { over, mover });
        }
        if let Some(color) = self.resigned {
            return Some(End::Resignation(color));
        }
        if self.occurrences() >= REPETITIONS {
            return Some(End::Repetition);
        }
        (self.quiet_plies() >= QUIET_PLIES).then_some(End::FiftyMoves)
    }
}
