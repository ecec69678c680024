//! All blocks of a plane, on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Subspace, UnitIndex};
use rayon::prelude::*;

/// Slots that one task looks at, in whole blocks: a few milliseconds.
const TASK_SLOTS: u32 = 1 << 15;
/// Tasks between two reports of progress. Like the size of a task, the same for any number of threads.
const BATCH_TASKS: usize = 128;

/// How work on all blocks ended.
pub enum Ended<F> {
    /// All slots were looked at.
    Done(F),
    /// The stop flag was raised.
    Stopped,
    /// A move led to this subspace, whose table nobody asked for.
    Strayed(Subspace),
}

/// What one task did.
pub(crate) struct TaskDone<F> {
    /// How many slots it looked at.
    pub(crate) slots: u64,
    pub(crate) found: F,
    /// A subspace that a move led to although no move should.
    pub(crate) strayed: Option<Subspace>,
}

/// Works on all blocks of a unit, some at a time, and adds up what is found in their order. `progress` hears how many slots are
/// done.
pub(crate) fn in_tasks<S, F: Send>(
    index: &UnitIndex,
    (stop, progress): (&AtomicBool, &mut dyn FnMut(u64)),
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, Range<u32>) -> TaskDone<F> + Sync,
    (mut total, mut append): (F, impl FnMut(&mut F, F)),
) -> Ended<F> {
    let classes = index.classes().count();
    let task_blocks = (TASK_SLOTS / index.block_len()).max(1);
    let tasks: Vec<Range<u32>> = (0..classes)
        .step_by(task_blocks as usize)
        .map(|first| first..classes.min(first + task_blocks))
        .collect();
    let mut slots = 0;
    for batch in tasks.chunks(BATCH_TASKS) {
        let done: Vec<TaskDone<F>> = batch
            .par_iter()
            .with_max_len(1)
            .map_init(&scratch, |scratch, classes| {
                // What a stopped walk has found is thrown away.
                let classes = if stop.load(Ordering::Relaxed) { 0..0 } else { classes.clone() };
                work(scratch, classes)
            })
            .collect();
        if stop.load(Ordering::Relaxed) {
            return Ended::Stopped;
        }
        for task in done {
            if let Some(subspace) = task.strayed {
                return Ended::Strayed(subspace);
            }
            slots += task.slots;
            append(&mut total, task.found);
        }
        progress(slots);
    }
    Ended::Done(total)
}
