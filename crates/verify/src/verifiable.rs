//! What a run over tables has to know about their kind.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use millwright_index::{Slot, Subspace};
use millwright_table::{Kind, TableDirectory, TableError, TableFile, Tables};
use millwright_walk::{Judge, Planes, Reach, reaches};

use crate::error::VerifyError;
use crate::record::Verified;
use crate::report::{FirstWrong, TableReport};
use crate::run::{Job, Run};
use crate::sample::Sample;

/// What was found in a table of this kind.
pub(crate) type ReportOf<K> = TableReport<<K as Verifiable>::Wrong, <K as Verifiable>::Counts>;

/// A kind of table that can be verified.
pub(crate) trait Verifiable: Kind {
    /// What is read beside the tables themselves to check one of them.
    type Beside: Sync;
    /// A slot that holds a wrong value.
    type Wrong: Send;
    /// Counts in the head that are wrong.
    type Counts;

    /// Bytes of memory for each slot of a table that is checked, beside the codes.
    const BESIDE_BYTES: u64;

    /// Without this table of the kind another one cannot be verified.
    fn missing(directory: &TableDirectory, of: Subspace, subspace: Subspace) -> VerifyError;

    /// What to tell if a table cannot be opened.
    fn explain(directory: &TableDirectory, error: TableError) -> VerifyError;

    /// Opens what is read beside the table of a subspace.
    fn open_beside(directory: &TableDirectory, subspace: Subspace) -> Result<Self::Beside, TableError>;

    /// Whether values that the check of a subspace takes have not been kept.
    fn is_reduced(opened: &Opened<Self>, subspace: Subspace, reaches: &[Reach]) -> bool;

    /// Where the record has tables of this kind: among the ultra tables or not.
    const RECORDED_AS_ULTRA: bool;

    /// The tables that a check reads, as the record has them.
    fn verified(tables: &Tables<'_, Self>, opened: &Opened<Self>, job: (Subspace, &[Reach])) -> Verified;

    /// Looks at some slots of a subspace only.
    fn check_slots(
        sample: Sample,
        tables: &Tables<'_, Self>,
        opened: &Opened<Self>,
        at: (Subspace, &[Slot]),
        report: &mut ReportOf<Self>,
    ) -> Result<(), VerifyError>;

    /// Checks all slots of some subspaces, with codes of the width that they need: [`Run::check_jobs`].
    fn check_jobs(
        run: &mut Run<'_, '_, Self>,
        jobs: Vec<Job>,
        opened: &Opened<Self>,
    ) -> Result<(), VerifyError>;
}

/// What is asked about every slot, and what is wrong then.
pub(crate) trait Check<T>: Judge<T> {
    /// A slot that holds a wrong value.
    type Wrong;
    /// Counts in the head that are wrong.
    type Counts;

    /// What is wrong, when all slots have been looked at.
    fn verdict(&self, found: Self::Found) -> (FirstWrong<Self::Wrong>, Option<Box<Self::Counts>>);
}

/// A kind of table whose codes can be checked in memory as `T`.
pub(crate) trait VerifiableIn<T>: Verifiable {
    /// Loads all codes.
    fn load(table: &TableFile<Self>, out: &mut [T]) -> Result<(), TableError>;

    /// What is asked about every slot of a job's subspace, given how many wrong positions to list.
    fn check_of<'a>(
        how: (&'a Tables<'_, Self>, usize),
        job: &'a Job,
        planes: &'a Planes<T>,
        opened: &'a Opened<Self>,
    ) -> Result<impl Check<T, Wrong = Self::Wrong, Counts = Self::Counts> + 'a, VerifyError>;
}

/// The tables of some subspaces and of all that their moves lead to.
pub(crate) struct Opened<K: Verifiable> {
    pub(crate) tables: BTreeMap<Subspace, TableFile<K>>,
    /// Of the subspaces alone.
    pub(crate) beside: BTreeMap<Subspace, K::Beside>,
}

impl<K: Verifiable> Opened<K> {
    pub(crate) fn new(
        tables: &Tables<'_, K>,
        subspaces: impl IntoIterator<Item = Subspace>,
    ) -> Result<Self, VerifyError> {
        let directory = tables.directory();
        let mut opened = Self { tables: BTreeMap::new(), beside: BTreeMap::new() };
        for subspace in subspaces {
            opened.beside.insert(subspace, K::open_beside(directory, subspace)?);
            let successors = reaches(directory.rules(), subspace).into_iter().map(|reach| reach.next);
            for subspace in successors.chain([subspace]) {
                if let Entry::Vacant(place) = opened.tables.entry(subspace) {
                    place.insert(tables.open(subspace).map_err(|error| K::explain(directory, error))?);
                }
            }
        }
        Ok(opened)
    }
}
