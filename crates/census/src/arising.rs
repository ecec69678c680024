//! Which positions can arise from the start of a game.
//!
//! Forward from unit to unit, the first of them first: a position that can arise is marked, and so is all that its moves
//! lead to. Turns that stay in a unit go from one of its planes to the other, until nothing new is marked. A position has two
//! marks: that it can arise at all, and that it can by play in which nobody gives away his result, where every move leads
//! to a position that is worth to him what the one before was.

use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Subspace, Unit, UnitGraph};
use millwright_rules::{Position, Rules};
use millwright_table::{Code, Statistics, TableDirectory, Width};
use millwright_walk::{
    ByKind, Ended, Judge, Keyed, Marks, Planes, Reach, Successor, Visit, Walk, bytes_needed, reaches, wanted,
};

use crate::packed::Packed;
use crate::values::{Opened, open, outcome};
use crate::{CensusError, CensusOptions, Progress};

/// The position can arise.
const ANY: u8 = 1;
/// It can by play in which nobody gives away his result.
const KEEPING: u8 = 2;
const BOTH: u8 = ANY | KEEPING;
/// Shifts a mark to the one that says: what its moves lead to has been marked.
const FOLLOWED: u32 = 2;

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

/// Follows all play from the start. The tables of the whole game must be there. Work is done in the current thread pool.
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
    // What is missing is better known before hours of work than after.
    for subspace in graph.subspaces() {
        open(directory, subspace)?;
    }
    let start = Subspace::of(&Position::start(rules));
    let waiting = BTreeMap::from([(start, Packed::new(&[BOTH])?)]);
    let mut run = Run { rules, options, progress, waiting, found: BTreeMap::new() };
    for &unit in graph.units().iter().rev() {
        let subspaces: Vec<Subspace> = graph.planes(unit).map(|plane| unit.subspace(plane)).collect();
        let opened = Opened::new(directory, subspaces.iter().copied())?;
        match opened.width() {
            Width::Narrow => run.unit::<u8>(&opened, &subspaces)?,
            Width::Wide => run.unit::<u16>(&opened, &subspaces)?,
        }
    }
    Ok(run.found)
}

struct Run<'a> {
    rules: &'a Rules,
    options: &'a CensusOptions<'a>,
    progress: &'a mut dyn FnMut(Progress),
    /// Marks in units whose turn has not come.
    waiting: BTreeMap<Subspace, Packed>,
    found: BTreeMap<Subspace, Arising>,
}

/// A subspace of the unit at hand.
struct Job {
    subspace: Subspace,
    reaches: Vec<Reach>,
    marks: Marks,
    /// Marks of slides within an even unit, which are met the other way round.
    turned: Option<Marks>,
    /// Whether something may be marked that was not followed.
    open: bool,
}

impl Run<'_> {
    fn unit<T: Code>(&mut self, opened: &Opened, subspaces: &[Subspace]) -> Result<(), CensusError> {
        self.options.check_stop()?;
        if subspaces.iter().all(|subspace| !self.waiting.contains_key(subspace)) {
            for &subspace in subspaces {
                let all = opened.table(subspace).statistics().clone();
                self.found.insert(subspace, Arising { all, ..Arising::default() });
            }
            return Ok(());
        }
        let of_subspace = |&subspace: &Subspace| wanted(subspace, &reaches(self.rules, subspace));
        let wanted: BTreeSet<Keyed> = subspaces.iter().flat_map(of_subspace).collect();
        let waiting: u64 = self.waiting.values().map(Packed::bytes).sum();
        // Values, and a byte of marks for each.
        let needed = bytes_needed(&wanted, size_of::<T>() + 1) + waiting;
        self.options.check_memory(subspaces[0], needed)?;
        let mut planes = Planes::<T>::new();
        opened.load(&mut planes, &wanted)?;

        let mut jobs = Vec::new();
        for &subspace in subspaces {
            (self.progress)(Progress::Started { subspace, slots: opened.table(subspace).slots() });
            let (reaches, open) = (reaches(self.rules, subspace), self.waiting.contains_key(&subspace));
            jobs.push(Job { subspace, reaches, marks: self.take(subspace)?, turned: None, open });
        }
        let mut targets = self.targets(&jobs)?;
        while let Some(at) = jobs.iter().position(|job| job.open) {
            self.follow(&mut jobs, at, &mut targets, &planes)?;
        }
        for job in &jobs {
            self.finish(job, opened, &planes)?;
        }
        drop(planes);
        self.put_away(targets)
    }

    /// The marks of a subspace, as a table has its slots.
    fn take(&mut self, subspace: Subspace) -> Result<Marks, CensusError> {
        let keyed = Keyed::stored(subspace);
        Ok(match self.waiting.remove(&subspace) {
            Some(packed) => Marks::from_bits(keyed, packed.unpack()?),
            None => Marks::new(keyed),
        })
    }

    /// Places for marks in other units, in the orders in which they are met.
    fn targets(&mut self, jobs: &[Job]) -> Result<BTreeMap<Keyed, Marks>, CensusError> {
        let unit = Unit::of(jobs[0].subspace);
        let mut targets = BTreeMap::new();
        for job in jobs {
            for reach in job.reaches.iter().filter(|reach| Unit::of(reach.next) != unit) {
                let keyed = Keyed::after(job.subspace, reach);
                if !targets.contains_key(&keyed) {
                    let marks = if keyed.is_stored() { self.take(reach.next)? } else { Marks::new(keyed) };
                    targets.insert(keyed, marks);
                }
            }
        }
        Ok(targets)
    }

    /// Marks what the moves of a subspace lead to, as far as that has not been done.
    fn follow<T: Code>(
        &mut self,
        jobs: &mut [Job],
        at: usize,
        targets: &mut BTreeMap<Keyed, Marks>,
        planes: &Planes<T>,
    ) -> Result<(), CensusError> {
        jobs[at].open = false;
        let subspace = jobs[at].subspace;
        let inside =
            jobs[at].reaches.iter().find(|reach| Unit::of(reach.next) == Unit::of(subspace)).copied();
        // The same subspace the other way round, or else the other plane.
        if inside.is_some_and(|reach| reach.next == subspace) {
            jobs[at].turned = inside.map(|reach| Marks::new(Keyed::after(subspace, &reach)));
        }
        let new = {
            let job = &jobs[at];
            let marks_of = |reach: &Reach| match (&job.turned, Unit::of(reach.next) == Unit::of(subspace)) {
                (_, false) => &targets[&Keyed::after(subspace, reach)],
                (Some(turned), true) => turned,
                (None, true) => {
                    &jobs.iter().find(|job| job.subspace == reach.next).expect("both planes are here").marks
                }
            };
            let mut by_kind: ByKind<Option<(&Marks, bool)>> = [[None; 3]; 2];
            for reach in &job.reaches {
                let is_inside = Unit::of(reach.next) == Unit::of(subspace);
                by_kind[usize::from(reach.placed)][usize::from(reach.taken)] =
                    Some((marks_of(reach), is_inside));
            }
            let follower =
                Follower { own: &job.marks, stored: planes.get(Keyed::stored(subspace)), targets: by_kind };
            self.walk(&follower, job, planes)?
        };
        if new > 0 {
            match jobs[at].turned.take() {
                Some(turned) => {
                    jobs[at].open = turned.add_to(&jobs[at].marks) > 0;
                }
                None => {
                    let next = inside.expect("something inside is marked").next;
                    let job = jobs.iter_mut().find(|job| job.subspace == next).expect("both planes are here");
                    job.marks.share_with_duplicates();
                    job.open = true;
                }
            }
        }
        Ok(())
    }

    fn walk<T: Code, J: Judge<T>>(
        &mut self,
        judge: &J,
        job: &Job,
        planes: &Planes<T>,
    ) -> Result<J::Found, CensusError> {
        let subspace = job.subspace;
        let progress = &mut *self.progress;
        let mut looked = |slots| progress(Progress::Looked { subspace, slots });
        match Walk::new(self.rules, subspace, &job.reaches, planes).run(judge, self.options.stop, &mut looked)
        {
            Ended::Done(found) => Ok(found),
            Ended::Stopped => Err(CensusError::Stopped),
            Ended::Strayed(to) => Err(CensusError::Strayed { from: subspace, to }),
        }
    }

    /// Counts what is marked.
    fn finish<T: Code>(&mut self, job: &Job, opened: &Opened, planes: &Planes<T>) -> Result<(), CensusError> {
        let counter = Counter { own: &job.marks, stored: planes.get(Keyed::stored(job.subspace)) };
        let mut arising = self.walk(&counter, job, planes)?;
        arising.all = opened.table(job.subspace).statistics().clone();
        self.found.insert(job.subspace, arising);
        (self.progress)(Progress::Finished { subspace: job.subspace });
        Ok(())
    }

    /// Keeps the marks in other units until they have their turn.
    fn put_away(&mut self, targets: BTreeMap<Keyed, Marks>) -> Result<(), CensusError> {
        let (stored, turned): (Vec<Marks>, Vec<Marks>) =
            targets.into_values().partition(|marks| marks.keyed().is_stored());
        for marks in stored {
            marks.share_with_duplicates();
            self.wait(marks)?;
        }
        for turned in turned {
            let stored = self.take(turned.keyed().subspace)?;
            turned.add_to(&stored);
            self.wait(stored)?;
        }
        Ok(())
    }

    fn wait(&mut self, marks: Marks) -> Result<(), CensusError> {
        let (subspace, bits) = (marks.keyed().subspace, marks.into_bits());
        if bits.iter().any(|&bits| bits != 0) {
            self.waiting.insert(subspace, Packed::new(&bits)?);
        }
        Ok(())
    }
}

/// Marks what the moves of marked positions lead to.
struct Follower<'a, T> {
    own: &'a Marks,
    stored: &'a [T],
    /// Where moves of a kind lead, and whether that is in the same unit.
    targets: ByKind<Option<(&'a Marks, bool)>>,
}

impl<T: Code> Judge<T> for Follower<'_, T> {
    /// How many marks in the same unit are new.
    type Found = u64;

    fn nothing(&self) -> u64 {
        0
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, T, A_MOVES>, new: &mut u64) {
        let place = visit.place();
        let marks = self.own.at(place);
        let todo = marks & BOTH & !(marks >> FOLLOWED);
        if todo == 0 || !visit.is_representative() {
            return;
        }
        self.own.mark(place, todo << FOLLOWED);
        let worth = outcome(self.stored[place]);
        visit.for_each_successor(&visit.position(), |successor| {
            let Successor::Stored { placed, taken, place, value } = successor else { return };
            let keeps = outcome(value).seen_from_parent() == worth;
            let bits = if keeps { todo } else { todo & ANY };
            if let Some((marks, is_inside)) = self.targets[usize::from(placed)][usize::from(taken)]
                && marks.mark(place, bits)
            {
                *new += u64::from(is_inside);
            }
        });
    }

    fn append(&self, new: &mut u64, later: u64) {
        *new += later;
    }
}

/// Counts what is marked.
struct Counter<'a, T> {
    own: &'a Marks,
    stored: &'a [T],
}

impl<T: Code> Judge<T> for Counter<'_, T> {
    type Found = Arising;

    fn nothing(&self) -> Arising {
        Arising::default()
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, T, A_MOVES>, arising: &mut Arising) {
        let marks = self.own.at(visit.place());
        if marks & BOTH == 0 || !visit.is_representative() {
            return;
        }
        let code = self.stored[visit.place()].widened();
        for (mark, statistics) in [(ANY, &mut arising.any), (KEEPING, &mut arising.keeping)] {
            if marks & mark != 0 {
                statistics.count(code, visit.slot());
            }
        }
    }

    fn append(&self, arising: &mut Arising, later: Arising) {
        arising.any.append(&later.any);
        arising.keeping.append(&later.keeping);
    }
}
