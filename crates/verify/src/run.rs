//! A whole verification: unit after unit.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Subspace, Unit};
use millwright_table::{Code, Content, Table, TableDirectory, Width};

use crate::check::Check;
use crate::error::{VerifyError, command};
use crate::planes::{Planes, bytes_needed, common_width};
use crate::reach::{Keyed, Reach, reaches, wanted};
use crate::record::{Record, Verified};
use crate::report::{StatisticsMismatch, SubspaceReport, VerifyReport};
use crate::sample::Sample;
use crate::walk::{Ended, Walk};

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

    pub(crate) fn sample(&self) -> Option<Sample> {
        self.sample.map(|slots| Sample { slots, seed: self.seed, list: self.list })
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether so much memory may be used.
    pub(crate) fn check_memory(&self, subspace: Subspace, needed: u64) -> Result<(), VerifyError> {
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
    check_that_all_are_there(directory, subspaces)?;
    let mut run = Run {
        directory,
        options,
        progress,
        record: Record::read(directory),
        report: VerifyReport::default(),
    };
    for subspaces in by_unit(subspaces) {
        run.unit(subspaces)?;
        if run.report.stopped {
            break;
        }
    }
    Ok(run.report)
}

/// The subspaces of each unit, in the order in which units are solved.
pub(crate) fn by_unit(subspaces: &[Subspace]) -> Vec<BTreeSet<Subspace>> {
    let mut by_unit: BTreeMap<((u8, u8), Unit), BTreeSet<Subspace>> = BTreeMap::new();
    for &subspace in subspaces {
        let unit = Unit::of(subspace);
        by_unit.entry((unit.order(), unit)).or_default().insert(subspace);
    }
    by_unit.into_values().collect()
}

/// A missing table is better known before hours of work than after.
fn check_that_all_are_there(directory: &TableDirectory, subspaces: &[Subspace]) -> Result<(), VerifyError> {
    let there: BTreeSet<Subspace> = directory.contents()?.tables.into_iter().collect();
    let missing = |subspace: Subspace| -> Option<(Subspace, PathBuf, String)> {
        let is_missing = !there.contains(&subspace);
        is_missing.then(|| (subspace, directory.path_of(subspace), command(directory, subspace)))
    };
    for &of in subspaces {
        if let Some((subspace, path, command)) = missing(of) {
            return Err(VerifyError::Missing { subspace, path, command });
        }
        let mut successors = reaches(directory.rules(), of).into_iter();
        if let Some((subspace, path, command)) = successors.find_map(|reach| missing(reach.next)) {
            return Err(VerifyError::MissingSuccessor { of, subspace, path, command });
        }
    }
    Ok(())
}

struct Run<'a> {
    directory: &'a TableDirectory,
    options: &'a VerifyOptions<'a>,
    progress: &'a mut dyn FnMut(Progress<'_>),
    record: Record,
    report: VerifyReport,
}

/// One subspace that is to be checked.
struct Job {
    subspace: Subspace,
    reaches: Vec<Reach>,
    verified: Verified,
}

impl Job {
    fn new(directory: &TableDirectory, subspace: Subspace, tables: &BTreeMap<Subspace, Table>) -> Self {
        let reaches = reaches(directory.rules(), subspace);
        let successors = reaches.iter().map(|reach| &tables[&reach.next]);
        let verified = Verified::new(&tables[&subspace], successors);
        Self { subspace, reaches, verified }
    }
}

impl Run<'_> {
    /// Verifies some subspaces of one unit.
    fn unit(&mut self, subspaces: BTreeSet<Subspace>) -> Result<(), VerifyError> {
        let tables = self.open(&subspaces)?;
        let mut jobs = Vec::new();
        // Plane A, which has more stones, comes first.
        for subspace in subspaces.into_iter().rev() {
            let job = Job::new(self.directory, subspace, &tables);
            let needed = job.reaches.iter().map(|reach| reach.next).chain([subspace]);
            if needed.into_iter().any(|subspace| tables[&subspace].content() < Content::Plies) {
                self.report.reduced.push(subspace);
                continue;
            }
            let sampling = self.options.sample.is_some();
            if self.options.resume && !sampling && self.record.has(subspace, &job.verified) {
                // The record knows the head, which knows the checksums of the rest: see that they still hold.
                tables[&subspace].check_whole()?;
                self.finish(SubspaceReport { verified_before: true, ..empty_report(&tables[&subspace]) });
            } else {
                jobs.push(job);
            }
        }
        if let Some(sample) = self.options.sample() {
            return self.sample(sample, &jobs, &tables);
        }
        match common_width(tables.values()) {
            Width::Narrow => self.jobs::<u8>(jobs, &tables, Width::Narrow),
            Width::Wide => self.jobs::<u16>(jobs, &tables, Width::Wide),
        }
    }

    /// The tables of some subspaces and of all that their moves lead to.
    fn open(&self, subspaces: &BTreeSet<Subspace>) -> Result<BTreeMap<Subspace, Table>, VerifyError> {
        let mut tables = BTreeMap::new();
        for &subspace in subspaces {
            let successors = reaches(self.directory.rules(), subspace).into_iter().map(|reach| reach.next);
            for subspace in successors.chain([subspace]) {
                if let Entry::Vacant(place) = tables.entry(subspace) {
                    place.insert(self.directory.open(subspace)?);
                }
            }
        }
        Ok(tables)
    }

    fn sample(
        &mut self,
        sample: Sample,
        jobs: &[Job],
        tables: &BTreeMap<Subspace, Table>,
    ) -> Result<(), VerifyError> {
        for &Job { subspace, .. } in jobs {
            self.start(&tables[&subspace]);
            let progress = &mut *self.progress;
            let mut checked = |checked| progress(Progress::Checked { subspace, checked });
            let rules = self.directory.rules();
            let Some(report) = sample.check(rules, subspace, tables, self.options.stop, &mut checked)? else {
                self.report.stopped = true;
                break;
            };
            self.finish(report);
        }
        Ok(())
    }

    fn jobs<T: Code>(
        &mut self,
        jobs: Vec<Job>,
        tables: &BTreeMap<Subspace, Table>,
        width: Width,
    ) -> Result<(), VerifyError> {
        let mut planes = Planes::<T>::new();
        for job in jobs {
            if self.options.stopped() {
                self.report.stopped = true;
                break;
            }
            let wanted = wanted(job.subspace, &job.reaches);
            self.options.check_memory(job.subspace, bytes_needed(&wanted, width.bytes()))?;
            self.start(&tables[&job.subspace]);
            planes.keep(&wanted);
            planes.load(&wanted, |subspace, values| Ok(tables[&subspace].plies()?.load(values)?))?;
            self.job(job, &planes, tables)?;
        }
        Ok(())
    }

    fn job<T: Code>(
        &mut self,
        job: Job,
        planes: &Planes<T>,
        tables: &BTreeMap<Subspace, Table>,
    ) -> Result<(), VerifyError> {
        let Job { subspace, reaches, verified } = job;
        let table = &tables[&subspace];
        let stored = table.statistics();
        let rules = self.directory.rules();
        let walk = Walk::new(rules, subspace, &reaches, planes);
        let check = Check {
            rules,
            stored: planes.get(Keyed::stored(subspace)),
            plies: stored.plies.len(),
            list: self.options.list,
        };
        let progress = &mut *self.progress;
        let mut checked = |checked| progress(Progress::Checked { subspace, checked });
        let tally = match walk.run(&check, self.options.stop, &mut checked) {
            Ended::Done(tally) => tally,
            Ended::Strayed(to) => return Err(VerifyError::Strayed { from: subspace, to }),
            Ended::Stopped => {
                self.report.stopped = true;
                return Ok(());
            }
        };
        let counted = tally.statistics();
        let mismatch = || Box::new(StatisticsMismatch { stored: stored.clone(), counted: counted.clone() });
        let report = SubspaceReport {
            checked: table.slots(),
            wrong: tally.wrong.count,
            statistics: (counted != *stored).then(mismatch),
            first_wrong: tally.wrong.first,
            ..empty_report(table)
        };
        self.record.set(subspace, report.is_correct().then_some(verified));
        self.report.not_recorded = self.record.write().err();
        self.finish(report);
        Ok(())
    }

    fn start(&mut self, table: &Table) {
        (self.progress)(Progress::Started { subspace: table.subspace(), slots: table.slots() });
    }

    fn finish(&mut self, report: SubspaceReport) {
        (self.progress)(Progress::Finished(&report));
        self.report.subspaces.push(report);
    }
}

fn empty_report(table: &Table) -> SubspaceReport {
    SubspaceReport::empty(table.subspace(), table.slots())
}
