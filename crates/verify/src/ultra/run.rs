//! A whole verification of ultra tables: unit after unit.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::Ranks;
use millwright_table::{Content, Table, TableDirectory, TableFault, UltraTable};

use super::check::UltraCheck;
use super::sample::check_slots;
use super::scale::Scale;
use crate::error::{VerifyError, command, ultra_command};
use crate::planes::{Planes, bytes_needed, zeroed};
use crate::reach::{Keyed, Reach, reaches, wanted};
use crate::record::{Record, VerifiedUltra};
use crate::report::{UltraReport, UltraVerifyReport};
use crate::run::{Progress, VerifyOptions, by_unit};
use crate::walk::{Ended, Walk};

/// Bytes of a code in memory.
const CODE_BYTES: usize = size_of::<u16>();

/// Verifies the ultra tables of some subspaces: every draw against the draws that its moves lead to, whose ultra tables
/// must be there too. What is drawn the tables of plies say; [`verify`](crate::verify()) tells whether they are right, and
/// the head of this module what follows if they are. As there, the report is the same for any number of threads.
///
/// **Memory**: two bytes for every slot of a subspace, of its swap and of all that captures and placing lead to, and one
/// more for each of its own.
///
/// # Errors
/// If a table or the ranks are missing, damaged, foreign or cannot be read, or the memory does not suffice. Wrong
/// values are no errors; they are in the report, and so are subspaces of which only statistics have been kept.
pub fn verify(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    options: &VerifyOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_, UltraReport>),
) -> Result<UltraVerifyReport, VerifyError> {
    let mut report = UltraVerifyReport::default();
    if subspaces.is_empty() {
        return Ok(report);
    }
    check_that_all_are_there(directory, subspaces)?;
    let ranks = read_ranks(directory, subspaces)?;
    let record = Record::read(directory);
    let mut run = UltraRun { directory, ranks: &ranks, options, progress, record, report: &mut report };
    for subspaces in by_unit(subspaces) {
        run.unit(subspaces)?;
        if run.report.stopped {
            break;
        }
    }
    Ok(report)
}

/// The ranks by which the draws were told apart, if they are ranks for these subspaces.
fn read_ranks(directory: &TableDirectory, subspaces: &[Subspace]) -> Result<Ranks, VerifyError> {
    let path = directory.ranks_path();
    let Some(ranks) = directory.read_ranks()? else {
        let command = command(directory, subspaces[0]) + " --ultra";
        return Err(VerifyError::NoRanks { path, command });
    };
    let graph = UnitGraph::closure(directory.rules(), subspaces.iter().copied());
    ranks.check(&graph).map_err(|source| VerifyError::Ranks { path, source })?;
    Ok(ranks)
}

/// A missing table is better known before hours of work than after.
fn check_that_all_are_there(directory: &TableDirectory, subspaces: &[Subspace]) -> Result<(), VerifyError> {
    let contents = directory.contents()?;
    let tables: BTreeSet<Subspace> = contents.tables.into_iter().collect();
    let ultra_tables: BTreeSet<Subspace> = contents.ultra_tables.into_iter().collect();
    for &of in subspaces {
        if !tables.contains(&of) {
            let (path, command) = (directory.path_of(of), command(directory, of));
            return Err(VerifyError::Missing { subspace: of, path, command });
        }
        let successors = reaches(directory.rules(), of).into_iter().map(|reach| reach.next);
        for subspace in [of].into_iter().chain(successors) {
            if !ultra_tables.contains(&subspace) {
                let (path, command) = (directory.ultra_path_of(subspace), ultra_command(directory, subspace));
                return Err(VerifyError::MissingUltra { of, subspace, path, command });
            }
        }
    }
    Ok(())
}

struct UltraRun<'a> {
    directory: &'a TableDirectory,
    ranks: &'a Ranks,
    options: &'a VerifyOptions<'a>,
    progress: &'a mut dyn FnMut(Progress<'_, UltraReport>),
    record: Record,
    report: &'a mut UltraVerifyReport,
}

/// The tables of some subspaces, and the ultra tables of all that their moves lead to.
pub(super) struct Opened {
    pub(super) plies: BTreeMap<Subspace, Table>,
    pub(super) ultra: BTreeMap<Subspace, UltraTable>,
}

/// One subspace that is to be checked.
struct Job {
    subspace: Subspace,
    reaches: Vec<Reach>,
    verified: VerifiedUltra,
}

impl UltraRun<'_> {
    /// Verifies some subspaces of one unit.
    fn unit(&mut self, subspaces: BTreeSet<Subspace>) -> Result<(), VerifyError> {
        let opened = self.open(&subspaces)?;
        let mut jobs = Vec::new();
        // Plane A, which has more stones, comes first.
        for subspace in subspaces.into_iter().rev() {
            if opened.plies[&subspace].content() < Content::Outcomes {
                self.report.reduced.push(subspace);
                continue;
            }
            let job = self.job(subspace, &opened);
            let sampling = self.options.sample.is_some();
            if self.options.resume && !sampling && self.record.has_ultra(subspace, &job.verified) {
                // The record knows the head, which knows the checksums of the rest: see that they still hold.
                opened.ultra[&subspace].check_whole()?;
                self.finish(UltraReport { verified_before: true, ..empty_report(&opened.ultra[&subspace]) });
            } else {
                jobs.push(job);
            }
        }
        if self.options.sample.is_some() { self.sample(&jobs, &opened) } else { self.check(jobs, &opened) }
    }

    fn open(&self, subspaces: &BTreeSet<Subspace>) -> Result<Opened, VerifyError> {
        let mut opened = Opened { plies: BTreeMap::new(), ultra: BTreeMap::new() };
        for &subspace in subspaces {
            opened.plies.insert(subspace, self.directory.open(subspace)?);
            let successors = reaches(self.directory.rules(), subspace).into_iter().map(|reach| reach.next);
            for subspace in successors.chain([subspace]) {
                if let Entry::Vacant(place) = opened.ultra.entry(subspace) {
                    place.insert(self.open_ultra(subspace)?);
                }
            }
        }
        Ok(opened)
    }

    fn open_ultra(&self, subspace: Subspace) -> Result<UltraTable, VerifyError> {
        self.directory.ultra(self.ranks).open(subspace).map_err(|error| match error.fault {
            TableFault::OtherRanks => {
                VerifyError::OtherRanks { path: error.path, ranks: self.directory.ranks_path() }
            }
            _ => error.into(),
        })
    }

    fn job(&self, subspace: Subspace, opened: &Opened) -> Job {
        let reaches = reaches(self.directory.rules(), subspace);
        let successors = reaches.iter().map(|reach| &opened.ultra[&reach.next]);
        let (plies, ultra) = (&opened.plies[&subspace], &opened.ultra[&subspace]);
        let verified = VerifiedUltra::new((self.directory, self.ranks), plies, ultra, successors);
        Job { subspace, reaches, verified }
    }

    fn sample(&mut self, jobs: &[Job], opened: &Opened) -> Result<(), VerifyError> {
        let Some(sample) = self.options.sample() else { return Ok(()) };
        for &Job { subspace, .. } in jobs {
            self.start(&opened.ultra[&subspace]);
            let progress = &mut *self.progress;
            let mut checked = |checked| progress(Progress::Checked { subspace, checked });
            let by = (self.directory.rules(), self.ranks);
            let report = sample.run(subspace, self.options.stop, &mut checked, |slots, report| {
                check_slots(sample, by, subspace, slots, opened, report)
            })?;
            let Some(report) = report else {
                self.report.stopped = true;
                break;
            };
            self.finish(report);
        }
        Ok(())
    }

    fn check(&mut self, jobs: Vec<Job>, opened: &Opened) -> Result<(), VerifyError> {
        let mut planes = Planes::<u16>::new();
        for job in jobs {
            if self.options.stopped() {
                self.report.stopped = true;
                break;
            }
            let subspace = job.subspace;
            let wanted = wanted(subspace, &job.reaches);
            let slots = opened.ultra[&subspace].slots();
            self.options.check_memory(subspace, bytes_needed(&wanted, CODE_BYTES) + slots)?;
            self.start(&opened.ultra[&subspace]);
            planes.keep(&wanted);
            planes.load(&wanted, |subspace, codes| Ok(opened.ultra[&subspace].load(codes)?))?;
            let mut outcomes = zeroed(slots);
            opened.plies[&subspace].outcomes()?.load(&mut outcomes)?;
            self.check_job(job, &outcomes, &planes, opened)?;
        }
        Ok(())
    }

    fn check_job(
        &mut self,
        job: Job,
        outcomes: &[u8],
        planes: &Planes<u16>,
        opened: &Opened,
    ) -> Result<(), VerifyError> {
        let Job { subspace, reaches, verified } = job;
        let (rules, table) = (self.directory.rules(), &opened.ultra[&subspace]);
        let scale = Scale::new(self.ranks, subspace, &reaches, &opened.ultra);
        let (codes, list) = (planes.get(Keyed::stored(subspace)), self.options.list);
        let check = UltraCheck { rules, table, outcomes, codes, scale: &scale, list };
        let progress = &mut *self.progress;
        let mut checked = |checked| progress(Progress::Checked { subspace, checked });
        let walk = Walk::new(rules, subspace, &reaches, planes);
        let tally = match walk.run(&check, self.options.stop, &mut checked) {
            Ended::Done(tally) => tally,
            Ended::Strayed(to) => return Err(VerifyError::Strayed { from: subspace, to }),
            Ended::Stopped => {
                self.report.stopped = true;
                return Ok(());
            }
        };
        let report = UltraReport {
            checked: table.slots(),
            wrong: tally.wrong.count,
            statistics: check.mismatch(&tally),
            first_wrong: tally.wrong.first,
            ..empty_report(table)
        };
        self.record.set_ultra(subspace, report.is_correct().then_some(verified));
        self.report.not_recorded = self.record.write().err();
        self.finish(report);
        Ok(())
    }

    fn start(&mut self, table: &UltraTable) {
        (self.progress)(Progress::Started { subspace: table.subspace(), slots: table.slots() });
    }

    fn finish(&mut self, report: UltraReport) {
        (self.progress)(Progress::Finished(&report));
        self.report.subspaces.push(report);
    }
}

fn empty_report(table: &UltraTable) -> UltraReport {
    UltraReport::empty(table.subspace(), table.slots())
}
