//! Which positions can arise from the start of a game.
//!
//! Forward from unit to unit, the first of them first: a position that can arise is marked, and so is all that its moves
//! lead to. What a position is worth and its marks are one byte, so that a move is one look into memory. Turns that stay in
//! a unit go from one of its planes to the other, until nothing new is marked. A position has two marks: that it can arise at
//! all, and that it can by play in which nobody gives away his result, where every move leads to a position that is worth to
//! him what the one before was.
//!
//! `journal` keeps beside the tables what a run has done, so that another goes on where it stopped, and `followed` tells of
//! single positions what was found.

mod followed;
mod journal;
mod packed;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use millwright_index::{Subspace, Unit, UnitGraph};
use millwright_rules::{Position, Rules};
use millwright_table::{Code, Outcome, REACH, Statistics, Table, TableDirectory, Width};
use millwright_walk::{
    Carrier, Carry, Judge, Keyed, Marks, Planes, Reach, Target, Visit, Walk, bytes_needed, reaches, wanted,
    zeroed,
};
use rayon::prelude::*;

pub use self::followed::{Arises, Followed};
use self::journal::{Counted, Journal, State};
use self::packed::Packed;
use crate::error::finished;
use crate::values::{Opened, hash_of, open};
use crate::{CensusError, CensusOptions, Progress};

/// The position can arise.
const ANY: u8 = 1;
/// It can by play in which nobody gives away his result.
const KEEPING: u8 = 2;
const BOTH: u8 = ANY | KEEPING;
/// Shifts a mark to the one that says: what its moves lead to has been marked.
const FOLLOWED: u32 = 2;
/// Shifts what a position is worth to its place beside the marks.
const WORTH: u32 = 4;

/// What a position is worth, as it stands in a byte.
const fn worth(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win => 1 << WORTH,
        Outcome::Loss => 2 << WORTH,
    }
}

/// What a position is worth if a move that keeps it leads to one that is worth this.
const fn before(worth: u8) -> u8 {
    // Draws come from draws, losses from wins, and wins from losses.
    [0, 2, 1, 0][worth as usize % 4]
}

/// What can arise of a subspace, each orbit counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arising {
    /// All positions.
    pub all: Statistics,
    /// Those that can arise.
    pub any: Statistics,
    /// Those that can if nobody gives away his result.
    pub keeping: Statistics,
}

/// Opens the tables of the whole game: what is missing is better known before hours of work than after.
fn open_all(directory: &TableDirectory, rules: &Rules) -> Result<Vec<Table>, CensusError> {
    UnitGraph::complete(rules).subspaces().map(|subspace| open(directory, subspace)).collect()
}

/// Follows all play from the start. The tables of the whole game must be there. Work is done in the current thread pool. What is
/// done is kept beside the tables, and not done again as long as these are the same; where it cannot be kept, `progress` hears why.
///
/// # Errors
/// If a table is missing, damaged or reduced, the memory does not suffice, or the stop flag was raised.
pub fn count(
    directory: &TableDirectory,
    rules: &Rules,
    options: &CensusOptions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<BTreeMap<Subspace, Arising>, CensusError> {
    let graph = UnitGraph::complete(rules);
    let tables = open_all(directory, rules)?;
    let (journal, mut state) = match Journal::open(directory, rules, hash_of(&tables)) {
        Ok((journal, state)) => (Some(journal), state),
        Err(source) => {
            progress(Progress::Unkept { path: directory.path().join(REACH), source });
            (None, State::default())
        }
    };
    if state.counted.is_empty() {
        let start = Subspace::of(&Position::start(rules));
        state.waiting = BTreeMap::from([(start, Packed::new(&[BOTH])?)]);
    } else {
        progress(Progress::CountedBefore { subspaces: state.counted.keys().copied().collect() });
    }
    let mut run = Run { rules, options, progress, journal, state };
    for &unit in graph.units().iter().rev() {
        let subspaces: Vec<Subspace> = graph.planes(unit).map(|plane| unit.subspace(plane)).collect();
        if subspaces.iter().all(|subspace| run.state.counted.contains_key(subspace)) {
            continue;
        }
        let opened = Opened::new(directory, subspaces.iter().copied())?;
        run.unit(&opened, &subspaces)?;
        run.keep();
        for subspace in subspaces {
            (run.progress)(Progress::Finished { subspace });
        }
    }
    let mut counted = run.state.counted;
    let arising = tables.iter().filter_map(|table| {
        let (any, keeping) = counted.remove(&table.subspace())?;
        Some((table.subspace(), Arising { all: table.statistics().clone(), any, keeping }))
    });
    Ok(arising.collect())
}

struct Run<'a> {
    rules: &'a Rules,
    options: &'a CensusOptions<'a>,
    progress: &'a mut dyn FnMut(Progress),
    /// Where what is done is kept, if it can be.
    journal: Option<Journal<'a>>,
    state: State,
}

/// A subspace of the unit at hand.
struct Job {
    subspace: Subspace,
    reaches: Vec<Reach>,
    marks: Marks,
    /// Whether something may be marked that was not followed.
    open: bool,
}

impl Run<'_> {
    /// Keeps what has been done.
    fn keep(&mut self) {
        self.journal_does(|journal, state| journal.write(state));
    }

    /// Does something with the journal, if there is one. One that fails is not used any more.
    fn journal_does(&mut self, does: impl FnOnce(&Journal<'_>, &mut State) -> io::Result<()>) {
        if let Some(journal) = &self.journal
            && let Err(source) = does(journal, &mut self.state)
        {
            (self.progress)(Progress::Unkept { path: journal.path().to_owned(), source });
            self.journal = None;
        }
    }

    fn unit(&mut self, opened: &Opened, subspaces: &[Subspace]) -> Result<(), CensusError> {
        self.options.check_stop()?;
        if subspaces.iter().all(|subspace| !self.state.waiting.contains_key(subspace)) {
            self.state.counted.extend(subspaces.iter().map(|&subspace| (subspace, Counted::default())));
            return Ok(());
        }
        let of_subspace = |&subspace: &Subspace| wanted(subspace, &reaches(self.rules, subspace));
        let wanted: BTreeSet<Keyed> = subspaces.iter().flat_map(of_subspace).collect();
        let waiting: u64 = self.state.waiting.values().map(Packed::bytes).sum();
        // In the end the values of one of the tables are there as well.
        let codes = |&subspace: &Subspace| {
            opened.table(subspace).slots() * opened.table(subspace).width().bytes() as u64
        };
        let codes = subspaces.iter().map(codes).max().unwrap_or(0);
        self.options.check_memory(subspaces[0], bytes_needed(&wanted, 1) + waiting + codes)?;
        let mut bytes = Planes::new();
        opened.load(&mut bytes, &wanted, worth)?;

        let mut jobs = Vec::new();
        for &subspace in subspaces {
            (self.progress)(Progress::Started { subspace, slots: opened.table(subspace).slots() });
            let (reaches, open) = (reaches(self.rules, subspace), self.state.waiting.contains_key(&subspace));
            let marks = self.take(Keyed::stored(subspace), &mut bytes)?;
            jobs.push(Job { subspace, reaches, marks, open });
        }
        let targets = self.targets(&jobs, &mut bytes)?;
        while let Some(at) = jobs.iter().position(|job| job.open) {
            self.follow(&mut jobs, at, &targets)?;
        }
        for job in jobs {
            self.finish(job, opened)?;
        }
        self.put_away(targets)
    }

    /// The bytes of a subspace. What is marked is known in the order of its table alone.
    fn take(&mut self, keyed: Keyed, bytes: &mut Planes<u8>) -> Result<Marks, CensusError> {
        let mut bytes = bytes.take(keyed);
        if keyed.is_stored()
            && let Some(packed) = self.state.waiting.remove(&keyed.subspace)
        {
            let marks = packed.unpack()?;
            bytes.par_iter_mut().zip(marks).for_each(|(byte, marks)| *byte |= marks);
        }
        Ok(Marks::from_bits(keyed, bytes))
    }

    /// Bytes of all that moves lead to beside the subspaces at hand, in the orders in which they are met.
    fn targets(
        &mut self,
        jobs: &[Job],
        bytes: &mut Planes<u8>,
    ) -> Result<BTreeMap<Keyed, Marks>, CensusError> {
        let mut targets = BTreeMap::new();
        for job in jobs {
            for reach in &job.reaches {
                let keyed = Keyed::after(job.subspace, reach);
                let is_at_hand = jobs.iter().any(|job| job.marks.keyed() == keyed);
                if !is_at_hand && !targets.contains_key(&keyed) {
                    targets.insert(keyed, self.take(keyed, bytes)?);
                }
            }
        }
        Ok(targets)
    }

    /// Marks what the moves of a subspace lead to, as far as that has not been done.
    fn follow(
        &mut self,
        jobs: &mut [Job],
        at: usize,
        targets: &BTreeMap<Keyed, Marks>,
    ) -> Result<(), CensusError> {
        jobs[at].open = false;
        let (subspace, unit) = (jobs[at].subspace, Unit::of(jobs[at].subspace));
        let new = {
            let job = &jobs[at];
            let marks_of = |keyed: Keyed| {
                let at_hand = jobs.iter().map(|job| &job.marks).find(|marks| marks.keyed() == keyed);
                at_hand.unwrap_or_else(|| &targets[&keyed])
            };
            let target = |reach: &Reach| {
                let marks = marks_of(Keyed::after(subspace, reach));
                Target { marks, counts: Unit::of(reach.next) == unit }
            };
            let carry = Carry::new(self.rules, (subspace, &job.marks), &job.reaches, target);
            let progress = &mut *self.progress;
            let mut looked = |slots| progress(Progress::Looked { subspace, slots });
            finished(subspace, carry.run(&Following, self.options.stop, &mut looked))?
        };
        let inside = jobs[at].reaches.iter().find(|reach| Unit::of(reach.next) == unit).copied();
        let Some(inside) = inside.filter(|_| new > 0) else { return Ok(()) };
        // The other plane, or in an even unit the same one, which is then met the other way round.
        let next = jobs.iter_mut().find(|job| job.subspace == inside.next).expect("all planes are at hand");
        let keyed = Keyed::after(subspace, &inside);
        if let Some(turned) = targets.get(&keyed) {
            next.open = turned.add_to(&next.marks, BOTH, FOLLOWED) > 0;
        } else {
            next.marks.share_with_duplicates(BOTH);
            next.open = true;
        }
        Ok(())
    }

    /// Counts what is marked.
    fn finish(&mut self, job: Job, opened: &Opened) -> Result<(), CensusError> {
        let table = opened.table(job.subspace);
        let counted = match table.width() {
            Width::Narrow => self.count::<u8>(&job, table)?,
            Width::Wide => self.count::<u16>(&job, table)?,
        };
        let (subspace, arises) = (job.subspace, counted.0.positions > 0);
        self.state.counted.insert(subspace, counted);
        if arises {
            job.marks.share_with_duplicates(BOTH);
            let packed = Packed::new(&job.marks.into_bits())?;
            self.journal_does(|journal, state| {
                state.marked.insert(subspace, journal.write_marks(subspace, &packed)?);
                Ok(())
            });
        }
        Ok(())
    }

    fn count<T: Code>(&mut self, job: &Job, table: &Table) -> Result<Counted, CensusError> {
        let mut codes = zeroed::<T>(table.slots());
        table.plies()?.load(&mut codes)?;
        let (subspace, progress) = (job.subspace, &mut *self.progress);
        let mut looked = |slots| progress(Progress::Looked { subspace, slots });
        // It asks for no moves.
        let (no_reaches, no_planes) = ([], Planes::<()>::new());
        let walk = Walk::new(self.rules, subspace, &no_reaches, &no_planes);
        let counter = Counter { own: &job.marks, codes };
        finished(subspace, walk.run(&counter, self.options.stop, &mut looked))
    }

    /// Keeps the marks in other units until they have their turn.
    fn put_away(&mut self, targets: BTreeMap<Keyed, Marks>) -> Result<(), CensusError> {
        let (stored, turned): (Vec<Marks>, Vec<Marks>) =
            targets.into_values().partition(|marks| marks.keyed().is_stored());
        for marks in stored {
            marks.share_with_duplicates(BOTH);
            self.wait(marks)?;
        }
        for turned in turned {
            let keyed = Keyed::stored(turned.keyed().subspace);
            // What an even unit met the other way round has been counted.
            if self.state.counted.contains_key(&keyed.subspace) {
                continue;
            }
            let stored = match self.state.waiting.remove(&keyed.subspace) {
                Some(packed) => Marks::from_bits(keyed, packed.unpack()?),
                None => Marks::new(keyed),
            };
            turned.add_to(&stored, BOTH, FOLLOWED);
            self.wait(stored)?;
        }
        Ok(())
    }

    fn wait(&mut self, marks: Marks) -> Result<(), CensusError> {
        let (subspace, bits) = (marks.keyed().subspace, marks.into_bits());
        if bits.par_iter().any(|&bits| bits & BOTH != 0) {
            self.state.waiting.insert(subspace, Packed::new(&bits)?);
        }
        Ok(())
    }
}

/// Carries marks to what the moves of marked positions lead to: that the position can arise, and for which worth of the one
/// before it does if nobody gives away his result.
struct Following;

/// What is carried by moves that keep what a position is worth.
const fn keeping_from(worth: u8) -> u8 {
    KEEPING << worth
}

impl Carrier for Following {
    #[inline]
    fn carried(&self, bits: u8) -> u8 {
        let todo = bits & BOTH & !(bits >> FOLLOWED);
        todo & ANY | if todo & KEEPING == 0 { 0 } else { keeping_from(bits >> WORTH) }
    }

    #[inline]
    fn done(&self, bits: u8) -> u8 {
        (bits & BOTH) << FOLLOWED
    }

    #[inline]
    fn left(&self, carried: u8, bits: u8) -> u8 {
        let keeps = carried & keeping_from(before(bits >> WORTH)) != 0;
        carried & ANY | if keeps { KEEPING } else { 0 }
    }
}

/// Counts what is marked.
struct Counter<'a, T> {
    own: &'a Marks,
    codes: Vec<T>,
}

impl<T: Code> Judge<()> for Counter<'_, T> {
    type Found = Counted;

    fn nothing(&self) -> Counted {
        Counted::default()
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, (), A_MOVES>, (any, keeping): &mut Counted) {
        let marks = self.own.at(visit.place());
        if marks & BOTH == 0 || !visit.is_representative() {
            return;
        }
        let code = self.codes[visit.place()].widened();
        for (mark, statistics) in [(ANY, any), (KEEPING, keeping)] {
            if marks & mark != 0 {
                statistics.count(code, visit.slot());
            }
        }
    }

    fn append(&self, (any, keeping): &mut Counted, later: Counted) {
        any.append(&later.0);
        keeping.append(&later.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_keep_lead_from_what_a_position_is_worth_to_what_that_is_for_the_other() {
        const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        for here in OUTCOMES {
            assert_eq!(Following.carried(worth(here)), 0, "not marked");
            for next in OUTCOMES {
                let left = |marks| Following.left(Following.carried(worth(here) | marks), worth(next));
                let kept = if next.seen_from_parent() == here { KEEPING } else { 0 };
                assert_eq!([left(ANY), left(BOTH)], [ANY, ANY | kept], "{here:?} to {next:?}");
                // What came later alone.
                assert_eq!(left(BOTH | ANY << FOLLOWED), kept, "{here:?} to {next:?}");
            }
            assert_eq!(Following.carried(worth(here) | BOTH | BOTH << FOLLOWED), 0, "done");
        }
    }
}
