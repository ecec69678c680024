//! What a solve would do: what `solve --plan` tells, and `plan` in more detail.

use millwright_index::UnitGraph;
use millwright_solve::tasks::{Layout, TaskGraph};
use millwright_solve::ultra::PairedPlan;
use millwright_solve::{Plan, TimeEstimate};
use millwright_table::TableDirectory;

use super::needs::Needs;
use super::{graph_of, make_plan, ultra};
use crate::args::{Keep, SolveArgs};
use crate::machine;
use crate::streams::Streams;

/// The plans for a game.
pub(in crate::commands) struct Prospect {
    graph: UnitGraph,
    directory: TableDirectory,
    /// Plies to the end.
    pub(in crate::commands) strong: Plan,
    /// The same with draws told apart, as far as it can be told, with `--ultra`.
    paired: Option<PairedPlan>,
}

impl Prospect {
    /// Looks at what is there.
    pub(in crate::commands) fn new(args: &SolveArgs, streams: &mut Streams) -> anyhow::Result<Self> {
        let directory = args.db.directory(&args.rules);
        let graph = graph_of(args)?;
        let pool = machine::thread_pool(args.threads.count())?;
        let strong = make_plan(&directory, &graph, args, &pool, streams)?;
        let paired = args.ultra.then(|| ultra::plan_paired(args, &directory, &graph, &pool)).transpose()?;
        Ok(Self { graph, directory, strong, paired })
    }

    /// What would be done, and what does not fit.
    pub(in crate::commands) fn tell(&self, args: &SolveArgs, streams: &mut Streams) -> anyhow::Result<()> {
        let mut all = vec![Needs::of(args, &self.strong, &self.directory)?];
        if let Some(paired) = &self.paired {
            all.push(match args.keep {
                Keep::Statistics => Needs::of_both(args, paired, &self.directory)?,
                Keep::Tables | Keep::Wdl => Needs::of(args, paired.draws(), &self.directory)?,
            });
        }
        for needs in &all {
            write!(streams.results, "{}", needs.text())?;
        }
        if let Some(refusal) = all.iter().find_map(Needs::refusal) {
            streams.note(&format!("this would be refused: {refusal}"));
        }
        Ok(())
    }

    /// The same as tasks for machines with so many cores.
    pub(in crate::commands) fn tasks(&self, args: &SolveArgs, cores: usize) -> TaskGraph {
        let layout = Layout::new(args.keep.content(), args.ultra.then(|| args.ranks.is_counted()));
        let estimate = TimeEstimate::new(self.graph.rules(), cores);
        TaskGraph::new(&self.graph, &self.strong, self.paired.as_ref(), layout, &estimate)
    }
}
