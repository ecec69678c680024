//! A game as a list of moves, as papers print it, and single turns: what is understood is written and read again without
//! a loss, and as PGN too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use millwright_fuzz::round_trips;
use millwright_rules::Move;
use millwright_rules::notation::{MoveList, Pgn, PlayOk};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    round_trips::<Move>(text);
    round_trips::<PlayOk>(text);
    let Some(list) = round_trips::<MoveList>(text) else { return };
    let turns: Vec<Move> = list.moves.iter().map(|listed| listed.chosen).collect();
    let pgn = Pgn::from(list);
    let again: Pgn = pgn.to_string().parse().expect("what was written is PGN");
    assert_eq!(pgn, again);
    let back = MoveList::from(&again);
    assert_eq!(back.moves.iter().map(|listed| listed.chosen).collect::<Vec<_>>(), turns);
});
