//! Every position and every column of whole games, against the slow solver.

use std::collections::BTreeSet;

use millwright_index::Subspace;
use millwright_listing::{Choice, Columns, LineFormat, Request, Row};
use millwright_oracle::{Solution, State, UltraSolution, Value, turns};
use millwright_rules::notation::parse_position;
use millwright_rules::{ByColor, Color, Game, Point, PointSet, Position, Side, Symmetry};
use millwright_table::Outcome;

use crate::games::{Draws, Solved, all_of, solved};

fn oracles(subspace: Subspace) -> millwright_oracle::Subspace {
    subspace.to_string().parse().unwrap()
}

fn position_of(subspace: Subspace, row: &Row) -> Position {
    Position::from_sides_unchecked(
        Side { stones: row.mover, hand: subspace.mover_hand },
        Side { stones: row.other, hand: subspace.other_hand },
        Color::White,
    )
}

fn state_of(position: &Position) -> State {
    let labels = |color| {
        let stones = position.side(color).stones;
        stones.iter().map(Point::label).collect::<Vec<_>>().join(" ")
    };
    let hands = ByColor { white: position.side(Color::White).hand, black: position.side(Color::Black).hand };
    State::from_labels(&labels(Color::White), &labels(Color::Black), hands, position.turn()).unwrap()
}

fn outcome(value: Value) -> Outcome {
    match value {
        Value::Win(_) => Outcome::Win,
        Value::Draw => Outcome::Draw,
        Value::Loss(_) => Outcome::Loss,
    }
}

/// The smallest of the symmetric positions: the same for two if and only if they are symmetric.
fn orbit(row: &Row) -> (PointSet, PointSet) {
    Symmetry::all().map(|symmetry| (symmetry.apply(row.mover), symmetry.apply(row.other))).min().unwrap()
}

/// By the oracle's own turns and values.
fn choice(game: &Solved, oracle: &Solution, state: &State) -> Choice {
    let own = outcome(oracle.value(state).unwrap());
    let turns = turns(state, game.rules());
    let keeps = |turn: &&millwright_oracle::Turn| {
        let next = state.after(turn);
        let value = if next.stones(next.mover()) < 3 { Value::Loss(0) } else { oracle.value(&next).unwrap() };
        outcome(value.seen_from_parent()) == own
    };
    let keeping = turns.iter().filter(keeps).count();
    Choice { moves: u16::try_from(turns.len()).unwrap(), keeping: u16::try_from(keeping).unwrap() }
}

/// Compares every position and every column, but the moves of one position in so many: to count them again takes longest.
fn agrees(game: &Solved, choices: usize) {
    let rules = game.rules();
    let subspaces = || game.graph.subspaces().map(oracles);
    let oracle = Solution::of_subspaces(rules, subspaces());
    let ultra = game.ranks.as_ref().map(|ranks| {
        let same = ranks.iter().map(|(subspace, rank)| (oracles(subspace), i32::from(rank.0)));
        let same = millwright_oracle::Ranks::new(i32::from(ranks.win().0), same).unwrap();
        UltraSolution::of_subspaces(rules, subspaces(), &same).unwrap()
    });
    let mut listed = 0;
    let mut ranked = 0;
    for subspace in game.graph.subspaces() {
        let rows = game.rows(Request { columns: Columns::Moves, ..all_of(subspace) });
        assert!(rows.is_sorted_by_key(|row| row.slot));
        let orbits: BTreeSet<_> = rows.iter().map(orbit).collect();
        assert_eq!(orbits.len(), rows.len(), "{subspace}: no orbit twice");
        listed += rows.len();
        for (place, row) in rows.iter().enumerate() {
            let state = state_of(&position_of(subspace, row));
            let value = oracle.value(&state).unwrap();
            assert_eq!((row.outcome, row.plies), (outcome(value), value.plies()), "{subspace} {row:?}");
            if place % choices == 0 {
                assert_eq!(row.choice, Some(choice(game, &oracle, &state)), "{subspace} {row:?}");
            }
            let rank = ultra.as_ref().filter(|_| value == Value::Draw).map(|ultra| {
                let here = i32::from(game.ranks.as_ref().unwrap().of(subspace).unwrap().0);
                ultra.value(&state).unwrap().rank() + here
            });
            assert_eq!(row.rank.map(|rank| i32::from(rank.0)), rank, "{subspace} {row:?}");
            ranked += usize::from(rank.is_some());
        }
        same_in_text(game, subspace, &rows);
    }
    assert_eq!(listed, oracle.len(), "every orbit");
    assert_eq!(ranked > 0, game.ranks.is_some());
}

/// What is written is a position of the game, and the one of the row.
fn same_in_text(game: &Solved, subspace: Subspace, rows: &[Row]) {
    let text = game.text(all_of(subspace), LineFormat::Csv, 2);
    assert_eq!(text.lines().next(), Some("position,value,plies,rank"));
    for (line, row) in text.lines().skip(1).zip(rows) {
        let fields: Vec<&str> = line.split(',').collect();
        let position =
            parse_position(fields[0], game.rules()).unwrap_or_else(|error| panic!("{line}: {error}"));
        let same = position_of(subspace, row);
        assert_eq!((position.mover(), position.other()), (same.mover(), same.other()), "{line}");
        let empty = |number: Option<i32>| number.map_or(String::new(), |number| number.to_string());
        let expected = [
            row.outcome.name().to_owned(),
            empty(row.plies.map(i32::from)),
            empty(row.rank.map(|rank| rank.0.into())),
        ];
        assert_eq!(fields[1..], expected, "{line}");
    }
}

#[test]
fn the_standard_game_with_three_stones_agrees() {
    agrees(&solved(Game::Standard, 3, 3, Draws::Plain), 1);
}

#[test]
fn lasker_morris_with_three_stones_agrees() {
    agrees(&solved(Game::Lasker, 3, 3, Draws::Plain), 1);
}

#[test]
fn draws_that_are_told_apart_agree() {
    agrees(&solved(Game::Standard, 3, 4, Draws::ToldApart), 64);
}
