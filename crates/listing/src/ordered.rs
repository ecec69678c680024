//! Tasks that all threads work at, whose results are taken in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::ThreadPool;

/// Makes the results of tasks `0..tasks` in a pool and gives them to `take`, in order and in this thread. At most `window` are
/// made or wait at any time. Ends early where `take` breaks off, or with the first error by the order of tasks.
pub(crate) fn in_order<T: Send, E: Send>(
    pool: &ThreadPool,
    tasks: usize,
    window: usize,
    make: impl Fn(usize) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let has_ended = AtomicBool::new(false);
    pool.in_place_scope(|scope| {
        let (make, has_ended) = (&make, &has_ended);
        let mut waiting: VecDeque<Receiver<Result<T, E>>> = VecDeque::new();
        let mut started = 0;
        let mut run = || {
            loop {
                while started < tasks && waiting.len() < window {
                    let (sender, receiver) = sync_channel(1);
                    let task = started;
                    scope.spawn(move |_| {
                        if !has_ended.load(Ordering::Relaxed) {
                            // Nobody takes it after the end.
                            let _ = sender.send(make(task));
                        }
                    });
                    waiting.push_back(receiver);
                    started += 1;
                }
                // A task that panicked sends nothing: the scope passes the panic on.
                let Some(Ok(result)) = waiting.pop_front().map(|receiver| receiver.recv()) else {
                    return Ok(());
                };
                if take(result?)?.is_break() {
                    return Ok(());
                }
            }
        };
        let ended = run();
        has_ended.store(true, Ordering::Relaxed);
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap()
    }

    fn taken(tasks: usize, window: usize, until: usize) -> Result<Vec<usize>, usize> {
        let mut taken = Vec::new();
        let make = |task: usize| {
            // Early tasks take longest.
            std::thread::sleep(std::time::Duration::from_micros(500 / (task as u64 + 1)));
            if task == 77 { Err(task) } else { Ok(task) }
        };
        in_order(&pool(), tasks, window, make, |task| {
            taken.push(task);
            Ok(if task == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(taken)
    }

    #[test]
    fn results_come_in_order_until_the_end_or_earlier() {
        for window in [1, 2, 7] {
            assert_eq!(taken(50, window, 99), Ok((0..50).collect()));
            assert_eq!(taken(50, window, 20), Ok((0..=20).collect()));
            assert_eq!(taken(100, window, 99), Err(77));
            assert_eq!(taken(0, window, 99), Ok(vec![]));
        }
    }

    #[test]
    #[should_panic(expected = "a task panics")]
    fn a_panic_is_passed_on() {
        let make = |task: usize| if task == 5 { panic!("a task panics") } else { Ok::<usize, ()>(task) };
        let _ = in_order(&pool(), 10, 4, make, |_| Ok(ControlFlow::Continue(())));
    }
}
