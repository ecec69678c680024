//! A cluster on paper: tasks handed to whoever is free, the most urgent first.
//!
//! This is list scheduling. For any order of urgency it ends no later than `serial / workers + path * (1 - 1 / workers)`
//! (Graham 1969), where `serial` is the time of all tasks and `path` that of the longest chain.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// What the simulation has to know about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The jobs that must have ended before it begins; all of them come earlier in the list.
    pub needs: Vec<usize>,
    /// How long it takes.
    pub time: Duration,
    /// What it writes, in bytes.
    pub writes: u64,
    /// What is dropped of that when all who need it have ended; nothing where tables stay.
    pub drops: u64,
}

/// Who is served first among those that could begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Whoever has the longest way to the end before him.
    #[default]
    Path,
    /// Whoever comes first in the list, which is the order of a solve on one machine.
    List,
}

/// How a cluster would fare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// How many worked.
    pub workers: usize,
    /// When the last job ended.
    pub makespan: Duration,
    /// The most that was on disk at once, beyond what was there before.
    pub disk_peak: u64,
    /// When each job began.
    pub begins: Vec<Duration>,
}

/// How long the longest chain takes that begins with each job, itself included.
#[must_use]
pub fn ways_to_the_end(jobs: &[Job]) -> Vec<Duration> {
    let mut ways: Vec<Duration> = vec![Duration::ZERO; jobs.len()];
    for (number, job) in jobs.iter().enumerate().rev() {
        // What comes after it has been added by those that need it.
        ways[number] += job.time;
        for &need in &job.needs {
            ways[need] = ways[need].max(ways[number]);
        }
    }
    ways
}

/// The jobs of a longest chain, first to last.
#[must_use]
pub fn critical_path(jobs: &[Job]) -> Vec<usize> {
    let ways = ways_to_the_end(jobs);
    let mut readers = readers_of(jobs);
    let mut path = Vec::new();
    let mut candidates: Vec<usize> = (0..jobs.len()).collect();
    while let Some(&next) = candidates.iter().max_by_key(|&&number| (ways[number], Reverse(number))) {
        path.push(next);
        candidates = std::mem::take(&mut readers[next]);
    }
    path
}

/// For each job, those that need it.
fn readers_of(jobs: &[Job]) -> Vec<Vec<usize>> {
    let mut readers = vec![Vec::new(); jobs.len()];
    for (number, job) in jobs.iter().enumerate() {
        for &need in &job.needs {
            readers[need].push(number);
        }
    }
    readers
}

/// For each job, how many others cannot begin before it has ended, directly or not.
///
/// **Complexity**: a bit for each pair of jobs.
#[must_use]
pub fn waiting_for(jobs: &[Job]) -> Vec<usize> {
    let words = jobs.len().div_ceil(64);
    let mut waiting = vec![vec![0_u64; words]; jobs.len()];
    for (number, job) in jobs.iter().enumerate().rev() {
        let mut of_job = std::mem::take(&mut waiting[number]);
        of_job[number / 64] |= 1 << (number % 64);
        for &need in &job.needs {
            for (word, more) in waiting[need].iter_mut().zip(&of_job) {
                *word |= more;
            }
        }
        of_job[number / 64] &= !(1 << (number % 64));
        waiting[number] = of_job;
    }
    let count = |bits: &Vec<u64>| bits.iter().map(|word| word.count_ones() as usize).sum();
    waiting.iter().map(count).collect()
}

/// Lets so many workers do the jobs.
///
/// **Invariants**: at no time do more than `workers` jobs run; a job begins when all that it needs have ended or later; no
/// worker waits while a job could begin.
#[must_use]
pub fn simulate(jobs: &[Job], workers: usize, order: Order) -> Simulation {
    let ways = ways_to_the_end(jobs);
    let urgency = |number: usize| match order {
        Order::Path => (ways[number], Reverse(number)),
        Order::List => (Duration::ZERO, Reverse(number)),
    };
    let readers = readers_of(jobs);
    let mut disk = Disk { now: 0, peak: 0, left: readers.iter().map(Vec::len).collect() };
    let mut open: Vec<usize> = jobs.iter().map(|job| job.needs.len()).collect();
    let mut ready: BinaryHeap<_> =
        (0..jobs.len()).filter(|&number| open[number] == 0).map(|number| (urgency(number), number)).collect();
    let mut running: BinaryHeap<Reverse<(Duration, usize)>> = BinaryHeap::new();
    let mut begins = vec![Duration::ZERO; jobs.len()];
    let mut now = Duration::ZERO;
    loop {
        while running.len() < workers
            && let Some((_, number)) = ready.pop()
        {
            begins[number] = now;
            running.push(Reverse((now + jobs[number].time, number)));
        }
        let Some(Reverse((end, number))) = running.pop() else { break };
        now = end;
        disk.finish(jobs, number);
        for &reader in &readers[number] {
            open[reader] -= 1;
            if open[reader] == 0 {
                ready.push((urgency(reader), reader));
            }
        }
    }
    Simulation { workers, makespan: now, disk_peak: disk.peak, begins }
}

/// What is on disk.
struct Disk {
    now: u64,
    peak: u64,
    /// For each job, how many that need it have not ended.
    left: Vec<usize>,
}

impl Disk {
    fn finish(&mut self, jobs: &[Job], number: usize) {
        self.now += jobs[number].writes;
        self.peak = self.peak.max(self.now);
        for &need in &jobs[number].needs {
            self.left[need] -= 1;
            if self.left[need] == 0 {
                self.now -= jobs[need].drops;
            }
        }
        if self.left[number] == 0 {
            self.now -= jobs[number].drops;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn job(needs: &[usize], seconds: u64, writes: u64, drops: u64) -> Job {
        Job { needs: needs.to_vec(), time: Duration::from_secs(seconds), writes, drops }
    }

    /// Any graph: each job needs some of those before it.
    fn any_jobs() -> impl Strategy<Value = Vec<Job>> {
        let one = (0_u64..50, 0_u64..1000, any::<bool>(), any::<u32>(), any::<u32>());
        prop::collection::vec(one, 1..40).prop_map(|parts| {
            let of =
                |(number, &(seconds, writes, stays, first, second)): (usize, &(u64, u64, bool, u32, u32))| {
                    let among = |bits: u32| {
                        (number > 0 && !bits.is_multiple_of(3)).then(|| bits as usize % number.max(1))
                    };
                    let mut needs: Vec<usize> = [first, second].into_iter().filter_map(among).collect();
                    needs.sort_unstable();
                    needs.dedup();
                    let drops = if stays { 0 } else { writes };
                    Job { needs, time: Duration::from_secs(seconds), writes, drops }
                };
            parts.iter().enumerate().map(of).collect()
        })
    }

    /// The longest chain by trying all of them from every job on.
    fn longest_chain(jobs: &[Job], last: usize) -> Duration {
        let before = jobs[last].needs.iter().map(|&need| longest_chain(jobs, need)).max();
        before.unwrap_or_default() + jobs[last].time
    }

    proptest! {
        #[test]
        fn any_schedule_keeps_all_promises(
            jobs in any_jobs(), workers in 1_usize..9, by_list in any::<bool>()
        ) {
            let order = if by_list { Order::List } else { Order::Path };
            let simulation = simulate(&jobs, workers, order);
            let begin = |number: usize| simulation.begins[number];
            let end = |number: usize| begin(number) + jobs[number].time;
            for (number, job) in jobs.iter().enumerate() {
                prop_assert!(job.needs.iter().all(|&need| end(need) <= begin(number)), "{number} begins too early");
                let moment = begin(number);
                let at_work = |&other: &usize| begin(other) <= moment && moment < end(other);
                let running = (0..jobs.len()).filter(at_work).count();
                prop_assert!(running <= workers, "{running} at work");
                // Whoever could have begun earlier found all workers busy.
                let ready = job.needs.iter().map(|&need| end(need)).max().unwrap_or_default();
                let busy = |&other: &usize| begin(other) <= ready && ready < end(other);
                let were_busy = (0..jobs.len()).filter(busy).count();
                prop_assert!(begin(number) == ready || were_busy == workers, "{number} waited without need");
            }
            let serial: Duration = jobs.iter().map(|job| job.time).sum();
            let path = (0..jobs.len()).map(|last| longest_chain(&jobs, last)).max().unwrap_or_default();
            prop_assert!(simulation.makespan >= path.max(serial / u32::try_from(workers).unwrap()));
            let workers_u32 = u32::try_from(workers).unwrap();
            prop_assert!(simulation.makespan * workers_u32 <= serial + path * (workers_u32 - 1), "Graham's bound");
            if workers == 1 {
                prop_assert_eq!(simulation.makespan, serial);
            }
        }

        #[test]
        fn the_critical_path_is_a_chain_and_none_is_longer(jobs in any_jobs()) {
            let path = critical_path(&jobs);
            prop_assert!(path.windows(2).all(|pair| jobs[pair[1]].needs.contains(&pair[0])));
            let time: Duration = path.iter().map(|&number| jobs[number].time).sum();
            let longest = (0..jobs.len()).map(|last| longest_chain(&jobs, last)).max().unwrap_or_default();
            prop_assert_eq!(time, longest);
            let enough = simulate(&jobs, jobs.len(), Order::Path);
            prop_assert_eq!(enough.makespan, longest);
        }

        #[test]
        fn the_peak_of_disk_is_that_of_a_walk_through_all_ends(jobs in any_jobs(), workers in 1_usize..9) {
            let simulation = simulate(&jobs, workers, Order::Path);
            let mut ends: Vec<(Duration, usize)> =
                (0..jobs.len()).map(|number| (simulation.begins[number] + jobs[number].time, number)).collect();
            ends.sort_unstable();
            let all: u64 = jobs.iter().map(|job| job.writes).sum();
            let largest = jobs.iter().map(|job| job.writes).max().unwrap_or_default();
            prop_assert!((largest..=all).contains(&simulation.disk_peak));
            // Jobs that take no time may end in another order than they were counted in: leave those out.
            if jobs.iter().all(|job| !job.time.is_zero()) && ends.windows(2).all(|pair| pair[0].0 != pair[1].0) {
                let mut peak = 0;
                for place in 0..ends.len() {
                    let ended: Vec<usize> = ends[..place].iter().map(|&(_, number)| number).collect();
                    let is_held = |number: usize| {
                        let all_read = (0..jobs.len())
                            .filter(|&reader| jobs[reader].needs.contains(&number))
                            .all(|reader| ended.contains(&reader));
                        if all_read { jobs[number].writes - jobs[number].drops } else { jobs[number].writes }
                    };
                    let held: u64 = ended.iter().map(|&number| is_held(number)).sum();
                    peak = peak.max(held + jobs[ends[place].1].writes);
                }
                prop_assert_eq!(simulation.disk_peak, peak);
            }
        }

        #[test]
        fn those_that_wait_are_those_that_a_chain_leads_to(jobs in any_jobs()) {
            let waiting = waiting_for(&jobs);
            for first in 0..jobs.len() {
                let mut reached = vec![false; jobs.len()];
                reached[first] = true;
                for number in first + 1..jobs.len() {
                    reached[number] = jobs[number].needs.iter().any(|&need| reached[need]);
                }
                let count = reached.iter().filter(|&&reached| reached).count() - 1;
                prop_assert_eq!(waiting[first], count);
            }
        }
    }

    #[test]
    fn a_worked_example() {
        // 0 and 1 are needed by 2; 3 stands alone and is long.
        let jobs = [job(&[], 2, 10, 10), job(&[], 3, 20, 20), job(&[0, 1], 4, 5, 0), job(&[], 6, 1, 0)];
        let one = simulate(&jobs, 1, Order::List);
        assert_eq!((one.makespan, one.disk_peak), (Duration::from_secs(15), 35));
        assert_eq!(one.begins, [0, 2, 5, 9].map(Duration::from_secs));
        let two = simulate(&jobs, 2, Order::Path);
        // The ways to the end are 6, 7, 4 and 6: first 1 and 0, then 3 when 0 ends at 2, then 2 when 1 ends at 3.
        assert_eq!(two.begins, [0, 0, 3, 2].map(Duration::from_secs));
        assert_eq!(two.makespan, Duration::from_secs(8));
        assert_eq!(critical_path(&jobs), [1, 2]);
        assert_eq!(waiting_for(&jobs), [1, 1, 0, 0]);
    }

    #[test]
    fn nothing_to_do_takes_no_time() {
        let simulation = simulate(&[], 4, Order::Path);
        assert_eq!((simulation.makespan, simulation.disk_peak), (Duration::ZERO, 0));
        assert!(critical_path(&[]).is_empty());
    }
}
