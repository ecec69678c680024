//! Plain minimax over the rules' own moves: no window, no table, no order.

use millwright_rules::{Over, Position, Rules};
use millwright_search::Searcher;

/// The score of the last of `positions` for the player to move, `depth` plies deep, where the first `root` positions have
/// been played and the others are looked at. Decided scores are 32000 less the plies to the end from the root.
pub(crate) fn minimax(
    rules: &Rules,
    searcher: &Searcher,
    positions: &mut Vec<Position>,
    root: usize,
    depth: u32,
) -> i32 {
    let here = *positions.last().expect("at least one");
    let ply = positions.len() - root;
    match here.over(rules) {
        Some(Over::TooFewStones | Over::Blocked) => return i32::try_from(ply).expect("few plies") - 32_000,
        Some(Over::DrawnFullBoard) => return 0,
        None => {}
    }
    if ply > 0 && is_drawn_by_playing(positions) {
        return 0;
    }
    if depth == 0 {
        return searcher.estimate(&here);
    }
    let mut best = i32::MIN;
    for chosen in here.moves(rules) {
        positions.push(here.play_unchecked(chosen));
        best = best.max(-minimax(rules, searcher, positions, root, depth - 1));
        positions.pop();
    }
    best
}

/// Rules 10.2 and 10.3, straight from their words.
fn is_drawn_by_playing(positions: &[Position]) -> bool {
    let here = positions.last().expect("at least one");
    let occurrences = positions.iter().filter(|other| *other == here).count();
    let stones = |position: &Position| {
        let (white, black) = (position.setup().stones.white, position.setup().stones.black);
        (white.len(), black.len(), position.setup().hands)
    };
    let same = positions.iter().rev().take_while(|other| stones(other) == stones(here)).count();
    occurrences >= 3 || same > 50
}
