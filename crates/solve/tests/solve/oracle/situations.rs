//! What a turn takes, and by which rule: so that a comparison can show that it met the rules it is about.

use std::collections::{BTreeMap, BTreeSet};

use millwright_oracle::{Geometry, Point, State, Turn, turns};
use millwright_rules::{Color, Rules};

/// One way in which a turn that closes a mill takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Situation {
    /// One mill, and a stone outside mills goes (rule 4.3).
    Open,
    /// One mill, and a stone of a mill goes: there are no others (rule 4.4, `capture`).
    FromMill,
    /// Nothing may be taken (rule 4.4, `protected`).
    Nothing,
    /// Two mills, and two stones go that were both outside mills (rule 4.7).
    TwoOpen,
    /// Two mills, and the first that goes frees the second or leaves only mills (rules 4.7 and 4.9).
    TwoWithProtected,
    /// Two mills, and the other player has three stones or more left after two are gone.
    TwoAndOn,
    /// Two mills, and one stone goes: a second may not be taken (rule 4.8).
    NoSecond,
    /// Two mills, and one stone goes: it was the third-last (rule 4.8).
    ThirdLast,
}

/// How often each occurs.
#[derive(Debug, Default)]
pub(crate) struct Situations {
    counts: BTreeMap<Situation, u64>,
}

impl Situations {
    /// Which have occurred.
    pub(crate) fn occurred(&self) -> BTreeSet<Situation> {
        self.counts.keys().copied().collect()
    }

    /// Adds the turns of a position.
    pub(crate) fn count(&mut self, state: &State, rules: &Rules) {
        for turn in turns(state, rules) {
            for situation in situations(state, &turn, rules) {
                *self.counts.entry(situation).or_default() += 1;
            }
        }
    }
}

fn situations(state: &State, turn: &Turn, rules: &Rules) -> Vec<Situation> {
    let other = state.mover().opponent();
    let geometry = Geometry::of(rules.board);
    let closed = mills_closed(state, turn.from, turn.to, geometry);
    let protected = turn.taken.into_iter().any(|point| stands_in_mill(state, other, point, geometry));
    let left = state.stones(other) - turn.taken.len();
    match (closed, turn.taken.len()) {
        (0, _) => vec![],
        (_, 0) => vec![Situation::Nothing],
        (1, _) if protected => vec![Situation::FromMill],
        (1, _) => vec![Situation::Open],
        (_, 1) if left < State::FEWEST_STONES => vec![Situation::ThirdLast],
        (_, 1) => vec![Situation::NoSecond],
        _ => {
            let how = if protected { Situation::TwoWithProtected } else { Situation::TwoOpen };
            let goes_on = (left >= State::FEWEST_STONES).then_some(Situation::TwoAndOn);
            std::iter::once(how).chain(goes_on).collect()
        }
    }
}

/// Whether there is an empty point on which a stone from the hand would close two mills.
pub(crate) fn placing_may_close_two_mills(state: &State, rules: &Rules) -> bool {
    let geometry = Geometry::of(rules.board);
    state.empty_points().any(|to| mills_closed(state, None, to, geometry) >= 2)
}

fn mills_closed(state: &State, from: Option<Point>, to: Point, geometry: &Geometry) -> usize {
    let stays = |point: Point| state.at(point) == Some(state.mover()) && Some(point) != from;
    geometry.mates(to).iter().filter(|mates| mates.iter().all(|&mate| stays(mate))).count()
}

fn stands_in_mill(state: &State, color: Color, point: Point, geometry: &Geometry) -> bool {
    let mates = geometry.mates(point).iter();
    mates.into_iter().any(|mates| mates.iter().all(|&mate| state.at(mate) == Some(color)))
}
