//! The order in which draws are told apart: the largest gains and setbacks first, for each the shallowest first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use millwright_ranks::Gain;

use super::scale::Scale;
use crate::exit_bits::has_bit;
use crate::outcomes::{Agenda, JoiningExit, Next, Side, Step};

/// States of decided slots are a number of a step and a side: twice the number, and one more for a gain.
#[derive(Debug)]
pub(crate) struct UltraAgenda {
    /// The exits that there are, by size of what they bring and by depth, in the order of the steps.
    exits: Vec<((Reverse<i32>, i32), JoiningExits)>,
    /// How many of them have joined.
    joined: usize,
    /// The steps so far: size and depth. The first has number 1.
    steps: Vec<(i32, i32)>,
    first_undecided: u16,
}

/// The keys of exits that join at the same step.
#[derive(Clone, Copy, Debug, Default)]
struct JoiningExits {
    gain: Option<u16>,
    setback: Option<u16>,
}

impl UltraAgenda {
    /// For the exits that some block has.
    pub(crate) fn new(scale: &Scale, exit_bits: &[Vec<u64>], first_undecided: u16) -> Self {
        let mut exits: BTreeMap<(Reverse<i32>, i32), JoiningExits> = BTreeMap::new();
        for (key, gain) in scale.iter() {
            if exit_bits.iter().any(|bits| has_bit(bits, usize::from(key))) {
                let joining = exits.entry((Reverse(gain.rank.abs()), gain.depth)).or_default();
                if gain.rank > 0 {
                    joining.gain = Some(key);
                } else {
                    joining.setback = Some(key);
                }
            }
        }
        Self { exits: exits.into_iter().collect(), joined: 0, steps: Vec::new(), first_undecided }
    }

    /// What a state of a decided slot stands for.
    ///
    /// # Panics
    /// If there was no such step.
    pub(crate) fn gain_of(&self, state: u16) -> Gain {
        let (size, depth) = self.steps[usize::from(state / 2) - 1];
        Gain { rank: if state % 2 == 1 { size } else { -size }, depth }
    }
}

impl Agenda<u16> for UltraAgenda {
    fn next(&mut self, decided: bool) -> Next<u16> {
        let next_exit = self.exits.get(self.joined);
        let step = match (self.steps.last(), next_exit) {
            (Some(&(size, depth)), _) if decided => (size, depth + 1),
            (_, Some(&((Reverse(size), depth), _))) => (size, depth),
            (_, None) => return Next::Done,
        };
        let mut joining = JoiningExits::default();
        if let Some(&((Reverse(size), depth), exits)) = next_exit
            && (size, depth) == step
        {
            joining = exits;
            self.joined += 1;
        }
        self.steps.push(step);
        let Ok(number) = u16::try_from(2 * self.steps.len()) else { return Next::TooDeep };
        if number + 1 >= self.first_undecided {
            return Next::TooDeep;
        }
        let side = |state: u16, key: Option<u16>| Side {
            state,
            exit: key.map(|key| JoiningExit { key, bit: usize::from(key) }),
        };
        Next::Step(Step { won: side(number + 1, joining.gain), lost: side(number, joining.setback) })
    }
}
