//! A's moves between blocks: from each class of A-sets, where every slide leads.

use millwright_index::Classes;
use millwright_rules::{Point, PointSet, Rules, Symmetry};
use rayon::prelude::*;

/// A slide of A's from one block to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The class that it leads to.
    pub(crate) class: u32,
    /// Where the stone came from.
    pub(crate) origin: Point,
    /// Where it goes to.
    pub(crate) target: Point,
    /// Takes A's stones after the slide to the representative of their class.
    pub(crate) symmetry: Symmetry,
    /// Whether it closes two mills at once.
    pub(crate) closes_two: bool,
}

/// The slides from every class, in the order of the classes.
#[derive(Debug)]
pub(crate) struct Edges {
    ends: Vec<u32>,
    edges: Vec<Edge>,
}

/// The slides of A, those that close a mill apart from those that do not.
#[derive(Debug)]
pub(crate) struct EdgesByMill {
    pub(crate) plain: Edges,
    pub(crate) closing: Edges,
}

impl EdgesByMill {
    /// For a player who must place.
    pub(crate) fn none(classes: &Classes) -> Self {
        let none = || Edges::new(vec![Vec::new(); classes.representatives().len()]);
        Self { plain: none(), closing: none() }
    }

    /// All slides of the player who has `classes.size()` stones on the board and `hand` in hand.
    pub(crate) fn new(rules: &Rules, classes: &Classes, hand: u8) -> Self {
        let flies = classes.size() + hand == 3;
        let of_class = |&stones: &PointSet| {
            let (mut plain, mut closing) = (Vec::new(), Vec::new());
            for origin in stones {
                let reach = if flies { PointSet::ALL } else { rules.board.neighbours(origin) };
                for target in reach - stones {
                    let after = stones.without(origin).with(target);
                    let (class, symmetry) = classes.find(after);
                    let closed = rules.board.mills_closed(after, target);
                    let edge = Edge { class: class.0, origin, target, symmetry, closes_two: closed > 1 };
                    if closed > 0 { closing.push(edge) } else { plain.push(edge) }
                }
            }
            (plain, closing)
        };
        let by_class: Vec<(Vec<Edge>, Vec<Edge>)> =
            classes.representatives().par_iter().map(of_class).collect();
        let (plain, closing): (Vec<_>, Vec<_>) = by_class.into_iter().unzip();
        Self { plain: Edges::new(plain), closing: Edges::new(closing) }
    }
}

impl Edges {
    #[expect(clippy::cast_possible_truncation, reason = "170,854 classes with at most 63 slides each")]
    fn new(by_class: Vec<Vec<Edge>>) -> Self {
        let mut ends = Vec::with_capacity(by_class.len() + 1);
        let mut edges = Vec::with_capacity(by_class.iter().map(Vec::len).sum());
        ends.push(0);
        for of_class in by_class {
            edges.extend(of_class);
            ends.push(edges.len() as u32);
        }
        Self { ends, edges }
    }

    /// The slides from a class.
    #[inline]
    pub(crate) fn of(&self, class: usize) -> &[Edge] {
        &self.edges[self.ends[class] as usize..self.ends[class + 1] as usize]
    }
}
