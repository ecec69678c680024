//! What was counted is kept beside the tables: a run goes on where another stopped, and believes nothing of other tables.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_census::arising::{self, Arises, Arising, Followed};
use millwright_census::choice::{self, Choice};
use millwright_census::{CensusError, CensusOptions, Progress};
use millwright_index::{Subspace, UnitGraph};
use millwright_rules::{Game, Position, Rules};
use millwright_table::{CHOICE, Content, REACH, TableDirectory};

use crate::slow::{options, rules, solved};

/// A count over a whole game.
type Count<T> = fn(&TableDirectory, &Rules, &CensusOptions<'_>, &mut dyn FnMut(Progress)) -> Found<T>;
type Found<T> = Result<BTreeMap<Subspace, T>, CensusError>;

fn choices(
    directory: &TableDirectory,
    rules: &Rules,
    options: &CensusOptions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Found<Choice> {
    let subspaces: Vec<Subspace> = UnitGraph::complete(rules).subspaces().collect();
    choice::count(directory, &subspaces, options, progress)
}

const REACHED: Count<Arising> = arising::count;
const CHOICES: Count<Choice> = choices;

/// What a run told.
#[derive(Debug, Default)]
struct Told {
    before: usize,
    started: usize,
    unkept: Vec<PathBuf>,
}

impl Told {
    fn hear(&mut self, event: Progress) {
        match event {
            Progress::CountedBefore { subspaces } => self.before = subspaces.len(),
            Progress::Unkept { path, .. } => self.unkept.push(path),
            Progress::Started { .. } => self.started += 1,
            Progress::Looked { .. } | Progress::Finished { .. } => {}
        }
    }
}

fn run<T>(count: Count<T>, directory: &TableDirectory, rules: &Rules) -> (BTreeMap<Subspace, T>, Told) {
    let mut told = Told::default();
    let found = count(directory, rules, &options(), &mut |event| told.hear(event)).unwrap();
    (found, told)
}

/// Runs that are stopped when so many more subspaces have begun, until one comes to the end.
fn in_pieces<T>(
    count: Count<T>,
    directory: &TableDirectory,
    rules: &Rules,
) -> (BTreeMap<Subspace, T>, usize) {
    /// More than the planes of a unit, so that every run gets on.
    const A_PIECE: usize = 3;
    let mut before = 0;
    for runs in 1.. {
        let (stop, mut told) = (AtomicBool::new(false), Told::default());
        let stopped = CensusOptions { stop: &stop, ..options() };
        let found = count(directory, rules, &stopped, &mut |event| {
            told.hear(event);
            stop.store(told.started == A_PIECE, Ordering::Relaxed);
        });
        assert!(told.before > before || runs == 1, "run {runs} has {told:?} after {before}");
        before = told.before;
        match found {
            Ok(found) => return (found, runs),
            Err(error) => assert!(matches!(error, CensusError::Stopped), "{error}"),
        }
    }
    unreachable!("somebody would have to stop it for ever")
}

fn goes_on<T: PartialEq + Debug>(count: Count<T>, game: Game) {
    let rules = rules(game, 3, 3);
    let (_db, directory) = solved(game, &rules, Content::Plies);
    let (_other_db, other) = solved(game, &rules, Content::Plies);
    let (at_once, told) = run(count, &other, &rules);
    assert!(told.before == 0 && told.started > 6, "{told:?}");
    let (found, runs) = in_pieces(count, &directory, &rules);
    assert!(runs > 2, "{runs}");
    assert_eq!(found, at_once);
    // All is known now, and nothing is done.
    let (found, told) = run(count, &directory, &rules);
    assert_eq!((told.before, told.started), (at_once.len(), 0));
    assert_eq!(found, at_once);
    assert_eq!(directory.contents().unwrap().foreign, Vec::<PathBuf>::new());
}

#[test]
fn a_count_of_what_can_arise_goes_on_where_another_stopped() {
    goes_on(REACHED, Game::Standard);
    goes_on(REACHED, Game::Lasker);
}

#[test]
fn a_count_of_moves_that_keep_goes_on_where_another_stopped() {
    goes_on(CHOICES, Game::Standard);
}

/// The files that a stopped count of what can arise has left.
fn files(directory: &TableDirectory) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory.path().join(REACH).join("3-3"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap() != "lock")
        .collect();
    files.sort();
    files
}

fn stop_early(directory: &TableDirectory, rules: &Rules) {
    let (stop, mut told) = (AtomicBool::new(false), Told::default());
    let stopped = CensusOptions { stop: &stop, ..options() };
    let found = REACHED(directory, rules, &stopped, &mut |event| {
        told.hear(event);
        stop.store(told.started == 2, Ordering::Relaxed);
    });
    assert!(matches!(found.unwrap_err(), CensusError::Stopped));
}

#[test]
fn whatever_is_wrong_with_a_file_the_count_begins_anew() {
    let rules = rules(Game::Standard, 3, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let (_other_db, other) = solved(Game::Standard, &rules, Content::Plies);
    let (expected, _) = run(REACHED, &other, &rules);
    stop_early(&directory, &rules);
    let kept: Vec<(PathBuf, Vec<u8>)> =
        files(&directory).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    assert!(kept.len() > 1, "{kept:?}");
    let put_back = || {
        for path in files(&directory) {
            fs::remove_file(path).unwrap();
        }
        for (path, bytes) in &kept {
            fs::write(path, bytes).unwrap();
        }
    };
    let damages: [fn(&Path, &[u8]); 4] = [
        |path, _| fs::remove_file(path).unwrap(),
        |path, bytes| fs::write(path, &bytes[..bytes.len() / 2]).unwrap(),
        |path, bytes| {
            let mut changed = bytes.to_vec();
            // In the text this is in the hash of the tables.
            changed[24] ^= 1;
            fs::write(path, changed).unwrap();
        },
        |path, _| fs::write(path, "").unwrap(),
    ];
    for (path, bytes) in &kept {
        for (number, damage) in damages.iter().enumerate() {
            put_back();
            damage(path, bytes);
            let what = format!("damage {number} to {}", path.display());
            let (found, told) = run(REACHED, &directory, &rules);
            assert_eq!(found, expected, "{what}");
            // Of what was counted only the count is needed; it is when somebody asks about a position that marks are missed.
            let of_counted = path.file_name().unwrap().to_str().unwrap().starts_with("0_0_3_3-");
            let is_noticed = number == 0 || !of_counted;
            assert_eq!(told.before == 0, is_noticed, "{what}");
            let arises = Followed::open(&directory, &rules).unwrap().arises(&Position::start(&rules));
            match arises {
                Ok(arises) => assert!(is_noticed && arises == Some(Arises::Keeping), "{what}: {arises:?}"),
                Err(error) => {
                    assert!(!is_noticed && matches!(error, CensusError::Marks { .. }), "{what}: {error}");
                }
            }
        }
    }
    put_back();
    let (found, told) = run(REACHED, &directory, &rules);
    assert!(told.before > 0 && found == expected, "{told:?}");
    let subspaces = found.values().filter(|arising| arising.any.positions > 0).count();
    assert_eq!(files(&directory).len(), 1 + subspaces, "no marks wait any more");
}

#[test]
fn what_was_counted_from_other_tables_is_not_believed() {
    let rules = rules(Game::Standard, 3, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let protected = self::rules(Game::StandardProtected, 3, 3);
    let (_other_db, other) = solved(Game::StandardProtected, &protected, Content::Plies);
    run(REACHED, &other, &protected);
    run(CHOICES, &other, &protected);
    fs::create_dir_all(directory.path().join(REACH).join("3-3")).unwrap();
    for path in files(&other) {
        fs::copy(&path, directory.path().join(path.strip_prefix(other.path()).unwrap())).unwrap();
    }
    fs::copy(other.path().join(CHOICE), directory.path().join(CHOICE)).unwrap();
    assert_eq!(run(REACHED, &directory, &rules).1.before, 0);
    let (found, told) = run(CHOICES, &directory, &rules);
    assert!(told.before < found.len(), "{told:?}");
    let (_fresh_db, fresh) = solved(Game::Standard, &rules, Content::Plies);
    assert_eq!(found, run(CHOICES, &fresh, &rules).0);
}

#[test]
fn where_nothing_can_be_kept_it_is_told_and_all_is_counted() {
    let rules = rules(Game::Standard, 3, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let (expected, _) = run(REACHED, &directory, &rules);
    let (expected_choices, _) = run(CHOICES, &directory, &rules);
    fs::remove_dir_all(directory.path().join(REACH)).unwrap();
    fs::remove_file(directory.path().join(CHOICE)).unwrap();
    // A file where a directory should be, and the other way round.
    fs::write(directory.path().join(REACH), "").unwrap();
    fs::create_dir(directory.path().join(CHOICE)).unwrap();
    let (found, told) = run(REACHED, &directory, &rules);
    assert_eq!((found, told.unkept), (expected, vec![directory.path().join(REACH)]));
    let (found, told) = run(CHOICES, &directory, &rules);
    assert_eq!((found, told.unkept), (expected_choices, vec![directory.path().join(CHOICE)]));
}
