//! Tables that are missing, or have less than is asked for.

use std::fs;

use millwright_listing::{Amount, Columns, LineFormat, ListingError, Request, Selection};
use millwright_ranks::Rank;
use millwright_rules::Game;
use millwright_table::{Content, WriteOptions};

use crate::games::{Draws, Solved, all_of, solved};

fn game() -> Solved {
    solved(Game::Standard, 3, 3, Draws::Plain)
}

fn refused(game: &Solved, request: Request) -> ListingError {
    game.open(request).map(drop).unwrap_err()
}

#[test]
fn outcomes_alone_have_no_plies_and_all_else() {
    let game = game();
    let subspace = "3_3_0_0".parse().unwrap();
    let moves = Request { columns: Columns::Moves, ..all_of(subspace) };
    let before = game.rows(moves);
    game.directory.reduce(subspace, Content::Outcomes, &WriteOptions::default()).unwrap();
    let after = game.rows(moves);
    assert!(after.iter().all(|row| row.plies.is_none()));
    assert!(
        before
            .iter()
            .zip(&after)
            .all(|(one, two)| { (one.slot, one.outcome, one.choice) == (two.slot, two.outcome, two.choice) })
    );
    assert_eq!(before.len(), after.len());
    for (value, longest) in [(Some("win:3"), false), (None, true), (Some("loss"), true)] {
        let value = value.map(|text| text.parse().unwrap());
        let selection = Selection::new(value, None, longest, false).unwrap();
        let error = refused(&game, Request { selection, ..all_of(subspace) });
        assert!(matches!(error, ListingError::NoPlies { .. }), "{error}");
        assert!(error.to_string().ends_with("3_3_0_0.mill has win, draw and loss only"), "{error}");
    }
    let won = Selection::new(Some("win".parse().unwrap()), None, false, false).unwrap();
    let request = Request { selection: won, amount: Amount::First(1), ..all_of(subspace) };
    assert!(game.text(request, LineFormat::Text, 1).ends_with("  win\n"));
}

#[test]
fn statistics_alone_have_no_positions() {
    let game = game();
    let subspace = "3_3_0_0".parse().unwrap();
    game.directory.reduce(subspace, Content::Statistics, &WriteOptions::default()).unwrap();
    let error = refused(&game, all_of(subspace));
    assert!(matches!(error, ListingError::NoValues { .. }) && error.lacking() == Some(subspace), "{error}");
    // What leads there can be listed, but its moves cannot be counted.
    let before = "2_3_1_0".parse().unwrap();
    assert!(!game.rows(all_of(before)).is_empty());
    let error = refused(&game, Request { columns: Columns::Moves, ..all_of(before) });
    assert!(matches!(error, ListingError::NoValues { .. }) && error.lacking() == Some(subspace), "{error}");
}

#[test]
fn what_is_missing_is_named() {
    let game = game();
    let subspace = "3_3_0_0".parse().unwrap();
    let selection = Selection::new(None, Some(Rank(0)), false, false).unwrap();
    let error = refused(&game, Request { selection, ..all_of(subspace) });
    assert!(matches!(error, ListingError::NoRanks { .. }), "{error}");
    let error = refused(&game, all_of("4_4_0_0".parse().unwrap()));
    assert!(
        error.to_string().starts_with("the table of subspace 4_4_0_0 is missing: there is no "),
        "{error}"
    );
    fs::write(game.directory.path_of(subspace), "nonsense").unwrap();
    assert!(matches!(refused(&game, all_of(subspace)), ListingError::Table(_)));
}

#[test]
fn ranks_that_were_dropped_are_missed_only_where_they_are_asked_for() {
    let game = solved(Game::Standard, 3, 4, Draws::ToldApart);
    let subspace = "3_4_0_0".parse().unwrap();
    let ranks = game.ranks.as_ref().unwrap();
    game.directory.ultra(ranks).reduce(subspace, Content::Statistics, &WriteOptions::default()).unwrap();
    let selection = Selection::new(None, Some(Rank(-1)), false, false).unwrap();
    let error = refused(&game, Request { selection, ..all_of(subspace) });
    assert!(matches!(error, ListingError::RanksDropped { .. }), "{error}");
    assert!(game.rows(all_of(subspace)).iter().all(|row| row.rank.is_none()));
}
