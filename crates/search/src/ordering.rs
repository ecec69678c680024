//! Which turns to look at first.

use crate::limits::MAX_DEPTH;
use crate::state::Turn;

/// Killer turns of each ply, and how often turns were good enough anywhere.
pub(crate) struct Ordering {
    killers: Vec<[Turn; 2]>,
    /// By from (24 is the hand) and to, for either player.
    history: [[[u32; 24]; 25]; 2],
    /// By the stone that is taken.
    victims: [[u32; 24]; 2],
}

/// Before all others: the turn that the table has.
const FROM_TABLE: u32 = u32::MAX;
/// Then turns that take.
const TAKES: u32 = 1 << 30;
/// Then killers, the latest first.
const KILLER: u32 = 1 << 29;
/// Counts are halved when one reaches this.
const MOST: u32 = 1 << 28;

impl Ordering {
    pub(crate) fn new() -> Self {
        Self {
            killers: vec![[Turn::NO; 2]; MAX_DEPTH as usize + 1],
            history: [[[0; 24]; 25]; 2],
            victims: [[0; 24]; 2],
        }
    }

    /// The place of a turn among others, larger first.
    pub(crate) fn place(&self, turn: Turn, from_table: Turn, ply: usize) -> u32 {
        let player = ply % 2;
        if turn == from_table {
            FROM_TABLE
        } else if turn.takes() {
            let taken = self.victims[player][turn.victim() as usize];
            TAKES + taken + (self.history(turn, player) >> 2)
        } else if self.killers[ply][0] == turn {
            KILLER + 1
        } else if self.killers[ply][1] == turn {
            KILLER
        } else {
            self.history(turn, player)
        }
    }

    /// A turn was so good that others need not be looked at.
    pub(crate) fn reward(&mut self, turn: Turn, depth: u32, ply: usize) {
        let player = ply % 2;
        let count = if turn.takes() {
            &mut self.victims[player][turn.victim() as usize]
        } else {
            let killers = &mut self.killers[ply];
            if killers[0] != turn {
                *killers = [turn, killers[0]];
            }
            &mut self.history[player][turn.from() as usize][turn.to() as usize]
        };
        *count += depth * depth;
        if *count >= MOST {
            self.halve();
        }
    }

    fn history(&self, turn: Turn, player: usize) -> u32 {
        self.history[player][turn.from() as usize][turn.to() as usize]
    }

    fn halve(&mut self) {
        let history = self.history.iter_mut().flatten().flatten();
        history.chain(self.victims.iter_mut().flatten()).for_each(|count| *count /= 2);
    }
}
