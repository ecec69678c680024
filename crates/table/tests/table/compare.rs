//! Comparing the tables of two games: every orbit once, and the numbers that were published.

use std::collections::BTreeSet;
use std::path::Path;

use millwright_index::{Slot, Subspace, Unit, UnitIndex, orbit_count};
use millwright_rules::{Game, Symmetry, Value};
use millwright_table::{
    ChangedPosition, Codes, CompareError, Comparison, Difference, GamePair, Listing, Longest, Outcome,
    PlaneValues, Statistics, Table, TableDirectory, WIDE_DRAW, WriteOptions,
};

const FROM: Game = Game::StandardProtected;
const TO: Game = Game::Standard;

/// Values for two games by orbit: made from the smallest image of a position, so they are the same for all.
fn codes(mover: u32, other: u32) -> (u16, u16) {
    let mixed = (u64::from(mover) << 24 | u64::from(other)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let code = |random: u64| match random % 8 {
        plies @ 0..5 => u16::try_from(plies).expect("small"),
        // Too deep for one byte: the tables of the first game are wide.
        5 if random.is_multiple_of(3) => 301,
        _ => WIDE_DRAW,
    };
    let narrow = |code: u16| if code == 301 { 1 } else { code };
    match mixed % 3 {
        0 => (code(mixed / 3), narrow(code(mixed / 3))),
        _ => (code(mixed / 3), narrow(code(mixed / 311))),
    }
}

fn outcome(code: u16) -> Outcome {
    match Value::decided(code) {
        _ if code == WIDE_DRAW => Outcome::Draw,
        Value::Win(_) => Outcome::Win,
        _ => Outcome::Loss,
    }
}

/// Writes the table of a game. Duplicates hold what no position has, so that whoever counts them is caught.
fn write(directory: &TableDirectory, subspace: Subspace, code: impl Fn(u32, u32) -> u16) {
    let unit = Unit::of(subspace);
    let (index, plane) = (UnitIndex::new(unit), unit.plane_of(subspace));
    let mut statistics = Statistics { plies: vec![0; 400], ..Statistics::default() };
    let mut plane_codes = Vec::new();
    for slot in (0..index.slots()).map(Slot) {
        let (a, c) = index.sets_of_slot(slot);
        if !UnitIndex::is_representative(a, c) {
            plane_codes.push(u16::try_from(slot.0 % 2).expect("small"));
            continue;
        }
        let position = index.position_of(plane, slot);
        let bits = |symmetry: Symmetry| {
            [position.mover(), position.other()].map(|side| symmetry.apply(side.stones).bits())
        };
        let [mover, other] = Symmetry::all().map(bits).min().expect("there are sixteen");
        let here = code(mover, other);
        statistics.positions += 1;
        match statistics.plies.get_mut(usize::from(here)) {
            Some(count) => *count += 1,
            None => statistics.draws += 1,
        }
        plane_codes.push(here);
    }
    while statistics.plies.last() == Some(&0) {
        statistics.plies.pop();
    }
    let deepest = u16::try_from(statistics.plies.len()).expect("at most 400").checked_sub(1);
    statistics.longest = deepest.map(|plies| {
        let first = plane_codes.iter().position(|&code| code == plies).expect("it was counted");
        Longest { plies, slot: Slot(first as u64) }
    });
    let options = WriteOptions::default();
    let plane = PlaneValues::plies(statistics, Codes::Wide(plane_codes));
    directory.write(subspace, &plane, &options).expect("a directory of its own");
}

/// Tables of both games for some subspaces.
fn filled(db: &Path, subspaces: &[&str]) -> [TableDirectory; 2] {
    let [from, to] = [FROM, TO].map(|game| TableDirectory::new(db, game));
    from.create().expect("a directory of its own");
    to.create().expect("a directory of its own");
    for subspace in subspaces.iter().map(|text| text.parse().expect("a subspace")) {
        write(&from, subspace, |mover, other| codes(mover, other).0);
        write(&to, subspace, |mover, other| codes(mover, other).1);
    }
    [from, to]
}

/// The same by another way: all positions as pairs of sets, the smallest image of each once.
fn expected(subspace: Subspace) -> ([[u64; 3]; 3], u64) {
    let mut orbits = BTreeSet::new();
    for mover in millwright_rules::PointSet::subsets(24, subspace.mover) {
        // The smallest image has the smallest set of the mover's.
        if Symmetry::all().any(|symmetry| symmetry.apply(mover) < mover) {
            continue;
        }
        for other in millwright_rules::PointSet::subsets(24, subspace.other) {
            if !mover.intersects(other) {
                let image = |symmetry: Symmetry| [mover, other].map(|set| symmetry.apply(set).bits());
                orbits.insert(Symmetry::all().map(image).min().expect("there are sixteen"));
            }
        }
    }
    let (mut counts, mut other_depth) = ([[0; 3]; 3], 0);
    for [mover, other] in orbits {
        let (from, to) = codes(mover, other);
        counts[outcome(from) as usize][outcome(to) as usize] += 1;
        other_depth += u64::from(from != to && outcome(from) == outcome(to));
    }
    (counts, other_depth)
}

fn matrix(comparison: &Comparison) -> [[u64; 3]; 3] {
    Outcome::ALL.map(|from| Outcome::ALL.map(|to| comparison.count(from, to)))
}

#[test]
fn every_orbit_counts_once_in_even_and_odd_units_and_both_planes() {
    // 3_3 and 4_3 have several chunks, and blocks that begin in one chunk and end in the next.
    let subspaces = ["0_0_3_3", "1_0_2_3", "1_1_2_2", "2_1_1_2", "1_2_2_1", "3_3_0_0", "4_3_0_0", "3_4_0_0"];
    let db = tempfile::tempdir().unwrap();
    let [from, to] = filled(db.path(), &subspaces);
    let pair = GamePair::new(&from, &to).unwrap();
    let mut total = Comparison::default();
    for subspace in subspaces.map(|text| text.parse::<Subspace>().unwrap()) {
        let (comparison, listed) = pair.compare(subspace, None).unwrap();
        assert_eq!((matrix(&comparison), comparison.other_depth()), expected(subspace), "{subspace}");
        assert_eq!(comparison.positions(), orbit_count(subspace.mover, subspace.other), "{subspace}");
        assert_eq!(listed, []);
        total += comparison;
    }
    let all = subspaces.map(|text| text.parse::<Subspace>().unwrap());
    let orbits: u64 = all.iter().map(|subspace| orbit_count(subspace.mover, subspace.other)).sum();
    assert_eq!(total.positions(), orbits);
    assert_eq!(total.unchanged() + total.changed(), orbits);
    assert!(matrix(&total).iter().flatten().all(|&count| count > 1000), "{total:?}");
    assert!(total.other_depth() > 1000);
}

#[test]
fn the_list_has_the_first_positions_by_slot_with_both_values() {
    let db = tempfile::tempdir().unwrap();
    let [from, to] = filled(db.path(), &["3_4_0_0"]);
    let pair = GamePair::new(&from, &to).unwrap();
    let subspace: Subspace = "3_4_0_0".parse().unwrap();
    for difference in [Difference::Changed, Difference::Reversed] {
        let list = |limit| pair.compare(subspace, Some(Listing { difference, limit })).unwrap();
        let (comparison, all) = list(usize::MAX);
        assert_eq!(all.len() as u64, difference.count(&comparison));
        let slots = all.iter().map(|changed| UnitIndex::new(Unit::of(subspace)).slot_of(&changed.position).1);
        assert!(slots.is_sorted(), "in order");
        for limit in [0, 1, 20, all.len() - 1] {
            assert_eq!(list(limit).1, all[..limit]);
        }
        let [from, to] = [&from, &to].map(|directory| directory.open(subspace).unwrap());
        for ChangedPosition { position, from: before, to: after } in all.into_iter().step_by(997) {
            let slot = UnitIndex::new(Unit::of(subspace)).slot_of(&position).1;
            let value = |table: &Table| table.plies().unwrap().value(slot).unwrap();
            assert_eq!((value(&from), value(&to)), (before, after));
            let outcomes = [before.outcome(), after.outcome()];
            assert_ne!(outcomes[0], outcomes[1]);
            assert!(difference == Difference::Changed || !outcomes.contains(&"draw"));
        }
    }
}

#[test]
fn only_what_both_games_have_is_common() {
    let db = tempfile::tempdir().unwrap();
    let [from, to] = filled(db.path(), &["1_1_2_2", "2_1_1_2"]);
    write(&from, "1_2_2_1".parse().unwrap(), |_, _| 3);
    write(&to, "0_0_3_3".parse().unwrap(), |_, _| 3);
    let pair = GamePair::new(&from, &to).unwrap();
    assert_eq!(pair.common_subspaces().unwrap(), ["1_1_2_2", "2_1_1_2"].map(|text| text.parse().unwrap()));
    for (subspace, lacks) in [("1_2_2_1", TO), ("0_0_3_3", FROM)] {
        let error = pair.compare(subspace.parse().unwrap(), None).unwrap_err();
        assert!(matches!(&error, CompareError::Missing { game, .. } if game == lacks.name()), "{error}");
    }
}

#[test]
fn games_on_different_boards_have_no_common_positions() {
    let db = tempfile::tempdir().unwrap();
    let [from, to] = [Game::Standard, Game::Morabaraba].map(|game| TableDirectory::new(db.path(), game));
    let error = GamePair::new(&from, &to).unwrap_err();
    assert_eq!(
        error.to_string(),
        "standard has the orthogonal board and morabaraba the diagonal one: they have no common positions"
    );
}

#[test]
fn damage_is_an_error_and_not_a_difference() {
    let db = tempfile::tempdir().unwrap();
    let [from, to] = filled(db.path(), &["1_1_2_2"]);
    let subspace = "1_1_2_2".parse().unwrap();
    let path = to.path_of(subspace);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = GamePair::new(&from, &to).unwrap().compare(subspace, None).unwrap_err();
    assert!(matches!(&error, CompareError::Table(error) if error.path == path), "{error}");
}

/// What `millwright compare standard-protected standard --stones 9 --format json` printed.
fn committed() -> serde_json::Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/results/compare-standard-protected-standard-movement-9.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).expect("it is committed")).expect("JSON")
}

/// Loewer, table 3: "Endgame outcome differences changing from Always Protected to Always Capture. Indicated
/// outcomes are relative to current player."
#[test]
fn the_movement_phase_with_nine_stones_changes_as_published() {
    let record = committed();
    assert_eq!((&record["from"], &record["to"]), (&FROM.name().into(), &TO.name().into()));
    for (field, published) in [
        ("positions", 8_904_593_601_u64),
        ("draw_to_loss", 29_145_537),
        ("draw_to_win", 34_254_690),
        ("loss_to_draw", 350_087),
        ("win_to_draw", 450_042),
        ("loss_to_win", 2_717),
        ("win_to_loss", 816),
    ] {
        assert_eq!(record["total"][field], published, "{field}");
    }
}

#[test]
fn the_committed_comparison_adds_up() {
    let record = committed();
    let subspaces = record["subspaces"].as_array().unwrap();
    assert_eq!(subspaces.len(), 49);
    for (field, total) in record["total"].as_object().unwrap() {
        let sum: u64 = subspaces.iter().map(|record| record[field].as_u64().unwrap()).sum();
        assert_eq!(*total, sum, "{field}");
    }
    for record in subspaces {
        let subspace: Subspace = record["subspace"].as_str().unwrap().parse().unwrap();
        assert_eq!(record["positions"], orbit_count(subspace.mover, subspace.other), "{subspace}");
        let fields = record.as_object().unwrap().iter();
        let parts = fields.filter(|(field, _)| field.contains("_to_") || *field == "unchanged");
        let sum: u64 = parts.map(|(_, count)| count.as_u64().unwrap()).sum();
        assert_eq!(record["positions"], sum, "{subspace}");
        assert!(record["other_depth"].as_u64() <= record["unchanged"].as_u64(), "{subspace}");
    }
    let changed = |name: &str| {
        let record = subspaces.iter().find(|record| record["subspace"] == name).unwrap();
        record["positions"].as_u64().unwrap() - record["unchanged"].as_u64().unwrap()
    };
    assert_eq!((changed("4_3_0_0"), changed("3_3_0_0")), (748, 0));
}
