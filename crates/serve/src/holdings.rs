//! What is on disk of a game, and what it takes to have the rest.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::SystemTime;

use millwright_index::{Extent, Subspace, UnitGraph};
use millwright_records::{RestRecord, SolvedRecord};
use millwright_rules::{Game, Rules};
use millwright_solve::{Goal, Plan, PlannedUnit, TimeEstimate};
use millwright_table::{Content, Contents, SolveCommand, TableDirectory};

/// What the directories of all games hold, looked at again when something in them has changed.
#[derive(Debug, Default)]
pub(crate) struct Holdings(Mutex<HashMap<Game, Arc<Held>>>);

/// What a directory holds.
#[derive(Debug)]
pub(crate) struct Held {
    directory: TableDirectory,
    game: Game,
    /// When it had last changed before it was looked at.
    changed: Option<SystemTime>,
    contents: Contents,
    /// What was known about its files before that.
    before: BTreeMap<Subspace, File>,
    solved: OnceLock<(BTreeMap<Subspace, File>, SolvedRecord)>,
}

/// A table as it was when its head was read.
#[derive(Clone, Copy, Debug)]
struct File {
    written: Option<SystemTime>,
    /// `None` if it cannot be used.
    content: Option<Content>,
}

impl Holdings {
    /// What there is now.
    pub(crate) fn of(&self, directory: TableDirectory, game: Game) -> Arc<Held> {
        let changed = directory.changed();
        let mut all = self.lock();
        let seen = all.get(&game);
        if let Some(seen) = seen.filter(|seen| seen.changed == changed) {
            return Arc::clone(seen);
        }
        let before = seen.map(|seen| seen.files().clone()).unwrap_or_default();
        let contents = directory.contents().unwrap_or_default();
        let held = Held { directory, game, changed, contents, before, solved: OnceLock::new() };
        let held = Arc::new(held);
        all.insert(game, Arc::clone(&held));
        held
    }

    /// Forgets all.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Game, Arc<Held>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Tables of any number of stones, whatever is in them.
    pub(crate) fn tables(&self) -> usize {
        self.contents.tables.len()
    }

    /// How much is known of the game with its usual stones. Reads the heads of tables that were not seen before.
    pub(crate) fn solved(&self) -> &SolvedRecord {
        let look = || {
            let look = |&subspace: &Subspace| {
                (subspace, look(&self.directory, subspace, self.before.get(&subspace)))
            };
            let files: BTreeMap<Subspace, File> = self.contents.tables.iter().map(look).collect();
            let solved = solved(self.game, &files, &self.contents.ultra_tables);
            (files, solved)
        };
        &self.solved.get_or_init(look).1
    }

    /// The files as they were when somebody looked.
    fn files(&self) -> &BTreeMap<Subspace, File> {
        self.solved.get().map_or(&self.before, |(files, _)| files)
    }
}

/// What a table holds, as it was seen before if it has not been written since.
fn look(directory: &TableDirectory, subspace: Subspace, seen: Option<&File>) -> File {
    let written = fs::metadata(directory.path_of(subspace)).and_then(|file| file.modified()).ok();
    match seen.filter(|seen| seen.written == written) {
        Some(&seen) => seen,
        None => File { written, content: directory.open(subspace).ok().map(|table| table.content()) },
    }
}

/// How much of the game is known with the stones of its rules.
fn solved(game: Game, files: &BTreeMap<Subspace, File>, ultra: &[Subspace]) -> SolvedRecord {
    let rules = game.rules();
    let graph = UnitGraph::complete(&rules);
    let is_here =
        |subspace: &Subspace| files.get(subspace).is_some_and(|file| file.content >= Some(Content::Outcomes));
    let subspaces: Vec<Subspace> = graph.subspaces().collect();
    let missing: Vec<Subspace> = subspaces.iter().copied().filter(|subspace| !is_here(subspace)).collect();
    SolvedRecord {
        needed: subspaces.len(),
        here: subspaces.len() - missing.len(),
        from_stone: from_stone(&rules, &missing),
        draws_told_apart: ultra.iter().filter(|&&subspace| graph.contains(subspace)).count(),
        rest: (!missing.is_empty()).then(|| rest(game, &graph, is_here)),
        solving: None,
    }
}

/// From which number of placed stones on nothing is missing; `None` if something is whatever the number.
fn from_stone(rules: &Rules, missing: &[Subspace]) -> Option<u8> {
    let all = rules.stones.white.get() + rules.stones.black.get();
    let placed = |subspace: &Subspace| all - subspace.mover_hand - subspace.other_hand;
    let first = missing.iter().map(placed).max().map_or(0, |placed| placed + 1);
    (first <= all).then_some(first)
}

/// What the tables take that are not here.
fn rest(game: Game, graph: &UnitGraph, is_here: impl Fn(&Subspace) -> bool) -> RestRecord {
    let rules = graph.rules();
    let planned = |&unit: &_| {
        let mut planned = PlannedUnit::new(graph, unit, Goal::Plies);
        let done = planned.subspaces().all(|subspace| is_here(&subspace));
        planned.done = done;
        planned
    };
    let plan = Plan {
        units: graph.units().iter().map(planned).collect(),
        keep: Content::Plies.into(),
        goal: Goal::Plies,
    };
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
    RestRecord {
        command: SolveCommand::new(game.name(), Extent::Complete, white, black).to_string(),
        seconds: TimeEstimate::new(rules, processors).of_plan(&plan).as_secs().max(1),
        disk_bytes: plan.disk().end,
        memory_bytes: plan.memory(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_known_from_the_stone_after_the_last_that_misses_a_table() {
        let rules = Game::Standard.rules();
        let missing = |names: &[&str]| {
            let names: Vec<Subspace> = names.iter().map(|name| name.parse().unwrap()).collect();
            from_stone(&rules, &names)
        };
        assert_eq!(missing(&[]), Some(0));
        assert_eq!(missing(&["0_0_9_9"]), Some(1));
        assert_eq!(missing(&["0_0_9_9", "2_3_7_6"]), Some(6));
        assert_eq!(missing(&["8_8_0_1"]), Some(18));
        assert_eq!(missing(&["0_0_9_9", "9_9_0_0"]), None);
    }

    #[test]
    fn a_game_of_which_nothing_is_here_takes_what_the_plan_says() {
        let record = solved(Game::Standard, &BTreeMap::new(), &[]);
        assert_eq!((record.needed, record.here, record.from_stone), (498, 0, None));
        let rest = record.rest.unwrap();
        assert_eq!(rest.command, "millwright solve standard --stones 9");
        // docs/solving.md: 9 to 13 minutes with two threads, 9.4 GiB; estimates are generous.
        assert!((9 << 30..15 << 30).contains(&rest.disk_bytes), "{rest:?}");
        assert!(rest.seconds > 30 && rest.memory_bytes > 1 << 30, "{rest:?}");
    }
}
