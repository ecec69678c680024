//! What is said about positions, with all tables, with some, and with none.

use std::time::Duration;

use millwright_index::Subspace;
use millwright_rules::{Game, Position};
use millwright_search::{Assessor, Effort, Source, Worth};
use millwright_table::Known;

use crate::hidden::{positions, solved, tablebase};

/// No clock: what is found depends on the nodes alone.
const EFFORT: Effort =
    Effort { proof_nodes: 2_000_000, estimate_nodes: 20_000, time: Duration::from_hours(1) };

#[test]
fn what_is_proved_by_searching_is_what_the_hidden_tables_say() {
    for game in [Game::Standard, Game::StandardProtectedTakeTwo, Game::Morabaraba] {
        let rules = game.rules();
        let tables = solved(game, 3);
        let (all, movement) =
            (tablebase(game, &tables, |_| true), tablebase(game, &tables, Subspace::hands_are_empty));
        let mut compared = 0;
        for position in ["2_3_1_0", "2_2_1_1"].into_iter().flat_map(positions).step_by(331) {
            if position.over(&rules).is_some() {
                continue;
            }
            let found = Assessor::new(&movement, &rules, EFFORT).assess(&position).unwrap();
            let expected = all.survey(&position).unwrap();
            assert_eq!(found.survey, expected, "{game}: {position}");
            assert_eq!(found.value.source(), Some(Source::Search));
            assert_eq!(found.depth, 0, "nothing is estimated");
            let line = Assessor::new(&movement, &rules, EFFORT).line(&position, 400).unwrap();
            let known = all.line(&position, 400).unwrap();
            assert_eq!((line.value.known(), line.end), (known.value, Some(known.end)), "{game}: {position}");
            let plies: Vec<_> =
                line.plies.iter().map(|ply| (ply.chosen, ply.worth.known().unwrap(), ply.only)).collect();
            let expected: Vec<_> = known.plies.iter().map(|ply| (ply.chosen, ply.known, ply.only)).collect();
            assert_eq!(plies, expected, "{game}: {position}");
            compared += 1;
        }
        assert!(compared > 40, "{game}: {compared}");
    }
}

#[test]
fn what_tables_know_is_said_as_they_know_it() {
    let tables = solved(Game::Standard, 3);
    let all = tablebase(Game::Standard, &tables, |_| true);
    let rules = Game::Standard.rules();
    for position in positions("3_3_0_0").into_iter().step_by(997) {
        let found = Assessor::new(&all, &rules, EFFORT).assess(&position).unwrap();
        assert_eq!(found.survey, all.survey(&position).unwrap(), "{position}");
        let is_over = position.over(&rules).is_some();
        let source = if is_over { Source::Table } else { Source::Memory };
        assert_eq!(found.value.source(), Some(source), "{position}");
    }
}

#[test]
fn an_estimate_is_no_value() {
    for game in [Game::Standard, Game::Lasker, Game::Morabaraba] {
        let rules = game.rules();
        let tables = solved(game, 3);
        let nothing = tablebase(game, &tables, |_| false);
        let start = Position::start(&rules);
        let found = Assessor::new(&nothing, &rules, EFFORT).assess(&start).unwrap();
        assert!(matches!(found.value, Worth::Estimate(_)) && found.depth > 0, "{found:?}");
        assert_eq!((found.survey.value, found.survey.counts().unknown), (None, 24));
        assert!(found.survey.best().is_empty());
        assert!(found.moves.iter().all(|worth| worth.source() == Some(Source::Estimate)));
        assert!(found.moves.is_sorted_by_key(|worth| std::cmp::Reverse(worth.estimate())));
        let line = Assessor::new(&nothing, &rules, EFFORT).line(&start, 3).unwrap();
        assert_eq!((line.end, line.plies.len(), line.value.source()), (None, 3, Some(Source::Estimate)));
        assert!(line.plies.iter().all(|ply| ply.worth.known().is_none() && !ply.only));
    }
}

#[test]
fn a_win_that_is_near_is_proved_without_any_table() {
    let rules = Game::Standard.rules();
    let tables = solved(Game::Standard, 3);
    let nothing = tablebase(Game::Standard, &tables, |_| false);
    let position = millwright_rules::notation::parse_position("w_a1a4d7_b2d2f2", &rules).unwrap();
    let found = Assessor::new(&nothing, &rules, EFFORT).assess(&position).unwrap();
    let won = Known::Value(millwright_rules::Value::win(1));
    assert_eq!(found.value, Worth::searched(won));
    assert_eq!(found.moves[0], Worth::Known { known: won, source: Source::Table }, "the rules say so");
    assert!(found.depth > 0, "other moves are estimated");
}
