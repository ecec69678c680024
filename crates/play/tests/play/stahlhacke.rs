//! Stahlhacke's figure 11 and table 1: Lasker Morris under tournament rules, won in 72 moves by perfect play.
//!
//! Needs the tables that `millwright solve lasker-wmd` makes, those at least that hold the positions of the game and
//! their successors; one of them may be missing: `MILLWRIGHT_DB=DIR cargo test -p millwright-play stahlhacke -- --ignored`.

use std::env;
use std::path::Path;

use millwright_play::Play;
use millwright_rules::notation::{MoveList, parse_position};
use millwright_rules::{Color, Game, Value};
use millwright_table::{Known, TableDirectory, Tablebase};

const TABLE_1: &str = include_str!("../../../rules/tests/games/stahlhacke-table-1.txt");

const FIGURE_11: &str = "w_d7.9_b6.9";

const PLIES: usize = 143;

#[test]
#[ignore = "needs tables of Lasker Morris under tournament rules: MILLWRIGHT_DB"]
fn table_1_is_perfect_play_and_its_marks_are_the_only_moves() {
    let db = env::var_os("MILLWRIGHT_DB").expect("MILLWRIGHT_DB is where the tables are");
    let tablebase = Tablebase::new(TableDirectory::new(Path::new(&db), Game::LaskerWmd), 1 << 28);
    let list: MoveList = TABLE_1.parse().unwrap();
    let start = parse_position(FIGURE_11, &Game::LaskerWmd.rules()).unwrap();
    let play =
        Play::from_move_list(list.clone(), &Play::new(Game::LaskerWmd).starting_at(start).unwrap()).unwrap();
    assert_eq!(play.moves().len(), PLIES);

    let (mut unknown, mut differences) = (Vec::new(), Vec::new());
    for (ply, (position, listed)) in play.positions().iter().zip(&list.moves).enumerate() {
        let survey = tablebase.survey(position).unwrap();
        let left = u16::try_from(PLIES - ply).unwrap();
        let is_won = position.turn() == Color::White;
        let said = if is_won { Value::win(left) } else { Value::loss(left) };
        match survey.value {
            None => unknown.push(format!("the value of {position}")),
            Some(found) if found == Known::Value(said) => {}
            Some(found) => differences.push(format!("{position} is a {found}, said to be a {said:?}")),
        }
        if is_won && !survey.is_complete() {
            unknown.push(format!("some moves of {position}"));
        } else if is_won {
            let only = survey.only_move().map(|rated| rated.chosen);
            let marked = (listed.marks == "!").then_some(listed.chosen);
            if only != marked {
                differences.push(format!("{position}: {only:?} alone wins, marked is {marked:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    // A table is missed by the position in it and by the one before.
    assert!(unknown.len() <= 2, "not in the tables: {unknown:#?}");
}
