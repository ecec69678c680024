//! Solving: find all positions that can arise, then propagate what is decided, ply by ply.
//!
//! **Why it is right.** Let V(n) be the positions whose game ends after exactly n plies if the winner
//! hurries and the loser delays. By definition
//!
//! - a position is lost in 0 if the game is over and lost for the player to move;
//! - it is won in n + 1 if n is the *least* depth among the successors that are lost for the opponent;
//! - it is lost in n + 1 if *all* its successors are won for the opponent and n is the *greatest* of their
//!   depths;
//! - it is a draw if none of this ever applies: then the player to move has a turn that keeps out of loss for
//!   ever, and the opponent has an answer each time.
//!
//! Levels go up: when level n is handled, V(0) to V(n) are complete. An undecided predecessor of a loss in n
//! has no successor lost in less (it would have been decided then), so n is the least, and it is won one ply
//! later. A counter holds how many successors of a position are not yet known as won for the opponent; each
//! win of level n takes one off all its predecessors' counters. The counter that reaches zero at level n does
//! so by a successor won in n, the last and so the greatest: the position is lost one ply later. Each
//! position found this way is in V(n + 1), and each of V(n + 1) is found, by its successor in V(n). A level
//! after the first that decides nothing is the last, and what is left are the draws.
//!
//! A turn that takes the third-last stone leads to a position that is lost in 0 and not stored: the turn
//! itself makes its player a winner in 1. His other turns then do not matter and are not kept. A full board
//! that is a draw is never decided, so it never comes off a counter: its predecessors cannot be lost.
//!
//! **Symmetry.** The 16 symmetries map turns to turns, so a position and its images have the same value,
//! and the graph of orbits may be solved instead of the graph of positions. Two turns may lead to the same
//! orbit: that is two edges, counted twice and taken off twice. The plain mode, which knows nothing of
//! this, is there to check it.

use millwright_rules::Rules;

use crate::catalogue::Catalogue;
use crate::key::Key;
use crate::state::State;
use crate::symmetry::Representatives;
use crate::turns::{Turn, ending, turns_into};
use crate::value::Value;

/// The values of a set of positions that is closed under turns.
pub struct Solution {
    catalogue: Catalogue,
    values: Vec<Value>,
    up_to_symmetry: bool,
}

impl Solution {
    /// Solves the seeds and all that can arise from them, each position for itself.
    ///
    /// **Complexity** Time and memory grow with the number of turns: 10 to 50 a position, 8 bytes each.
    ///
    /// # Panics
    /// With more than 2^32 positions, which no memory of today would hold.
    #[must_use]
    pub fn of(rules: &Rules, seeds: impl IntoIterator<Item = State>) -> Self {
        Self::solve(rules, seeds, false)
    }

    /// The same with one position for each orbit under the 16 symmetries: a sixteenth of the work.
    ///
    /// # Panics
    /// As [`Solution::of`].
    #[must_use]
    pub fn up_to_symmetry(rules: &Rules, seeds: impl IntoIterator<Item = State>) -> Self {
        Self::solve(rules, seeds, true)
    }

    fn solve(rules: &Rules, seeds: impl IntoIterator<Item = State>, up_to_symmetry: bool) -> Self {
        let mut explorer = Explorer::new(*rules, up_to_symmetry);
        explorer.explore(seeds);
        let Explorer { catalogue, known, turns, .. } = explorer;
        let values = propagate(known, turns);
        Self { catalogue, values, up_to_symmetry }
    }

    /// The value of a position, if it is a seed or can arise from one; White and Black may have changed
    /// sides.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<Value> {
        let key = Key::of(state);
        let key = if self.up_to_symmetry { Representatives::new().of(key) } else { key };
        match self.catalogue.get(key) {
            Some(number) => Some(self.values[number as usize]),
            None => key.is_lost_by_material().then_some(Value::Loss(0)),
        }
    }

    /// The number of positions, or of orbits up to symmetry. Positions lost by material count only if they
    /// are seeds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there were no seeds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All positions (one of each orbit up to symmetry) with their values. White is to move in each.
    pub fn iter(&self) -> impl Iterator<Item = (State, Value)> + '_ {
        let values = self.values.iter().copied();
        self.catalogue.keys().iter().zip(values).map(|(key, value)| (key.state(), value))
    }
}

/// The turns found: those of `sources[i]` lead to `targets[ends[i - 1]..ends[i]]`.
#[derive(Default)]
struct Turns {
    sources: Vec<u32>,
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Turns {
    fn by_source(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends).map(|(&start, &end)| &self.targets[start..end]);
        self.sources.iter().copied().zip(ranges)
    }
}

/// Finds the closure of the seeds.
struct Explorer {
    rules: Rules,
    catalogue: Catalogue,
    /// Values that need no successor: the game is over, or one turn wins it.
    known: Vec<Option<Value>>,
    turns: Turns,
    representatives: Option<Representatives>,
}

impl Explorer {
    fn new(rules: Rules, up_to_symmetry: bool) -> Self {
        Self {
            rules,
            catalogue: Catalogue::default(),
            known: Vec::new(),
            turns: Turns::default(),
            representatives: up_to_symmetry.then(Representatives::new),
        }
    }

    fn explore(&mut self, seeds: impl IntoIterator<Item = State>) {
        for seed in seeds {
            self.number(Key::of(&seed));
        }
        let mut buffer = Vec::new();
        let mut explored = 0;
        while explored < self.catalogue.len() {
            let mut frontier: Vec<(Key, u32)> =
                self.catalogue.keys().iter().copied().zip(0..).skip(explored).collect();
            explored = self.catalogue.len();
            // Positions with the same other's stones have their successors on the same shelf of the
            // catalogue.
            frontier.sort_unstable_by_key(|(key, _)| (key.other, key.other_in_hand, key.mover_in_hand));
            for (key, number) in frontier {
                self.expand(key, number, &mut buffer);
            }
        }
        self.known.resize(self.catalogue.len(), None);
    }

    /// Numbers the successors of a position, and notes either its value or its turns.
    fn expand(&mut self, key: Key, number: u32, buffer: &mut Vec<Turn>) {
        let state = key.state();
        turns_into(&state, &self.rules, buffer);
        let start = self.turns.targets.len();
        let mut value = if buffer.is_empty() { ending(&state, &self.rules) } else { None };
        for turn in buffer {
            let next = key.after(turn);
            if next.is_lost_by_material() {
                value = Some(Value::Win(1));
            } else {
                let target = self.number(next);
                self.turns.targets.push(target);
            }
        }
        if value.is_none() {
            self.turns.sources.push(number);
            self.turns.ends.push(self.turns.targets.len());
        } else {
            self.turns.targets.truncate(start);
            self.known.resize(self.catalogue.len(), None);
            self.known[number as usize] = value;
        }
    }

    fn number(&mut self, key: Key) -> u32 {
        let key = match &mut self.representatives {
            Some(representatives) => representatives.of(key),
            None => key,
        };
        self.catalogue.number(key)
    }
}

/// The turns reversed: `sources[ends[i - 1]..ends[i]]` lead to position i.
struct Predecessors {
    ends: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn of(turns: &Turns, positions: usize) -> Self {
        // Count, sum up to where each list begins, then fill: filling moves each beginning to its end.
        let mut ends = vec![0; positions];
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

    fn of_position(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.sources[start..self.ends[number]]
    }
}

/// Level by level, as the head of this file says. Takes the turns so that they are gone when they are
/// reversed.
fn propagate(mut values: Vec<Option<Value>>, turns: Turns) -> Vec<Value> {
    let mut not_yet_won = vec![0_u32; values.len()];
    for (source, targets) in turns.by_source() {
        not_yet_won[source as usize] = u32::try_from(targets.len()).unwrap_or(u32::MAX);
    }
    let predecessors = Predecessors::of(&turns, values.len());
    drop(turns);

    let at_once = |wanted: Value| {
        let numbers = values.iter().zip(0..).filter(move |(value, _)| **value == Some(wanted));
        numbers.map(|(_, number)| number).collect::<Vec<u32>>()
    };
    let mut level = at_once(Value::Loss(0));
    let mut next_level = at_once(Value::Win(1));
    let mut decided_now = Value::Loss(0);
    while !(level.is_empty() && next_level.is_empty()) {
        // A level holds wins only or losses only: depths alternate.
        let decided_next = decided_now.seen_from_parent();
        for number in level {
            for &source in predecessors.of_position(number) {
                let source_index = source as usize;
                if values[source_index].is_some() {
                    continue;
                }
                if matches!(decided_now, Value::Win(_)) {
                    not_yet_won[source_index] -= 1;
                    if not_yet_won[source_index] > 0 {
                        continue;
                    }
                }
                values[source_index] = Some(decided_next);
                next_level.push(source);
            }
        }
        level = std::mem::take(&mut next_level);
        decided_now = decided_next;
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}
