//! A position of the game: who is to move, and what each player has on the board and in hand.

use crate::color::{ByColor, Color};
use crate::moves::Move;
use crate::point_set::PointSet;
use crate::rules::{FullBoard, Placing, Rules};
use crate::setup::{Setup, SetupError};
use crate::symmetry::Symmetry;

/// What one player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Side {
    /// Stones on the board.
    pub stones: PointSet,
    /// Stones still to be placed.
    pub hand: u8,
}

impl Side {
    /// Stones on the board and in hand.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.stones.len() + self.hand
    }

    /// Whether his stones may move to any empty point: exactly three are left (rule 3.6).
    #[must_use]
    pub const fn flies(self) -> bool {
        self.total() == 3
    }
}

/// A position of the game, kept from the mover's side: values and moves depend on mover and other, the
/// colour is only a name.
///
/// **Invariants**: the two share no point; each total is at most what the rules give; what
/// [`Setup::check`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mover: Side,
    other: Side,
    turn: Color,
}

/// Why no more moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// The player to move is left with fewer than three stones: he has lost (rule 5.1).
    TooFewStones,
    /// The player to move cannot move: he has lost (rule 5.2).
    Blocked,
    /// The board is full, and the rules call that a draw (rule 5.3).
    DrawnFullBoard,
}

impl Over {
    /// Its name: `too-few-stones`, `blocked` or `full-board`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooFewStones => "too-few-stones",
            Self::Blocked => "blocked",
            Self::DrawnFullBoard => "full-board",
        }
    }

    /// Who has won, where `mover` would be to move; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Self::TooFewStones | Self::Blocked => Some(mover.opponent()),
            Self::DrawnFullBoard => None,
        }
    }

    /// How, without a full stop, where `mover` would be to move: `Black is blocked and has lost`.
    #[must_use]
    pub fn words(self, mover: Color) -> String {
        match self {
            Self::TooFewStones => format!("{mover} has fewer than three stones and has lost"),
            Self::Blocked => format!("{mover} is blocked and has lost"),
            Self::DrawnFullBoard => "the board is full, a draw".to_owned(),
        }
    }
}

impl Position {
    /// The empty board, White to move.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        Self {
            mover: Side { stones: PointSet::EMPTY, hand: rules.stones.white.get() },
            other: Side { stones: PointSet::EMPTY, hand: rules.stones.black.get() },
            turn: Color::White,
        }
    }

    /// The one checked way from something written down to a position.
    ///
    /// # Errors
    /// The rule that `setup` breaks.
    pub fn new(setup: &Setup, rules: &Rules) -> Result<Self, SetupError> {
        setup.check(rules)?;
        let side = |color| Side { stones: setup.stones[color], hand: setup.hands[color] };
        Ok(Self { mover: side(setup.turn), other: side(setup.turn.opponent()), turn: setup.turn })
    }

    /// A position from its two sides, unchecked: the caller knows that [`Position::new`] would accept it, or
    /// works with whole subspaces where colours and turns do not matter.
    #[must_use]
    pub const fn from_sides_unchecked(mover: Side, other: Side, turn: Color) -> Self {
        Self { mover, other, turn }
    }

    /// As written down.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let (white, black) = (self.side(Color::White), self.side(Color::Black));
        Setup {
            stones: ByColor { white: white.stones, black: black.stones },
            hands: ByColor { white: white.hand, black: black.hand },
            turn: self.turn,
        }
    }

    /// The position that stands for all that are the same up to symmetry, and a symmetry that leads to it: of the sixteen images
    /// the one with the least set of White's stones, then of Black's. Colours, hands and turn stay.
    ///
    /// ```
    /// use millwright_rules::{Game, notation::parse_position};
    /// let rules = Game::Standard.rules();
    /// let [one, other] = ["w_a1.8_d1.8", "w_c5.8_c4.8"].map(|text| parse_position(text, &rules).unwrap());
    /// assert_eq!(one.canonical().0, other.canonical().0);
    /// ```
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        let image = |symmetry: Symmetry| (symmetry.apply_to_position(self), symmetry);
        let sets = |(image, _): &(Self, Symmetry)| Color::ALL.map(|color| image.side(color).stones);
        // The identity first: of symmetries that do as well it is the one to take.
        Symmetry::all().rev().map(image).min_by_key(sets).unwrap_or((*self, Symmetry::IDENTITY))
    }

    /// What the player to move has.
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// What his opponent has.
    #[must_use]
    pub const fn other(&self) -> Side {
        self.other
    }

    /// What `color` has.
    #[must_use]
    pub fn side(&self, color: Color) -> Side {
        if color == self.turn { self.mover } else { self.other }
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The points without a stone.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        !(self.mover.stones | self.other.stones)
    }

    /// Whether the mover may place a stone.
    #[must_use]
    pub const fn may_place(&self) -> bool {
        self.mover.hand > 0
    }

    /// Whether the mover may move a stone on the board: not while he must place (rules 3.2, 3.3).
    #[must_use]
    pub fn may_slide(&self, rules: &Rules) -> bool {
        self.mover.hand == 0 || rules.placing == Placing::Free
    }

    /// Whether and how the game is over.
    #[must_use]
    pub fn over(&self, rules: &Rules) -> Option<Over> {
        if self.mover.total() < 3 {
            Some(Over::TooFewStones)
        } else if self.empty().is_empty() && rules.full_board == FullBoard::Draw {
            Some(Over::DrawnFullBoard)
        } else if self.is_blocked(rules) {
            Some(Over::Blocked)
        } else {
            None
        }
    }

    fn is_blocked(&self, rules: &Rules) -> bool {
        let empty = self.empty();
        let placing = self.may_place() && !empty.is_empty();
        let sliding = self.may_slide(rules)
            && self.mover.stones.iter().any(|from| !(self.targets(rules, from) & empty).is_empty());
        !placing && !sliding
    }

    /// Where the mover's stone on `from` could go if every point were empty (rules 3.5, 3.6).
    pub(crate) fn targets(&self, rules: &Rules, from: crate::point::Point) -> PointSet {
        if self.mover.flies() { PointSet::ALL.without(from) } else { rules.board.neighbours(from) }
    }

    /// The position after `chosen`, which must be one of [`Position::moves`].
    #[must_use]
    pub fn play_unchecked(&self, chosen: Move) -> Self {
        let (stones, hand) = match chosen.from {
            None => (self.mover.stones, self.mover.hand - 1),
            Some(from) => (self.mover.stones.without(from), self.mover.hand),
        };
        Self {
            mover: Side { stones: self.other.stones - chosen.taken, hand: self.other.hand },
            other: Side { stones: stones.with(chosen.to), hand },
            turn: self.turn.opponent(),
        }
    }
}
