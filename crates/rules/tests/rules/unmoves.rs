//! Moves backwards: the positions that a position can come from. Only tests need them.

use millwright_rules::{DoubleMill, Move, Placing, Point, PointSet, Position, Rules, Side, for_each_capture};

/// Calls `visit` for every position of the game that has a legal move to `here`, with that move; each pair once.
///
/// **Invariant**: `visit(before, chosen)` happens if and only if `before` is a position of the game,
/// `chosen` is one of its legal moves and `before.play_unchecked(chosen) == here`.
pub(crate) fn for_each_unmove(rules: &Rules, here: &Position, mut visit: impl FnMut(Position, Move)) {
    // The player who has just moved is `other` now and was the mover then.
    let (author, empty) = (here.other(), here.empty());
    if author.total() < 3 {
        return;
    }
    let may_slide = author.hand == 0 || rules.placing == Placing::Free;
    for to in author.stones {
        let rest = author.stones.without(to);
        let closed = rules.board.mills_closed(author.stones, to);
        let before = Side { stones: rest, hand: author.hand + 1 };
        undo_captures(rules, here, (before, None, to, closed), &mut visit);
        if may_slide {
            let origins = if author.flies() { empty } else { rules.board.neighbours(to) & empty };
            for from in origins {
                let before = Side { stones: rest.with(from), hand: author.hand };
                undo_captures(rules, here, (before, Some(from), to, closed), &mut visit);
            }
        }
    }
}

/// Puts back every set of stones that the move may have taken.
fn undo_captures(
    rules: &Rules,
    here: &Position,
    (author, from, to, closed): (Side, Option<Point>, Point, u8),
    visit: &mut impl FnMut(Position, Move),
) {
    let victim = here.mover();
    let most = match (closed, rules.double_mill) {
        (0, _) => 0,
        (2.., DoubleMill::Two) => 2,
        _ => 1,
    };
    let missing = rules.stones_of(here.turn()).saturating_sub(victim.total()).min(most);
    let places = from.map_or(here.empty(), |from| here.empty().without(from));
    let mut put_back = |taken: PointSet| {
        let before_victim = Side { stones: victim.stones | taken, hand: victim.hand };
        if before_victim.total() < 3 {
            return;
        }
        let before = Position::from_sides_unchecked(author, before_victim, here.turn().opponent());
        if Position::new(&before.setup(), rules).is_err() {
            return;
        }
        let mut legal = false;
        for_each_capture(rules, closed, before_victim, |set| legal |= set == taken);
        if legal {
            visit(before, Move { from, to, taken });
        }
    };
    put_back(PointSet::EMPTY);
    if missing >= 1 {
        for one in places {
            put_back(one.set());
            if missing == 2 {
                for two in places.iter().filter(|&two| two > one) {
                    put_back(one.set().with(two));
                }
            }
        }
    }
}

/// All predecessors with the move that leads here, collected.
pub(crate) fn unmoves(rules: &Rules, here: &Position) -> Vec<(Position, Move)> {
    let mut unmoves = Vec::new();
    for_each_unmove(rules, here, |before, chosen| unmoves.push((before, chosen)));
    unmoves
}
