//! One unit: what its turns lead to, and what its positions are worth.
//!
//! **Why it is right.** An *exit* of a position is a turn that leaves the unit, or the end of the game; its
//! value is known. The best of the exits stands for all of them. By definition
//!
//! - a position is won in n plies if n is the least number such that its best exit wins in n, or a turn
//!   inside the unit leads to a position that is lost in n - 1;
//! - it is lost in n if its exits, if any, lose, *all* other turns lead to positions that are won, and n is
//!   the *greatest* number among those of its best exit and, plus one, of these positions;
//! - it is a draw if none of this ever applies: then the player to move has a turn that keeps out of loss for
//!   ever, and the opponent has an answer each time.
//!
//! Steps go up: when step n is handled, all that is decided in fewer plies is known. At step n come forward
//! the positions whose best exit wins or loses in n and, once for each turn, those with a turn to a position
//! decided in n - 1. If that is a win and the position is undecided, nothing won it in less, so n is the
//! least. If it is a loss, it is one of the turns (or the exit) that might have saved the player: the last of
//! them that comes forward is the greatest, and the position is lost in n. What is left are the draws.
//!
//! With other values than plies the same holds, if a value that follows from another has a later step.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::key::Key;
use crate::listing::Listing;
use crate::outcome::{Outcome, Valuation};
use crate::subspace::Subspace;
use crate::turns::{Turn, ending, turns_into};
use crate::universe::{Finder, Universe};
use crate::value::Value;

/// The values of all positions of a universe, listing by listing.
pub(crate) fn solve<V: Valuation>(universe: &Universe, valuation: &V) -> Vec<Vec<V::Outcome>> {
    let mut solved = Vec::new();
    for unit in universe.units() {
        let mut values = UnitTurns::found(universe, unit.clone(), valuation, &solved).propagate();
        let listings = &universe.listings()[unit];
        // The positions of a unit are numbered through: split what belongs to the second listing off.
        let second = values.split_off(listings[0].len());
        solved.push(values);
        solved.extend((listings.len() == 2).then_some(second));
    }
    solved
}

/// A position by its number in the unit: those of the second listing follow those of the first.
type Number = u32;

/// What the turns of a unit lead to.
struct UnitTurns<O> {
    /// The best exit of each position, if it has one.
    exits: Vec<Option<O>>,
    /// `targets[ends[i - 1]..ends[i]]` are what the turns of `sources[i]` inside the unit lead to.
    sources: Vec<Number>,
    ends: Vec<usize>,
    targets: Vec<Number>,
}

impl<O: Outcome> UnitTurns<O> {
    fn found<V: Valuation<Outcome = O>>(
        universe: &Universe,
        unit: Range<usize>,
        valuation: &V,
        solved: &[Vec<O>],
    ) -> Self {
        let positions = universe.listings()[unit.clone()].iter().map(Listing::len).sum();
        let turns =
            Self { exits: vec![None; positions], sources: Vec::new(), ends: Vec::new(), targets: Vec::new() };
        let mut search = Search {
            universe,
            unit: unit.clone(),
            valuation,
            solved,
            finder: universe.finder(),
            legal: Vec::new(),
            turns,
        };
        for listing in unit {
            search.expand_all(listing);
        }
        search.turns
    }

    fn by_source(&self) -> impl Iterator<Item = (Number, &[Number])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends).map(|(&start, &end)| &self.targets[start..end]);
        self.sources.iter().copied().zip(ranges)
    }

    /// Step by step, as the head of this file says.
    fn propagate(self) -> Vec<O> {
        let predecessors = Predecessors::of(&self);
        let mut cells: Vec<Cell<O>> =
            self.exits.iter().map(|exit| Cell::Undecided(u8::from(exit.is_some()))).collect();
        for (source, targets) in self.by_source() {
            let Cell::Undecided(hopes) = &mut cells[source as usize] else { continue };
            *hopes += u8::try_from(targets.len()).expect("three stones fly to 18 points, twelve slide to 48");
        }
        let mut agenda: BTreeMap<O::Step, Entry<O>> = BTreeMap::new();
        for (exit, number) in self.exits.into_iter().zip(0..) {
            if let Some(exit) = exit.filter(|&exit| exit != O::DRAW) {
                agenda.entry(exit.step()).or_insert_with(|| Entry::of(exit)).by_exit.push(number);
            }
        }
        drop((self.sources, self.ends, self.targets));

        while let Some((_, Entry { value, by_exit, after })) = agenda.pop_first() {
            let mut decided = Vec::new();
            let by_turn = after.into_iter().flat_map(|number| predecessors.of_position(number));
            for &number in by_exit.iter().chain(by_turn) {
                let cell = &mut cells[number as usize];
                let Cell::Undecided(hopes) = cell else { continue };
                if value.is_loss() {
                    *hopes -= 1;
                }
                if value.is_win() || *hopes == 0 {
                    *cell = Cell::Decided(value);
                    decided.push(number);
                }
            }
            if !decided.is_empty() {
                let next = value.seen_from_parent();
                agenda.entry(next.step()).or_insert_with(|| Entry::of(next)).after.append(&mut decided);
            }
        }
        let value = |cell| if let Cell::Decided(value) = cell { value } else { O::DRAW };
        cells.into_iter().map(value).collect()
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
enum Cell<O> {
    /// How many of its turns, and its best exit as one more, are not yet known to lose.
    Undecided(u8),
    Decided(O),
}

/// What happens at one step.
struct Entry<O> {
    /// What positions are worth that are decided here.
    value: O,
    /// The positions with an exit of this value.
    by_exit: Vec<Number>,
    /// The positions that were decided one ply before: to their predecessors they are worth this value.
    after: Vec<Number>,
}

impl<O> Entry<O> {
    fn of(value: O) -> Self {
        Self { value, by_exit: Vec::new(), after: Vec::new() }
    }
}

/// What comes after a turn, by what it does: whether it places, and how many stones it takes.
struct AfterTurn {
    subspace: Subspace,
    by_taken: [[Next; 3]; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The other player has too few stones.
    Over,
    /// A position of this listing.
    Listing(usize),
    /// A subspace that is not listed.
    Nowhere,
}

impl AfterTurn {
    fn of(universe: &Universe, listing: usize) -> Self {
        let subspace = universe.listings()[listing].subspace();
        let by_taken = [false, true].map(|places| {
            [0, 1, 2].map(|taken| match subspace.after(places, taken) {
                Ok(next) => universe.listing_of(next).map_or(Next::Nowhere, Next::Listing),
                Err(_) => Next::Over,
            })
        });
        Self { subspace, by_taken }
    }

    fn of_turn(&self, turn: &Turn) -> Next {
        self.by_taken[usize::from(turn.from.is_none())][turn.taken.len()]
    }
}

/// Finds the turns of the positions of a unit.
struct Search<'a, V: Valuation> {
    universe: &'a Universe,
    unit: Range<usize>,
    valuation: &'a V,
    solved: &'a [Vec<V::Outcome>],
    finder: Finder<'a>,
    /// The legal turns of the position at hand.
    legal: Vec<Turn>,
    turns: UnitTurns<V::Outcome>,
}

impl<V: Valuation> Search<'_, V> {
    fn expand_all(&mut self, listing: usize) {
        let first = self.number_in_unit(listing, 0);
        let mut positions: Vec<(Key, Number)> =
            self.universe.listings()[listing].keys().zip(first..).collect();
        // Positions with the same other's stones have their successors in the same row.
        positions.sort_unstable_by_key(|(key, _)| key.other);
        let after = AfterTurn::of(self.universe, listing);
        for (key, number) in positions {
            self.expand(&after, key, number);
        }
    }

    fn expand(&mut self, after: &AfterTurn, key: Key, number: Number) {
        let (rules, listings) = (self.universe.rules(), self.universe.listings());
        let subspace = after.subspace;
        let state = key.state();
        turns_into(&state, rules, &mut self.legal);
        let mut exit = None;
        if self.legal.is_empty() {
            let drawn = ending(&state, rules) == Some(Value::Draw);
            exit = Some(if drawn { V::Outcome::DRAW } else { self.valuation.loss_at_once(subspace) });
        }
        if self.legal.iter().any(|turn| after.of_turn(turn) == Next::Over) {
            // Nothing is better: the other turns do not matter.
            exit = Some(self.valuation.win_at_once(subspace));
            self.legal.clear();
        }
        let start = self.turns.targets.len();
        for turn in &self.legal {
            let next = key.after(turn);
            let place = match after.of_turn(turn) {
                Next::Listing(listing) => self.finder.find_in(listing, next),
                Next::Over | Next::Nowhere => None,
            };
            let Some(place) = place else {
                panic!("{turn} leads from {subspace} out of what is to be solved: {next:?}");
            };
            if self.unit.contains(&place.listing) {
                self.turns.targets.push(self.number_in_unit(place.listing, place.number));
            } else {
                let value = self.solved[place.listing][place.number];
                let worth = self.valuation.exit(subspace, listings[place.listing].subspace(), value);
                exit = exit.max(Some(worth));
            }
        }
        self.turns.exits[number as usize] = exit;
        if self.turns.targets.len() > start {
            self.turns.sources.push(number);
            self.turns.ends.push(self.turns.targets.len());
        }
    }

    fn number_in_unit(&self, listing: usize, number: usize) -> Number {
        let before =
            if listing == self.unit.start { 0 } else { self.universe.listings()[self.unit.start].len() };
        Number::try_from(before + number).expect("memory ends long before 2^32 positions")
    }
}

/// The turns reversed: `sources[ends[i - 1]..ends[i]]` lead to position i.
struct Predecessors {
    ends: Vec<usize>,
    sources: Vec<Number>,
}

impl Predecessors {
    fn of<O: Outcome>(turns: &UnitTurns<O>) -> Self {
        // Count, sum up to where each list begins, then fill: filling moves each beginning to its end.
        let mut ends = vec![0; turns.exits.len()];
        for &target in &turns.targets {
            ends[target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut sources = vec![0; turns.targets.len()];
        for (source, targets) in turns.by_source() {
            for &target in targets {
                let end = &mut ends[target as usize];
                sources[*end] = source;
                *end += 1;
            }
        }
        Self { ends, sources }
    }

    fn of_position(&self, number: Number) -> &[Number] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.sources[start..self.ends[number]]
    }
}
