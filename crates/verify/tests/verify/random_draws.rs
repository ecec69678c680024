//! Ultra tables of nonsense: whatever is in them, exactly those positions are reported that a check finds which looks
//! for every successor one by one and reckons as Malom does.

use std::collections::HashSet;

use crate::draws::{Draws, verify_draws, write_all_draws, wrong_draws};
use crate::tables::{Values, position_of, subspace, values_of, write_all};
use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Kind, Rank, Ranks};
use millwright_rules::{Game, Position, Rules, Symmetry, Value};
use millwright_table::TableDirectory;
use millwright_verify::{ExpectedDraw, StoredDraw, UltraReport};

/// Some number that all symmetric positions share.
fn hash(position: &Position) -> u64 {
    let (mover, other) = (position.mover().stones, position.other().stones);
    let images = Symmetry::all().map(|symmetry| {
        u64::from(symmetry.apply(mover).bits()) << 24 | u64::from(symmetry.apply(other).bits())
    });
    let orbit = images.min().unwrap();
    (orbit ^ u64::from(position.mover().hand) << 50).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30
}

/// One in three is drawn.
fn nonsense_value(position: &Position) -> Value {
    match hash(position) % 6 {
        0 | 1 => Value::Draw,
        2 => Value::loss(2),
        _ => Value::win(1),
    }
}

/// A draw mostly where it belongs, with a rank and a depth that may be right.
fn nonsense_draw(position: &Position) -> Option<DrawValue> {
    let mixed = hash(position).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20;
    let astray = mixed.is_multiple_of(50);
    let small = |bits: u32, values: u64| i16::try_from((mixed >> bits) % values).unwrap();
    let draw = DrawValue { rank: Rank(small(10, 6) - 3), depth: small(20, 3) - 1 };
    ((nonsense_value(position) == Value::Draw) != astray).then_some(draw)
}

/// Ranks for a game without any sense, but opposite where they must be.
fn nonsense_ranks(rules: &Rules, subspaces: &[Subspace]) -> Ranks {
    let graph = UnitGraph::closure(rules, subspaces.iter().copied());
    let part = |Subspace { mover, other, mover_hand, other_hand }: Subspace| {
        i16::from((mover * 5 + other * 3 + mover_hand * 2 + other_hand) % 4)
    };
    let rank = |subspace: Subspace| {
        let transient = Kind::of(subspace, rules) == Kind::Transient;
        Rank(part(subspace) - part(subspace.swapped()) + i16::from(transient))
    };
    let ranks = Ranks::new(Rank(9), graph.subspaces().map(|subspace| (subspace, rank(subspace)))).unwrap();
    ranks.check(&graph).unwrap();
    ranks
}

fn draws_of(subspace: Subspace) -> Vec<Option<DrawValue>> {
    let slots = values_of(subspace, nonsense_value).len() as u64;
    (0..slots).map(|slot| nonsense_draw(&position_of(subspace, slot))).collect()
}

struct Nonsense {
    _db: tempfile::TempDir,
    directory: TableDirectory,
    ranks: Ranks,
    values: Values,
    draws: Draws,
}

/// Nonsense for some subspaces and all that their moves lead to.
fn nonsense_for(game: Game, subspaces: &[Subspace]) -> Nonsense {
    let (rules, ranks) = (game.rules(), nonsense_ranks(&game.rules(), subspaces));
    let (mut values, mut draws) = (Values::new(), Draws::new());
    for &subspace in subspaces {
        values.insert(subspace, values_of(subspace, nonsense_value));
        let mut fill = |subspace| {
            draws.entry(subspace).or_insert_with(|| draws_of(subspace));
        };
        fill(subspace);
        subspace.for_each_successor(&rules, fill);
    }
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    write_all(&directory, &values);
    write_all_draws(&directory, &ranks, &draws);
    Nonsense { _db: db, directory, ranks, values, draws }
}

/// Compares all slots, or every so manyth where there are many.
fn finds_what_the_slow_check_finds(game: Game, names: &[&str], every: usize) {
    let subspaces: Vec<Subspace> = names.iter().map(|name| subspace(name)).collect();
    let nonsense = nonsense_for(game, &subspaces);
    let reports =
        verify_draws(&nonsense.directory, &subspaces, 2, |options| options.list = usize::MAX).subspaces;
    assert_eq!(reports.len(), subspaces.len());
    let mut kinds = [0; 5];
    for report in &reports {
        let subspace = report.subspace;
        let values = &nonsense.values[&subspace];
        assert_eq!((report.checked, report.slots), (values.len() as u64, values.len() as u64));
        assert_eq!(report.wrong, report.first_wrong.len() as u64);
        assert_eq!(report.statistics, None);
        let by = (&game.rules(), &nonsense.ranks);
        let wrong = wrong_draws(by, (&nonsense.values, &nonsense.draws), subspace, every);
        let mut reported = report.first_wrong.clone();
        reported.retain(|wrong| wrong.slot.0.is_multiple_of(every as u64));
        assert_eq!(reported, wrong, "{game} {subspace}");
        for wrong in &wrong {
            kinds[match (wrong.stored, wrong.expected) {
                (StoredDraw::NoDraw, _) => 0,
                (_, ExpectedDraw::NoDraw) => 1,
                (_, ExpectedDraw::NoMoveDraws) => 2,
                (_, ExpectedDraw::Draw { .. }) => 3,
            }] += 1;
        }
        let drawn = values.iter().filter(|value| **value == Value::Draw).count();
        let wrong_drawn = report.first_wrong.iter().filter(|wrong| wrong.expected != ExpectedDraw::NoDraw);
        kinds[4] += drawn - wrong_drawn.count();
    }
    assert!([0, 1, 3, 4].iter().all(|&kind| kinds[kind] > 0), "{game} {names:?}: no test of all, {kinds:?}");
    a_sample_finds_the_same(&nonsense.directory, &subspaces, &reports);
}

fn a_sample_finds_the_same(directory: &TableDirectory, subspaces: &[Subspace], reports: &[UltraReport]) {
    let sampled = verify_draws(directory, subspaces, 2, |options| {
        options.list = usize::MAX;
        options.sample = Some(30_000);
    });
    for (sampled, full) in sampled.subspaces.iter().zip(reports) {
        let found: HashSet<Slot> = full.first_wrong.iter().map(|wrong| wrong.slot).collect();
        assert!(sampled.first_wrong.iter().all(|wrong| found.contains(&wrong.slot)));
        assert_eq!(sampled.checked, full.slots.min(30_000));
        assert!(sampled.checked < full.slots || sampled == full, "{}", full.subspace);
        assert!(sampled.wrong > 0 || full.wrong < 100);
    }
}

#[test]
fn draws_of_movement_units_even_and_uneven_are_checked_as_by_the_slow_check() {
    finds_what_the_slow_check_finds(Game::Standard, &["3_3_0_0"], 3);
    finds_what_the_slow_check_finds(Game::StandardProtected, &["4_3_0_0", "3_4_0_0"], 11);
    finds_what_the_slow_check_finds(Game::Morabaraba, &["4_3_0_0"], 11);
}

#[test]
fn draws_while_placing_are_checked_as_by_the_slow_check() {
    let names = ["2_2_3_3", "3_2_2_2", "2_3_1_2", "3_3_1_1", "1_1_3_3", "2_1_2_3"];
    finds_what_the_slow_check_finds(Game::Standard, &names, 1);
}

#[test]
fn draws_with_placing_and_sliding_at_once_are_checked_as_by_the_slow_check() {
    let names = ["2_2_1_2", "2_2_2_1", "2_2_2_2", "3_2_1_3", "2_3_3_1", "3_1_0_2", "1_3_2_0", "3_3_0_1"];
    finds_what_the_slow_check_finds(Game::Lasker, &names, 1);
    finds_what_the_slow_check_finds(Game::LaskerWmd, &["5_2_0_3", "2_5_3_0", "4_2_1_3"], 5);
}

#[test]
fn the_report_about_draws_is_the_same_for_any_number_of_threads() {
    let subspaces = ["3_2_2_2", "3_3_1_1"].map(subspace);
    let nonsense = nonsense_for(Game::Standard, &subspaces);
    let [one, two, five] =
        [1, 2, 5].map(|threads| verify_draws(&nonsense.directory, &subspaces, threads, |_| {}).subspaces);
    assert!(one == two && one == five);
    assert!(one.iter().all(|report| report.first_wrong.len() == 10 && report.wrong > 10));
}
