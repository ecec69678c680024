//! A position as one would draw it: what stands on each point, what is in hand, whose turn it is.

use millwright_rules::{ByColor, Color, Rules};
use thiserror::Error;

use crate::geometry::{Point, UnknownPoint};
use crate::turns::Turn;

/// A position between two turns.
///
/// **Invariants** No player has more than [`State::MOST_STONES`], board and hand together. The player who
/// is not to move has at least [`State::FEWEST_STONES`]: the game ends with the turn that takes the
/// third-last stone, and then it is the loser's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cells: [Option<Color>; Point::COUNT],
    in_hand: ByColor<u8>,
    mover: Color,
}

/// Why something is no [`State`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// More stones than any game has.
    #[error("{color} has {found} stones on the board and in hand, more than {}", State::MOST_STONES)]
    TooMany {
        /// Who has them.
        color: Color,
        /// How many, board and hand together.
        found: usize,
    },
    /// The player who is not to move has lost before.
    #[error("{color} has only {found} stones left, yet it is the other player's turn")]
    LostBefore {
        /// Who has lost.
        color: Color,
        /// His stones, board and hand together.
        found: usize,
    },
    /// Two stones on one point.
    #[error("two stones on {point}")]
    Occupied {
        /// Where.
        point: Point,
    },
    /// A label that names no point.
    #[error(transparent)]
    Point(#[from] UnknownPoint),
}

impl State {
    /// The most stones a player can have: two times twelve fill the board.
    pub const MOST_STONES: usize = 12;
    /// With fewer a player has lost, with just as many he may fly.
    pub const FEWEST_STONES: usize = 3;

    /// Checks the invariants. `cells` are in the order of [`Point::ALL`].
    ///
    /// # Errors
    /// If a player has too many stones, or the player who is not to move too few.
    pub fn new(
        cells: [Option<Color>; Point::COUNT],
        in_hand: ByColor<u8>,
        mover: Color,
    ) -> Result<Self, StateError> {
        let state = Self { cells, in_hand, mover };
        for color in Color::ALL {
            let found = state.stones(color);
            if found > Self::MOST_STONES {
                return Err(StateError::TooMany { color, found });
            }
            if color != mover && found < Self::FEWEST_STONES {
                return Err(StateError::LostBefore { color, found });
            }
        }
        Ok(state)
    }

    /// For parts that come from a position that was checked.
    pub(crate) const fn new_unchecked(
        cells: [Option<Color>; Point::COUNT],
        in_hand: ByColor<u8>,
        mover: Color,
    ) -> Self {
        Self { cells, in_hand, mover }
    }

    /// A position from two lists of labels, separated by spaces.
    ///
    /// ```
    /// use millwright_oracle::State;
    /// use millwright_rules::{ByColor, Color};
    /// let state = State::from_labels("a1 a4", "d2 d3 g7", ByColor { white: 1, black: 0 }, Color::White)?;
    /// assert_eq!(state.stones(Color::White), 3);
    /// # Ok::<(), millwright_oracle::StateError>(())
    /// ```
    ///
    /// # Errors
    /// If a label names no point, a point is named twice, or [`State::new`] refuses the position.
    pub fn from_labels(
        white: &str,
        black: &str,
        in_hand: ByColor<u8>,
        mover: Color,
    ) -> Result<Self, StateError> {
        let mut cells = [None; Point::COUNT];
        for (color, labels) in [(Color::White, white), (Color::Black, black)] {
            for label in labels.split_whitespace() {
                let point: Point = label.parse()?;
                if cells[point.index()].replace(color).is_some() {
                    return Err(StateError::Occupied { point });
                }
            }
        }
        Self::new(cells, in_hand, mover)
    }

    /// The empty board before White's first turn.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        let in_hand = ByColor { white: rules.stones_of(Color::White), black: rules.stones_of(Color::Black) };
        Self { cells: [None; Point::COUNT], in_hand, mover: Color::White }
    }

    /// What stands on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.cells[point.index()]
    }

    /// How many stones a player has still to place.
    #[must_use]
    pub fn in_hand(&self, color: Color) -> u8 {
        self.in_hand[color]
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Color {
        self.mover
    }

    /// How many stones a player has on the board.
    #[must_use]
    pub fn on_board(&self, color: Color) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(color)).count()
    }

    /// How many stones a player has, board and hand together.
    #[must_use]
    pub fn stones(&self, color: Color) -> usize {
        self.on_board(color) + usize::from(self.in_hand[color])
    }

    /// The points where a player has a stone, in the order of [`Point::ALL`].
    pub fn points_of(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        Point::ALL.into_iter().filter(move |&point| self.at(point) == Some(color))
    }

    /// The points without a stone, in the order of [`Point::ALL`].
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        Point::ALL.into_iter().filter(|&point| self.at(point).is_none())
    }

    /// The position after a turn, which must be one of [`turns`](crate::turns) for the result to mean
    /// anything.
    #[must_use]
    pub fn after(&self, turn: &Turn) -> Self {
        let mut next = *self;
        match turn.from {
            Some(from) => next.cells[from.index()] = None,
            None => next.in_hand[self.mover] = next.in_hand[self.mover].saturating_sub(1),
        }
        next.cells[turn.to.index()] = Some(self.mover);
        for point in turn.taken {
            next.cells[point.index()] = None;
        }
        next.mover = self.mover.opponent();
        next
    }

    /// The same board and hands, seen in the middle of a turn: a stone changed hands or left.
    pub(crate) fn with_cell(&self, point: Point, cell: Option<Color>) -> Self {
        let mut state = *self;
        state.cells[point.index()] = cell;
        state
    }
}
