//! `millwright bench`: the form of what it says, and what it refuses. How fast it is, is nobody's promise.

use serde_json::Value;

/// Stdout and stderr of a run with this exit code.
fn run(args: &[&str], code: i32) -> (String, String) {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_millwright"))
        .arg("bench")
        .args(args)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn a_unit_is_a_row_with_both_solvers_and_their_ratio() {
    let (stdout, stderr) = run(&["--units", "4-3,3-3", "--threads", "2"], 0);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{stdout}");
    assert!(lines[0].starts_with("standard, kernel ") && lines[0].ends_with("; million slots a second"));
    let header = [
        "unit",
        "slots",
        "1 thread",
        "2 threads",
        "scaling",
        "portable",
        "textbook",
        "ratio",
        "by moves",
        "memory",
    ];
    assert!(header.iter().all(|column| lines[1].contains(column)), "{stdout}");
    for (line, unit, slots) in [(lines[2], "4-3", "1,725,960"), (lines[3], "3-3", "210,140")] {
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        assert_eq!((cells.len(), cells[0], cells[1]), (13, unit, slots), "{line}");
        for rate in &cells[2..11] {
            // A busy machine may be slower than the digits that are shown.
            assert!(rate.parse::<f64>().is_ok_and(|rate| rate >= 0.0), "{line}");
        }
    }
    assert!(lines[4].starts_with("peak memory "), "{stdout}");
    let notes: Vec<&str> = stderr.lines().collect();
    assert_eq!(notes.len(), 3, "{stderr}");
    assert_eq!(notes[0], "note: solving 1 unit that these depend on, 210,140 slots, in memory");
    assert_eq!(notes[1], "note: measuring 4-3, 1,725,960 slots");
}

#[test]
fn json_has_every_measurement_and_no_textbook_where_none_was_wanted() {
    let (stdout, _) =
        run(&["--units", "3-4", "--threads", "1", "--textbook", "never", "--format", "json"], 0);
    let record: Value = serde_json::from_str(&stdout).expect("one JSON document");
    assert_eq!((&record["game"], &record["threads"]), (&"standard".into(), &1.into()));
    let unit = &record["units"][0];
    assert_eq!((&unit["unit"], &unit["slots"]), (&"4-3".into(), &1_725_960.into()));
    assert_eq!((&unit["textbook"], &unit["counting_moves"]), (&Value::Null, &Value::Null));
    assert_eq!(unit["same_values"], Value::Bool(true));
    for run in ["one_thread", "all_threads"] {
        for field in ["seconds", "slots_per_second"] {
            assert!(unit[run][field].as_f64().is_some_and(|number| number > 0.0), "{unit}");
        }
    }
    assert!(unit["estimated_bytes"].as_u64().is_some_and(|bytes| bytes > 4 * 862_980), "{unit}");
}

#[test]
fn other_games_and_draws_are_measured_beside_the_portable_kernel() {
    let units = "lasker/3_3_1_1,3-3/draws,3_3_1_1";
    let (stdout, _) = run(&["--units", units, "--threads", "1", "--format", "json"], 0);
    let record: Value = serde_json::from_str(&stdout).expect("one JSON document");
    let found: Vec<&Value> = record["units"].as_array().expect("a list").iter().collect();
    let names: Vec<&str> = found.iter().filter_map(|unit| unit["unit"].as_str()).collect();
    assert_eq!(names, units.split(',').collect::<Vec<_>>());
    let games: Vec<&str> = found.iter().filter_map(|unit| unit["game"].as_str()).collect();
    assert_eq!(games, ["lasker", "standard", "standard"]);
    for (unit, has_textbook) in found.iter().zip([false, false, true]) {
        assert_eq!(unit["same_values"], Value::Bool(true));
        assert!(unit["portable"]["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{unit}");
        assert_eq!(unit["textbook"].is_object(), has_textbook, "{unit}");
    }
}

#[test]
fn what_is_no_unit_is_refused_with_an_example() {
    for units in ["5", "2-3", "5-4,x", ""] {
        let (stdout, stderr) = run(&["--units", units], 2);
        assert!(stdout.is_empty() && stderr.contains("like 5-4"), "{units:?}: {stderr}");
    }
}
