//! Our own evaluation.

use crate::evaluation::Estimate;
use crate::generate::{Generator, points};
use crate::geometry::Geometry;
use crate::state::State;

/// What things are worth, in hundredths of a stone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// A slide that can be made.
    pub(crate) slide: i32,
    /// A point with four neighbours.
    pub(crate) crossing: i32,
    /// A mill.
    pub(crate) mill: i32,
    /// A mill out of which a stone can step.
    pub(crate) open_mill: i32,
    /// Two stones of a mill, the third point empty.
    pub(crate) pair: i32,
    /// A mill that can be closed with the next turn, by the player to move.
    pub(crate) closes_now: i32,
    /// The same by the other, who closes it unless it is stopped.
    pub(crate) closes_next: i32,
    /// A mill that is closed by a stone that comes out of another.
    pub(crate) swings: i32,
    /// A stone that cannot move.
    pub(crate) blocked: i32,
}

/// While somebody has stones in hand.
const PLACING: Weights = Weights {
    slide: 6,
    crossing: 12,
    mill: 10,
    open_mill: 10,
    pair: 20,
    closes_now: 60,
    closes_next: 0,
    swings: 20,
    blocked: 8,
};
/// When all stones are on the board.
const MOVING: Weights = Weights {
    slide: 7,
    crossing: 8,
    mill: 15,
    open_mill: 20,
    pair: 15,
    closes_now: 70,
    closes_next: 25,
    swings: 60,
    blocked: 12,
};
/// What so many stones are worth, board and hand together.
const STONES: [i32; 13] = [0, 0, 0, 300, 440, 560, 670, 775, 875, 970, 1060, 1150, 1240];

/// Stones, freedom, mills and threats.
pub(crate) struct Millwright;

/// What one player has.
struct Side {
    worth: i32,
    /// Whether he can close a mill with one turn.
    closes: bool,
}

/// What a player has who places or flies if `anywhere`.
fn side(geometry: &Geometry, weights: &Weights, stones: u32, empty: u32, anywhere: bool) -> Side {
    let count = |set: u32| set.count_ones().cast_signed();
    let free = geometry.spread(empty);
    let pairs = geometry.closers(stones) & empty;
    let milled = geometry.in_mills(stones);
    let mut worth = weights.slide * geometry.slides(stones, empty).cast_signed()
        + weights.crossing * count(stones & geometry.crossings)
        + weights.pair * count(pairs)
        - weights.blocked * count(stones & !free);
    if milled != 0 {
        let stepping = count(milled & free).min(3);
        worth += weights.mill * geometry.mills(stones).cast_signed() + weights.open_mill * stepping;
    }
    let mut closes = anywhere && pairs != 0;
    // Most positions have no pair that a stone stands beside.
    for point in points(pairs & geometry.spread(stones)) {
        let movers = geometry.closing_neighbours(stones, point);
        closes |= movers != 0;
        if movers & milled != 0 {
            worth += weights.swings;
        }
    }
    Side { worth, closes }
}

impl Estimate for Millwright {
    fn estimate(&self, generator: &Generator, state: State) -> i32 {
        let (own, other) = (state.own_total(), state.other_total());
        let are_placing = state.own_hand() + state.other_hand() > 0;
        let weights = if are_placing { &PLACING } else { &MOVING };
        let (geometry, empty) = (&generator.geometry, state.empty());
        let mine = side(geometry, weights, state.own, empty, state.own_hand() > 0 || own == 3);
        let yours = side(geometry, weights, state.other, empty, state.other_hand() > 0 || other == 3);
        let now = if mine.closes { weights.closes_now } else { 0 };
        let next = if yours.closes { weights.closes_next } else { 0 };
        STONES[own as usize] - STONES[other as usize] + mine.worth - yours.worth + now - next
    }
}
