//! `millwright positions` and `millwright query GAME -`: positions in bulk.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::binary::{Db, MILLWRIGHT, Ran, assert_snapshot};

/// The command line for a subspace of the standard game.
fn positions<'a>(subspace: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["positions", "standard", "--subspace", subspace], more].concat()
}

fn listed(db: &Db, subspace: &str, more: &[&str]) -> String {
    db.run(&positions(subspace, more)).expect_success()
}

/// Asks for lines of standard input.
fn query_lines(db: &Db, input: &[u8]) -> Ran {
    let mut command = db.command(&["query", "standard", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    child.stdin.take().expect("it is piped").write_all(input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn every_form_has_the_same_positions() {
    let db = Db::solved("4,3");
    let mut shown = String::new();
    for format in ["text", "csv", "json"] {
        let text = listed(&db, "4_3_0_0", &["--limit", "3", "--format", format]);
        shown.extend(["$ --limit 3 --format ", format, "\n", &text]);
        let text =
            listed(&db, "4_3_0_0", &["--only-move", "--value", "draw", "--limit", "2", "--format", format]);
        shown.extend(["$ --only-move --value draw --limit 2 --format ", format, "\n", &text]);
    }
    assert_snapshot("positions", &shown);
}

#[test]
fn outcomes_are_as_many_as_stats_counts_and_threads_change_nothing() {
    let db = Db::solved("4");
    let statistics = db.json(&["stats", "standard"]);
    for record in statistics["subspaces"].as_array().unwrap() {
        let subspace = record["subspace"].as_str().unwrap();
        let one = listed(&db, subspace, &["--threads", "1"]);
        assert_eq!(listed(&db, subspace, &["--threads", "2"]), one);
        let lines = |value: &str| listed(&db, subspace, &["--value", value]).lines().count();
        let counts = ["win", "draw", "loss"].map(lines);
        assert_eq!(counts.iter().sum::<usize>(), one.lines().count());
        assert_eq!(json!(counts[0]), record["win"], "{record}");
        assert_eq!(json!(counts[1]), record["draw"], "{record}");
        assert_eq!(json!(counts[2]), record["loss"], "{record}");
    }
}

#[test]
fn a_sample_can_be_drawn_again_and_the_longest_are_those_of_stats() {
    let db = Db::solved("4");
    let sample = |seed: &str| listed(&db, "4_4_0_0", &["--sample", "100", "--seed", seed]);
    assert_eq!((sample("1").lines().count(), sample("1")), (100, sample("1")));
    assert_ne!(sample("1"), sample("2"));
    let any = db.run(&positions("4_4_0_0", &["--sample", "10"]));
    let seed = any.stderr.split_once("(--seed ").unwrap().1.split(')').next().unwrap().to_owned();
    assert_eq!(listed(&db, "4_4_0_0", &["--sample", "10", "--seed", &seed]), any.expect_success());
    let longest = listed(&db, "4_4_0_0", &["--longest", "--format", "json"]);
    let first: Value = serde_json::from_str(longest.lines().next().unwrap()).unwrap();
    let asked = db.json(&["query", "standard", first["position"].as_str().unwrap()]);
    assert_eq!((&asked["value"]["outcome"], &asked["value"]["plies"]), (&first["value"], &first["plies"]));
}

#[test]
fn a_file_has_what_standard_output_would_have() {
    let db = Db::solved("3");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("positions");
    let path_text = path.to_str().unwrap();
    for format in ["text", "csv", "json"] {
        let text = listed(&db, "3_3_0_0", &["--format", format]);
        assert_eq!(listed(&db, "3_3_0_0", &["--format", format, "--out", path_text]), "");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    listed(&db, "3_3_0_0", &["--format", "parquet", "--out", path_text]);
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left");
    let nowhere = directory.path().join("not/there");
    let error = db.run(&positions("3_3_0_0", &["--out", nowhere.to_str().unwrap()])).expect_error();
    assert!(error.starts_with("error: cannot write ") && error.contains("not/there: "), "{error}");
}

#[test]
fn what_makes_no_sense_is_one_clear_line() {
    let db = Db::solved("3");
    let error = |more: &[&str]| db.redacted(&db.run(&positions("3_3_0_0", more)).expect_error());
    let mut shown = String::new();
    let wrong: [&[&str]; 11] = [
        &["--value", "win:4"],
        &["--value", "mate"],
        &["--value", "win", "--rank", "3"],
        &["--longest", "--value", "draw"],
        &["--longest", "--rank", "-3"],
        &["--rank", "0"],
        &["--rank", "x"],
        &["--sample", "0"],
        &["--seed", "1"],
        &["--sample", "3", "--limit", "3"],
        &["--format", "parquet"],
    ];
    for more in wrong {
        shown.extend(["$ ", &more.join(" "), "\n", &error(more), "\n"]);
    }
    for subspace in ["4_4_0_0", "4_3_1_1", "1_2_0_0"] {
        let error = db.redacted(&db.run(&positions(subspace, &[])).expect_error());
        shown.extend(["$ --subspace ", subspace, "\n", &error, "\n"]);
    }
    assert_snapshot("positions_errors", &shown);
}

#[test]
fn reduced_tables_say_what_they_lack() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--movement", "--stones", "4,3", "--keep", "wdl", "--keep-small", "0"])
        .expect_success();
    let text = listed(&db, "4_3_0_0", &["--value", "win", "--limit", "1"]);
    assert!(text.ends_with("  win\n"), "{text}");
    let error = db.redacted(&db.run(&positions("4_3_0_0", &["--longest"])).expect_error());
    assert_eq!(
        error,
        "error: the plies of subspace 4_3_0_0 have not been kept: DB/standard/4_3_0_0.mill has win, draw and loss only; \
         make it with: millwright solve standard --movement --stones 4,3 --db DB"
    );
    let error = db.redacted(&db.run(&positions("4_3_0_0", &["--rank", "1"])).expect_error());
    assert!(
        error.ends_with("make it with: millwright solve standard --movement --stones 4,3 --db DB --ultra"),
        "{error}"
    );
    db.run(&[
        "solve",
        "standard",
        "--movement",
        "--stones",
        "4,3",
        "--keep",
        "statistics",
        "--keep-small",
        "0",
    ])
    .expect_success();
    let error = db.run(&positions("4_3_0_0", &[])).expect_error();
    assert!(error.contains("4_3_0_0.mill has statistics only; make it with: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
    let db = Db::solved("4");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = db.command(&positions("4_4_0_0", &[])).stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = db.command(&positions("4_4_0_0", &[])).stdout(full).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr.starts_with("error: cannot write the positions: ") && stderr.lines().count() == 1,
        "{stderr}"
    );
}

#[test]
fn lines_are_answered_as_single_queries_are() {
    let db = Db::solved("4");
    let sample = listed(&db, "4_4_0_0", &["--sample", "30", "--seed", "4"]);
    let asked: Vec<&str> = sample.lines().map(|line| line.split_once(' ').unwrap().0).collect();
    let answers = query_lines(&db, (asked.join("\n") + "\n").as_bytes()).expect_success();
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), asked.len());
    for (position, answer) in asked.iter().zip(&answers) {
        assert_eq!(&db.json(&["query", "standard", position]), answer);
    }
}

#[test]
fn a_line_that_is_no_position_has_its_number_and_the_others_are_answered() {
    let db = Db::solved("3");
    let ran = query_lines(&db, b"w_a1a4d7_b2d2f2\nnonsense\n\n\xff\xfe\nb_a1a4d7_b2d2f2");
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stderr, "note: no positions in 3 of 5 lines; their answers say why\n");
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["value"], json!({"outcome": "win", "plies": 1, "source": "table"}));
    let wrong = "this is no position of standard: short form, column 1: expected w_, b_ or start, found ";
    assert_eq!(answers[1], json!({"line": 2, "error": format!("{wrong}\"nonsense\"")}));
    assert_eq!(answers[2]["line"], 3);
    assert_eq!(answers[3], json!({"line": 4, "error": "the line is no UTF-8 text"}));
    assert_eq!(answers[4]["position"], "b_a4d7a1_f2d2b2");
    assert_eq!(query_lines(&db, b"").expect_success(), "");
}

#[test]
fn lines_of_small_games_need_no_tables_and_unknown_ones_are_estimated() {
    let db = Db::empty();
    let ran = query_lines(&db, b"w_a1a4d7_b2d2f2\nstart\n");
    assert!(ran.stderr.contains("solving all games with up to 5 stones each"), "{ran:?}");
    let answers: Vec<Value> =
        ran.expect_success().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["value"]["source"], "memory");
    assert_eq!(answers[1]["value"]["source"], "estimate");
}

#[test]
fn an_answer_comes_while_the_next_question_is_thought_about() {
    use std::io::{BufRead, BufReader};
    let db = Db::solved("3");
    let mut command = Command::new(MILLWRIGHT);
    command.args(["query", "standard", "-", "--db"]).arg(db.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        questions.write_all(b"w_a1a4d7_b2d2f2\n").unwrap();
        assert!(answers.next().unwrap().unwrap().starts_with("{\"position\":\"w_a4d7a1_f2d2b2\""));
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}
