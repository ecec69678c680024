//! A check of some draws only, which compares gains instead of grades.

use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_ranks::{DrawValue, Gain, Ranks};
use millwright_rules::{Over, Position, Rules};
use millwright_table::{Known, Outcome, TableError, Ultra};

use super::grades::{expected, preference};
use crate::error::VerifyError;
use crate::report::{ExpectedDraw, StoredDraw, UltraReport, WrongDraw};
use crate::sample::{Need, Sample, read_all};
use crate::verifiable::Opened;

/// A position that was chosen, and what is known about it so far.
struct Chosen {
    slot: Slot,
    position: Position,
    is_draw: bool,
    stored: Option<DrawValue>,
    /// The best move to a draw.
    best: Option<Gain>,
}

/// Looks at the chosen slots of a subspace; `opened` has its tables and all ultra tables that its moves lead to.
pub(super) fn check_slots(
    sample: Sample,
    (rules, ranks): (&Rules, &Ranks),
    subspace: Subspace,
    slots: &[Slot],
    opened: &Opened<Ultra>,
    report: &mut UltraReport,
) -> Result<(), VerifyError> {
    let mut chosen = choose(subspace, slots, opened)?;
    let mut needs: Vec<Need> =
        (0..).zip(slots).map(|(by, &slot)| Need { subspace, slot, by, own: true }).collect();
    for (by, chosen) in chosen.iter().enumerate().filter(|(_, chosen)| chosen.is_draw) {
        chosen.position.for_each_move(rules, |found| {
            let next = chosen.position.play_unchecked(found);
            // Who has fewer than three stones has lost.
            if next.mover().total() >= 3 {
                let subspace = Subspace::of(&next);
                let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(&next);
                needs.push(Need { subspace, slot, by, own: false });
            }
        });
    }
    if let Some(need) = needs.iter().find(|need| !opened.tables.contains_key(&need.subspace)) {
        return Err(VerifyError::Strayed { from: subspace, to: need.subspace });
    }
    let read = |subspace: Subspace, number, needs: &[Need]| {
        let table = &opened.tables[&subspace];
        let chunk = table.chunk(number)?;
        let value = |need: &Need| table.draw_in(&chunk, need.slot);
        Ok::<_, TableError>(needs.iter().map(value).collect())
    };
    let rank_of = |subspace| ranks.of(subspace).expect("every subspace was seen to have a rank");
    let here = rank_of(subspace);
    for (need, value) in read_all(needs, read)? {
        let chosen = &mut chosen[need.by];
        if need.own {
            chosen.stored = value;
        } else if let Some(value) = value {
            let gain = value.seen_from_parent(rank_of(need.subspace), here);
            chosen.best = chosen.best.into_iter().chain([gain]).max_by_key(|&gain| preference(gain));
        }
    }
    for chosen in chosen {
        let best = chosen
            .best
            .or_else(|| (chosen.position.over(rules) == Some(Over::DrawnFullBoard)).then_some(Gain::NONE));
        let is_right = match (chosen.stored, chosen.is_draw) {
            (None, is_draw) => !is_draw,
            (Some(stored), is_draw) => is_draw && best == Some(stored.gain(here)),
        };
        if !is_right {
            let expected = match (chosen.is_draw, best) {
                (false, _) => ExpectedDraw::NoDraw,
                (true, Some(best)) => expected(best, here),
                (true, None) => ExpectedDraw::NoMoveDraws,
            };
            let Chosen { slot, position, stored, .. } = chosen;
            sample.note(report, WrongDraw { slot, position, stored: StoredDraw::of(stored), expected });
        }
    }
    Ok(())
}

/// The positions in some slots, and whether they are drawn.
fn choose(subspace: Subspace, slots: &[Slot], opened: &Opened<Ultra>) -> Result<Vec<Chosen>, TableError> {
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    let chosen = |&slot: &Slot| {
        let position = index.position_of(unit.plane_of(subspace), slot);
        Chosen { slot, position, is_draw: false, stored: None, best: None }
    };
    let mut chosen: Vec<Chosen> = slots.iter().map(chosen).collect();
    let needs = (0..).zip(slots).map(|(by, &slot)| Need { subspace, slot, by, own: true }).collect();
    let read = |subspace: Subspace, number, needs: &[Need]| {
        let table = &opened.beside[&subspace];
        let chunk = table.chunk(number)?;
        let known = |need: &Need| chunk.known(need.slot).map_or_else(|| table.known(need.slot), Ok);
        needs.iter().map(|need| known(need).map(Known::outcome)).collect()
    };
    for (need, outcome) in read_all(needs, read)? {
        chosen[need.by].is_draw = outcome == Outcome::Draw;
    }
    Ok(chosen)
}
