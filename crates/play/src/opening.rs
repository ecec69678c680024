//! Moves of the opening that are proved not to lose, from the tables of the movement phase and an opening book.

use std::sync::atomic::AtomicBool;

use millwright_rules::{Move, Placing};
use millwright_search::{Claim, OpeningBook, Prover, ProverOptions, TableKnowledge, TableLeaves};
use millwright_table::{BOOK, Tablebase};

use crate::play::Play;

/// Stones in hand up to which the tables of the movement phase are near enough to search down to them.
const NEAR: u32 = 8;
/// Positions that are looked at for all moves together.
const NODES: u64 = 2_000_000;
/// Bytes of the transposition table.
const TABLE_BYTES: u64 = 32 << 20;

/// Of some moves, those that are proved not to lose. Empty where nothing can be proved in a moment: that says nothing about
/// the moves.
pub(crate) fn holding_moves(
    play: &Play,
    moves: &[Move],
    tablebase: &Tablebase,
    tables: &TableKnowledge<'_>,
) -> Vec<Move> {
    let (rules, position) = (play.rules(), play.position());
    let hands = u32::from(position.mover().hand) + u32::from(position.other().hand);
    if rules.placing == Placing::Free || hands == 0 {
        return Vec::new();
    }
    let placed = u32::from(rules.stones.white.get()) + u32::from(rules.stones.black.get()) - hands;
    // A book that cannot be used is as good as none.
    let path = tablebase.directory().path().join(BOOK);
    let book = OpeningBook::read(tablebase.directory().disk(), &path, rules).ok().flatten();
    let book = book.filter(|book| placed < book.ply);
    if book.is_none() && hands > NEAR {
        return Vec::new();
    }
    let claim = Claim::of_holder(position.turn());
    let leaves = TableLeaves(tables);
    let options = ProverOptions {
        table_bytes: TABLE_BYTES,
        book_ply: book.as_ref().map_or(u32::MAX, |book| book.ply),
        is_book_complete: book.is_some(),
        nodes: NODES,
    };
    let known = book.iter().flat_map(|book| book.of(claim));
    let mut prover = Prover::new(rules, &leaves, claim, options).with_visited(known);
    let stop = AtomicBool::new(false);
    let mut holds =
        |turn: &Move| prover.prove(&position.play_unchecked(*turn), &stop, &mut |_| {}) == Some(true);
    moves.iter().copied().filter(|turn| holds(turn)).collect()
}
