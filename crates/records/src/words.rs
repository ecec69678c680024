//! The words that fields can have, for the description of the API: taken from where they are written, so that the two agree.

use millwright_play::End;
use millwright_puzzles::{Level, Theme};
use millwright_rules::notation::GameForm;
use millwright_rules::{Board, Color, DoubleMill, FullBoard, Placing, Protection};
use millwright_search::Source;
use millwright_table::Outcome;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::position::color_name;

/// What a whole game is called that was sent as moves.
pub const MOVES: &str = "moves";

/// What nobody knows.
pub const UNKNOWN: &str = "unknown";

fn one_of(words: Vec<&'static str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $words:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of($words.into())
            }
        }

        impl ToSchema for $name {}
    )*};
}

words! {
    /// `white` or `black`.
    ColorWord: Color::ALL.map(color_name);
    /// What a position or a move is worth.
    OutcomeWord: [&Outcome::ALL.map(Outcome::name)[..], &[UNKNOWN]].concat();
    /// Where a value comes from.
    SourceWord: Source::ALL.map(Source::name);
    /// How a game ended.
    EndWord: End::NAMES;
    /// How a whole game was written.
    GameFormWord: [&GameForm::ALL.map(GameForm::name)[..], &[MOVES]].concat();
    /// What is to be found in a puzzle.
    ThemeWord: Theme::ALL.map(Theme::name);
    /// How hard a puzzle is.
    LevelWord: Level::ALL.map(Level::name);
    /// Which points are joined.
    BoardWord: Board::ALL.map(Board::name);
    /// Whether stones in hand must be placed first.
    PlacingWord: Placing::ALL.map(Placing::name);
    /// Whether a stone in a mill may be taken if there is no other.
    ProtectionWord: Protection::ALL.map(Protection::name);
    /// How many stones two mills at once take.
    DoubleMillWord: DoubleMill::ALL.map(DoubleMill::name);
    /// What a full board is worth to the player to move.
    FullBoardWord: FullBoard::ALL.map(FullBoard::name);
}
