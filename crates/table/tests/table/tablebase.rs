//! Probing finds the values that were stored, however a position is turned, and lists moves best first.

use std::fs;
use std::sync::OnceLock;

use crate::samples::{Sample, code_by_orbit, scramble};
use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{ByColor, Color, Game, Move, Position, Setup, Symmetry, Value};
use millwright_table::{Known, MANIFEST, ProbeError, ProbeLimits, TableDirectory, Tablebase, WIDE_DRAW};

const TABLES: [&str; 4] = ["3_3_0_0", "4_3_0_0", "3_4_0_0", "4_4_0_0"];

static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();

fn filled() -> (tempfile::TempDir, TableDirectory) {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let make = || TABLES.map(|subspace| Sample::new(subspace, |_, position| code_by_orbit(position))).into();
    for sample in SAMPLES.get_or_init(make) {
        sample.write(directory.path());
    }
    (db, directory)
}

fn position(white: &str, black: &str, turn: Color) -> Position {
    let set = |labels: &str| {
        labels.split(' ').map(|label| label.parse::<millwright_rules::Point>().unwrap()).collect()
    };
    let setup =
        Setup { stones: ByColor { white: set(white), black: set(black) }, hands: ByColor::both(0), turn };
    Position::new(&setup, &Game::Standard.rules()).unwrap()
}

/// What a position is worth: ends by the rules, all else by the arithmetic that filled the tables.
fn expected(position: &Position) -> Value {
    if position.mover().total() < 3 || position.moves(&Game::Standard.rules()).is_empty() {
        return Value::loss(0);
    }
    match code_by_orbit(position) {
        WIDE_DRAW => Value::Draw,
        plies => Value::decided(plies),
    }
}

fn image(position: &Position, symmetry: Symmetry, turn: Color) -> Position {
    let side =
        |side: millwright_rules::Side| millwright_rules::Side { stones: symmetry.apply(side.stones), ..side };
    Position::from_sides_unchecked(side(position.mover()), side(position.other()), turn)
}

#[test]
fn every_image_of_a_position_has_the_value_that_was_stored() {
    let (_db, directory) = filled();
    // Room for few chunks, so that some are read again.
    for cache_bytes in [0, 1 << 20, 1 << 26] {
        let tablebase = Tablebase::new(directory.clone(), cache_bytes);
        let mut state = cache_bytes;
        for text in TABLES {
            let subspace: Subspace = text.parse().unwrap();
            let unit = Unit::of(subspace);
            let index = UnitIndex::new(unit);
            for _ in 0..40 {
                let slot = Slot(scramble(&mut state) % index.slots());
                let position = index.position_of(unit.plane_of(subspace), slot);
                for symmetry in Symmetry::all() {
                    for turn in Color::ALL {
                        let image = image(&position, symmetry, turn);
                        assert_eq!(Subspace::of(&image), subspace);
                        assert_eq!(tablebase.value_of(&image).unwrap(), expected(&position));
                    }
                }
            }
        }
    }
}

#[test]
fn moves_come_best_first_with_values_counted_from_here_and_ties_in_the_order_of_their_texts() {
    let (_db, directory) = filled();
    let tablebase = Tablebase::new(directory, 1 << 26);
    let rules = Game::Standard.rules();
    for (white, black) in [
        ("a1 d1 g4", "a7 b6 f2"),
        ("a1 d1 d2 e4", "a7 b6 f2"),
        ("a1 d1 g4 f4", "a7 d7 g1 e5"),
        ("a1 d1 g4", "a7 b6 f2 c4"),
    ] {
        for turn in Color::ALL {
            let position = position(white, black, turn);
            let found = tablebase.probe_moves(&position).unwrap();
            let mut legal = position.moves(&rules);
            assert_eq!(found.len(), legal.len());
            for &(chosen, value) in &found {
                let expected = expected(&position.play(&rules, chosen).unwrap()).seen_from_parent();
                assert_eq!(value, Known::Value(expected));
                legal.retain(|&other| other != chosen);
            }
            assert!(legal.is_empty());
            let key = |&(chosen, known): &(Move, Known)| match known {
                Known::Value(value) => (std::cmp::Reverse(value), chosen.to_string()),
                Known::Outcome(_) | Known::Ranked(_) => unreachable!("tables are whole, and not ultra"),
            };
            assert!(found.is_sorted_by_key(key));
        }
    }
}

#[test]
fn taking_the_third_last_stone_wins_in_one_and_needs_no_table() {
    let db = tempfile::tempdir().unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(db.path(), Game::Standard), 1 << 20);
    let lost = position("a1 d1 g1", "a7 b6", Color::Black);
    assert_eq!(tablebase.value_of(&lost).unwrap(), Value::loss(0));
    assert!(tablebase.probe_moves(&lost).unwrap().is_empty());
    let blocked = position("a1 a4 a7 d1", "b4 d7 d2 g1", Color::White);
    assert_eq!(tablebase.value_of(&blocked).unwrap(), Value::loss(0));

    let (_db, directory) = filled();
    let tablebase = Tablebase::new(directory, 1 << 20);
    let winning = position("a1 d1 g4", "a7 b6 f2", Color::White);
    let best = tablebase.probe_moves(&winning).unwrap();
    let wins: Vec<String> = best
        .iter()
        .take_while(|(_, value)| *value == Known::Value(Value::win(1)))
        .map(|(chosen, _)| chosen.to_string())
        .collect();
    assert_eq!(wins[..3], ["g4-g1xa7", "g4-g1xb6", "g4-g1xf2"]);
}

#[test]
fn a_full_board_is_a_draw_or_a_loss_as_the_rules_say() {
    let db = tempfile::tempdir().unwrap();
    for (game, value) in [(Game::Morabaraba, Value::Draw), (Game::MorabarabaFullBoardLoss, Value::loss(0))] {
        let stones = ByColor { white: 0x00_0FFF, black: 0xFF_F000 };
        let setup = Setup::from_bits(stones, ByColor::both(0), Color::White).unwrap();
        let full = Position::new(&setup, &game.rules()).unwrap();
        let tablebase = Tablebase::new(TableDirectory::new(db.path(), game), 0);
        assert_eq!(tablebase.value_of(&full).unwrap(), value);
    }
}

#[test]
fn a_missing_table_is_named_and_found_once_it_is_there() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    let tablebase = Tablebase::new(directory.clone(), 1 << 20);
    let position = position("a1 d1 g4", "a7 b6 f2", Color::White);
    let error = tablebase.value_of(&position).unwrap_err();
    let ProbeError::Missing { subspace, path } = &error else { panic!("{error}") };
    assert_eq!((subspace.to_string().as_str(), path), ("3_3_0_0", &directory.path_of(*subspace)));
    assert!(error.to_string().contains(path.to_str().unwrap()));
    directory.create().unwrap();
    Sample::new("3_3_0_0", |_, position| code_by_orbit(position)).write(directory.path());
    assert_eq!(tablebase.value_of(&position).unwrap(), expected(&position));
    fs::write(directory.path_of(*subspace), "").unwrap();
    let other = Tablebase::new(directory, 1 << 20);
    assert!(matches!(other.value_of(&position), Err(ProbeError::Table(_))));
}

#[test]
fn threads_share_a_prober() {
    let (_db, directory) = filled();
    let tablebase = Tablebase::new(directory, 1 << 19);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let tablebase = &tablebase;
            scope.spawn(move || {
                let mut state = seed;
                let unit = Unit::of("4_4_0_0".parse().unwrap());
                let index = UnitIndex::new(unit);
                for _ in 0..100 {
                    let slot = Slot(scramble(&mut state) % index.slots());
                    let position = index.position_of(millwright_index::Plane::A, slot);
                    assert_eq!(tablebase.value_of(&position).unwrap(), expected(&position));
                }
            });
        }
    });
}

#[test]
fn more_tables_than_may_be_open_can_be_probed_in_turn() {
    let (_db, directory) = filled();
    for open_tables in 0..=TABLES.len() {
        // Nothing is kept of what was read, so that every probe needs its table.
        let limits = ProbeLimits { cache_bytes: 0, open_tables };
        let tablebase = Tablebase::with_limits(directory.clone(), limits);
        std::thread::scope(|scope| {
            for (seed, first) in (0..).zip(0..TABLES.len()) {
                let tablebase = &tablebase;
                scope.spawn(move || {
                    let mut state = seed;
                    for text in TABLES.iter().cycle().skip(first).take(40) {
                        let unit = Unit::of(text.parse().unwrap());
                        let index = UnitIndex::new(unit);
                        for &plane in unit.planes() {
                            let slot = Slot(scramble(&mut state) % index.slots());
                            let position = index.position_of(plane, slot);
                            assert_eq!(tablebase.value_of(&position).unwrap(), expected(&position));
                            assert!(tablebase.open_tables() <= open_tables);
                        }
                    }
                });
            }
        });
    }
}

#[test]
fn a_game_of_many_tables_never_has_more_of_them_open_than_the_limit() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let limits = ProbeLimits::new(0);
    // No stone on the board and one: four slots, and a subspace for each number of stones in hand.
    let subspaces = (3..=12).flat_map(|mover| (2..=11).map(move |other| (mover, other)));
    let subspaces = subspaces.flat_map(|(mover, other)| {
        let subspace = Subspace::new(0, 1, mover, other).unwrap();
        [subspace, Subspace { mover: 1, other: 0, mover_hand: other, other_hand: mover }]
    });
    let subspaces: Vec<Subspace> = subspaces.collect();
    assert!(subspaces.len() > limits.open_tables);
    for subspace in &subspaces {
        Sample::new(&subspace.to_string(), |_, position| code_by_orbit(position)).write(directory.path());
    }
    let tablebase = Tablebase::with_limits(directory, limits);
    for _ in 0..2 {
        for &subspace in &subspaces {
            let unit = Unit::of(subspace);
            let position = UnitIndex::new(unit).position_of(unit.plane_of(subspace), Slot(0));
            assert_eq!(tablebase.value_of(&position).unwrap(), expected(&position));
            assert!(tablebase.open_tables() <= limits.open_tables);
        }
    }
    assert!(tablebase.open_tables() > limits.open_tables / 2, "what was used lately stays open");
}

#[test]
fn the_manifest_lists_the_tables_in_order_and_is_the_same_when_made_again() {
    let (_db, directory) = filled();
    fs::write(directory.path().join("notes.txt"), "foreign").unwrap();
    let manifest = directory.write_manifest().unwrap();
    let text = fs::read_to_string(directory.path().join(MANIFEST)).unwrap();
    assert_eq!(directory.write_manifest().unwrap(), manifest);
    assert_eq!(fs::read_to_string(directory.path().join(MANIFEST)).unwrap(), text);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json, serde_json::to_value(&manifest).unwrap());
    assert_eq!((json["game"].as_str(), json["format"].as_u64()), (Some("standard"), Some(2)));
    let listed: Vec<&str> =
        json["tables"].as_array().unwrap().iter().map(|table| table["subspace"].as_str().unwrap()).collect();
    assert_eq!(listed, ["3_3_0_0", "3_4_0_0", "4_3_0_0", "4_4_0_0"]);
    for entry in &manifest.tables {
        let table = directory.open(entry.subspace.parse().unwrap()).unwrap();
        assert_eq!(entry.bytes, table.bytes_on_disk());
        assert_eq!(entry.win + entry.draw + entry.loss, table.statistics().positions);
    }
    assert!(directory.contents().unwrap().leftovers.is_empty());
}

#[test]
fn the_manifest_of_no_tables_is_an_empty_list() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Lasker);
    directory.create().unwrap();
    directory.write_manifest().unwrap();
    let text = fs::read_to_string(directory.path().join(MANIFEST)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["tables"], serde_json::json!([]));
}
