//! What exits are worth to drawn positions.

use std::collections::BTreeMap;

use millwright_index::{Plane, Subspace};
use rayon::prelude::*;

use super::scale::{DECIDED_KEY, Scale};
use super::solve_unit::SolvedDraws;
use crate::buffers::Buffer;
use crate::exits::{BlockCells, BlockExits};
use crate::outcomes::Outcomes;
use crate::solve_unit::read_whole;
use crate::unit_context::UnitContext;

/// What exits of a unit are worth, and which of its slots are drawn.
pub(super) struct DrawOutcomes<'a, S> {
    pub(super) solved: &'a S,
    pub(super) scale: &'a Scale,
    /// For each plane and each subspace that it leads to, the keys of the codes there.
    pub(super) keys: &'a BTreeMap<(Plane, Subspace), Vec<u16>>,
    /// By plane: 1 for each slot that is drawn, else 0; empty if the plane is not solved.
    pub(super) drawn: [&'a [u8]; 2],
    /// Whether exits are all that a plane has, though the other may stay in the unit.
    pub(super) exits_only: bool,
}

/// The state of a slot that is not drawn, and so nobody's concern.
pub(super) const NOT_DRAWN: u16 = 0;

impl<S: SolvedDraws> Outcomes<u16> for DrawOutcomes<'_, S> {
    type Error = S::Error;

    fn keys<'b>(
        &self,
        context: &UnitContext<'b>,
        plane: Plane,
        subspace: Subspace,
    ) -> Result<Buffer<'b, u16>, S::Error> {
        let read = |subspace, codes: &mut [u16]| self.solved.read_codes(subspace, codes);
        let mut cells = read_whole(context, subspace, read)?;
        let keys = &self.keys[&(plane, subspace)];
        cells.slots_mut().par_chunks_mut(1 << 16).for_each(|cells| {
            for cell in cells {
                *cell = keys[usize::from(*cell)];
            }
        });
        Ok(cells)
    }

    fn winning_key(&self) -> u16 {
        DECIDED_KEY
    }

    fn exit_bits(&self) -> usize {
        self.scale.keys()
    }

    /// In a plane that has only exits the states are their keys. Elsewhere they are those with which counting begins:
    /// `u16::MAX - 1 - n` with n successors so far, `u16::MAX` if an exit does no harm.
    fn settle(
        &self,
        context: &UnitContext<'_>,
        (plane, block): (Plane, usize),
        found: &mut BlockExits<'_, u16>,
        cells: &mut BlockCells<'_, u16>,
    ) {
        let block_len = context.block_len();
        let drawn = &self.drawn[plane as usize][block * block_len..][..block_len];
        let first_harmless = self.scale.first_harmless();
        let slots = cells.states.iter_mut().zip(&*found.exits).zip(drawn).enumerate();
        for (slot, ((state, &key), &drawn)) in slots {
            *state = if drawn == 0 {
                NOT_DRAWN
            } else if self.exits_only {
                key
            } else if key <= DECIDED_KEY {
                u16::MAX - 1
            } else {
                cells.exit_bits.set(slot, usize::from(key));
                if key < first_harmless { u16::MAX - 2 } else { u16::MAX }
            };
        }
    }
}
