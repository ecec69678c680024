//! A toy game with many results, solved by the same two steps.
//!
//! Four stones against three, as in the standard game until a stone is taken: then it is over. Taking the third-last
//! stone pays 9. Taking the fourth-last pays 1, and 1 more for every stone of the victim that is left on the middle ring.
//! Who cannot move pays 5. Endless play pays nothing. Wins are hurried, losses delayed.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_ranks::Gain;
use millwright_rules::{Game, Position};

use crate::buffers::{Buffer, Buffers};
use crate::exits::{BlockCells, BlockExits, exits_of};
use crate::kernels::Dispatch;
use crate::levels::{Ended, LevelOptions, levels};
use crate::outcomes::Outcomes;
use crate::ultra::{Scale, UltraAgenda};
use crate::unit_context::UnitContext;

const MIDDLE_RING: u32 = 0xFF00;
const BLOCKED: Gain = Gain { rank: -5, depth: 0 };

fn paid(rank: i32) -> Gain {
    Gain { rank, depth: 1 }
}

/// What taking the fourth-last stone pays, when these are left.
fn pay(left: u32) -> Gain {
    paid(1 + (left & MIDDLE_RING).count_ones().cast_signed())
}

struct Toy {
    scale: Scale,
}

impl Outcomes<u16> for Toy {
    type Error = Infallible;

    fn keys<'b>(
        &self,
        context: &UnitContext<'b>,
        plane: Plane,
        subspace: Subspace,
    ) -> Result<Buffer<'b, u16>, Infallible> {
        assert_eq!((plane, subspace.to_string().as_str()), (Plane::C, "3_3_0_0"));
        let index = UnitIndex::new(Unit::of(subspace));
        // Keyed by the mover, who has just lost a stone.
        let key = |slot| self.scale.key_of(pay(index.sets_of_slot(Slot(slot)).0.bits()));
        let mut keys = context.buffers.take(usize::try_from(index.slots()).unwrap());
        keys.slots_mut().iter_mut().zip(0..).for_each(|(cell, slot)| *cell = key(slot));
        Ok(keys)
    }

    fn winning_key(&self) -> u16 {
        self.scale.key_of(paid(9))
    }

    fn exit_bits(&self) -> usize {
        self.scale.keys()
    }

    fn settle(
        &self,
        _context: &UnitContext<'_>,
        _place: (Plane, usize),
        found: &mut BlockExits<'_, u16>,
        cells: &mut BlockCells<'_, u16>,
    ) {
        let slots = cells.states.iter_mut().zip(&mut *found.exits).zip(found.counts).enumerate();
        for (slot, ((state, exit), &count)) in slots {
            *state = match (*exit, count) {
                (0, 0) => {
                    *exit = self.scale.key_of(BLOCKED);
                    u16::MAX - 1
                }
                (0, count) => u16::MAX - u16::from(count),
                _ => u16::MAX,
            };
            cells.exit_bits.set(slot, usize::from(*exit));
        }
    }
}

#[test]
fn a_game_with_many_results_is_solved_by_the_same_steps() {
    let rules = Game::Standard.rules();
    let unit = Unit::of(Subspace { mover: 4, other: 3, mover_hand: 0, other_hand: 0 });
    let (buffers, stop) = (Buffers::default(), AtomicBool::new(false));
    let context = UnitContext::new(&rules, (unit, &Plane::BOTH), Dispatch::best(), (&buffers, &stop));
    let gains = [1, 2, 3, 4, 9].map(paid).into_iter().chain([BLOCKED, Gain::NONE]);
    let toy = Toy { scale: Scale::new(gains.collect::<BTreeSet<_>>()).unwrap() };
    let Ok(mut planes) = exits_of(&context, &toy, Plane::A)
        .and_then(|of_a| exits_of(&context, &toy, Plane::C).map(|of_c| [of_a, of_c]));
    let bits = planes.each_ref().map(|cells| cells.exit_bits.all());
    let first_undecided = context.first_undecided::<u16>();
    let mut agenda = UltraAgenda::new(&toy.scale, &bits, first_undecided);
    let options = LevelOptions { lost_already: None, list_bytes: 1 << 28 };
    assert_eq!(levels(&context, &mut planes, &mut agenda, &options, &mut |_, _| {}), Ended::Solved);

    let index = UnitIndex::new(unit);
    let gain_of = |position: &Position| {
        let (plane, slot) = index.slot_of(position);
        let state = planes[plane as usize].states.slots()[usize::try_from(slot.0).unwrap()];
        if state >= first_undecided { Gain::NONE } else { agenda.gain_of(state) }
    };
    let mut results = BTreeSet::new();
    for plane in Plane::BOTH {
        for slot in (0..index.slots()).step_by(41) {
            let position = index.position_of(plane, Slot(slot));
            let moves = position.moves(&rules).into_iter().map(|chosen| {
                let next = position.play_unchecked(chosen);
                match next.mover().stones.len() {
                    2 => paid(9),
                    left if left < position.other().stones.len() => pay(next.mover().stones.bits()),
                    _ => gain_of(&next).seen_from_parent(),
                }
            });
            let best = moves.max().unwrap_or(BLOCKED);
            assert_eq!(gain_of(&position), best, "{plane:?} {slot}");
            results.insert(best.rank);
        }
    }
    assert!(results.len() >= 7, "only {results:?}");
}
