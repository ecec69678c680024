//! Positions up to symmetry, counted without looking at them (Burnside's lemma).

use millwright_rules::{Point, Symmetry};

use crate::graph::UnitGraph;

/// How many positions there are, up to symmetry, with `mover` stones against `other`.
///
/// A symmetry leaves a position as it is if each of its cycles of points is all of one kind: the mover's, the
/// other's or empty. The number of orbits is the mean over all symmetries of the positions they leave alone.
///
/// # Panics
/// If they are more than 24 stones.
#[must_use]
pub fn orbit_count(mover: u8, other: u8) -> u64 {
    let (mover, other) = (usize::from(mover), usize::from(other));
    assert!(mover + other <= 24, "the board has 24 points");
    let fixed: u64 = Symmetry::all().map(|symmetry| fixed_by(symmetry, mover, other)).sum();
    fixed / Symmetry::COUNT as u64
}

fn fixed_by(symmetry: Symmetry, mover: usize, other: usize) -> u64 {
    // ways[m][o]: colourings of the cycles so far with m of the mover's stones and o of the other's.
    let mut ways = [[0_u64; 25]; 25];
    ways[0][0] = 1;
    for length in cycle_lengths(symmetry) {
        for m in (0..=mover).rev() {
            for o in (0..=other).rev() {
                let from_mover = if m >= length { ways[m - length][o] } else { 0 };
                let from_other = if o >= length { ways[m][o - length] } else { 0 };
                ways[m][o] += from_mover + from_other;
            }
        }
    }
    ways[mover][other]
}

fn cycle_lengths(symmetry: Symmetry) -> Vec<usize> {
    let mut seen = [false; Point::COUNT];
    let mut lengths = Vec::new();
    for first in Point::all() {
        let mut length = 0;
        let mut point = first;
        while !seen[point.index()] {
            seen[point.index()] = true;
            length += 1;
            point = symmetry.apply_to_point(point);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// All positions of a graph up to symmetry.
#[must_use]
pub fn positions_up_to_symmetry(graph: &UnitGraph) -> u64 {
    graph.subspaces().map(|subspace| orbit_count(subspace.mover, subspace.other)).sum()
}
