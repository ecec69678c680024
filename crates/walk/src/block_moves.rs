//! All moves of many positions of a block, one move of all of them at a time.
//!
//! What a move does to the stones that are the key is the same for all slots of a block, so that where it leads is worked out
//! once. The moves are those of [`Position::for_each_move`](millwright_rules::Position::for_each_move): the tests of `carry` and
//! `tally` compare the two over all mixes of rules.

use millwright_index::{ClassId, Classes, Plane, Subspace, Unit, compress, expand};
use millwright_rules::{DoubleMill, Point, PointSet, Rules, Side, for_each_capture, takeable};

use crate::byte_map::ByteMap;
use crate::order::Order;
use crate::planes::spread;
use crate::reach::{Keyed, Reach};
use crate::walk::ByKind;

/// For so many positions a table of where their stones go is worth making. Tests have fewer in a block, and meet both.
const WORTH_A_TABLE: usize = if cfg!(test) { 12 } else { 64 };

/// What a move does: whether it places a stone, and how many it takes.
pub(crate) type Kind = (bool, u8);

/// Who is told where the moves lead.
pub(crate) trait Follow {
    /// A move of the position with this number leads to this place, in the order of [`Keyed::after`].
    fn lead(&mut self, number: usize, kind: Kind, place: usize);

    /// A move of that position takes stones and wins by it.
    fn win(&mut self, number: usize);
}

/// The moves of a subspace.
pub(crate) struct BlockMoves<'a> {
    rules: &'a Rules,
    subspace: Subspace,
    plane: Plane,
    /// Where sets are in what moves lead to.
    orders: ByKind<Option<Order>>,
}

/// What a task needs for itself.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Beside each position, C's stones that a mill may take, numbered.
    takeable: Vec<u32>,
    /// By whether a stone was placed, and by how many mills count: the positions in which C has closed some, and C's stones then.
    closed: [[Vec<(usize, u32)>; 2]; 2],
}

/// One move of A's, whichever positions allow it.
#[derive(Clone, Copy)]
struct Step {
    places: bool,
    /// How many mills count.
    mills: u8,
    /// Where it leads.
    class: ClassId,
    /// The point that must be free, numbered.
    to: u32,
}

impl<'a> BlockMoves<'a> {
    /// Of a subspace whose moves reach this.
    pub(crate) fn new(rules: &'a Rules, subspace: Subspace, reaches: &[Reach]) -> Self {
        let mut orders = [const { [const { None }; 3] }; 2];
        for reach in reaches {
            orders[usize::from(reach.placed)][usize::from(reach.taken)] =
                Some(Keyed::after(subspace, reach).order());
        }
        Self { rules, subspace, plane: Unit::of(subspace).plane_of(subspace), orders }
    }

    /// Follows all moves of the positions of a block in which C has these stones, numbered. A subspace is given that a move led to
    /// although no move should.
    pub(crate) fn follow(
        &self,
        (class, key): (ClassId, PointSet),
        sets: &[u32],
        scratch: &mut Scratch,
        follow: &mut impl Follow,
    ) -> Option<Subspace> {
        let mut block = Block { moves: self, class, key, follow, strayed: None };
        match self.plane {
            Plane::A => block.moves_of_a(sets, &mut scratch.takeable),
            Plane::C => block.moves_of_c(sets, &mut scratch.closed),
        }
        block.strayed
    }

    /// Stones of the player who is not to move, board and hand together.
    fn others(&self) -> u8 {
        self.subspace.other + self.subspace.other_hand
    }

    /// How many of the mills count that a move closes (rules 4.7, 4.8).
    #[inline]
    fn mills(&self, closed: u8) -> u8 {
        let take_two = self.rules.double_mill == DoubleMill::Two && self.others() > 3;
        closed.min(if take_two { 2 } else { 1 })
    }

    /// Whether taking so many stones ends the game (rule 5.1).
    #[inline]
    fn wins(&self, taken: u8) -> bool {
        self.others() < 3 + taken
    }

    /// Where a stone on this point may slide, or fly (rule 3.6).
    #[inline]
    fn slides_from(&self, from: Point) -> PointSet {
        let flies = self.subspace.mover + self.subspace.mover_hand == 3;
        if flies { PointSet::ALL } else { self.rules.board.neighbours(from) }
    }
}

/// A block at work.
struct Block<'b, F> {
    moves: &'b BlockMoves<'b>,
    class: ClassId,
    /// A's stones.
    key: PointSet,
    follow: &'b mut F,
    strayed: Option<Subspace>,
}

impl<F: Follow> Block<'_, F> {
    #[inline]
    fn lead(&mut self, number: usize, (placed, taken): Kind, class: ClassId, set: u32) {
        match &self.moves.orders[usize::from(placed)][usize::from(taken)] {
            Some(order) => {
                let place = class.0 as usize * order.block_len as usize + order.place(set) as usize;
                self.follow.lead(number, (placed, taken), place);
            }
            None => self.stray(placed, taken),
        }
    }

    #[cold]
    fn stray(&mut self, placed: bool, taken: u8) {
        let (here, one) = (self.moves.subspace, u8::from(placed));
        let to = Subspace::new(here.other - taken, here.mover + one, here.other_hand, here.mover_hand - one);
        self.strayed = Some(to.unwrap_or(here));
    }

    /// A set of C's stones, numbered.
    fn numbered(&self, set: PointSet) -> u32 {
        compress(set, !self.key).bits()
    }

    /// C's stones by their numbers.
    fn expanded(&self, set: u32) -> PointSet {
        expand(PointSet::from_bits_truncated(set), !self.key)
    }

    /// A's moves lead to a block each, and what they take stands in it.
    fn moves_of_a(&mut self, sets: &[u32], may_be_taken: &mut Vec<u32>) {
        let (moves, key) = (self.moves, self.key);
        let spread = spread(key);
        may_be_taken.clear();
        may_be_taken.extend(sets.iter().map(|&set| {
            let stones = spread.apply(PointSet::from_bits_truncated(set));
            self.numbered(takeable(moves.rules, PointSet::from_bits_truncated(stones)))
        }));
        if moves.subspace.may_place() {
            for to in !key {
                self.move_of_a((None, to), sets, may_be_taken);
            }
        }
        if moves.subspace.may_slide(moves.rules) {
            for from in key {
                for to in moves.slides_from(from) - key {
                    self.move_of_a((Some(from), to), sets, may_be_taken);
                }
            }
        }
    }

    fn move_of_a(&mut self, (from, to): (Option<Point>, Point), sets: &[u32], may_be_taken: &[u32]) {
        let moves = self.moves;
        let after = from.map_or(self.key, |from| self.key.without(from)).with(to);
        let mills = moves.mills(moves.rules.board.mills_closed(after, to));
        let (class, image) = Images::of(after, self.key, sets.len());
        let step = Step { places: from.is_none(), mills, class, to: self.numbered(to.set()) };
        match &image {
            Images::Table(map) => {
                self.step(&step, sets, may_be_taken, |set| map.apply(PointSet::from_bits_truncated(set)));
            }
            Images::Single(single) => self.step(&step, sets, may_be_taken, single),
        }
    }

    /// `image` takes C's numbered stones to their numbers where the step leads.
    #[inline]
    fn step(&mut self, step: &Step, sets: &[u32], may_be_taken: &[u32], image: impl Fn(u32) -> u32) {
        let &Step { places, mills, class, to } = step;
        let free = sets.iter().enumerate().filter(|&(_, set)| set & to == 0);
        if mills == 0 {
            for (number, &set) in free {
                self.lead(number, (places, 0), class, image(set));
            }
            return;
        }
        for (number, &set) in free {
            let (after, takeable) = (image(set), may_be_taken[number]);
            if takeable == 0 {
                self.lead(number, (places, 0), class, after);
            } else if self.moves.wins(1) {
                (0..takeable.count_ones()).for_each(|_| self.follow.win(number));
            } else if mills == 1 {
                let mut takeable = image(takeable);
                while takeable != 0 {
                    let rest = takeable & (takeable - 1);
                    self.lead(number, (places, 1), class, after ^ takeable ^ rest);
                    takeable = rest;
                }
            } else {
                let others = Side { stones: self.expanded(set), hand: self.moves.subspace.other_hand };
                for_each_capture(self.moves.rules, mills, others, |taken| {
                    if self.moves.wins(taken.len()) {
                        return self.follow.win(number);
                    }
                    let gone = image(self.numbered(taken));
                    self.lead(number, (places, taken.len()), class, after ^ gone);
                });
            }
        }
    }

    /// C's moves stay in the block, and what they take leads out of it.
    fn moves_of_c(&mut self, sets: &[u32], closed: &mut [[Vec<(usize, u32)>; 2]; 2]) {
        let (moves, key, class) = (self.moves, self.key, self.class);
        let spread = spread(key);
        let bit_of: Vec<u32> = Point::all().map(|point| self.numbered(point.set())).collect();
        let nothing_to_take = takeable(moves.rules, key).is_empty();
        let (places, slides) = (moves.subspace.may_place(), moves.subspace.may_slide(moves.rules));
        for (number, &set) in sets.iter().enumerate() {
            let stones = PointSet::from_bits_truncated(spread.apply(PointSet::from_bits_truncated(set)));
            let free = !(key | stones);
            let mut arrive = |from: Option<Point>, to: Point| {
                let (rest, set) =
                    from.map_or((stones, set), |from| (stones.without(from), set ^ bit_of[from.index()]));
                let after = set | bit_of[to.index()];
                let mills = moves.mills(moves.rules.board.mills_closed(rest.with(to), to));
                if mills == 0 || nothing_to_take {
                    self.lead(number, (from.is_none(), 0), class, after);
                } else {
                    closed[usize::from(from.is_none())][usize::from(mills) - 1].push((number, after));
                }
            };
            if places {
                free.into_iter().for_each(|to| arrive(None, to));
            }
            if slides {
                for from in stones {
                    (moves.slides_from(from) & free).into_iter().for_each(|to| arrive(Some(from), to));
                }
            }
        }
        for (places, by_mills) in [false, true].into_iter().zip(closed) {
            for (mills, closed) in (1..).zip(by_mills) {
                self.take_for(places, mills, closed);
                closed.clear();
            }
        }
    }

    /// Takes A's stones for mills that C has closed.
    fn take_for(&mut self, places: bool, mills: u8, closed: &[(usize, u32)]) {
        if closed.is_empty() {
            return;
        }
        let others = Side { stones: self.key, hand: self.moves.subspace.other_hand };
        for_each_capture(self.moves.rules, mills, others, |taken| {
            if self.moves.wins(taken.len()) {
                return closed.iter().for_each(|&(number, _)| self.follow.win(number));
            }
            let (class, image) = Images::of(self.key - taken, self.key, closed.len());
            let kind = (places, taken.len());
            match &image {
                Images::Table(map) => {
                    for &(number, set) in closed {
                        self.lead(number, kind, class, map.apply(PointSet::from_bits_truncated(set)));
                    }
                }
                Images::Single(single) => {
                    for &(number, set) in closed {
                        self.lead(number, kind, class, single(set));
                    }
                }
            }
        });
    }
}

/// Where C's numbered stones go when A's change: their numbers in the block that A's stones then have.
enum Images<S> {
    Table(Box<ByteMap>),
    Single(S),
}

impl Images<()> {
    /// From one set of A's stones to another, for so many positions.
    fn of(after: PointSet, before: PointSet, positions: usize) -> (ClassId, Images<impl Fn(u32) -> u32>) {
        let classes = Classes::of(after.len());
        let (class, symmetry) = classes.find(after);
        let frame = !classes.representative(class);
        let image = move |set| compress(symmetry.apply(expand(set, !before)), frame);
        let images = if positions < WORTH_A_TABLE {
            Images::Single(move |set| image(PointSet::from_bits_truncated(set)).bits())
        } else {
            Images::Table(Box::new(ByteMap::new(image)))
        };
        (class, images)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use millwright_rules::{Board, Game, Placing, Protection, StoneCount};

    use super::*;
    use crate::tasks::Ended;

    pub(crate) fn run_to_its_end<F>(ended: Ended<F>) -> F {
        match ended {
            Ended::Done(found) => found,
            Ended::Stopped => panic!("nobody stopped it"),
            Ended::Strayed(to) => panic!("strayed to {to}"),
        }
    }

    fn hash(number: u64) -> u64 {
        let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        hash.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// Three bits a slot, on about one slot in `one_in`; where that is rare, in some places many.
    pub(crate) fn sprinkled(one_in: u64) -> impl Iterator<Item = u8> {
        const TOGETHER: u64 = 8;
        let (places, slots) = if one_in < 1000 { (1, one_in) } else { (one_in / TOGETHER, TOGETHER) };
        (0_u64..).map(move |slot| {
            let hashed = hash(slot);
            let chosen = hash(slot >> 12).is_multiple_of(places) && (hashed >> 8).is_multiple_of(slots);
            if chosen { hashed.to_be_bytes()[0] >> 5 } else { 0 }
        })
    }

    /// Subspaces under all mixes of rules, with what share of their slots is enough: slides, flights and placings of both players,
    /// mills of fives, and whoever has three left.
    pub(crate) fn for_all_mixes(compare: impl Fn(&Rules, Subspace, u64)) {
        let subspaces = [
            ("3_3_0_0", 9),
            ("4_3_0_0", 50),
            ("3_4_0_0", 50),
            ("4_4_0_0", 90),
            ("3_3_1_1", 9),
            ("3_4_0_2", 50),
            ("4_3_2_0", 50),
            ("4_3_1_1", 50),
            ("3_4_1_2", 50),
            ("4_4_2_1", 90),
            ("5_3_0_1", 90),
            ("3_5_1_0", 90),
            ("2_2_1_1", 1),
        ];
        for board in [Board::Orthogonal, Board::Diagonal] {
            for placing in [Placing::First, Placing::Free] {
                for protection in [Protection::Capture, Protection::Protected] {
                    for double_mill in [DoubleMill::One, DoubleMill::Two] {
                        let nine = Game::Standard.rules();
                        let rules = Rules { board, placing, protection, double_mill, ..nine };
                        let rules = rules.with_stones(StoneCount::MAX, StoneCount::MAX);
                        for (subspace, one_in) in subspaces {
                            compare(&rules, subspace.parse().unwrap(), one_in);
                        }
                        if double_mill == DoubleMill::Two && placing == Placing::First {
                            // The fifth stone of the player with fewer closes two mills and takes two.
                            compare(&rules, "4_5_2_2".parse().unwrap(), 4000);
                        }
                        if double_mill == DoubleMill::Two
                            && (board, placing) == (Board::Diagonal, Placing::Free)
                        {
                            // Slides of both players that do, and a seventh stone that closes three mills.
                            for subspace in ["5_5_0_0", "5_5_0_1", "6_4_1_1"] {
                                compare(&rules, subspace.parse().unwrap(), 20_000);
                            }
                        }
                    }
                }
            }
        }
    }
}
