//! Draws: is every value the best that the moves to other draws allow?

use millwright_index::{Slot, Subspace};
use millwright_rules::{Over, Position, Rules};
use millwright_table::{
    Content, Fingerprint, Holds, NARROW_DRAW, Table, TableDirectory, TableError, TableFault, Tables, Ultra,
    UltraTable,
};
use millwright_walk::{Judge, Keyed, Planes, Reach, Successor, Visit, zeroed};

use super::grades::{Grades, NOT_DRAWN};
use super::sample::check_slots;
use crate::error::VerifyError;
use crate::record::Verified;
use crate::report::{
    CountMismatch, ExpectedDraw, FirstWrong, StoredDraw, UltraReport, WrongCount, WrongDraw,
};
use crate::run::{Job, Run};
use crate::sample::Sample;
use crate::verifiable::{Check, Opened, Verifiable, VerifiableIn};

impl Verifiable for Ultra {
    /// The table that says what is drawn.
    type Beside = Table;
    type Wrong = WrongDraw;
    type Counts = CountMismatch;

    const BESIDE_BYTES: u64 = 1;
    const RECORDED_AS_ULTRA: bool = true;

    fn missing(directory: &TableDirectory, of: Subspace, subspace: Subspace) -> VerifyError {
        VerifyError::MissingUltra { of, subspace, path: directory.ultra_path_of(subspace) }
    }

    fn explain(directory: &TableDirectory, error: TableError) -> VerifyError {
        match error.fault {
            TableFault::OtherRanks => {
                VerifyError::OtherRanks { path: error.path, ranks: directory.ranks_path() }
            }
            _ => error.into(),
        }
    }

    fn open_beside(directory: &TableDirectory, subspace: Subspace) -> Result<Table, TableError> {
        directory.open(subspace)
    }

    /// Its draws are checked against those of all that its moves lead to, and which positions are drawn another table says.
    fn is_reduced(opened: &Opened<Self>, subspace: Subspace, reaches: &[Reach]) -> bool {
        let mut needed = reaches.iter().map(|reach| reach.next).chain([subspace]);
        let outcomes_are_gone = match opened.beside[&subspace].holds() {
            Holds::Plies(_) | Holds::Outcomes(_) => false,
            Holds::Statistics => true,
        };
        outcomes_are_gone || needed.any(|subspace| opened.tables[&subspace].content() < Content::Plies)
    }

    fn verified(
        tables: &Tables<'_, Self>,
        opened: &Opened<Self>,
        (subspace, reaches): (Subspace, &[Reach]),
    ) -> Verified {
        let successors = reaches.iter().map(|reach| &opened.tables[&reach.next]);
        let ranks = Fingerprint::of_ranked(tables.directory().rules(), tables.ranking());
        Verified::new(&opened.tables[&subspace], successors).with(&opened.beside[&subspace], ranks)
    }

    fn check_slots(
        sample: Sample,
        tables: &Tables<'_, Self>,
        opened: &Opened<Self>,
        (subspace, slots): (Subspace, &[Slot]),
        report: &mut UltraReport,
    ) -> Result<(), VerifyError> {
        let by = (tables.directory().rules(), tables.ranking());
        check_slots(sample, by, subspace, slots, opened, report)
    }

    fn check_jobs(
        run: &mut Run<'_, '_, Self>,
        jobs: Vec<Job>,
        opened: &Opened<Self>,
    ) -> Result<(), VerifyError> {
        run.check_jobs::<u16>(jobs, opened)
    }
}

impl VerifiableIn<u16> for Ultra {
    fn load(table: &UltraTable, out: &mut [u16]) -> Result<(), TableError> {
        table.load(out)
    }

    fn check_of<'a>(
        (tables, list): (&'a Tables<'_, Self>, usize),
        job: &'a Job,
        planes: &'a Planes<u16>,
        opened: &'a Opened<Self>,
    ) -> Result<impl Check<u16, Wrong = WrongDraw, Counts = CountMismatch> + 'a, VerifyError> {
        let table = &opened.tables[&job.subspace];
        let mut outcomes = zeroed(table.slots());
        opened.beside[&job.subspace].outcomes()?.load(&mut outcomes)?;
        Ok(UltraCheck {
            rules: tables.directory().rules(),
            table,
            outcomes,
            codes: planes.get(Keyed::stored(job.subspace)),
            grades: Grades::new(tables.ranking(), job.subspace, &job.reaches, &opened.tables),
            list,
        })
    }
}

/// The check of one plane.
struct UltraCheck<'a> {
    rules: &'a Rules,
    table: &'a UltraTable,
    /// What the table of plies says: [`NARROW_DRAW`] where it is drawn.
    outcomes: Vec<u8>,
    /// The codes of the ultra table.
    codes: &'a [u16],
    grades: Grades,
    /// How many wrong positions to list.
    list: usize,
}

/// What was found so far.
struct UltraTally {
    wrong: FirstWrong<WrongDraw>,
    /// By code.
    counts: Vec<u64>,
}

impl Judge<u16> for UltraCheck<'_> {
    type Found = UltraTally;

    fn nothing(&self) -> UltraTally {
        UltraTally { wrong: FirstWrong::new(self.list), counts: vec![0; self.table.values().len() + 1] }
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, u16, A_MOVES>, tally: &mut UltraTally) {
        let place = visit.place();
        let (drawn, code) = (self.outcomes[place] == NARROW_DRAW, self.codes[place]);
        if !drawn && code == 0 {
            return;
        }
        let position = visit.position();
        if drawn {
            let best = self.best(&position, visit);
            if self.grades.stored[usize::from(code)] != best {
                let expected =
                    if best == NOT_DRAWN { ExpectedDraw::NoMoveDraws } else { self.grades.expected(best) };
                tally.wrong.note(|| self.wrong(&position, visit, expected));
            }
        } else {
            tally.wrong.note(|| self.wrong(&position, visit, ExpectedDraw::NoDraw));
        }
        if visit.is_representative() {
            tally.counts[usize::from(code)] += 1;
        }
    }

    fn append(&self, tally: &mut UltraTally, later: UltraTally) {
        tally.wrong.append(later.wrong);
        for (count, more) in tally.counts.iter_mut().zip(later.counts) {
            *count += more;
        }
    }
}

impl Check<u16> for UltraCheck<'_> {
    type Wrong = WrongDraw;
    type Counts = CountMismatch;

    fn verdict(&self, tally: UltraTally) -> (FirstWrong<WrongDraw>, Option<Box<CountMismatch>>) {
        let mismatch = self.mismatch(&tally);
        (tally.wrong, mismatch)
    }
}

impl UltraCheck<'_> {
    /// The grade of the best move to a draw, or of staying on a full board; [`NOT_DRAWN`] if there is no such move.
    #[inline]
    fn best<const A_MOVES: bool>(&self, position: &Position, visit: &mut Visit<'_, u16, A_MOVES>) -> u32 {
        let mut best = NOT_DRAWN;
        visit.for_each_successor(position, |successor| {
            // What is decided, by this move or later, is no draw.
            if let Successor::Stored { placed, taken, value, .. } = successor {
                let grades = &self.grades.successors[usize::from(placed)][usize::from(taken)];
                best = best.max(grades[usize::from(value)]);
            }
        });
        match position.over(self.rules) {
            Some(Over::DrawnFullBoard) if best == NOT_DRAWN => self.grades.staying,
            _ => best,
        }
    }

    fn wrong<const A_MOVES: bool>(
        &self,
        position: &Position,
        visit: &Visit<'_, u16, A_MOVES>,
        expected: ExpectedDraw,
    ) -> WrongDraw {
        let stored = StoredDraw::of(self.table.summary().value_of(self.codes[visit.place()]));
        WrongDraw { slot: visit.slot(), position: *position, stored, expected }
    }

    /// The values that the head counts otherwise.
    fn mismatch(&self, tally: &UltraTally) -> Option<Box<CountMismatch>> {
        let values = self.table.values().iter().zip(&tally.counts[1..]);
        let wrong = values
            .filter(|((_, stored), counted)| stored != *counted)
            .map(|(&(value, stored), &counted)| WrongCount { value, stored, counted });
        let wrong: Vec<WrongCount> = wrong.collect();
        (!wrong.is_empty()).then(|| Box::new(CountMismatch(wrong)))
    }
}
