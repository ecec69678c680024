//! A solve as tasks for several machines: which files each one reads and writes, and what it takes.
//!
//! A task is a unit, or the ranks of all subspaces. Tasks talk through files alone, so the graph is all that a scheduler has
//! to know. docs/cluster.md says how it is used.

mod layout;
mod simulation;

use std::collections::BTreeMap;
use std::time::Duration;

use millwright_index::{Unit, UnitGraph};
use millwright_rules::Rules;
use millwright_table::Content;

pub use self::layout::{Layout, Place, PlacedFile, Step};
pub use self::simulation::{Job, Order, Simulation, critical_path, simulate, waiting_for, ways_to_the_end};
use crate::disk_estimate::likely_bytes;
use crate::memory::memory_needed;
use crate::one_unit::{TableName, inputs_of, outputs_of};
use crate::plan::{Goal, Plan, PlannedUnit};
use crate::time_estimate::TimeEstimate;
use crate::ultra::PairedPlan;

/// One piece of work.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is done.
    pub step: Step,
    /// Of which unit; `None` for the ranks of all.
    pub unit: Option<Unit>,
    /// The files that must be there.
    pub inputs: Vec<PlacedFile>,
    /// The whole tables that it writes.
    pub outputs: Vec<PlacedFile>,
    /// What stays of them in another place, where whole tables are dropped.
    pub kept: Vec<PlacedFile>,
    /// How much that is.
    pub kept_content: Content,
    /// Whether the outputs can be dropped when all who read them are done.
    pub is_temporary: bool,
    /// The tasks whose files it reads, by their place in the graph.
    pub needs: Vec<usize>,
    /// Slots that are solved.
    pub slots: u64,
    /// Memory that it takes, frontier lists apart.
    pub memory: u64,
    /// The same if wins are too long for a byte.
    pub memory_if_wide: u64,
    /// Bytes that it reads, estimated generously.
    pub reads: u64,
    /// Bytes of its whole tables, estimated generously.
    pub writes: u64,
    /// Bytes of what is kept in another place.
    pub keeps: u64,
    /// How long it takes.
    pub time: Duration,
    /// Whether nothing is left to be done of it.
    pub is_done: bool,
}

/// All tasks of a solve, each after those that it needs.
#[derive(Clone, Debug)]
pub struct TaskGraph {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Where the tables of each step are.
    pub layout: Layout,
    rules: Rules,
}

impl TaskGraph {
    /// The tasks for the tables of a strong plan, and for draws where there are plans for them.
    #[must_use]
    pub fn new(
        graph: &UnitGraph,
        strong: &Plan,
        paired: Option<&PairedPlan>,
        layout: Layout,
        estimate: &TimeEstimate,
    ) -> Self {
        let mut building = Building { graph, estimate, layout, tasks: Vec::new(), makers: BTreeMap::new() };
        match (layout.plies_steps(), paired) {
            ((step, _), None) => building.add_units(strong, step),
            ((step, again), Some(paired)) => {
                let draws = paired.draws();
                building.add_units(if again.is_some() { strong } else { paired.strong() }, step);
                building.add_ranks(step, draws.open_units().next().is_none());
                if let Some(again) = again {
                    building.add_units(paired.strong(), again);
                }
                building.add_units(draws, Step::Draws);
            }
        }
        Self { tasks: building.tasks, layout, rules: *graph.rules() }
    }

    /// What is likely to be taken where the generous estimate is so much.
    #[must_use]
    pub fn likely_bytes(&self, estimated: u64) -> u64 {
        likely_bytes(&self.rules, estimated)
    }

    /// The open tasks as the simulation sees them, each with its place in the graph. `overhead` is what a scheduler takes
    /// for each.
    #[must_use]
    pub fn jobs(&self, overhead: Duration) -> (Vec<Job>, Vec<usize>) {
        let open: Vec<usize> = (0..self.tasks.len()).filter(|&number| !self.tasks[number].is_done).collect();
        let mut numbers = vec![None; self.tasks.len()];
        for (number, &place) in open.iter().enumerate() {
            numbers[place] = Some(number);
        }
        let job = |&place: &usize| {
            let task = &self.tasks[place];
            Job {
                needs: task.needs.iter().filter_map(|&need| numbers[need]).collect(),
                time: task.time + overhead,
                writes: task.writes + task.keeps,
                drops: if task.is_temporary { task.writes } else { 0 },
            }
        };
        (open.iter().map(job).collect(), open)
    }
}

/// A graph of tasks that grows.
struct Building<'a> {
    graph: &'a UnitGraph,
    estimate: &'a TimeEstimate,
    layout: Layout,
    tasks: Vec<Task>,
    /// Who makes a file, and how long it is.
    makers: BTreeMap<PlacedFile, (usize, u64)>,
}

impl Building<'_> {
    /// A task for each unit of a plan.
    fn add_units(&mut self, plan: &Plan, step: Step) {
        for planned in &plan.units {
            let task = self.unit(plan, planned, step);
            self.push(task);
        }
    }

    fn unit(&self, plan: &Plan, planned: &PlannedUnit, step: Step) -> Task {
        let unit = planned.unit;
        let goal = if step == Step::Draws { Goal::Draws } else { Goal::Plies };
        let (whole, kept) = self.layout.places(step);
        let placed = |place: Place, names: Vec<TableName>| -> Vec<PlacedFile> {
            names.into_iter().map(|name| PlacedFile::table(place, name)).collect()
        };
        let outputs = outputs_of(self.graph, unit, goal);
        let mut inputs = placed(whole, inputs_of(self.graph, unit, goal));
        if step == Step::Draws {
            inputs.push(PlacedFile::ranks());
        }
        let content = plan.keep.of(planned);
        Task {
            step,
            unit: Some(unit),
            needs: self.needs(&inputs),
            reads: inputs.iter().filter_map(|input| self.makers.get(input)).map(|&(_, bytes)| bytes).sum(),
            inputs,
            kept: kept.map(|place| placed(place, outputs.clone())).unwrap_or_default(),
            kept_content: content,
            outputs: placed(whole, outputs),
            is_temporary: whole != Place::Db,
            slots: planned.slots,
            memory: planned.memory,
            memory_if_wide: match goal {
                Goal::Plies => memory_needed(self.graph.rules(), (unit, &planned.planes), 2),
                Goal::Draws | Goal::Both => planned.memory,
            },
            writes: planned.bytes(Content::Plies),
            keeps: if kept.is_some() { planned.bytes(content) } else { 0 },
            time: self.estimate.of_unit(goal, planned),
            is_done: planned.done,
        }
    }

    /// The ranks of all subspaces, which are counted from what is kept of a step if they are counted.
    fn add_ranks(&mut self, step: Step, is_done: bool) {
        let (whole, kept) = self.layout.places(step);
        let place = kept.unwrap_or(whole);
        let inputs: Vec<PlacedFile> = if self.layout.ranks_are_counted {
            let names = self.graph.subspaces().map(TableName::plies);
            names.map(|name| PlacedFile::table(place, name)).collect()
        } else {
            Vec::new()
        };
        let needs = self.needs(&inputs);
        self.push(Task {
            step: Step::Ranks,
            unit: None,
            is_done,
            needs,
            // Heads alone are read.
            reads: inputs.len() as u64 * 1024,
            inputs,
            outputs: vec![PlacedFile::ranks()],
            kept: Vec::new(),
            kept_content: Content::Statistics,
            is_temporary: false,
            slots: 0,
            memory: RANKS_MEMORY,
            memory_if_wide: RANKS_MEMORY,
            writes: self.graph.subspaces().count() as u64 * 20,
            keeps: 0,
            time: Duration::from_millis(100),
        });
    }

    fn needs(&self, inputs: &[PlacedFile]) -> Vec<usize> {
        let mut needs: Vec<usize> =
            inputs.iter().filter_map(|input| self.makers.get(input)).map(|&(maker, _)| maker).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn push(&mut self, task: Task) {
        let number = self.tasks.len();
        let files = task.outputs.iter().map(|file| (file, task.writes, task.outputs.len()));
        let kept = task.kept.iter().map(|file| (file, task.keeps, task.kept.len()));
        for (file, bytes, among) in files.chain(kept) {
            self.makers.insert(*file, (number, bytes / among as u64));
        }
        self.tasks.push(task);
    }
}

/// What a program needs that reads the heads of all tables.
const RANKS_MEMORY: u64 = 256 << 20;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use millwright_rules::{Game, StoneCount};
    use millwright_table::TableDirectory;

    use super::*;
    use crate::plan::Keeping;

    fn of(game: Game, stones: u8, keep: Content, counted: Option<bool>) -> (TaskGraph, Plan) {
        let stones = StoneCount::new(stones).unwrap();
        let rules = game.rules().with_stones(stones, stones);
        let graph = UnitGraph::complete(&rules);
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), game);
        let keep = Keeping { small_slots: 0, ..keep.into() };
        let strong = Plan::new(&directory, &graph, keep.clone(), false).unwrap();
        let paired = PairedPlan::new(&directory, &graph, None, &keep, false).unwrap();
        let layout = Layout::new(keep.content, counted);
        let paired = counted.map(|_| &paired);
        let estimate = TimeEstimate::new(&rules, 1);
        (TaskGraph::new(&graph, &strong, paired, layout, &estimate), strong)
    }

    /// All ways in which a game can be solved.
    fn all_layouts() -> Vec<(Content, Option<bool>)> {
        let mut all: Vec<_> = Content::ALL.into_iter().map(|keep| (keep, None)).collect();
        for keep in [Content::Plies, Content::Statistics] {
            all.extend([(keep, Some(false)), (keep, Some(true))]);
        }
        all
    }

    #[test]
    fn every_input_is_the_output_of_a_task_before_it_and_every_file_has_one_maker() {
        for game in [Game::Standard, Game::Lasker] {
            for (keep, counted) in all_layouts() {
                let (graph, _) = of(game, 4, keep, counted);
                let mut made = BTreeSet::new();
                for (number, task) in graph.tasks.iter().enumerate() {
                    assert!(task.inputs.iter().all(|input| made.contains(input)), "{task:?}");
                    assert!(task.needs.iter().all(|&need| need < number));
                    for file in task.outputs.iter().chain(&task.kept) {
                        assert!(made.insert(*file), "{file} is made twice");
                    }
                }
            }
        }
    }

    #[test]
    fn what_stays_is_what_solve_leaves() {
        let (plain, strong) = of(Game::Standard, 4, Content::Plies, None);
        let names: BTreeSet<String> =
            plain.tasks.iter().flat_map(|task| &task.outputs).map(ToString::to_string).collect();
        assert!(names.contains("db/4_4_0_0.mill") && names.iter().all(|name| name.starts_with("db/")));
        for (keep, counted) in all_layouts() {
            let (graph, _) = of(Game::Standard, 4, keep, counted);
            let staying = graph.tasks.iter().flat_map(|task| {
                task.outputs.iter().filter(|_| !task.is_temporary).chain(&task.kept).map(ToString::to_string)
            });
            let mut expected = names.clone();
            if counted.is_some() {
                expected.extend(names.iter().map(|name| name.replace(".mill", ".ultra")));
                expected.insert("db/ranks.secval".to_owned());
            }
            assert_eq!(staying.collect::<BTreeSet<_>>(), expected, "{keep:?} {counted:?}");
        }
        assert_eq!(plain.tasks.len(), strong.units.len());
    }

    #[test]
    fn one_worker_in_the_order_of_a_solve_takes_the_disk_that_its_plan_tells() {
        for keep in Content::ALL {
            let (graph, strong) = of(Game::Standard, 5, keep, None);
            let (jobs, open) = graph.jobs(Duration::ZERO);
            assert_eq!(open.len(), graph.tasks.len());
            let told = strong.disk().peak;
            let simulated = simulate(&jobs, 1, Order::List).disk_peak;
            // What stays is written when a unit is solved, not when its table is dropped: a little earlier.
            let kept: u64 = graph.tasks.iter().map(|task| task.keeps).sum();
            assert!(
                (told..=told + kept).contains(&simulated),
                "{keep:?}: {simulated}, {told} told, {kept} kept"
            );
        }
    }

    #[test]
    fn draws_wait_for_ranks_and_ranks_for_all_statistics() {
        let (graph, _) = of(Game::Lasker, 3, Content::Statistics, Some(true));
        let ranks = graph.tasks.iter().position(|task| task.step == Step::Ranks).unwrap();
        let (before, after) = graph.tasks.split_at(ranks);
        assert!(before.iter().all(|task| task.step == Step::Statistics));
        assert_eq!(graph.tasks[ranks].needs.len(), before.len());
        let draws = after.iter().filter(|task| task.step == Step::Draws);
        assert!(draws.clone().count() > 0 && draws.clone().all(|task| task.needs.contains(&ranks)));
        let waiting = waiting_for(&graph.jobs(Duration::ZERO).0);
        assert_eq!(waiting[ranks], draws.count());
    }
}
