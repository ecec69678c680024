//! One thread of a search: alpha-beta with whole turns.

use millwright_rules::Color;

use crate::evaluation::Horizon;
use crate::generate::Generator;
use crate::knowledge::Knowledge;
use crate::limits::{Control, MAX_DEPTH};
use crate::ordering::Ordering;
use crate::score::{self, WIN, lost_at};
use crate::state::{State, Turn};
use crate::table::{Bound, Entry, TranspositionTable};

/// Larger than every score.
pub(crate) const INFINITE: i32 = WIN + 1;
/// Quiet plies in a row after which a game is drawn (rule 10.2).
const QUIET_PLIES: usize = 50;
/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1024;
/// The same where tables are asked, which may have to be read from a disk.
const PROBES_BETWEEN_LOOKS: u64 = 32;
/// From this depth on all turns are looked up in the table before any is searched.
const CUTOFFS_AHEAD: u32 = 3;

/// Where the tree is being looked at.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) state: State,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Quiet plies in a row that led here, those before the root included.
    pub(crate) quiet: usize,
}

impl Node {
    pub(crate) fn after(self, turn: Turn) -> Self {
        let quiet = if turn.is_quiet() { self.quiet + 1 } else { 0 };
        Self { state: self.state.after(turn), ply: self.ply + 1, quiet }
    }
}

/// What the threads of a search have in common.
pub(crate) struct Shared<'a, E> {
    pub(crate) generator: &'a Generator,
    pub(crate) horizon: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) knowledge: Option<&'a dyn Knowledge>,
    pub(crate) control: &'a Control<'a>,
    /// Who is to move at the root.
    pub(crate) turn: Color,
    /// Whether the rules of playing end a game (rules 10.2, 10.3). No value depends on them.
    pub(crate) is_played: bool,
}

/// One thread.
pub(crate) struct Worker<'a, E> {
    shared: &'a Shared<'a, E>,
    ordering: Ordering,
    /// Positions since a stone was placed or taken before the root, then those of the tree, packed.
    path: Vec<u64>,
    /// The turns of all nodes that are being looked at, one after the other, each below its place.
    turns: Vec<u64>,
    /// The best turns found from each ply on.
    lines: Vec<Vec<Turn>>,
    nodes: u64,
    table_hits: u64,
    /// What of both has been told.
    told: (u64, u64),
    next_look: u64,
    /// Once raised, what is returned means nothing.
    pub(crate) is_stopped: bool,
}

impl<'a, E: Horizon> Worker<'a, E> {
    /// A thread that begins after `path`, the positions before the root.
    pub(crate) fn new(shared: &'a Shared<'a, E>, path: Vec<u64>) -> Self {
        Self {
            shared,
            ordering: Ordering::new(),
            path,
            turns: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_DEPTH as usize + 2],
            nodes: 0,
            table_hits: 0,
            told: (0, 0),
            next_look: 0,
            is_stopped: false,
        }
    }

    /// The best turns from a ply on, as far as the last search of a node there found them.
    pub(crate) fn line(&self, ply: usize) -> &[Turn] {
        &self.lines[ply]
    }

    /// Enters the root, so that its positions count when one occurs again.
    pub(crate) fn enter(&mut self, state: State) {
        self.path.push(state.packed());
    }

    /// Tells what was done, and whether it is time to end.
    pub(crate) fn look(&mut self) -> bool {
        let control = self.shared.control;
        control.count(self.nodes - self.told.0, self.table_hits - self.told.1);
        self.told = (self.nodes, self.table_hits);
        let between =
            if self.shared.knowledge.is_some() { PROBES_BETWEEN_LOOKS } else { NODES_BETWEEN_LOOKS };
        self.next_look = (self.nodes + between).min(control.node_limit);
        self.is_stopped |= control.is_over();
        self.is_stopped
    }

    /// The score of a node for its mover: exact within the window, else a bound.
    pub(crate) fn search(&mut self, node: Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        if self.is_stopped || self.nodes >= self.next_look && self.look() {
            return 0;
        }
        self.nodes += 1;
        self.lines[node.ply].clear();
        let Node { state, ply, quiet } = node;
        let Shared { generator, horizon, .. } = *self.shared;
        match generator.over(state) {
            Some(true) => return lost_at(ply),
            Some(false) => return 0,
            None => {}
        }
        let packed = state.packed();
        if self.shared.is_played && (quiet >= QUIET_PLIES || self.is_third(packed, quiet)) {
            return 0;
        }
        if let Some(known) = self.shared.knowledge.and_then(|knowledge| self.known(knowledge, node)) {
            self.table_hits += 1;
            return known;
        }
        if depth == 0 {
            return horizon.score(generator, state, ply);
        }
        // Nothing is worse than to have lost here, nor better than to win with this turn.
        let (alpha, beta) = (alpha.max(lost_at(ply)), beta.min(-lost_at(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        self.expand(node, packed, depth, alpha, beta)
    }

    /// A node with turns to look at.
    fn expand(&mut self, node: Node, packed: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let lowest = alpha;
        let is_narrow = beta - alpha == 1;
        let kept = self.shared.table.probe(packed);
        if let Some(usable) = kept.filter(|_| is_narrow).and_then(|kept| usable(kept, depth, node.ply))
            && usable.fits(alpha, beta)
        {
            return usable.score;
        }
        let first = self.turns.len();
        let from_table = kept.map_or(Turn::NO, |kept| kept.turn);
        self.push_turns(node, from_table);
        if depth >= CUTOFFS_AHEAD
            && is_narrow
            && let Some(score) = self.cutoff_ahead(node, first, depth, beta)
        {
            self.turns.truncate(first);
            return score;
        }
        self.path.push(packed);
        let (mut best, mut best_turn) = (-INFINITE, Turn::NO);
        for next in first..self.turns.len() {
            let turn = self.pick(next);
            let child = node.after(turn);
            let mut found = -INFINITE;
            if next > first && !is_narrow {
                found = -self.search(child, depth - 1, -alpha - 1, -alpha);
            }
            if next == first || is_narrow || (found > alpha && found < beta) {
                found = -self.search(child, depth - 1, -beta, -alpha);
            }
            if self.is_stopped {
                break;
            }
            if found > best {
                (best, best_turn) = (found, turn);
                if found > alpha {
                    alpha = found;
                    self.extend_line(node.ply, turn);
                }
                if found >= beta {
                    self.ordering.reward(turn, depth, node.ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.turns.truncate(first);
        if !self.is_stopped {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > lowest {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.shared.table.store(packed, best_turn, score::to_table(best, node.ply), bound, depth);
        }
        best
    }

    /// Pushes the turns of a node, each below its place.
    fn push_turns(&mut self, node: Node, from_table: Turn) {
        let (turns, ordering) = (&mut self.turns, &self.ordering);
        self.shared.generator.for_each(node.state, |turn| {
            let place = ordering.place(turn, from_table, node.ply);
            turns.push((u64::from(place) << 32) | u64::from(turn.bits()));
        });
    }

    /// Moves the best of the turns from `next` on there; the first one pushed of those with the same place.
    fn pick(&mut self, next: usize) -> Turn {
        let rest = &mut self.turns[next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index] >> 32 > rest[best] >> 32 {
                best = index;
            }
        }
        rest.swap(0, best);
        turn_below(rest[0])
    }

    /// A score that is good enough and that the table has for one of the positions ahead (Plaat's enhanced transposition
    /// cut-off).
    fn cutoff_ahead(&self, node: Node, first: usize, depth: u32, beta: i32) -> Option<i32> {
        self.turns[first..].iter().find_map(|&pushed| {
            let child = node.after(turn_below(pushed));
            let packed = child.state.packed();
            let kept = usable(self.shared.table.probe(packed)?, depth - 1, child.ply)?;
            let is_good = kept.bound != Bound::AtLeast && -kept.score >= beta;
            // What the table has was found on another way: here the game may be drawn.
            let is_drawn = || child.quiet >= QUIET_PLIES || self.repeats(node, packed, child.quiet);
            (is_good && !(self.shared.is_played && is_drawn())).then_some(-kept.score)
        })
    }

    fn extend_line(&mut self, ply: usize, turn: Turn) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(turn);
        line.extend_from_slice(&below[0]);
    }

    fn known(&self, knowledge: &dyn Knowledge, node: Node) -> Option<i32> {
        let turn = if node.ply.is_multiple_of(2) { self.shared.turn } else { self.shared.turn.opponent() };
        let known = knowledge.probe(&node.state.position(turn))?;
        Some(self.shared.horizon.of_known(known, node.ply))
    }

    /// Whether a position that is about to be entered occurs for the third time (rule 10.3). After so many quiet plies
    /// only as many positions can be the same, every other one of them with the same player to move.
    fn is_third(&self, packed: u64, quiet: usize) -> bool {
        // Two plies ago a stone of the mover stood elsewhere.
        let before = self.path.iter().rev().take(quiet).skip(3).step_by(2);
        quiet >= 8 && before.filter(|&&other| other == packed).count() >= 2
    }

    /// The same for a position after `node`, which has not been entered itself.
    fn repeats(&self, node: Node, packed: u64, quiet: usize) -> bool {
        if quiet < 8 {
            return false;
        }
        let here = node.state.packed();
        let before = std::iter::once(&here).chain(self.path.iter().rev()).take(quiet).skip(3).step_by(2);
        before.filter(|&&other| other == packed).count() >= 2
    }
}

/// The turn below its place.
#[expect(clippy::cast_possible_truncation, reason = "the turn is the lower half")]
const fn turn_below(pushed: u64) -> Turn {
    Turn::from_bits(pushed as u32)
}

/// A score from the table, as seen from the root.
struct Usable {
    score: i32,
    bound: Bound,
}

impl Usable {
    /// Whether it says all that a window asks for.
    fn fits(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        }
    }
}

/// What an entry says about a search of this depth: nothing if it was shallower, or deeper, since then the result of a
/// search would depend on what was searched before.
fn usable(kept: Entry, depth: u32, ply: usize) -> Option<Usable> {
    let is_same = kept.is_fresh && kept.depth == depth;
    is_same.then(|| Usable { score: score::from_table(kept.score, ply), bound: kept.bound })
}
