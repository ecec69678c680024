//! One unit: its draws told apart.

use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Plane, Subspace, Unit};
use millwright_ranks::{DrawValue, Gain, Rank, Ranks};
use millwright_rules::Rules;
use millwright_table::{PlaneValues, Ultra};
use rayon::prelude::*;
use thiserror::Error;

use super::agenda::UltraAgenda;
use super::count::count_drawn_successors;
use super::outcomes::{DrawOutcomes, NOT_DRAWN};
use super::scale::Scale;
use crate::buffers::{Buffer, Buffers};
use crate::exits::{exits_of, exits_of_even_c, keyed_by_other};
use crate::levels::{Ended, LevelOptions, levels};
use crate::memory::memory_needed_for_draws;
use crate::solve_unit::{MemoryError, UnitOptions, UnitProgress, read_whole};
use crate::solved_unit::SolvedUnit;
use crate::statistics::count_codes;
use crate::unit_context::{PlaneCells, UnitContext};

/// Where the draws are found that were told apart before, and which positions are drawn.
pub trait SolvedDraws: Sync {
    /// What can go wrong.
    type Error;

    /// The values that the draws of a subspace have, in the order of their codes: the first has code 1.
    ///
    /// # Errors
    /// If the subspace is not there.
    fn values(&self, subspace: Subspace) -> Result<Vec<DrawValue>, Self::Error>;

    /// Reads the codes of all slots of a subspace; 0 is not drawn.
    ///
    /// # Errors
    /// If the subspace cannot be read.
    fn read_codes(&self, subspace: Subspace, codes: &mut [u16]) -> Result<(), Self::Error>;

    /// Reads which slots of a subspace are drawn in the strong solution: 1 for those that are, else 0.
    ///
    /// # Errors
    /// If the subspace cannot be read.
    fn read_drawn(&self, subspace: Subspace, drawn: &mut [u8]) -> Result<(), Self::Error>;
}

/// Why the draws of a unit were not told apart.
#[derive(Debug, Error)]
pub enum UltraError<E> {
    /// Something that it needs could not be read.
    #[error(transparent)]
    Source(E),
    /// The stop flag was raised.
    #[error("interrupted")]
    Stopped,
    /// It does not fit in memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A subspace without a rank.
    #[error("subspace {0} has no rank")]
    NoRank(Subspace),
    /// Ranks that go round in circles.
    #[error("unit {0}: both players can stay in it, so the ranks of its two subspaces must be opposite")]
    NotOpposite(Unit),
    /// More different draws than there is room for.
    #[error("unit {0} has more different draws than the solver has room for")]
    TooMany(Unit),
}

/// Tells the draws of a unit apart, for the planes that the game has. Runs on the current rayon pool.
///
/// # Errors
/// See [`UltraError`].
pub fn solve_unit<S: SolvedDraws>(
    game: (&Rules, &Ranks),
    unit: (Unit, &[Plane]),
    solved: &S,
    options: &UnitOptions<'_>,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<SolvedUnit<PlaneValues<Ultra>>, UltraError<S::Error>> {
    solve_unit_with(&Buffers::default(), game, unit, solved, options, progress)
}

/// The same with memory that was used before.
pub(crate) fn solve_unit_with<S: SolvedDraws>(
    buffers: &Buffers,
    (rules, ranks): (&Rules, &Ranks),
    (unit, planes): (Unit, &[Plane]),
    solved: &S,
    options: &UnitOptions<'_>,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<SolvedUnit<PlaneValues<Ultra>>, UltraError<S::Error>> {
    let list_bytes = options.room_for_lists(unit, memory_needed_for_draws(rules, (unit, planes)), buffers)?;
    let context = UnitContext::new(rules, (unit, planes), options.dispatch, (buffers, options.stop));
    progress(UnitProgress::Exits);
    UltraUnit::new(&context, ranks, solved)?.solve(list_bytes, progress)
}

/// By plane: 1 for each slot that is drawn, else 0.
type Drawn<'b> = [Option<Buffer<'b, u8>>; 2];

/// A unit whose draws are being told apart.
struct UltraUnit<'a, S> {
    context: &'a UnitContext<'a>,
    solved: &'a S,
    /// The planes whose exits are needed: not C where both are the same.
    planes: Vec<Plane>,
    /// By plane.
    ranks: [Rank; 2],
    scale: Scale,
    /// For each plane and each subspace that it leads to, the keys of the codes there.
    keys: BTreeMap<(Plane, Subspace), Vec<u16>>,
}

impl<'a, S: SolvedDraws> UltraUnit<'a, S> {
    fn new(context: &'a UnitContext<'a>, ranks: &Ranks, solved: &'a S) -> Result<Self, UltraError<S::Error>> {
        let rank_of = |subspace| ranks.of(subspace).ok_or(UltraError::NoRank(subspace));
        let unit = context.unit;
        let planes = context.moves.planes_with_exits();
        let mut own = [Rank::ZERO; 2];
        for plane in Plane::BOTH {
            if planes.contains(&plane) || unit.is_even() {
                own[plane as usize] = rank_of(unit.subspace(plane))?;
            }
        }
        let mut gains = BTreeSet::from([Gain::NONE]);
        let mut by_source = BTreeMap::new();
        for &plane in &planes {
            let after = context
                .moves
                .ways_to_leave(plane)
                .into_iter()
                .filter_map(|way| context.moves.subspace_after(plane, way));
            for subspace in after.filter(|subspace| subspace.mover + subspace.mover_hand >= 3) {
                let here = rank_of(subspace)?;
                let values = solved.values(subspace).map_err(UltraError::Source)?;
                let seen = values.into_iter().map(|value| value.seen_from_parent(here, own[plane as usize]));
                let seen: Vec<Gain> = seen.collect();
                gains.extend(&seen);
                by_source.insert((plane, subspace), seen);
            }
        }
        if let Some(resting) = Self::resting_plane(context, own)? {
            // What the player who places reaches is what the one who slides looks at.
            let rank = own[resting as usize];
            let reached = by_source.iter().filter(|((plane, _), _)| *plane == resting);
            let slid_to: Vec<Gain> = reached
                .flat_map(|(_, seen)| seen)
                .map(|&gain| DrawValue::of_gain(gain, rank).corrected(rank, own[resting.opposite() as usize]))
                .collect();
            gains.extend(slid_to);
            gains.insert(DrawValue::staying(rank).corrected(rank, own[resting.opposite() as usize]));
        }
        let scale = Scale::new(gains).ok_or(UltraError::TooMany(unit))?;
        let keyed = |seen: Vec<Gain>| {
            let decided = [super::scale::DECIDED_KEY].into_iter();
            decided.chain(seen.into_iter().map(|gain| scale.key_of(gain))).collect()
        };
        let keys = by_source.into_iter().map(|(source, seen)| (source, keyed(seen))).collect();
        Ok(Self { context, solved, planes, ranks: own, scale, keys })
    }

    /// The plane whose player must place while the other slides, if the ranks are not opposite: such a unit is not
    /// gone through round and round, and one plane is solved after the other.
    fn resting_plane(
        context: &UnitContext<'_>,
        ranks: [Rank; 2],
    ) -> Result<Option<Plane>, UltraError<S::Error>> {
        if context.moves.nobody_stays() || ranks[0] == -ranks[1] {
            return Ok(None);
        }
        let resting = Plane::BOTH.into_iter().find(|&plane| !context.moves.can_slide(plane));
        resting.map(Some).ok_or(UltraError::NotOpposite(context.unit))
    }

    fn solve(
        self,
        list_bytes: u64,
        progress: &mut dyn FnMut(UnitProgress),
    ) -> Result<SolvedUnit<PlaneValues<Ultra>>, UltraError<S::Error>> {
        let drawn = self.read_drawn()?;
        if self.context.moves.nobody_stays() {
            let mut planes = Vec::new();
            for &plane in &self.planes {
                let cells = self.exits(plane, &drawn, true)?;
                planes.push((plane, self.ranked_by_exits(plane, cells.states.into_cells())?));
            }
            return self.finished(planes);
        }
        let resting = Self::resting_plane(self.context, self.ranks)?;
        let a = self.exits(Plane::A, &drawn, resting == Some(Plane::A))?;
        let c = if self.context.unit.is_even() {
            exits_of_even_c(self.context, &self.outcomes(&drawn, false), &a)
        } else {
            self.exits(Plane::C, &drawn, resting == Some(Plane::C))?
        };
        let mut cells = [a, c];
        let mut planes = Vec::new();
        for plane in Plane::BOTH {
            let [of_a, of_c] = &mut cells;
            let own = if plane == Plane::A { of_a } else { of_c };
            if resting == Some(plane) {
                planes.push((plane, self.ranked_by_exits(plane, own.states.slots().to_vec())?));
                self.rest(plane, own);
            } else {
                let successors =
                    drawn[plane.opposite() as usize].as_ref().expect("a plane that is slid to is read");
                count_drawn_successors(self.context, plane, own.states.slots_mut(), successors.slots());
            }
        }
        drop(drawn);
        self.check_stop()?;
        let exit_bits = cells.each_ref().map(|cells| cells.exit_bits.all());
        let first_undecided = self.context.first_undecided::<u16>();
        let mut agenda = UltraAgenda::new(&self.scale, &exit_bits, first_undecided);
        let options = LevelOptions { lost_already: None, list_bytes };
        let ended = levels(self.context, &mut cells, &mut agenda, &options, &mut |level, decided| {
            progress(UnitProgress::Level { level, decided });
        });
        match ended {
            Ended::Solved => {}
            Ended::TooDeep => return Err(UltraError::TooMany(self.context.unit)),
            Ended::Stopped => return Err(UltraError::Stopped),
        }
        for (plane, cells) in Plane::BOTH.into_iter().zip(cells) {
            let is_wanted = resting != Some(plane) && self.planes.contains(&plane);
            drop(cells.exits);
            if is_wanted {
                let value_of = |state: u16| {
                    let gain = if state >= first_undecided { Gain::NONE } else { agenda.gain_of(state) };
                    DrawValue::of_gain(gain, self.ranks[plane as usize])
                };
                planes.push((plane, self.ranked(cells.states.into_cells(), value_of)?));
            }
        }
        planes.retain(|(plane, _)| self.context.moves.planes.contains(plane));
        self.finished(planes)
    }

    fn finished(
        &self,
        mut planes: Vec<(Plane, PlaneValues<Ultra>)>,
    ) -> Result<SolvedUnit<PlaneValues<Ultra>>, UltraError<S::Error>> {
        self.check_stop()?;
        planes.sort_by_key(|&(plane, _)| plane as usize);
        Ok(SolvedUnit { unit: self.context.unit, planes })
    }

    fn check_stop(&self) -> Result<(), UltraError<S::Error>> {
        if self.context.stopped() { Err(UltraError::Stopped) } else { Ok(()) }
    }

    /// Which slots are drawn, by plane; not of planes that are not solved.
    fn read_drawn(&self) -> Result<Drawn<'a>, UltraError<S::Error>> {
        let mut drawn = [None, None];
        for &plane in &self.planes {
            let read = |subspace, drawn: &mut [u8]| self.solved.read_drawn(subspace, drawn);
            let subspace = self.context.unit.subspace(plane);
            let cells = read_whole(self.context, subspace, read).map_err(UltraError::Source)?;
            drawn[plane as usize] = Some(cells);
        }
        if self.context.unit.is_even() && !self.context.moves.nobody_stays() {
            let (a, c) = (self.context.unit.a(), self.context.unit.c());
            let turned =
                drawn[Plane::A as usize].as_ref().map(|of_a| keyed_by_other(self.context, of_a, a, c));
            drawn[Plane::C as usize] = turned;
        }
        Ok(drawn)
    }

    fn outcomes<'s>(&'s self, drawn: &'s Drawn<'a>, exits_only: bool) -> DrawOutcomes<'s, S> {
        DrawOutcomes {
            solved: self.solved,
            scale: &self.scale,
            keys: &self.keys,
            drawn: drawn.each_ref().map(|drawn| drawn.as_ref().map_or(&[][..], Buffer::slots)),
            exits_only,
        }
    }

    fn exits(
        &self,
        plane: Plane,
        drawn: &Drawn<'a>,
        exits_only: bool,
    ) -> Result<PlaneCells<'a, u16>, UltraError<S::Error>> {
        exits_of(self.context, &self.outcomes(drawn, exits_only), plane).map_err(UltraError::Source)
    }

    /// A plane that its exits decide, whose states are their keys.
    fn ranked_by_exits(
        &self,
        plane: Plane,
        states: Vec<u16>,
    ) -> Result<PlaneValues<Ultra>, UltraError<S::Error>> {
        self.ranked(states, |key| {
            let gain = self.scale.gain_of(key).unwrap_or(Gain::NONE);
            DrawValue::of_gain(gain, self.ranks[plane as usize])
        })
    }

    /// Turns states into codes of values.
    fn ranked(
        &self,
        mut states: Vec<u16>,
        value_of: impl Fn(u16) -> DrawValue,
    ) -> Result<PlaneValues<Ultra>, UltraError<S::Error>> {
        let counts = count_codes(self.context.unit, &states);
        let mut values: BTreeMap<DrawValue, u64> = BTreeMap::new();
        let present =
            || (0..=u16::MAX).zip(&counts).filter(|&(state, &count)| state != NOT_DRAWN && count > 0);
        for (state, count) in present() {
            *values.entry(value_of(state)).or_default() += count;
        }
        let values: Vec<(DrawValue, u64)> = values.into_iter().collect();
        if values.len() >= usize::from(u16::MAX) {
            return Err(UltraError::TooMany(self.context.unit));
        }
        let mut code_of = vec![0; 1 << 16];
        for (state, _) in present() {
            let value = value_of(state);
            let place = values.binary_search_by_key(&value, |&(value, _)| value).expect("it was counted");
            code_of[usize::from(state)] = u16::try_from(place + 1).expect("checked above");
        }
        states.par_chunks_mut(1 << 16).for_each(|states| {
            for state in states {
                *state = code_of[usize::from(*state)];
            }
        });
        Ok(PlaneValues::draws(values, states))
    }

    /// Makes the slots of a solved plane join the levels with what they are worth to the player who slides there.
    fn rest(&self, plane: Plane, cells: &mut PlaneCells<'_, u16>) {
        let (rank, other) = (self.ranks[plane as usize], self.ranks[plane.opposite() as usize]);
        let slid_to: Vec<(u16, u16)> = (0..self.scale.keys())
            .map(|key| {
                let gain =
                    u16::try_from(key).ok().and_then(|key| self.scale.gain_of(key)).unwrap_or(Gain::NONE);
                // Other planes have gains on the scale that this one does not know.
                let seen = DrawValue::of_gain(gain, rank).corrected(rank, other);
                let state = if seen.rank < 0 { u16::MAX - 1 } else { u16::MAX };
                (state, self.scale.find(seen).filter(|_| seen.rank != 0).unwrap_or(0))
            })
            .collect();
        let block_len = self.context.block_len();
        let exits = cells.exits.as_mut().expect("a unit that somebody stays in keeps its exits");
        let blocks = cells.states.slots_mut().par_chunks_mut(block_len);
        let blocks = blocks.zip(exits.slots_mut().par_chunks_mut(block_len));
        let (bits, each) = cells.exit_bits.groups_mut(1);
        blocks.zip(bits).for_each(|((states, exits), bits)| {
            let mut bits = each.of(bits).next().expect("a group of one block");
            bits.clear();
            for (slot, (state, exit)) in states.iter_mut().zip(exits).enumerate() {
                if *state == NOT_DRAWN {
                    *exit = 0;
                    continue;
                }
                (*state, *exit) = slid_to[usize::from(*state)];
                if *exit != 0 {
                    bits.set(slot, usize::from(*exit));
                }
            }
        });
    }
}
