//! A whole verification: unit after unit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Subspace, Unit};
use millwright_table::{Code, Strong, TableDirectory, TableFile, Tables};
use millwright_walk::{Ended, Planes, Reach, Walk, bytes_needed, reaches, wanted};

use crate::error::VerifyError;
use crate::record::{Record, Verified};
use crate::report::{Findings, SubspaceReport, TableReport, VerifyReport};
use crate::sample::Sample;
use crate::verifiable::{Check, Opened, ReportOf, Verifiable, VerifiableIn};

/// How to verify.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions<'a> {
    /// Raised when the work is no longer wanted.
    pub stop: &'a AtomicBool,
    /// Look at so many slots of each subspace, chosen at random, instead of all. Nothing is recorded then.
    pub sample: Option<u64>,
    /// Another seed, another sample.
    pub seed: u64,
    /// Skip what an earlier run has verified and nobody has changed since: such a table is only read, to see
    /// that its checksums hold.
    pub resume: bool,
    /// The most bytes of values that may be in memory; `None` for no limit. Samples need little.
    pub memory: Option<u64>,
    /// How many wrong positions of a subspace to list; all are counted.
    pub list: usize,
}

impl<'a> VerifyOptions<'a> {
    /// All slots, from the beginning, listing ten wrong positions a subspace.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self { stop, sample: None, seed: 0, resume: false, memory: None, list: 10 }
    }

    fn sample(&self) -> Option<Sample> {
        self.sample.map(|slots| Sample { slots, seed: self.seed, list: self.list })
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether so much memory may be used.
    fn check_memory(&self, subspace: Subspace, needed: u64) -> Result<(), VerifyError> {
        match self.memory {
            Some(limit) if needed > limit => Err(VerifyError::Memory { subspace, needed, limit }),
            _ => Ok(()),
        }
    }
}

/// What a verification tells about its progress. `R` is what it reports about a table.
#[derive(Debug)]
pub enum Progress<'a, R = SubspaceReport> {
    /// A subspace begins: its tables are being loaded.
    Started {
        /// Which.
        subspace: Subspace,
        /// How many slots it has.
        slots: u64,
    },
    /// More of its slots are checked.
    Checked {
        /// Which.
        subspace: Subspace,
        /// How many by now.
        checked: u64,
    },
    /// It is finished, or was verified before.
    Finished(&'a R),
}

/// Verifies the tables of some subspaces: every slot against its successors, whose tables must be there too.
/// See the head of the crate for what that proves. Work is done in the current thread pool; the report is the
/// same for any number of threads.
///
/// The planes of a unit are checked one after the other, and no table is loaded twice for a unit.
///
/// **Memory**: the values of a subspace, of its swap and of all that captures and placing lead to, one byte a
/// slot (two if one of the tables has two): 2.4 GB at most for the standard movement phase.
///
/// # Errors
/// If a table is missing, damaged, foreign or cannot be read, or the memory does not suffice. Wrong values are
/// no errors; they are in the report, and so are subspaces whose depths have not been kept.
pub fn verify(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    options: &VerifyOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<VerifyReport, VerifyError> {
    check_that_all_are_there::<Strong>(directory, subspaces)?;
    verify_tables(&directory.strong(), subspaces, options, progress)
}

/// Verifies the tables of some subspaces, which are there with all that their moves lead to.
pub(crate) fn verify_tables<K: Verifiable>(
    tables: &Tables<'_, K>,
    subspaces: &[Subspace],
    options: &VerifyOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_, ReportOf<K>>),
) -> Result<Findings<K::Wrong, K::Counts>, VerifyError> {
    let record = Record::read(tables.directory());
    let mut run = Run { tables, options, progress, record, report: Findings::default() };
    for subspaces in by_unit(subspaces) {
        run.unit(subspaces)?;
        if run.report.stopped {
            break;
        }
    }
    Ok(run.report)
}

/// The subspaces of each unit, in the order in which units are solved.
fn by_unit(subspaces: &[Subspace]) -> Vec<BTreeSet<Subspace>> {
    let mut by_unit: BTreeMap<((u8, u8), Unit), BTreeSet<Subspace>> = BTreeMap::new();
    for &subspace in subspaces {
        let unit = Unit::of(subspace);
        by_unit.entry((unit.order(), unit)).or_default().insert(subspace);
    }
    by_unit.into_values().collect()
}

/// A missing table is better known before hours of work than after.
pub(crate) fn check_that_all_are_there<K: Verifiable>(
    directory: &TableDirectory,
    subspaces: &[Subspace],
) -> Result<(), VerifyError> {
    let contents = directory.contents()?;
    let strong: BTreeSet<Subspace> = contents.tables.iter().copied().collect();
    let there: BTreeSet<Subspace> = K::among(contents).into_iter().collect();
    for &of in subspaces {
        if !strong.contains(&of) {
            return Err(VerifyError::Missing { subspace: of, path: directory.path_of(of) });
        }
        let successors = reaches(directory.rules(), of).into_iter().map(|reach| reach.next);
        let missing = [of].into_iter().chain(successors).find(|subspace| !there.contains(subspace));
        missing.map_or(Ok(()), |subspace| Err(K::missing(directory, of, subspace)))?;
    }
    Ok(())
}

/// A verification of tables of one kind.
pub(crate) struct Run<'a, 't, K: Verifiable> {
    tables: &'a Tables<'t, K>,
    options: &'a VerifyOptions<'a>,
    progress: &'a mut dyn FnMut(Progress<'_, ReportOf<K>>),
    record: Record,
    report: Findings<K::Wrong, K::Counts>,
}

/// One subspace that is to be checked.
pub(crate) struct Job {
    pub(crate) subspace: Subspace,
    pub(crate) reaches: Vec<Reach>,
    verified: Verified,
}

impl<K: Verifiable> Run<'_, '_, K> {
    /// Verifies some subspaces of one unit.
    fn unit(&mut self, subspaces: BTreeSet<Subspace>) -> Result<(), VerifyError> {
        let opened = Opened::new(self.tables, subspaces.iter().copied())?;
        let mut jobs = Vec::new();
        // Plane A, which has more stones, comes first.
        for subspace in subspaces.into_iter().rev() {
            let reaches = reaches(self.tables.directory().rules(), subspace);
            if K::is_reduced(&opened, subspace, &reaches) {
                self.report.reduced.push(subspace);
                continue;
            }
            let verified = K::verified(self.tables, &opened, (subspace, &reaches));
            let sampling = self.options.sample.is_some();
            if self.options.resume && !sampling && self.record.has::<K>(subspace, &verified) {
                // The record knows the head, which knows the checksums of the rest: see that they still hold.
                let table = &opened.tables[&subspace];
                table.check_whole()?;
                self.finish(TableReport { verified_before: true, ..empty_report(table) });
            } else {
                jobs.push(Job { subspace, reaches, verified });
            }
        }
        match self.options.sample() {
            Some(sample) => self.sample(sample, &jobs, &opened),
            None => K::check_jobs(self, jobs, &opened),
        }
    }

    fn sample(&mut self, sample: Sample, jobs: &[Job], opened: &Opened<K>) -> Result<(), VerifyError> {
        for &Job { subspace, .. } in jobs {
            self.start(&opened.tables[&subspace]);
            let progress = &mut *self.progress;
            let mut checked = |checked| progress(Progress::Checked { subspace, checked });
            let report = sample.run(subspace, self.options.stop, &mut checked, |slots, report| {
                K::check_slots(sample, self.tables, opened, (subspace, slots), report)
            })?;
            let Some(report) = report else {
                self.report.stopped = true;
                break;
            };
            self.finish(report);
        }
        Ok(())
    }

    /// Checks all slots of some subspaces, with `T` for each slot in memory.
    pub(crate) fn check_jobs<T: Code>(
        &mut self,
        jobs: Vec<Job>,
        opened: &Opened<K>,
    ) -> Result<(), VerifyError>
    where
        K: VerifiableIn<T>,
    {
        let mut planes = Planes::<T>::new();
        for job in jobs {
            if self.options.stopped() {
                self.report.stopped = true;
                break;
            }
            let (subspace, wanted) = (job.subspace, wanted(job.subspace, &job.reaches));
            let table = &opened.tables[&subspace];
            let needed = bytes_needed(&wanted, size_of::<T>()) + K::BESIDE_BYTES * table.slots();
            self.options.check_memory(subspace, needed)?;
            self.start(table);
            planes.keep(&wanted);
            planes.load(&wanted, |subspace, codes| K::load(&opened.tables[&subspace], codes))?;
            self.check_job(job, &planes, opened)?;
        }
        Ok(())
    }

    fn check_job<T: Code>(
        &mut self,
        job: Job,
        planes: &Planes<T>,
        opened: &Opened<K>,
    ) -> Result<(), VerifyError>
    where
        K: VerifiableIn<T>,
    {
        let (subspace, table) = (job.subspace, &opened.tables[&job.subspace]);
        let (rules, stop) = (self.tables.directory().rules(), self.options.stop);
        let walk = Walk::new(rules, subspace, &job.reaches, planes);
        let check = K::check_of((self.tables, self.options.list), &job, planes, opened)?;
        let progress = &mut *self.progress;
        let mut checked = |checked| progress(Progress::Checked { subspace, checked });
        let (wrong, statistics) = match walk.run(&check, stop, &mut checked) {
            Ended::Done(found) => check.verdict(found),
            Ended::Strayed(to) => return Err(VerifyError::Strayed { from: subspace, to }),
            Ended::Stopped => {
                self.report.stopped = true;
                return Ok(());
            }
        };
        drop(check);
        let report = TableReport {
            checked: table.slots(),
            wrong: wrong.count,
            first_wrong: wrong.first,
            statistics,
            ..empty_report(table)
        };
        self.record.set::<K>(subspace, report.is_correct().then_some(job.verified));
        self.report.not_recorded = self.record.write().err();
        self.finish(report);
        Ok(())
    }

    fn start(&mut self, table: &TableFile<K>) {
        (self.progress)(Progress::Started { subspace: table.subspace(), slots: table.slots() });
    }

    fn finish(&mut self, report: ReportOf<K>) {
        (self.progress)(Progress::Finished(&report));
        self.report.subspaces.push(report);
    }
}

fn empty_report<K: Verifiable>(table: &TableFile<K>) -> ReportOf<K> {
    TableReport::empty(table.subspace(), table.slots())
}
