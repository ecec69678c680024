//! The legal turns of a state, without allocating.

use millwright_rules::{DoubleMill, FullBoard, Placing, Protection, Rules};

use crate::geometry::Geometry;
use crate::state::{NONE, State, Turn};

/// A game, as far as turns depend on it.
#[expect(clippy::struct_excessive_bools, reason = "one for each field of the rules")]
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    pub(crate) geometry: Geometry,
    free_placing: bool,
    protected: bool,
    takes_two: bool,
    full_board_draws: bool,
}

/// The points of a set, lowest first.
pub(crate) fn points(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        point
    })
}

impl Generator {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            geometry: Geometry::new(rules.board),
            free_placing: rules.placing == Placing::Free,
            protected: rules.protection == Protection::Protected,
            takes_two: rules.double_mill == DoubleMill::Two,
            full_board_draws: rules.full_board == FullBoard::Draw,
        }
    }

    /// How the game ends here for the mover, if it does: `Some(true)` if he has lost, `Some(false)` for a draw.
    pub(crate) fn over(&self, state: State) -> Option<bool> {
        let total = state.own_total();
        if total < 3 {
            return Some(true);
        }
        let empty = state.empty();
        if empty == 0 && self.full_board_draws {
            return Some(false);
        }
        let blocked = state.own_hand() == 0
            && (if total == 3 { empty == 0 } else { self.geometry.spread(state.own) & empty == 0 });
        blocked.then_some(true)
    }

    /// Calls `visit` for every legal turn, each once. The game must not be over: who has too few stones has no turns.
    pub(crate) fn for_each(&self, state: State, mut visit: impl FnMut(Turn)) {
        let (own, empty) = (state.own, state.empty());
        let closers = self.geometry.closers(own) & empty;
        let mut taking = Taking::new(self, state);
        if state.own_hand() > 0 {
            for to in points(closers) {
                let closed = if self.takes_two { self.geometry.mills_closed(own, to) } else { 1 };
                taking.for_each(closed, |one, two| visit(Turn::new(NONE, to, one, two)));
            }
            for to in points(empty & !closers) {
                visit(Turn::new(NONE, to, NONE, NONE));
            }
            if !self.free_placing {
                return;
            }
        }
        let flies = state.own_total() == 3;
        for from in points(own) {
            let rest = own & !(1 << from);
            let targets = if flies { empty } else { self.geometry.neighbours(from) & empty };
            let mut quiet = targets;
            for to in points(targets & closers) {
                if self.geometry.closes(rest, to) {
                    quiet &= !(1 << to);
                    let closed = if self.takes_two { self.geometry.mills_closed(rest, to) } else { 1 };
                    taking.for_each(closed, |one, two| visit(Turn::new(from, to, one, two)));
                }
            }
            for to in points(quiet) {
                visit(Turn::new(from, to, NONE, NONE));
            }
        }
    }

    /// How many sequences of `depth` turns are legal.
    pub(crate) fn perft(&self, state: State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over(state).is_some() {
            return 0;
        }
        let mut count = 0;
        self.for_each(state, |turn| {
            count += if depth == 1 { 1 } else { self.perft(state.after(turn), depth - 1) };
        });
        count
    }

    /// The stones that one closed mill may take (rules 4.3, 4.4).
    fn takeable(&self, stones: u32) -> u32 {
        let outside = stones & !self.geometry.in_mills(stones);
        if outside == 0 && !self.protected { stones } else { outside }
    }
}

/// What closed mills take from a position. Which stones may be taken is found out when it is first asked.
struct Taking<'a> {
    generator: &'a Generator,
    stones: u32,
    /// Taking from a player who has three decides the game: there is no second stone (rule 4.8).
    may_take_two: bool,
    first: Option<u32>,
}

impl<'a> Taking<'a> {
    fn new(generator: &'a Generator, state: State) -> Self {
        let may_take_two = generator.takes_two && state.other_total() > 3;
        Self { generator, stones: state.other, may_take_two, first: None }
    }

    /// Calls `visit` for all that a turn which closes `closed` mills, at least one, may take.
    fn for_each(&mut self, closed: u32, mut visit: impl FnMut(u32, u32)) {
        let (generator, stones) = (self.generator, self.stones);
        let first = *self.first.get_or_insert_with(|| generator.takeable(stones));
        if first == 0 {
            return visit(NONE, NONE);
        }
        if closed < 2 || !self.may_take_two {
            return points(first).for_each(|one| visit(one, NONE));
        }
        for one in points(first) {
            let second = generator.takeable(stones & !(1 << one));
            if second == 0 {
                visit(one, NONE);
            }
            for two in points(second) {
                // A pair that can be taken in both orders is one turn (rule 4.9).
                let came_before = two < one
                    && first & 1 << two != 0
                    && generator.takeable(stones & !(1 << two)) & 1 << one != 0;
                if !came_before {
                    visit(one, two);
                }
            }
        }
    }
}
