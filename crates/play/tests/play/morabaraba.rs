//! Gevay and Danner's figure 6: a game of Morabaraba in which both play the best there is.
//!
//! Needs the tables of the positions of the game, which `millwright solve morabaraba` makes; docs/results has the command that
//! keeps them alone: `MILLWRIGHT_DB=DIR cargo test -p millwright-play morabaraba -- --ignored`.

use std::env;
use std::path::Path;

use millwright_play::Play;
use millwright_rules::notation::MoveList;
use millwright_rules::{Color, Game, Value};
use millwright_table::{Known, TableDirectory, Tablebase};

const FIGURE_6: &str = include_str!("../../../rules/tests/games/gevay-danner-figure-6.txt");

const PLIES: usize = 49;

#[test]
#[ignore = "needs tables of Morabaraba: MILLWRIGHT_DB"]
fn every_move_of_figure_6_keeps_the_value_of_its_position() {
    let db = env::var_os("MILLWRIGHT_DB").expect("MILLWRIGHT_DB is where the tables are");
    let tablebase = Tablebase::new(TableDirectory::new(Path::new(&db), Game::Morabaraba), 1 << 28);
    let list: MoveList = FIGURE_6.parse().unwrap();
    let play = Play::from_move_list(list, &Play::new(Game::Morabaraba)).unwrap();
    assert_eq!(play.moves().len(), PLIES);
    for (ply, position) in play.positions()[..PLIES].iter().enumerate() {
        let left = u16::try_from(PLIES - ply).unwrap();
        let said = if position.turn() == Color::White { Value::win(left) } else { Value::loss(left) };
        assert_eq!(tablebase.probe(position).unwrap(), Known::Value(said), "{position}");
    }
}
