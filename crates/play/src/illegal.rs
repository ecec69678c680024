//! Why a turn is not legal, for people.

use std::fmt;

use millwright_rules::{Move, Point, PointSet, Position, Rules};
use thiserror::Error;

use crate::end::End;

/// A turn that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{chosen} is not legal: {reason}")]
pub struct IllegalTurn {
    /// The turn.
    pub chosen: Move,
    /// The rule that it breaks.
    pub reason: Reason,
}

/// Which rule a turn breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game has ended.
    Ended(End),
    /// A stone is placed, and there is none in hand.
    EmptyHand,
    /// A stone slides while others must be placed (rule 3.2).
    MustPlace,
    /// The mover has no stone there.
    NoStone(Point),
    /// The point is not empty.
    Occupied(Point),
    /// The points are not joined, and the mover does not fly (rules 3.5, 3.6).
    NotJoined,
    /// It takes something without closing a mill, or where nothing may be taken (rules 4.2, 4.4, 4.5).
    TakesNothing,
    /// It closes a mill and does not say what it takes. These are the turns that do, at least one.
    MustTake(Vec<Move>),
    /// There is nothing of the other's to take there.
    NothingToTake(Point),
    /// It takes fewer or more stones than it must (rules 4.6 to 4.8).
    WrongNumber {
        /// How many it must take.
        stones: u8,
    },
    /// A stone in a mill is taken while others are not in one, or are never taken (rules 4.3, 4.4).
    InMill(PointSet),
}

/// Turns that are listed in a sentence at most.
const LISTED: usize = 8;

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(end) => write!(f, "the game has ended ({end})"),
            Self::EmptyHand => f.write_str("no stone is left in hand; a slide is written like a1-a4"),
            Self::MustPlace => f.write_str("the stones in hand must be placed first"),
            Self::NoStone(point) => write!(f, "the player to move has no stone on {point}"),
            Self::Occupied(point) => write!(f, "{point} is not empty"),
            Self::NotJoined => f.write_str("the two points are not joined"),
            Self::TakesNothing => f.write_str("it takes nothing"),
            Self::MustTake(turns) => {
                f.write_str("it closes a mill and must say what it takes: ")?;
                for (index, turn) in turns.iter().take(LISTED).enumerate() {
                    write!(f, "{}{turn}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str(if turns.len() > LISTED { ", ..." } else { "" })
            }
            Self::NothingToTake(point) => write!(f, "the other has no stone on {point}"),
            Self::WrongNumber { stones: 1 } => f.write_str("it must take one stone"),
            Self::WrongNumber { stones } => write!(f, "it must take {stones} stones"),
            Self::InMill(points) => {
                let labels: Vec<&str> = points.iter().map(Point::label).collect();
                write!(f, "{} may not be taken while in a mill", labels.join(" and "))
            }
        }
    }
}

/// Which rule a turn breaks; `None` if it is legal.
#[must_use]
pub fn why_illegal(position: &Position, rules: &Rules, chosen: Move) -> Option<Reason> {
    if let Some(over) = position.over(rules) {
        return Some(Reason::Ended(End::Over { over, mover: position.turn() }));
    }
    let mut same = position.moves(rules);
    same.retain(|other| (other.from, other.to) == (chosen.from, chosen.to));
    if same.contains(&chosen) {
        None
    } else if same.is_empty() {
        Some(why_not_there(position, rules, chosen))
    } else {
        same.sort_by_cached_key(Move::to_string);
        Some(why_not_taken(position, rules, chosen, same))
    }
}

/// Why the stone cannot go there at all.
fn why_not_there(position: &Position, rules: &Rules, chosen: Move) -> Reason {
    match chosen.from {
        None if !position.may_place() => Reason::EmptyHand,
        Some(_) if !position.may_slide(rules) => Reason::MustPlace,
        Some(from) if !position.mover().stones.contains(from) => Reason::NoStone(from),
        _ if !position.empty().contains(chosen.to) => Reason::Occupied(chosen.to),
        _ => Reason::NotJoined,
    }
}

/// Why it cannot take that; `same` are the legal turns that differ in what they take, at least one.
fn why_not_taken(position: &Position, rules: &Rules, chosen: Move, same: Vec<Move>) -> Reason {
    let theirs = position.other().stones;
    let must = same.iter().map(|turn| turn.taken.len()).max().unwrap_or(0);
    if must == 0 {
        return Reason::TakesNothing;
    }
    if chosen.taken.is_empty() {
        return Reason::MustTake(same);
    }
    if let Some(point) = (chosen.taken - theirs).iter().next() {
        return Reason::NothingToTake(point);
    }
    if chosen.taken.len() != must {
        return Reason::WrongNumber { stones: must };
    }
    Reason::InMill(chosen.taken & rules.board.in_mills(theirs))
}

#[cfg(test)]
mod tests {
    use millwright_rules::notation::parse_position;
    use millwright_rules::{Game, Over};

    use super::*;

    fn why(game: Game, position: &str, chosen: &str) -> String {
        let rules = game.rules();
        let position = parse_position(position, &rules).unwrap();
        let chosen = chosen.parse().unwrap();
        let reason = why_illegal(&position, &rules, chosen).expect("not legal");
        IllegalTurn { chosen, reason }.to_string()
    }

    #[test]
    fn each_broken_rule_is_named() {
        let standard = |position, chosen| why(Game::Standard, position, chosen);
        let placing = "w_a1d1.7_b2d2.7";
        assert_eq!(standard(placing, "b2"), "b2 is not legal: b2 is not empty");
        assert_eq!(standard(placing, "a1-a4"), "a1-a4 is not legal: the stones in hand must be placed first");
        assert_eq!(
            standard(placing, "g1"),
            "g1 is not legal: it closes a mill and must say what it takes: g1xb2, g1xd2"
        );
        assert_eq!(standard(placing, "g1xf6"), "g1xf6 is not legal: the other has no stone on f6");
        assert_eq!(standard(placing, "g1xb2xd2"), "g1xd2xb2 is not legal: it must take one stone");
        assert_eq!(standard(placing, "g4xb2"), "g4xb2 is not legal: it takes nothing");
        let sliding = "w_a1d1g4a7_b2d2f2c5";
        assert_eq!(
            standard(sliding, "b4"),
            "b4 is not legal: no stone is left in hand; a slide is written like a1-a4"
        );
        assert_eq!(standard(sliding, "b2-b4"), "b2-b4 is not legal: the player to move has no stone on b2");
        assert_eq!(standard(sliding, "a1-b2"), "a1-b2 is not legal: b2 is not empty");
        assert_eq!(standard(sliding, "a1-g7"), "a1-g7 is not legal: the two points are not joined");
        assert_eq!(
            standard(sliding, "g4-g1xd2"),
            "g4-g1xd2 is not legal: d2 may not be taken while in a mill"
        );
        assert_eq!(
            standard("b_a1d1g1_b2d2", "b2-b4"),
            "b2-b4 is not legal: the game has ended (Black has fewer than three stones and has lost)"
        );
        assert_eq!(
            why(Game::StandardTakeTwo, "w_a1d1g4g7.5_b2d2f4f6.5", "g1xb2"),
            "g1xb2 is not legal: it must take 2 stones"
        );
        assert_eq!(
            why(Game::StandardProtected, "w_a1d1g4.6_b2d2f2.6", "g1xb2"),
            "g1xb2 is not legal: it takes nothing"
        );
    }

    /// Over all turns that can be written of a few positions: exactly the legal ones have no reason.
    #[test]
    fn every_turn_is_legal_or_has_a_reason() {
        for (game, text) in [
            (Game::Standard, "w_a1d1.7_b2d2.7"),
            (Game::StandardTakeTwo, "w_a1d1g4g7.5_b2d2f4f6.5"),
            (Game::Lasker, "b_a1d1.8_b2d2f2.7"),
            (Game::Morabaraba, "w_a1b2d7e4_c4d6g7f6"),
            (Game::Standard, "w_a1d1g4_b2d2f2"),
        ] {
            let rules = game.rules();
            let position = parse_position(text, &rules).unwrap();
            let legal = position.moves(&rules);
            let taken = [vec![PointSet::EMPTY], Point::all().map(Point::set).collect()].concat();
            for from in Point::all().map(Some).chain([None]) {
                for (to, &taken) in Point::all().flat_map(|to| taken.iter().map(move |set| (to, set))) {
                    let chosen = Move { from, to, taken };
                    let reason = why_illegal(&position, &rules, chosen);
                    assert_eq!(reason.is_none(), legal.contains(&chosen), "{text}: {chosen}");
                    let empty = matches!(reason, Some(Reason::InMill(points)) if points.is_empty());
                    assert!(!empty, "{text}: {chosen}");
                }
            }
        }
        let over = End::Over { over: Over::Blocked, mover: millwright_rules::Color::White };
        assert_eq!(over.to_string(), "White is blocked and has lost");
    }
}
