//! The yardstick: a unit solved the textbook way, by retrograde analysis with a counter for every position and a
//! queue of decided ones, as in Gevay and Danner's figures 1 and 2. One thread, plain moves and unmoves, an index
//! look-up for every edge, and none of the block-wise work of [`millwright_solve::solve_unit`]: the same values, slowly.
//!
//! # Symmetry
//!
//! Positions count up to symmetry: the *nodes* are the slots that stand for their orbit, one for each orbit, and
//! duplicate slots get the value of their node at the end. A counter may be filled from a node's own moves and is
//! ticked off by its successors' unmoves, so the two must be weighed alike. Write S(p) for the number of the 16
//! symmetries that leave p as it is, m(p, e) for the moves of p that lead into the orbit of e, and u(p, e) for the
//! unmoves of e that lead into the orbit of p. All members of an orbit have as many moves, and the orbit of p has
//! 16 / S(p) members, so counting the moves between the two orbits from either end gives
//!
//! ```text
//! 16 / S(p) * m(p, e) = 16 / S(e) * u(p, e),   hence   16 * m(p, e) = u(p, e) * 16 * S(p) / S(e)
//! ```
//!
//! Counters therefore hold sixteenths of moves: each move adds 16, and each unmove of e ticks off
//! 16 * S(p) / S(e), a whole number because S(e) divides 16. When all moves of p into the orbit of e are ticked
//! off, exactly what they added is gone; nearly everywhere both S are 1.

#![forbid(unsafe_code)]

mod placing;

pub use placing::place_unit;

use std::collections::VecDeque;

use millwright_index::{Classes, Plane, Subspace, Unit, UnitIndex, compress, expand, rank};
use millwright_rules::{
    Board, Color, DoubleMill, FullBoard, Point, PointSet, Position, Rules, Side, Symmetry, Value, takeable,
};
use millwright_solve::{SolvedPlanes, SolvedUnit, UnitError};
use millwright_table::Codes;

/// The symmetries of the board, and what a move adds to a counter.
const WHOLE: u16 = 16;

/// The deepest value that there is room for.
const DEEPEST: u16 = COUNTING - 1;

/// States from here on are counters: what is left is the state less this. Below are decided values in plies.
const COUNTING: u16 = 1 << 15;

/// A counter that never runs out: the node has a drawn exit. No node has moves enough to bring it down.
const NEVER_LOST: u16 = u16::MAX;

/// What a plane holds for a draw.
const DRAW: u16 = u16::MAX;

/// How counters are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// As figure 2 has it: every position adds itself to the counters of its predecessors.
    Unmoves,
    /// As figure 1 has it: every position counts its own moves. That needs no look-up, so where nearly all is
    /// drawn, and few positions tell their predecessors anything, it is three times as fast.
    Moves,
}

/// Solves a unit with empty hands, on this thread alone. Exits are read from where they lead, so that only the
/// unit itself is walked backwards. The values are those of [`millwright_solve::solve_unit`].
///
/// **Complexity**: a slot look-up for every move of the unit, at random places in memory; two bytes for every slot
/// that it solves or reads, and four for every node in a queue.
///
/// # Errors
/// See [`UnitError`]. It cannot be stopped.
///
/// # Panics
/// If the unit has stones in hand, or slides can take two stones.
pub fn solve_unit<S: SolvedPlanes>(
    rules: &Rules,
    unit: Unit,
    solved: &S,
    counting: Counting,
) -> Result<SolvedUnit, UnitError<S::Error>> {
    assert!(unit.subspace(Plane::A).hands_are_empty(), "stones in hand are not in the book");
    let slides_take_two = rules.board == Board::Diagonal && rules.double_mill == DoubleMill::Two;
    assert!(!slides_take_two, "slides that take two stones are not in the book");
    let secondary = Secondary::read(unit, solved).map_err(UnitError::Source)?;
    let nodes = Nodes::new(unit);
    let mut analysis = Retrograde::new(rules, &nodes);
    if counting == Counting::Unmoves {
        analysis.count_by_unmoves();
    }
    analysis.initialise(&secondary, counting);
    drop(secondary);
    if analysis.propagate() { Ok(analysis.finish()) } else { Err(too_deep(unit)) }
}

fn too_deep<E>(unit: Unit) -> UnitError<E> {
    UnitError::TooDeep { unit, deepest: DEEPEST.into() }
}

/// A subspace of an earlier unit, solved.
struct SolvedSubspace {
    subspace: Subspace,
    index: UnitIndex,
    values: Vec<u16>,
}

impl SolvedSubspace {
    fn read<S: SolvedPlanes>(subspace: Subspace, solved: &S) -> Result<Self, S::Error> {
        let index = UnitIndex::new(Unit::of(subspace));
        let mut values = vec![0; usize::try_from(index.slots()).expect("a plane fits in memory")];
        solved.read(subspace, &mut values)?;
        Ok(Self { subspace, index, values })
    }

    /// The value of one of its positions.
    fn value_of(&self, position: &Position) -> Value {
        let (_, slot) = self.index.slot_of(position);
        match self.values[usize::try_from(slot.0).expect("a plane fits in memory")] {
            DRAW => Value::Draw,
            plies => Value::decided(plies),
        }
    }
}

/// The subspaces that captures lead to: after A has taken a stone, and after C has.
struct Secondary(Vec<SolvedSubspace>);

impl Secondary {
    fn read<S: SolvedPlanes>(unit: Unit, solved: &S) -> Result<Self, S::Error> {
        let planes = if unit.is_even() { &[Plane::A][..] } else { &Plane::BOTH };
        let mut read = Vec::new();
        for &plane in planes {
            let victim = unit.subspace(plane.opposite());
            if victim.mover > 3 {
                let subspace = Subspace { mover: victim.mover - 1, ..victim };
                read.push(SolvedSubspace::read(subspace, solved)?);
            }
        }
        Ok(Self(read))
    }

    /// The value of a position after a capture, for the player to move there.
    fn value(&self, position: &Position) -> Value {
        if position.mover().total() < 3 {
            return Value::loss(0);
        }
        let subspace = Subspace::of(position);
        let table = self.0.iter().find(|solved| solved.subspace == subspace);
        table.expect("a slide takes one stone at most").value_of(position)
    }
}

/// The number of a node: plane times slots of a plane, plus slot. The largest unit of the game has 1.2e9.
type Node = u32;

/// The stones of both players, as the mover sees them.
#[derive(Clone, Copy)]
struct Stones {
    mover: PointSet,
    other: PointSet,
}

/// How many symmetries leave a node as it is.
type Symmetries = u16;

/// Numbers the positions of a unit up to symmetry.
struct Nodes {
    index: UnitIndex,
    /// For each class of A's stones, the symmetries that leave its representative as it is, one bit each.
    stabilisers: Vec<u16>,
    /// The set of C's stones in each slot of a block, numbered within the points that A leaves free.
    sets: Vec<PointSet>,
    slots: Node,
}

/// The bit of the symmetry that every set has.
const IDENTITY_ALONE: u16 = 1 << Symmetry::IDENTITY.number();

impl Nodes {
    fn new(unit: Unit) -> Self {
        let index = UnitIndex::new(unit);
        let bits_of = |&set| Classes::stabiliser(set).fold(0, |bits, symmetry| bits | 1 << symmetry.number());
        Self {
            index,
            stabilisers: index.classes().representatives().iter().map(bits_of).collect(),
            sets: PointSet::subsets(24 - unit.a(), unit.c()).collect(),
            slots: Node::try_from(index.slots()).expect("no plane has 2^31 slots"),
        }
    }

    /// An even unit has one subspace, so its second plane would say the same again.
    fn planes(&self) -> &'static [Plane] {
        if self.index.unit().is_even() { &Plane::BOTH[..1] } else { &Plane::BOTH }
    }

    /// The plane before a move that stays.
    fn before(&self, plane: Plane) -> Plane {
        if self.index.unit().is_even() { plane } else { plane.opposite() }
    }

    fn first(&self, plane: Plane) -> Node {
        match plane {
            Plane::A => 0,
            Plane::C => self.slots,
        }
    }

    /// The node of a position in a plane, and how many symmetries leave it as it is.
    #[inline]
    fn find(&self, plane: Plane, stones: Stones) -> (Node, Symmetries) {
        let (a, c) = match plane {
            Plane::A => (stones.mover, stones.other),
            Plane::C => (stones.other, stones.mover),
        };
        let (class, symmetry) = self.index.classes().find(a);
        let (c, symmetries) = self.smallest(class.0 as usize, symmetry.apply(c));
        let frame = !self.index.classes().representative(class);
        let slot = class.0 * self.index.block_len() + rank(compress(c, frame));
        (self.first(plane) + slot, symmetries)
    }

    /// The smallest image of C's stones under the symmetries of a class, and how many of those leave it as it is.
    #[inline]
    fn smallest(&self, class: usize, c: PointSet) -> (PointSet, Symmetries) {
        let stabiliser = self.stabilisers[class];
        if stabiliser == IDENTITY_ALONE {
            return (c, 1);
        }
        let images = || Symmetry::all().filter(|s| stabiliser >> s.number() & 1 == 1).map(|s| s.apply(c));
        let smallest = images().min().unwrap_or(c);
        // As many as take it to its smallest image: they are a coset of those that leave it as it is.
        let symmetries = images().filter(|&image| image == smallest).count();
        (smallest, u16::try_from(symmetries).unwrap_or(WHOLE))
    }

    /// The plane of a node.
    fn plane(&self, node: Node) -> Plane {
        if node < self.slots { Plane::A } else { Plane::C }
    }

    /// The stones of a node.
    fn stones(&self, node: Node) -> Stones {
        let plane = self.plane(node);
        let slot = node - self.first(plane);
        let block_len = self.index.block_len();
        let a = self.index.classes().representatives()[(slot / block_len) as usize];
        oriented(plane, a, expand(self.sets[(slot % block_len) as usize], !a))
    }

    /// Calls `visit` for every unmove of a node that stays in the unit, with the node it leads to and its weight in
    /// that node's counter.
    fn for_each_predecessor(
        &self,
        rules: &Rules,
        node: Node,
        stones: Stones,
        mut visit: impl FnMut(Node, u16),
    ) {
        let plane = self.plane(node);
        let (same, symmetries) = self.find(plane, stones);
        debug_assert_eq!(same, node, "only nodes have predecessors");
        for_each_unmove(rules, stones, |before| {
            let (predecessor, its_symmetries) = self.find(self.before(plane), before);
            visit(predecessor, WHOLE * its_symmetries / symmetries);
        });
    }

    /// Calls `visit` for every slot of a plane with its stones and the node that stands for it.
    fn for_each_slot(&self, plane: Plane, mut visit: impl FnMut(Node, Stones, Node)) {
        let mut number = self.first(plane);
        for (class, &a) in self.index.classes().representatives().iter().enumerate() {
            let first_of_block = number;
            for &set in &self.sets {
                let c = expand(set, !a);
                let (smallest, _) = self.smallest(class, c);
                let node = if smallest == c { number } else { first_of_block + rank(compress(smallest, !a)) };
                visit(number, oriented(plane, a, c), node);
                number += 1;
            }
        }
    }
}

fn oriented(plane: Plane, a: PointSet, c: PointSet) -> Stones {
    match plane {
        Plane::A => Stones { mover: a, other: c },
        Plane::C => Stones { mover: c, other: a },
    }
}

/// The analysis of one unit.
struct Retrograde<'a> {
    rules: &'a Rules,
    nodes: &'a Nodes,
    /// For each slot of all planes what is left of its counter or, once it is decided, its value.
    states: Vec<u16>,
    /// The secondary queue: by plies, the nodes that an exit decides then.
    exits: Vec<Vec<Node>>,
    /// The primary queue: decided nodes, those of fewer plies first.
    queue: VecDeque<Node>,
}

impl<'a> Retrograde<'a> {
    fn new(rules: &'a Rules, nodes: &'a Nodes) -> Self {
        let states = vec![COUNTING; nodes.slots as usize * nodes.planes().len()];
        Self { rules, nodes, states, exits: Vec::new(), queue: VecDeque::new() }
    }

    /// Fills the counters with the successors inside the unit, from the successors' side.
    fn count_by_unmoves(&mut self) {
        let nodes = self.nodes;
        for &plane in nodes.planes() {
            nodes.for_each_slot(plane, |slot, stones, node| {
                if slot == node {
                    let states = &mut self.states;
                    nodes.for_each_predecessor(self.rules, node, stones, |predecessor, weight| {
                        states[predecessor as usize] += weight;
                    });
                }
            });
        }
    }

    /// Reads the exits of every node, and counts its moves unless its successors have done so.
    fn initialise(&mut self, secondary: &Secondary, counting: Counting) {
        let nodes = self.nodes;
        for &plane in nodes.planes() {
            nodes.for_each_slot(plane, |slot, stones, node| {
                if slot == node {
                    self.initialise_node(node, stones, secondary, counting);
                }
            });
        }
    }

    fn initialise_node(&mut self, node: Node, stones: Stones, secondary: &Secondary, counting: Counting) {
        let side = |stones| Side { stones, hand: 0 };
        let position = Position::from_sides_unchecked(side(stones.mover), side(stones.other), Color::White);
        let mut moves = 0;
        let mut best_exit: Option<Value> = None;
        position.for_each_move(self.rules, |chosen| {
            if chosen.taken.is_empty() {
                moves += 1;
            } else {
                let exit = secondary.value(&position.play_unchecked(chosen)).seen_from_parent();
                best_exit = best_exit.max(Some(exit));
            }
        });
        let state = &mut self.states[node as usize];
        match counting {
            Counting::Unmoves => {
                debug_assert_eq!(*state, COUNTING + moves * WHOLE, "moves are unmoves reversed");
            }
            Counting::Moves => *state += moves * WHOLE,
        }
        match best_exit {
            None if *state == COUNTING => {
                let drawn = position.empty().is_empty() && self.rules.full_board == FullBoard::Draw;
                if drawn {
                    *state = NEVER_LOST;
                } else {
                    *state = 0;
                    self.queue.push_back(node);
                }
            }
            None => {}
            Some(Value::Draw) => *state = NEVER_LOST,
            // The best exit counts as one successor more; a winning one is never ticked off.
            Some(Value::Win(plies) | Value::Loss(plies)) => {
                *state += WHOLE;
                if self.exits.len() <= usize::from(plies) {
                    self.exits.resize_with(usize::from(plies) + 1, Vec::new);
                }
                self.exits[usize::from(plies)].push(node);
            }
        }
    }

    /// Works the queues off, by plies. False if there are more than there is room for.
    fn propagate(&mut self) -> bool {
        let mut plies = 0;
        while !self.queue.is_empty() || usize::from(plies) < self.exits.len() {
            if plies == DEEPEST {
                return false;
            }
            self.merge_exits(plies);
            for _ in 0..self.queue.len() {
                let Some(node) = self.queue.pop_front() else { break };
                self.tell_predecessors(node, plies);
            }
            plies += 1;
        }
        true
    }

    /// Moves what an exit decides at this depth from the secondary queue to the primary one.
    fn merge_exits(&mut self, plies: u16) {
        let Some(exits) = self.exits.get_mut(usize::from(plies)) else { return };
        for node in std::mem::take(exits) {
            let state = &mut self.states[node as usize];
            if *state < COUNTING {
                continue;
            }
            if plies.is_multiple_of(2) {
                *state -= WHOLE;
            } else {
                *state = COUNTING;
            }
            if *state == COUNTING {
                *state = plies;
                self.queue.push_back(node);
            }
        }
    }

    /// A loss makes every predecessor a win; a win is ticked off its counter, and what runs out is lost.
    fn tell_predecessors(&mut self, node: Node, plies: u16) {
        let won = !plies.is_multiple_of(2);
        self.nodes.for_each_predecessor(self.rules, node, self.nodes.stones(node), |predecessor, weight| {
            let state = &mut self.states[predecessor as usize];
            if *state < COUNTING {
                return;
            }
            if won {
                *state -= weight;
            } else {
                *state = COUNTING;
            }
            if *state == COUNTING {
                *state = plies + 1;
                self.queue.push_back(predecessor);
            }
        });
    }

    /// The values of all slots: what is undecided is drawn, and duplicates are what their nodes are.
    fn finish(mut self) -> SolvedUnit {
        let nodes = self.nodes;
        for &plane in nodes.planes() {
            nodes.for_each_slot(plane, |slot, _, node| {
                let state = self.states[node as usize];
                self.states[slot as usize] = if state < COUNTING { state } else { DRAW };
            });
        }
        let planes = self.states.chunks(nodes.slots as usize).zip(Plane::BOTH);
        let planes = planes.map(|(values, plane)| (plane, narrowest(values))).collect();
        SolvedUnit { unit: nodes.index.unit(), planes }
    }
}

/// One byte a slot where all values fit.
fn narrowest(values: &[u16]) -> Codes {
    let narrow = |&value: &u16| match u8::try_from(value) {
        Ok(u8::MAX) => None,
        Ok(plies) => Some(plies),
        Err(_) => (value == DRAW).then_some(u8::MAX),
    };
    let narrowed: Option<Vec<u8>> = values.iter().map(narrow).collect();
    narrowed.map_or_else(|| Codes::Wide(values.to_vec()), Codes::Narrow)
}

/// Calls `visit` for every position that has a slide to this one which takes nothing, each once.
fn for_each_unmove(rules: &Rules, Stones { mover, other }: Stones, mut visit: impl FnMut(Stones)) {
    let (author, empty) = (other, !(mover | other));
    let flies = author.len() == 3;
    // A closed mill takes something unless everything is protected.
    let may_close = takeable(rules, mover).is_empty();
    let stays = |to: Point| may_close || rules.board.mills_closed(author, to) == 0;
    for to in author.iter().filter(|&to| stays(to)) {
        let origins = if flies { empty } else { rules.board.neighbours(to) & empty };
        for from in origins {
            visit(Stones { mover: author.without(to).with(from), other: mover });
        }
    }
}
