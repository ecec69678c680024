//! Ultra tables that a slow solver made pass; whatever is changed in one is found, with all that follows from it.

use std::sync::LazyLock;

use crate::draws::{
    Draws, counts_of, true_draws, verify_draws, write_all_draws, write_draws, write_draws_with, wrong_draws,
};
use crate::tables::{Values, statistics_of, subspace, write, write_all};
use crate::true_tables::{STANDARD, true_values};
use millwright_index::{Classes, Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_ranks::{DrawValue, OutcomeCounts, Rank, Ranks};
use millwright_rules::{Game, Rules, StoneCount, Value};
use millwright_table::TableDirectory;
use millwright_verify::{CountMismatch, ExpectedDraw, StoredDraw, WrongCount, WrongDraw};

/// The ranks by the win/draw/loss-ratio rule.
fn by_ratio(graph: &UnitGraph, values: &Values) -> Ranks {
    let counts = |subspace: Subspace| {
        let statistics = statistics_of(subspace, values.get(&subspace)?);
        let (win, draw, loss) = (statistics.win(), statistics.draws, statistics.loss());
        Some(OutcomeCounts { win, draw, loss })
    };
    Ranks::by_ratio(graph, counts).unwrap()
}

fn graph_of(game: Game) -> UnitGraph {
    UnitGraph::complete(&game.rules().with_stones(StoneCount::MIN, StoneCount::MIN))
}

fn pass(game: Game, values: &Values, ranks: &Ranks) {
    let draws = true_draws(&graph_of(game), ranks, values);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    write_all(&directory, values);
    write_all_draws(&directory, ranks, &draws);
    let subspaces: Vec<Subspace> = draws.keys().copied().collect();
    let slots: usize = draws.values().map(Vec::len).sum();
    let report = verify_draws(&directory, &subspaces, 2, |_| {});
    assert!(report.is_correct(), "{game}: {report:?}");
    assert_eq!((report.subspaces.len(), report.checked()), (subspaces.len(), slots as u64));
    let report = verify_draws(&directory, &subspaces, 2, |options| options.sample = Some(2000));
    assert!(report.is_correct() && report.checked() < slots as u64, "{game}: {report:?}");
}

#[test]
fn the_draws_of_the_standard_game_with_three_stones_pass_with_both_rankings() {
    let graph = graph_of(Game::Standard);
    pass(Game::Standard, &STANDARD, &Ranks::by_stones(&graph));
    pass(Game::Standard, &STANDARD, &by_ratio(&graph, &STANDARD));
}

/// Lasker Morris with three stones each, its draws told apart by the ratio rule.
struct Lasker {
    rules: Rules,
    values: Values,
    ranks: Ranks,
    draws: Draws,
}

static LASKER: LazyLock<Lasker> = LazyLock::new(|| {
    let (graph, values) = (graph_of(Game::Lasker), true_values(Game::Lasker));
    let ranks = by_ratio(&graph, &values);
    let draws = true_draws(&graph, &ranks, &values);
    Lasker { rules: Game::Lasker.rules(), values, ranks, draws }
});

#[test]
fn the_draws_of_lasker_morris_with_three_stones_pass_with_both_rankings() {
    let graph = graph_of(Game::Lasker);
    pass(Game::Lasker, &LASKER.values, &Ranks::by_stones(&graph));
    pass(Game::Lasker, &LASKER.values, &LASKER.ranks);
}

/// Where draws end that begin elsewhere.
const STAYING: &str = "3_3_0_0";
/// Where all draws are a gain to the player to move, and where they are a setback.
const GAIN: &str = "2_3_1_0";
const SETBACK: &str = "3_2_0_1";

/// A slot like this whose orbit has no other slot.
fn slot_with(of: Subspace, like: impl Fn(Value, Option<DrawValue>) -> bool) -> usize {
    let index = UnitIndex::new(Unit::of(of));
    let alone = |slot: usize| Classes::stabiliser(index.sets_of_slot(Slot(slot as u64)).0).count() == 1;
    let (values, draws) = (&LASKER.values[&of], &LASKER.draws[&of]);
    (0..values.len()).find(|&slot| like(values[slot], draws[slot]) && alone(slot)).unwrap()
}

fn lasker_tables() -> (tempfile::TempDir, TableDirectory) {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Lasker);
    write_all(&directory, &LASKER.values);
    write_all_draws(&directory, &LASKER.ranks, &LASKER.draws);
    (db, directory)
}

/// Changes what is stored in a slot, and returns what is then reported about it.
fn reported_after(of: Subspace, slot: usize, new: Option<DrawValue>) -> WrongDraw {
    let (_db, directory) = lasker_tables();
    let mut draws = LASKER.draws.clone();
    draws.get_mut(&of).unwrap()[slot] = new;
    write_draws(&directory, &LASKER.ranks, of, &draws[&of]);
    let subspaces: Vec<Subspace> = draws.keys().copied().collect();
    let report = verify_draws(&directory, &subspaces, 2, |options| options.list = usize::MAX);
    for report in &report.subspaces {
        let expected =
            wrong_draws((&LASKER.rules, &LASKER.ranks), (&LASKER.values, &draws), report.subspace, 1);
        assert_eq!((&report.first_wrong, &report.statistics), (&expected, &None), "{}", report.subspace);
    }
    let of_subspace = report.subspaces.iter().find(|report| report.subspace == of).unwrap();
    *of_subspace.first_wrong.iter().find(|wrong| wrong.slot.0 == slot as u64).expect("it is found")
}

fn expecting(DrawValue { rank, depth }: DrawValue) -> ExpectedDraw {
    ExpectedDraw::Draw { rank: rank.0.into(), depth: depth.into() }
}

#[test]
fn a_changed_rank_or_depth_is_found_with_what_it_should_be() {
    for (name, sign) in [(GAIN, 1), (SETBACK, -1), (STAYING, 0)] {
        let of = subspace(name);
        let here = LASKER.ranks.of(of).unwrap();
        let slot = slot_with(of, |_, draw| draw.is_some_and(|draw| draw.gain(here).rank.signum() == sign));
        let old = LASKER.draws[&of][slot].unwrap();
        let DrawValue { rank: Rank(rank), depth } = old;
        for (rank, depth) in [(rank + 1, depth), (rank - 1, depth), (rank, depth + 1), (rank, depth - 2)] {
            let new = DrawValue { rank: Rank(rank), depth };
            let found = reported_after(of, slot, Some(new));
            assert_eq!((found.stored, found.expected), (StoredDraw::Draw(new), expecting(old)));
        }
    }
}

#[test]
fn values_beyond_all_bounds_are_wrong_values_and_nothing_worse() {
    let of = subspace(SETBACK);
    let slot = slot_with(of, |_, draw| draw.is_some());
    for rank in [i16::MIN, i16::MAX] {
        for depth in [i16::MIN, i16::MAX] {
            let new = DrawValue { rank: Rank(rank), depth };
            assert_eq!(reported_after(of, slot, Some(new)).stored, StoredDraw::Draw(new));
        }
    }
}

#[test]
fn a_draw_without_a_value_is_found() {
    let of = subspace(SETBACK);
    let slot = slot_with(of, |_, draw| draw.is_some());
    let found = reported_after(of, slot, None);
    assert_eq!(found.expected, expecting(LASKER.draws[&of][slot].unwrap()));
    let text = found.to_string();
    assert!(text.contains("stored no draw, should be rank "), "{text}");
}

#[test]
fn a_decided_position_with_a_value_is_found() {
    let of = subspace(GAIN);
    let slot = slot_with(of, |value, _| value != Value::Draw);
    let value = counts_of(of, &LASKER.draws[&of])[0].0;
    let found = reported_after(of, slot, Some(value));
    assert_eq!((found.stored, found.expected), (StoredDraw::Draw(value), ExpectedDraw::NoDraw));
    let text = format!("stored rank {} in {}, should be no draw", value.rank, value.depth);
    assert!(found.to_string().ends_with(&text), "{found}");
}

#[test]
fn a_draw_that_no_move_keeps_is_found() {
    // The table of plies calls a position drawn whose moves are all decided.
    let (_db, directory) = lasker_tables();
    let of = subspace("3_3_0_0");
    let slot = slot_with(of, |value, _| value == Value::win(1));
    let mut values = LASKER.values.clone();
    values.get_mut(&of).unwrap()[slot] = Value::Draw;
    write(&directory, of, &values[&of]);
    let report = verify_draws(&directory, &[of], 2, |_| {});
    let expected = wrong_draws((&LASKER.rules, &LASKER.ranks), (&values, &LASKER.draws), of, 1);
    assert_eq!(report.subspaces[0].first_wrong, expected);
    assert_eq!((expected.len(), expected[0].slot), (1, Slot(slot as u64)));
}

#[test]
fn counts_that_are_not_what_the_slots_say_are_reported() {
    let (_db, directory) = lasker_tables();
    let of = subspace(STAYING);
    let draws = &LASKER.draws[&of];
    let truth = counts_of(of, draws);
    let mut counts = truth.clone();
    counts[0].1 += 1;
    write_draws_with(&directory, &LASKER.ranks, of, draws, &counts);
    let report = verify_draws(&directory, &[of], 2, |_| {});
    assert!(!report.is_correct() && report.wrong() == 0);
    let (value, counted) = truth[0];
    let mismatch = report.subspaces[0].statistics.as_deref().unwrap();
    assert_eq!(*mismatch, CountMismatch(vec![WrongCount { value, stored: counted + 1, counted }]));
    let text = format!("rank {} in {}: stored {}, counted {counted}", value.rank, value.depth, counted + 1);
    assert_eq!(mismatch.to_string(), text);
    // A value that no position has.
    let mut counts = truth;
    let nobodys = DrawValue { rank: Rank(i16::MAX), depth: 0 };
    counts.push((nobodys, 1));
    write_draws_with(&directory, &LASKER.ranks, of, draws, &counts);
    let report = verify_draws(&directory, &[of], 2, |_| {});
    let mismatch = report.subspaces[0].statistics.as_deref().unwrap();
    assert_eq!(*mismatch, CountMismatch(vec![WrongCount { value: nobodys, stored: 1, counted: 0 }]));
}

#[test]
fn a_full_board_that_is_drawn_by_rule_stays() {
    let full = subspace("12_12_0_0");
    let rules = Game::Morabaraba.rules();
    let graph = UnitGraph::closure(&rules, [full]);
    let ranks = Ranks::by_stones(&graph);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Morabaraba);
    let slots = |subspace| usize::try_from(UnitIndex::slots_of(Unit::of(subspace))).unwrap();
    write_all(&directory, &[(full, vec![Value::Draw; slots(full)])].into());
    let mut draws: Draws = [(full, vec![Some(DrawValue::staying(Rank(0))); slots(full)])].into();
    full.for_each_successor(&rules, |next| {
        draws.entry(next).or_insert_with(|| vec![None; slots(next)]);
    });
    write_all_draws(&directory, &ranks, &draws);
    for sample in [None, Some(1000)] {
        let report = verify_draws(&directory, &[full], 2, |options| options.sample = sample);
        assert!(report.is_correct() && report.checked() > 0, "{report:?}");
    }
    let changed = &mut draws.get_mut(&full).unwrap()[7];
    *changed = Some(DrawValue { rank: Rank(1), depth: 1 });
    write_draws(&directory, &ranks, full, &draws[&full]);
    let report = verify_draws(&directory, &[full], 2, |_| {});
    assert_eq!((report.wrong(), report.subspaces[0].first_wrong[0].slot), (1, Slot(7)));
}
