//! What the passes over a unit share, and the cells they work on.

use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Classes, Plane, Unit, UnitIndex, binomial};
use millwright_rules::{Board, FullBoard, PointSet, Rules};

use crate::buffers::{Buffer, Buffers};
use crate::cell::Cell;
use crate::edges::EdgesByMill;
use crate::exit_bits::ExitBits;
use crate::kernels::{Dispatch, SetFrame, Vectors};
use crate::layout::Layout;
use crate::order::ORDER;
use crate::slides::SlideBoard;
use crate::unit_moves::UnitMoves;

/// Everything about a unit that does not change while it is solved.
pub(crate) struct UnitContext<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) unit: Unit,
    pub(crate) moves: UnitMoves<'a>,
    pub(crate) classes: &'static Classes,
    pub(crate) layout: Layout,
    pub(crate) slide_board: SlideBoard,
    pub(crate) edges: EdgesByMill,
    pub(crate) dispatch: Dispatch,
    pub(crate) vectors: Vectors,
    pub(crate) buffers: &'a Buffers,
    /// Raised when the work is no longer wanted.
    pub(crate) stop: &'a AtomicBool,
}

impl<'a> UnitContext<'a> {
    pub(crate) fn new(
        rules: &'a Rules,
        (unit, planes): (Unit, &'a [Plane]),
        dispatch: Dispatch,
        (buffers, stop): (&'a Buffers, &'a AtomicBool),
    ) -> Self {
        let index = UnitIndex::new(unit);
        let classes = index.classes();
        let subspace = unit.subspace(Plane::A);
        Self {
            rules,
            unit,
            moves: UnitMoves { rules, unit, planes },
            classes,
            layout: Layout::new(&index),
            slide_board: SlideBoard::new(rules.board),
            edges: if subspace.may_slide(rules) {
                EdgesByMill::new(rules, classes, subspace.mover_hand)
            } else {
                EdgesByMill::none(classes)
            },
            dispatch,
            vectors: dispatch.vectors(),
            buffers,
            stop,
        }
    }

    /// A's stones in a block.
    #[inline]
    pub(crate) fn stones_of(&self, block: usize) -> PointSet {
        self.classes.representatives()[block]
    }

    /// The points that A leaves free in a block, in the order of slots.
    #[inline]
    pub(crate) fn free_bits(&self, block: usize) -> u32 {
        ORDER.bits(!self.stones_of(block))
    }

    /// The same, and how sets of them are cut.
    #[inline]
    pub(crate) fn set_frame(&self, block: usize) -> SetFrame {
        SetFrame { points: self.free_bits(block), halves: self.layout.halves() }
    }

    pub(crate) fn block_len(&self) -> usize {
        self.layout.block_len()
    }

    pub(crate) fn blocks(&self) -> usize {
        self.classes.representatives().len()
    }

    /// Slots of a plane.
    pub(crate) fn slots(&self) -> usize {
        self.blocks() * self.block_len()
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What a player who has neither a move that stays nor an exit gets: he is blocked, unless the board is full
    /// and the rules call that a draw.
    pub(crate) fn blocked_state<T: Cell>(&self) -> T {
        let full = self.unit.a() + self.unit.c() == 24;
        if full && self.rules.full_board == FullBoard::Draw { T::MAX } else { T::from_u32(0) }
    }

    /// The lowest code of an undecided state: no slot has more successors left than this leaves room for.
    pub(crate) fn first_undecided<T: Cell>(&self) -> T {
        let most =
            Plane::BOTH.map(|plane| most_successors(self.rules.board, self.unit, plane)).into_iter().max();
        T::from_u32(T::MAX.get() - most.unwrap_or(0))
    }
}

/// No position of the plane has more moves that stay, the best exit counted as one more.
fn most_successors(board: Board, unit: Unit, plane: Plane) -> u32 {
    let subspace = unit.subspace(plane);
    let empty = 24 - u32::from(subspace.mover) - u32::from(subspace.other);
    let moves = if subspace.mover + subspace.mover_hand == 3 {
        u32::from(subspace.mover) * empty
    } else {
        // Each join of the board is crossed in one direction at most.
        match board {
            Board::Orthogonal => 32,
            Board::Diagonal => 40,
        }
    };
    moves + 1
}

/// Slots of a plane with so many stones of each player, keyed by A's.
pub(crate) fn slots_of_sets(a: u8, c: u8) -> usize {
    Classes::of(a).representatives().len() * binomial(24 - usize::from(a), usize::from(c)) as usize
}

/// One plane of a unit while it is being solved.
pub(crate) struct PlaneCells<'b, T: Cell> {
    /// States (see [`crate::cell`]), block by block.
    pub(crate) states: Buffer<'b, T>,
    /// Keys of the best exits, block by block; none in a unit that nobody stays in, where states are the values.
    pub(crate) exits: Option<Buffer<'b, T>>,
    /// Where which exits are, as [`crate::outcomes::Outcomes`] numbers them.
    pub(crate) exit_bits: ExitBits,
}

impl<'b, T: Cell> PlaneCells<'b, T> {
    pub(crate) fn new(context: &UnitContext<'b>, exit_bits: usize) -> Self {
        let exits = (!context.moves.nobody_stays()).then(|| context.buffers.take(context.slots()));
        Self::with_exits(context, exit_bits, exits)
    }

    /// The same with exits that are known, or none.
    pub(crate) fn with_exits(
        context: &UnitContext<'b>,
        exit_bits: usize,
        exits: Option<Buffer<'b, T>>,
    ) -> Self {
        Self {
            states: context.buffers.take(context.slots()),
            exits,
            exit_bits: ExitBits::none(context.blocks(), context.block_len(), exit_bits),
        }
    }
}
