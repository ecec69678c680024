//! The second step: levels. At every step the slots decided at the last one tell their predecessors inside the unit.
//!
//! What was decided at the last step is read, what is decided at this one written, so there are no locks, and the
//! result is the same for any number of threads.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::Plane;
use rayon::prelude::*;

use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::exit_bits::{ExitBits, has_bit};
use crate::frontier::{BLOCKS_PER_SHARD, Frontier, ListMemory, ShardFrontier};
use crate::kernels::{Kernel, Portable, Work};
use crate::outcomes::{Agenda, JoiningExit, Next, Side, Step};
use crate::pull::{MakeWon, Sources, Tell, TickOff, Update, tell_block};
use crate::unit_context::{PlaneCells, UnitContext};

/// How the levels ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything is decided, or never will be.
    Solved,
    /// There are outcomes beyond what cells can hold.
    TooDeep,
    /// Somebody raised the stop flag.
    Stopped,
}

/// How to go through the levels.
pub(crate) struct LevelOptions<T> {
    /// The state of slots that are lost from the beginning, if there may be such.
    pub(crate) lost_already: Option<T>,
    /// The memory that frontier lists may take.
    pub(crate) list_bytes: u64,
}

/// Goes through all steps of an agenda; then states are decided or not. `on_step` is told every step, from 0, and how
/// many slots it decided.
pub(crate) fn levels<T: Cell>(
    context: &UnitContext<'_>,
    planes: &mut [PlaneCells<'_, T>; 2],
    agenda: &mut impl Agenda<T>,
    options: &LevelOptions<T>,
    on_step: &mut dyn FnMut(u32, u64),
) -> Ended {
    let ended = LevelRun::new(context, planes, options.list_bytes).all(planes, agenda, options, on_step);
    context.buffers.stand_beside(0);
    ended
}

struct LevelRun<'a, T> {
    context: &'a UnitContext<'a>,
    first_undecided: T,
    /// Sets that a shard may list.
    most_listed: usize,
    /// By plane: which exits there are in any block.
    exit_bits: [Vec<u64>; 2],
    list_memory: ListMemory<'a>,
}

/// What was decided at a step in a plane: the slots that were lost and those that were won.
struct DecidedSlots {
    lost: Frontier,
    won: Frontier,
}

impl DecidedSlots {
    fn new(blocks: usize) -> Self {
        Self { lost: Frontier::new(blocks), won: Frontier::new(blocks) }
    }

    fn count(&self) -> u64 {
        self.lost.decided() + self.won.decided()
    }

    fn side(&mut self, wins: bool) -> &mut Frontier {
        if wins { &mut self.won } else { &mut self.lost }
    }
}

/// The plane that tells.
struct Teller<'a, T> {
    states: &'a [T],
    decided: &'a DecidedSlots,
}

impl<'a, T: Cell> LevelRun<'a, T> {
    fn new(context: &'a UnitContext<'a>, planes: &[PlaneCells<'_, T>; 2], list_bytes: u64) -> Self {
        // Two planes, each with the step that is read and the one that is written, and two sides.
        let shards = context.blocks().div_ceil(BLOCKS_PER_SHARD) as u64;
        let most_listed = list_bytes / (8 * shards * size_of::<u32>() as u64);
        Self {
            context,
            first_undecided: context.first_undecided(),
            most_listed: usize::try_from(most_listed).unwrap_or(usize::MAX),
            exit_bits: [0, 1].map(|plane: usize| planes[plane].exit_bits.all()),
            list_memory: ListMemory::none(context.buffers),
        }
    }

    fn all(
        &self,
        planes: &mut [PlaneCells<'_, T>; 2],
        agenda: &mut impl Agenda<T>,
        options: &LevelOptions<T>,
        on_step: &mut dyn FnMut(u32, u64),
    ) -> Ended {
        let blocks = self.context.blocks();
        let [a, c] = planes;
        let (mut of_a, mut of_c) = (DecidedSlots::new(blocks), DecidedSlots::new(blocks));
        let (mut next_a, mut next_c) = (DecidedSlots::new(blocks), DecidedSlots::new(blocks));
        let first = options.lost_already.unwrap_or_default();
        if options.lost_already.is_some() {
            of_a.lost = self.all_with(a.states.slots(), first);
            of_c.lost = self.all_with(c.states.slots(), first);
        }
        let mut states = [first; 2];
        for number in 0.. {
            let count = of_a.count() + of_c.count();
            on_step(number, count);
            let step = match agenda.next(count > 0) {
                Next::Step(step) => step,
                Next::Done => return Ended::Solved,
                Next::TooDeep => return Ended::TooDeep,
            };
            let teller = Teller { states: c.states.slots(), decided: &of_c };
            self.step(Plane::A, &step, states, a, &teller, &mut next_a);
            let teller = Teller { states: a.states.slots(), decided: &of_a };
            self.step(Plane::C, &step, states, c, &teller, &mut next_c);
            if self.context.stopped() {
                return Ended::Stopped;
            }
            self.list_memory.tell();
            std::mem::swap(&mut of_a, &mut next_a);
            std::mem::swap(&mut of_c, &mut next_c);
            states = [step.lost.state, step.won.state];
        }
        unreachable!("an agenda ends")
    }

    /// All slots that have a state.
    fn all_with(&self, states: &[T], wanted: T) -> Frontier {
        let mut frontier = Frontier::new(self.context.blocks());
        let shard_len = self.context.block_len() * BLOCKS_PER_SHARD;
        states.par_chunks(shard_len).zip(&mut frontier.shards).enumerate().for_each(
            |(number, (states, shard))| {
                shard.clear();
                let slots = u32::try_from(states.len()).expect("a shard has few slots");
                let has_it = |&slot: &u32| states[slot as usize] == wanted;
                shard.extend(&(0..slots).filter(has_it).collect::<Vec<u32>>());
                self.end_shard(Portable, number, states.len(), shard);
                self.list_memory.changed(0, shard.bytes());
            },
        );
        frontier
    }

    /// Ends the list of a shard.
    #[inline(always)]
    fn end_shard(&self, kernel: impl Kernel, number: usize, slots: usize, shard: &mut ShardFrontier) {
        let (context, first_block) = (self.context, number * BLOCKS_PER_SHARD);
        shard.end(slots, context.block_len(), self.most_listed, |place, slot| {
            kernel.expand(context.layout.sets[slot], context.free_bits(first_block + place))
        });
    }

    /// One step of one plane. `told` are the states of the slots that were lost and won at the last one.
    fn step(
        &self,
        plane: Plane,
        step: &Step<T>,
        told: [T; 2],
        cells: &mut PlaneCells<'_, T>,
        teller: &Teller<'_, T>,
        next: &mut DecidedSlots,
    ) {
        for wins in [true, false] {
            let side = step.side(wins);
            let (listed, told) =
                if wins { (&teller.decided.lost, told[0]) } else { (&teller.decided.won, told[1]) };
            let next = next.side(wins);
            let bits = &self.exit_bits[plane as usize];
            let exit = side.exit.filter(|exit| has_bit(bits, exit.bit));
            if listed.decided() > 0 || exit.is_some() {
                let sources = Sources { context: self.context, state: told, states: teller.states, listed };
                self.pull((plane, wins), Side { state: side.state, exit }, cells, &sources, next);
            } else {
                next.make_empty();
            }
        }
    }

    /// One side of a step of one plane.
    fn pull(
        &self,
        (plane, wins): (Plane, bool),
        side: Side<T>,
        cells: &mut PlaneCells<'_, T>,
        sources: &Sources<'_, T>,
        next: &mut Frontier,
    ) {
        let block_len = self.context.block_len();
        let PlaneCells { states, exits, exit_bits } = cells;
        let exits = exits.as_ref().map_or(&[][..], Buffer::slots);
        let shards =
            states.slots_mut().par_chunks_mut(block_len * BLOCKS_PER_SHARD).zip(&mut next.shards).enumerate();
        let new = || (Vec::new(), ShardFrontier::default());
        shards.for_each_init(new, |(found, listed), (number, (states, next))| {
            listed.clear();
            if self.context.stopped() {
                return;
            }
            let first_block = number * BLOCKS_PER_SHARD;
            self.context.dispatch.run(PullShard {
                run: self,
                plane,
                wins,
                side,
                first_block,
                states,
                exits: &exits[first_block * block_len..],
                exit_bits,
                sources,
                next: listed,
                found,
            });
            let before = next.bytes();
            next.copy_from(listed);
            self.list_memory.changed(before, next.bytes());
        });
    }
}

/// One side of a step of one plane, in a shard.
struct PullShard<'a, T> {
    run: &'a LevelRun<'a, T>,
    plane: Plane,
    wins: bool,
    side: Side<T>,
    first_block: usize,
    states: &'a mut [T],
    exits: &'a [T],
    exit_bits: &'a ExitBits,
    sources: &'a Sources<'a, T>,
    next: &'a mut ShardFrontier,
    /// For the sets of a block that must be searched.
    found: &'a mut Vec<u32>,
}

impl<T: Cell> Work for PullShard<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let (decided, first_undecided) = (self.side.state, self.run.first_undecided);
        if self.wins {
            self.blocks(kernel, MakeWon { decided, first_undecided });
        } else {
            self.blocks(kernel, TickOff { decided, first_undecided });
        }
    }
}

impl<T: Cell> PullShard<'_, T> {
    #[inline(always)]
    fn blocks(self, kernel: impl Kernel, tell: impl Tell<T>) {
        let Self { run, plane, first_block, states, sources, next, found, .. } = self;
        let context = run.context;
        let (block_len, slots) = (context.block_len(), states.len());
        let mut update = Update::new(context, (kernel, tell), states, &mut *next);
        let is_told = sources.listed.decided() > 0;
        for (place, start) in (0..slots).step_by(block_len).enumerate() {
            update.begin_block(start);
            if is_told {
                tell_block(sources, kernel, (plane, first_block + place), &mut update, found);
            }
            if let Some(JoiningExit { key, bit }) = self.side.exit {
                for part in self.exit_bits.parts_with(first_block + place, bit) {
                    let first = part.start;
                    let exits = &self.exits[start..][part];
                    kernel.find_all(exits, key, |slot| update.tell(first + slot));
                }
            }
        }
        update.finish();
        run.end_shard(kernel, first_block / BLOCKS_PER_SHARD, slots, next);
    }
}
