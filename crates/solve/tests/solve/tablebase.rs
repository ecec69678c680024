//! The tablebase over a solved game: what it says about moves and lines follows from the values of positions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_ranks::DrawValue;
use millwright_rules::notation::parse_position;
use millwright_rules::{Game, Position, StoneCount, Value};
use millwright_solve::ultra::SmallDraws;
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{
    InMemory, Known, LineEnd, Outcome, ProbeError, Statistics, TableDirectory, Tablebase,
};

fn solved_with_three_stones() -> MemoryTables {
    let graph = UnitGraph::extended(&Game::Standard.rules(), StoneCount::new(3).unwrap());
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    MemoryTables::solve(&graph, &options).unwrap()
}

/// The standard game with three stones each, solved in memory; there is nothing on disk.
fn three_stones() -> Tablebase {
    let tablebase = nothing();
    tablebase.add_in_memory(Arc::new(solved_with_three_stones()));
    tablebase
}

fn nothing() -> Tablebase {
    Tablebase::new(TableDirectory::new(Path::new("no such directory"), Game::Standard), 0)
}

fn every_position(subspace: &str) -> impl Iterator<Item = Position> {
    let subspace: Subspace = subspace.parse().unwrap();
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    (0..index.slots()).map(move |slot| index.position_of(unit.plane_of(subspace), Slot(slot)))
}

fn value(tablebase: &Tablebase, position: &Position) -> Value {
    tablebase.value_of(position).unwrap()
}

#[test]
fn a_survey_has_every_move_best_first_and_the_first_is_worth_what_the_position_is() {
    let tablebase = three_stones();
    let rules = *tablebase.rules();
    for (subspace, step) in [("3_3_0_0", 31), ("2_2_1_1", 3), ("1_1_2_2", 1), ("1_2_2_1", 1)] {
        for position in every_position(subspace).step_by(step) {
            let survey = tablebase.survey(&position).unwrap();
            assert_eq!(survey.value, Some(Known::Value(value(&tablebase, &position))));
            let mut legal = position.moves(&rules);
            assert_eq!(survey.moves.len(), legal.len());
            let mut values = Vec::new();
            for rated in &survey.moves {
                legal.retain(|other| *other != rated.chosen);
                assert_eq!(rated.next, position.play_unchecked(rated.chosen));
                let expected = value(&tablebase, &rated.next).seen_from_parent();
                assert_eq!(rated.known, Some(Known::Value(expected)));
                values.push(expected);
            }
            assert!(legal.is_empty() && values.is_sorted_by(|one, other| one >= other), "{position}");
            if let Some(&best) = values.first() {
                assert_eq!(best, value(&tablebase, &position), "{position}");
            }
            let count = |word| values.iter().filter(|value| value.outcome() == word).count();
            let counts = survey.counts();
            assert_eq!((counts.win, counts.draw, counts.loss), (count("win"), count("draw"), count("loss")));
            let best = values.first().map_or("loss", |value| value.outcome());
            let is_only = values.len() > 1 && best != "loss" && count(best) == 1;
            assert_eq!(survey.only_move().is_some(), is_only, "{position}");
        }
    }
}

#[test]
fn a_line_lasts_as_long_as_the_value_says_and_ends_as_it_says() {
    let tablebase = three_stones();
    let rules = *tablebase.rules();
    let mut ends = [0; 2];
    for position in every_position("3_3_0_0").step_by(11) {
        let line = tablebase.line(&position, 100).unwrap();
        let mut here = position;
        for ply in &line.plies {
            assert_eq!(ply.next, here.play(&rules, ply.chosen).unwrap());
            assert_eq!(ply.known, Known::Value(value(&tablebase, &here)), "best play keeps the value");
            here = ply.next;
        }
        if let Some(plies) = value(&tablebase, &position).plies() {
            assert_eq!(line.plies.len(), usize::from(plies), "{position}");
            assert!(matches!(line.end, LineEnd::Over(_)), "{position}");
            ends[0] += 1;
        } else {
            assert_eq!(line.end, LineEnd::Repetition, "{position}");
            let before = line.plies[..line.plies.len() - 1].iter().map(|ply| ply.next);
            assert!(before.chain([position]).any(|earlier| earlier == here), "{position}");
            ends[1] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 5), "{ends:?}: both kinds occur");
}

#[test]
fn a_line_stops_where_it_is_told_to_or_knows_no_more() {
    let tablebase = three_stones();
    let rules = *tablebase.rules();
    let won =
        every_position("3_3_0_0").find(|position| value(&tablebase, position) == Value::win(3)).unwrap();
    let line = tablebase.line(&won, 2).unwrap();
    assert_eq!((line.plies.len(), line.end), (2, LineEnd::Limit));
    let start = Position::start(&rules);
    let line = tablebase.line(&start, 10).unwrap();
    assert_eq!((line.value, line.plies.len(), line.end), (None, 0, LineEnd::Unknown));
}

/// A game of which the positions that are lost in two plies are kept back.
#[derive(Debug)]
struct WithoutQuickLosses(MemoryTables);

impl InMemory for WithoutQuickLosses {
    fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value> {
        self.0.value(subspace, slot).filter(|&value| value != Value::loss(2))
    }

    fn statistics(&self, subspace: Subspace) -> Option<&Statistics> {
        self.0.statistics(subspace)
    }
}

#[test]
fn a_slower_win_is_not_called_the_best_where_the_quickest_is_unknown() {
    let tablebase = nothing();
    tablebase.add_in_memory(Arc::new(WithoutQuickLosses(solved_with_three_stones())));
    let mut slower = 0;
    for position in every_position("3_3_0_0").step_by(41) {
        let survey = tablebase.survey(&position).unwrap();
        if survey.value != Some(Known::Value(Value::win(3))) {
            continue;
        }
        // If all but one are known to be worse, the one that is left is the best.
        if survey.counts().unknown == 1 {
            continue;
        }
        let line = tablebase.line(&position, 3).unwrap();
        let unknown = survey.counts().unknown;
        assert_eq!((line.plies.len(), line.end), (0, LineEnd::Unknown), "{position}, {unknown} unknown");
        slower += u32::from(survey.moves[0].outcome() == Some(Outcome::Win));
    }
    assert!(slower > 10, "{slower} positions have a slower win that is known");
}

/// As `verify` has it: a draw is worth the best of what its moves lead to.
#[test]
fn draws_solved_in_memory_are_told_apart_and_worth_their_best_move() {
    let stop = AtomicBool::new(false);
    let graph = UnitGraph::extended(&Game::Lasker.rules(), StoneCount::new(4).unwrap());
    let options = UnitOptions::new(&stop);
    let tables = MemoryTables::solve(&graph, &options).unwrap();
    let draws = SmallDraws::solve(&graph, &tables, &options).unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(Path::new("no such directory"), Game::Lasker), 0);
    tablebase.add_in_memory(Arc::new(tables));
    assert_eq!(tablebase.ranks().unwrap(), None);
    tablebase.add_draws_in_memory(Arc::new(draws));
    let ranks = tablebase.ranks().unwrap().unwrap();
    let mut worth = Vec::new();
    for (subspace, step) in
        [("4_3_0_0", 97), ("4_4_0_0", 997), ("3_2_1_1", 7), ("2_2_2_2", 3), ("3_3_1_0", 31)]
    {
        let rank = ranks.of(subspace.parse().unwrap()).unwrap();
        for position in every_position(subspace).step_by(step) {
            let survey = tablebase.survey(&position).unwrap();
            if survey.value.unwrap().outcome() != Outcome::Draw {
                continue;
            }
            let Some(Known::Ranked(draw)) = survey.value else { panic!("{position} is not told apart") };
            let best = survey.moves[0].known;
            if draw.value == DrawValue::staying(rank) {
                let Some(Known::Ranked(best)) = best else { panic!("{position}: {best:?}") };
                assert_eq!(best.value.rank, rank, "{position}");
            } else {
                assert_eq!(best, survey.value, "{position}");
            }
            worth.push(draw.value);
        }
    }
    worth.sort_unstable();
    worth.dedup();
    assert!(worth.len() > 8, "{} different draws", worth.len());
}

#[test]
fn what_is_not_known_is_unknown_and_never_guessed() {
    let tablebase = three_stones();
    // Four against three: taking a stone leads to what is known, all else does not.
    let position = parse_position("w_a1a4g7d2_b2f2c5", tablebase.rules()).unwrap();
    assert!(matches!(tablebase.probe(&position), Err(ProbeError::Missing { .. })));
    assert!(matches!(tablebase.probe_moves(&position), Err(ProbeError::Missing { .. })));
    let survey = tablebase.survey(&position).unwrap();
    assert_eq!(survey.value, None);
    assert_eq!(survey.counts().unknown, survey.moves.len());
    assert_eq!(survey.only_move(), None);

    // A mill that takes the third-last stone wins whatever the tables know.
    let position = parse_position("w_a1a4d7d2_b2f2c5", tablebase.rules()).unwrap();
    let survey = tablebase.survey(&position).unwrap();
    assert_eq!((survey.value, survey.counts().win), (None, 3));
    assert_eq!(survey.moves[0].outcome(), Some(Outcome::Win));
    assert!(
        survey.counts().unknown > 0 && survey.moves.last().unwrap().known.is_none(),
        "unknown ones are last"
    );
    assert_eq!(nothing().survey(&position).unwrap(), survey, "no table is needed for that");
}
