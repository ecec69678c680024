//! The search for a proof: yes or no, from the opening down to the tables.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_rules::{Color, Position, Rules};

use super::claim_table::{ClaimTable, Key};
use super::outcome_bits::OutcomeBits;
use super::{Claim, Visited};
use crate::evaluation::{Estimate, Millwright};
use crate::generate::Generator;
use crate::knowledge::Knowledge;
use crate::state::{State, Turn};

/// Who says how positions with empty hands end.
pub trait Leaves {
    /// Whether a claim holds in a position in which all stones have been placed; `None` if that is not known.
    fn holds(&self, position: &Position, claim: Claim) -> Option<bool>;

    /// Whether anything is known about positions with at most so many stones, White's and Black's. Where nothing is, there
    /// is no need to go on.
    fn reaches(&self, white: u32, black: u32) -> bool;
}

impl Leaves for OutcomeBits {
    fn holds(&self, position: &Position, claim: Claim) -> Option<bool> {
        self.holds(State::from(position), position.turn(), claim)
    }

    fn reaches(&self, white: u32, black: u32) -> bool {
        // Subspaces come with their swaps: it does not matter who is to move.
        self.subspaces()
            .any(|subspace| u32::from(subspace.mover) <= white && u32::from(subspace.other) <= black)
    }
}

/// All tables that are there, whichever they are.
pub struct TableLeaves<'a>(pub &'a dyn Knowledge);

impl Leaves for TableLeaves<'_> {
    fn holds(&self, position: &Position, claim: Claim) -> Option<bool> {
        let outcome = self.0.probe(position)?.outcome();
        Some(claim.is_fulfilled(outcome, position.turn()))
    }

    fn reaches(&self, _white: u32, _black: u32) -> bool {
        true
    }
}

/// How a search for a proof is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProverOptions {
    /// Bytes of the transposition table.
    pub table_bytes: u64,
    /// After so many plies a position is of the intermediate table: what is found out about it is kept. Gasser's is 8.
    pub book_ply: u32,
    /// Whether a position of that ply of which nothing was found out before counts as not proved.
    pub is_book_complete: bool,
    /// Positions looked at before it is given up.
    pub nodes: u64,
}

impl Default for ProverOptions {
    fn default() -> Self {
        Self { table_bytes: 1 << 29, book_ply: 8, is_book_complete: false, nodes: u64::MAX }
    }
}

/// How far a search for a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofProgress {
    /// Which of the two.
    pub claim: Claim,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions of the intermediate ply.
    pub visited: Visited,
}

/// Positions between two calls of whoever wants to know how far it is.
const TELLING: u64 = 1 << 20;
/// Stones in hand from which on a position is kept: with fewer it is sooner found out again.
const KEPT_HANDS: u32 = 2;
/// Stones in hand from which on what follows is looked up before it is searched, and turns are ordered by their looks.
const ORDERED_HANDS: u32 = 3;

/// Proves one claim about the positions of a game in which stones are placed first.
///
/// **Invariants**: what is proved is true, whatever tables there are. What is not proved may be true. The same tables,
/// options and book give the same answers, after the same number of positions.
pub struct Prover<'a> {
    generator: Generator,
    leaves: &'a dyn Leaves,
    claim: Claim,
    options: ProverOptions,
    /// Plies of the whole opening: stones that both have at the start.
    plies: u32,
    table: ClaimTable,
    visited: BTreeMap<Key, bool>,
    turns: Vec<(i32, Turn)>,
    /// How often placing on a point decided a position, for the holder of the claim and for the other.
    history: [[u32; 24]; 2],
    nodes: u64,
    is_stopped: bool,
}

/// What a search may ask and must tell.
struct Watch<'w> {
    stop: &'w AtomicBool,
    told: &'w mut dyn FnMut(&Prover<'_>),
}

impl<'a> Prover<'a> {
    /// For a game whose stones are placed before any moves.
    #[must_use]
    pub fn new(rules: &Rules, leaves: &'a dyn Leaves, claim: Claim, options: ProverOptions) -> Self {
        Self {
            generator: Generator::new(rules),
            leaves,
            claim,
            options,
            plies: u32::from(rules.stones.white.get()) + u32::from(rules.stones.black.get()),
            table: ClaimTable::new(options.table_bytes),
            visited: BTreeMap::new(),
            turns: Vec::with_capacity(1024),
            history: [[0; 24]; 2],
            nodes: 0,
            is_stopped: false,
        }
    }

    /// The same with what was found out before about positions of the intermediate ply.
    #[must_use]
    pub fn with_visited(mut self, known: impl IntoIterator<Item = (Position, bool)>) -> Self {
        let key = |position: &Position| Key::new(State::from(position), position.turn());
        self.visited.extend(known.into_iter().map(|(position, proved)| (key(&position), proved)));
        self
    }

    /// What was found out about positions of the intermediate ply, up to symmetry.
    pub fn visited(&self) -> impl Iterator<Item = (Position, bool)> {
        self.visited.iter().map(|(key, &proved)| {
            let (state, turn) = key.state();
            (state.position(turn), proved)
        })
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> ProofProgress {
        let proved = self.visited.values().filter(|&&proved| proved).count() as u64;
        let visited = Visited { proved, not_proved: self.visited.len() as u64 - proved };
        ProofProgress { claim: self.claim, nodes: self.nodes, visited }
    }

    /// Whether the claim can be proved of a position; `None` if it was stopped or has looked at as many positions as it
    /// may. `told` hears of it now and then.
    ///
    /// **Complexity**: some 10^7 positions for the standard game from its start, with Gasser's three tables.
    pub fn prove(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Prover<'_>),
    ) -> Option<bool> {
        self.is_stopped = false;
        let proved = self.search(State::from(position), position.turn(), &mut Watch { stop, told });
        (!self.is_stopped).then_some(proved)
    }

    fn search(&mut self, state: State, turn: Color, watch: &mut Watch<'_>) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(TELLING) {
            (watch.told)(self);
        }
        if self.nodes >= self.options.nodes || watch.stop.load(Ordering::Relaxed) {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return false;
        }
        let is_holder = turn == self.claim.holder();
        match self.generator.over(state) {
            Some(true) => return !is_holder,
            Some(false) => return true,
            None => {}
        }
        let hands = state.own_hand() + state.other_hand();
        if hands == 0 {
            return self.leaves.holds(&state.position(turn), self.claim).unwrap_or(false);
        }
        let (white, black) = match turn {
            Color::White => (state.own_total(), state.other_total()),
            Color::Black => (state.other_total(), state.own_total()),
        };
        if !self.leaves.reaches(white, black) {
            return false;
        }
        if hands < KEPT_HANDS {
            return self.expand(state, turn, watch);
        }
        let key = Key::new(state, turn);
        let is_of_book = self.plies - hands == self.options.book_ply;
        let before = self.table.get(key).or_else(|| self.visited.get(&key).copied().filter(|_| is_of_book));
        if let Some(proved) = before {
            return proved;
        }
        if is_of_book && self.options.is_book_complete {
            return false;
        }
        let proved = self.expand(state, turn, watch);
        if !self.is_stopped {
            self.table.put(key, proved);
            if is_of_book {
                self.visited.insert(key, proved);
            }
        }
        proved
    }

    /// Looks at what can follow: the holder of the claim needs one turn that proves it, the other one that does not.
    fn expand(&mut self, state: State, turn: Color, watch: &mut Watch<'_>) -> bool {
        let is_holder = turn == self.claim.holder();
        let hands = state.own_hand() + state.other_hand();
        let first = self.turns.len();
        self.push_turns(state, is_holder, hands);
        if hands > ORDERED_HANDS && self.is_decided_ahead(state, turn, first) {
            self.turns.truncate(first);
            return is_holder;
        }
        let mut found = !is_holder;
        for next in first..self.turns.len() {
            let (_, chosen) = self.turns[next];
            if self.search(state.after(chosen), turn.opponent(), watch) == is_holder && !self.is_stopped {
                self.reward(chosen, is_holder, hands);
                found = is_holder;
                break;
            }
            if self.is_stopped {
                break;
            }
        }
        self.turns.truncate(first);
        found
    }

    /// Pushes all turns, the most promising first: by how they look some plies ahead, then by how often they decided.
    fn push_turns(&mut self, state: State, is_holder: bool, hands: u32) {
        let first = self.turns.len();
        let (generator, turns) = (&self.generator, &mut self.turns);
        let history = &self.history[usize::from(is_holder)];
        let most = history.iter().copied().max().unwrap_or(0).max(1);
        let plies = plies_ahead(hands);
        generator.for_each(state, |turn| {
            let looks = plies.map_or(0, |plies| -looks(generator, state.after(turn), plies, -BEYOND, BEYOND));
            let often = u64::from(history[turn.to() as usize]) * 64 / u64::from(most);
            turns.push((looks * 64 + i32::try_from(often).unwrap_or(0), turn));
        });
        self.turns[first..].sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
    }

    /// Whether one of the turns is known to decide.
    fn is_decided_ahead(&self, state: State, turn: Color, first: usize) -> bool {
        let is_holder = turn == self.claim.holder();
        self.turns[first..].iter().any(|&(_, chosen)| {
            let key = Key::new(state.after(chosen), turn.opponent());
            self.table.get(key) == Some(is_holder)
        })
    }

    fn reward(&mut self, chosen: Turn, is_holder: bool, hands: u32) {
        let counts = &mut self.history[usize::from(is_holder)];
        let count = &mut counts[chosen.to() as usize];
        *count += hands * hands;
        if *count > 1 << 28 {
            for count in counts {
                *count /= 2;
            }
        }
    }
}

/// Larger than every estimate and every loss.
const BEYOND: i32 = 30_000;
/// What a player who has lost looks like.
const LOST: i32 = 20_000;

/// How far turns are looked at to order them; `None` for not at all. Where the tree below is large it pays to be careful.
const fn plies_ahead(hands: u32) -> Option<u32> {
    match hands {
        0..ORDERED_HANDS => None,
        ORDERED_HANDS..7 => Some(0),
        7..10 => Some(1),
        _ => Some(3),
    }
}

/// What a position looks like to the player to move, some plies ahead: a plain alpha-beta, since it is small.
fn looks(generator: &Generator, state: State, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    match generator.over(state) {
        Some(true) => return -LOST,
        Some(false) => return 0,
        None => {}
    }
    if plies == 0 {
        return Millwright.estimate(generator, state);
    }
    let mut best = -BEYOND;
    generator.for_each(state, |turn| {
        if best < beta {
            best = best.max(-looks(generator, state.after(turn), plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
        }
    });
    best
}
