//! Plies to the end: is every value the best that its successors allow?

use millwright_index::{Slot, Subspace};
use millwright_rules::{Over, Position, Rules};
use millwright_table::{
    Code, Holds, Longest, Statistics, Strong, Table, TableDirectory, TableError, Tables, Width,
};
use millwright_walk::{Judge, Keyed, Planes, Reach, Successor, Visit};

use crate::best::{Best, value_of};
use crate::error::VerifyError;
use crate::record::Verified;
use crate::report::{FirstWrong, StatisticsMismatch, SubspaceReport, WrongPosition};
use crate::run::{Job, Run};
use crate::sample::Sample;
use crate::verifiable::{Check, Opened, Verifiable, VerifiableIn};

impl Verifiable for Strong {
    type Beside = ();
    type Wrong = WrongPosition;
    type Counts = StatisticsMismatch;

    const BESIDE_BYTES: u64 = 0;
    const RECORDED_AS_ULTRA: bool = false;

    fn missing(directory: &TableDirectory, of: Subspace, subspace: Subspace) -> VerifyError {
        VerifyError::MissingSuccessor { of, subspace, path: directory.path_of(subspace) }
    }

    fn explain(_directory: &TableDirectory, error: TableError) -> VerifyError {
        error.into()
    }

    fn open_beside(_directory: &TableDirectory, _subspace: Subspace) -> Result<(), TableError> {
        Ok(())
    }

    /// Its own plies are checked against those of all that its moves lead to.
    fn is_reduced(opened: &Opened<Self>, subspace: Subspace, reaches: &[Reach]) -> bool {
        let needed = reaches.iter().map(|reach| reach.next).chain([subspace]);
        needed.into_iter().any(|subspace| match opened.tables[&subspace].holds() {
            Holds::Plies(_) => false,
            Holds::Outcomes(_) | Holds::Statistics => true,
        })
    }

    fn verified(
        _tables: &Tables<'_, Self>,
        opened: &Opened<Self>,
        (subspace, reaches): (Subspace, &[Reach]),
    ) -> Verified {
        Verified::new(&opened.tables[&subspace], reaches.iter().map(|reach| &opened.tables[&reach.next]))
    }

    fn check_slots(
        sample: Sample,
        tables: &Tables<'_, Self>,
        opened: &Opened<Self>,
        (subspace, slots): (Subspace, &[Slot]),
        report: &mut SubspaceReport,
    ) -> Result<(), VerifyError> {
        sample.check_slots(tables.directory().rules(), subspace, slots, &opened.tables, report)
    }

    /// One byte a slot, or two if one of the tables has two.
    fn check_jobs(
        run: &mut Run<'_, '_, Self>,
        jobs: Vec<Job>,
        opened: &Opened<Self>,
    ) -> Result<(), VerifyError> {
        if opened.tables.values().any(|table| table.width() == Width::Wide) {
            run.check_jobs::<u16>(jobs, opened)
        } else {
            run.check_jobs::<u8>(jobs, opened)
        }
    }
}

impl<T: Code> VerifiableIn<T> for Strong {
    fn load(table: &Table, out: &mut [T]) -> Result<(), TableError> {
        table.plies()?.load(out)
    }

    fn check_of<'a>(
        (tables, list): (&'a Tables<'_, Self>, usize),
        job: &'a Job,
        planes: &'a Planes<T>,
        opened: &'a Opened<Self>,
    ) -> Result<impl Check<T, Wrong = WrongPosition, Counts = StatisticsMismatch> + 'a, VerifyError> {
        Ok(PliesCheck {
            rules: tables.directory().rules(),
            stored: planes.get(Keyed::stored(job.subspace)),
            statistics: opened.tables[&job.subspace].statistics(),
            list,
        })
    }
}

/// The check of one plane.
struct PliesCheck<'a, T> {
    rules: &'a Rules,
    stored: &'a [T],
    /// What the head of the table says; loading has made sure that no value is deeper.
    statistics: &'a Statistics,
    /// How many wrong positions to list.
    list: usize,
}

/// What was found so far.
struct Tally {
    wrong: FirstWrong<WrongPosition>,
    draws: u64,
    plies: Vec<u64>,
    longest: Option<Longest>,
}

impl<T: Code> Judge<T> for PliesCheck<'_, T> {
    type Found = Tally;

    fn nothing(&self) -> Tally {
        Tally {
            wrong: FirstWrong::new(self.list),
            draws: 0,
            plies: vec![0; self.statistics.plies.len()],
            longest: None,
        }
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, T, A_MOVES>, tally: &mut Tally) {
        let position = visit.position();
        let (stored, expected) = (self.stored[visit.place()].into(), self.expected(&position, visit));
        if stored != expected {
            tally.wrong.note(|| WrongPosition {
                slot: visit.slot(),
                position,
                stored: value_of::<T>(stored),
                expected: value_of::<T>(expected),
            });
        }
        if visit.is_representative() {
            tally.count::<T>(stored, visit.slot());
        }
    }

    fn append(&self, tally: &mut Tally, later: Tally) {
        tally.append(later);
    }
}

impl<T: Code> Check<T> for PliesCheck<'_, T> {
    type Wrong = WrongPosition;
    type Counts = StatisticsMismatch;

    fn verdict(&self, tally: Tally) -> (FirstWrong<WrongPosition>, Option<Box<StatisticsMismatch>>) {
        let (stored, counted) = (self.statistics.clone(), tally.statistics());
        let mismatch = (counted != stored).then(|| Box::new(StatisticsMismatch { stored, counted }));
        (tally.wrong, mismatch)
    }
}

impl<T: Code> PliesCheck<'_, T> {
    /// The code that a position must have.
    #[inline]
    fn expected<const A_MOVES: bool>(&self, position: &Position, visit: &mut Visit<'_, T, A_MOVES>) -> u32 {
        let mut best = Best::NONE;
        visit.for_each_successor(position, |successor| match successor {
            Successor::Lost => best.add_lost(),
            Successor::Stored { value, .. } => best.add(value.into()),
        });
        // The game is over if and only if there is no move.
        best.code::<T>().unwrap_or_else(|| match position.over(self.rules) {
            Some(Over::DrawnFullBoard) => T::DRAW.into(),
            Some(Over::TooFewStones | Over::Blocked) | None => 0,
        })
    }
}

impl Tally {
    /// Counts a position that stands for its orbit. Slots come in increasing order.
    #[inline]
    fn count<T: Code>(&mut self, code: u32, slot: Slot) {
        if code == T::DRAW.into() {
            self.draws += 1;
            return;
        }
        self.plies[code as usize] += 1;
        if self.longest.is_none_or(|longest| code > u32::from(longest.plies)) {
            let plies = u16::try_from(code).expect("codes have at most 16 bits");
            self.longest = Some(Longest { plies, slot });
        }
    }

    /// Adds what was found in later slots.
    fn append(&mut self, later: Self) {
        self.wrong.append(later.wrong);
        self.draws += later.draws;
        for (count, more) in self.plies.iter_mut().zip(later.plies) {
            *count += more;
        }
        self.longest = match (self.longest, later.longest) {
            (Some(first), Some(second)) if second.plies > first.plies => Some(second),
            (first, second) => first.or(second),
        };
    }

    /// What the head of the table should say.
    fn statistics(&self) -> Statistics {
        let depths = self.plies.iter().rposition(|&count| count > 0).map_or(0, |deepest| deepest + 1);
        Statistics {
            positions: self.draws + self.plies.iter().sum::<u64>(),
            draws: self.draws,
            plies: self.plies[..depths].to_vec(),
            longest: self.longest,
        }
    }
}
