//! Commands that need no tables: help, output, errors, exit codes.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::binary::assert_snapshot;

const MILLWRIGHT: &str = env!("CARGO_BIN_EXE_millwright");
/// In an order in which the examples of each find the tables that those before it have made.
const COMMANDS: [&str; 33] = [
    "games",
    "board",
    "moves",
    "perft",
    "solve",
    "query",
    "positions",
    "line",
    "serve",
    "value",
    "play",
    "annotate",
    "engine",
    "match",
    "puzzles",
    "prove",
    "extended",
    "stats",
    "reach",
    "compare",
    "report",
    "ranks",
    "export",
    "import",
    "verify",
    "plan",
    "solve-unit",
    "gather",
    "bench",
    "oracle",
    "signature",
    "completions",
    "man",
];

/// Five against five, Black to move.
const FEN: &str = "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

fn run(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    assert_cmd::Command::new(MILLWRIGHT).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// Stdout of a run that must go well and have nothing else to say.
fn stdout_of(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
    text(&output.stdout).to_owned()
}

/// What was typed, and all that came of it.
fn transcript(runs: &[&[&str]]) -> String {
    let mut lines = Vec::new();
    for args in runs {
        let output = run(*args);
        lines.push(format!("$ millwright {}", args.join(" ")));
        lines.extend(text(&output.stdout).lines().map(str::to_owned));
        lines.extend(text(&output.stderr).lines().map(|line| format!("stderr: {line}")));
        lines.push(format!("exit code {}\n", output.status.code().expect("no signal ends it")));
    }
    let transcript = lines.join("\n");
    assert!(!transcript.contains('\u{1b}'), "no colours where there is no terminal");
    transcript
}

/// Compares the transcript with the one in `tests/cli/snapshots`.
fn assert_transcript(name: &str, runs: &[&[&str]]) {
    assert_snapshot(name, &transcript(runs));
}

/// An empty directory of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the target directory can be written");
    directory
}

/// Asserts what every refusal must satisfy, and gives its line.
fn refusal(args: &[impl AsRef<OsStr> + std::fmt::Debug]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let stderr = text(&output.stderr);
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{args:?}: {stderr}");
    assert!(!stderr.trim_end().chars().any(char::is_control), "{args:?}: {stderr}");
    stderr.to_owned()
}

#[test]
fn without_arguments_it_says_what_to_type_first() {
    assert_transcript("guide", &[&[]]);
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(stdout_of(&["--version"]), concat!("millwright ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn help_and_version_are_understood_as_words() {
    assert_eq!(stdout_of(&["version"]), stdout_of(&["--version"]));
    assert_eq!(stdout_of(&["help"]), stdout_of(&["--help"]));
    assert_eq!(stdout_of(&["help", "solve"]), stdout_of(&["solve", "--help"]));
    assert!(refusal(&["help", "slove"]).contains("'solve'"));
}

#[test]
fn a_game_is_known_by_what_people_call_it() {
    let moves = |game: &str| stdout_of(&["moves", game, "start", "--format", "json"]);
    for name in ["Standard", "nine-mens-morris", "Nine Men's Morris"] {
        assert_eq!(moves(name), moves("standard"), "{name}");
    }
    assert_eq!(moves("Twelve Men's Morris"), moves("morabaraba"));
}

#[test]
fn help_of_the_program_and_of_every_command() {
    assert_transcript("help", &[&["--help"]]);
    for command in COMMANDS {
        assert_transcript(&format!("help_{command}"), &[&[command, "--help"]]);
    }
}

/// The lines that can be copied out of a help text: indented, beginning with the name of the program; what
/// follows after three spaces explains them.
fn examples(help: &str) -> Vec<String> {
    help.lines()
        .filter(|line| line.starts_with("  millwright ") || line.starts_with("  printf "))
        .map(|line| line.trim().split("   ").next().unwrap_or_default().to_owned())
        .collect()
}

/// An example as it can be run anywhere: a server listens where it can, and is stopped after a moment.
fn ending(example: &str) -> String {
    if !example.starts_with("millwright serve") {
        return example.to_owned();
    }
    let words = example.split(' ').filter(|word| *word != "--listen" && !word.starts_with("127.0.0.1:"));
    let words: Vec<&str> = words.collect();
    format!("timeout --foreground --preserve-status -s INT 2 {} --listen 127.0.0.1:0", words.join(" "))
}

/// Examples that take their time; what they do is tested elsewhere.
const LONG: [&str; 3] = ["millwright bench", "millwright signature", "millwright oracle lasker-wmd"];

#[test]
fn every_example_in_the_help_and_the_guide_runs() {
    run_examples("examples", |example| !LONG.iter().any(|long| example.starts_with(long)));
}

#[test]
#[ignore = "some are long"]
fn long_examples_in_the_help_run_too() {
    run_examples("long examples", |example| LONG.iter().any(|long| example.starts_with(long)));
}

fn run_examples(name: &str, wanted: impl Fn(&str) -> bool) {
    let directory = scratch(name);
    let bin = Path::new(MILLWRIGHT).parent().expect("a file has a parent");
    let path = std::env::join_paths(
        [bin.to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").expect("there is a path"))),
    )
    .expect("the target directory has no separator in its name");
    let pages = COMMANDS.iter().map(|command| vec![*command, "--help"]);
    for page in pages.chain([vec![], vec!["--help"]]) {
        let found = examples(&stdout_of(&page));
        assert!(found.len() >= 2, "{page:?} has examples");
        for example in found.into_iter().filter(|example| wanted(example)) {
            let output = Command::new("sh")
                .args(["-c", &ending(&example)])
                .current_dir(&directory)
                .env("PATH", &path)
                .env_remove("MILLWRIGHT_DB")
                .output()
                .expect("there is a shell");
            assert_eq!(output.status.code(), Some(0), "{example}: {}", text(&output.stderr));
            let redirected = example.contains('>') || example.contains("--out");
            assert_eq!(output.stdout.is_empty(), redirected, "{example}");
        }
    }
}

#[test]
fn every_way_to_write_a_position_in_the_help_is_understood() {
    let help = stdout_of(&["board", "--help"]);
    let forms = help.split("Positions:\n").nth(1).expect("the help explains positions");
    let written: Vec<&str> =
        forms.lines().filter_map(|line| line.strip_prefix("  ")?.split("  ").next()).collect();
    assert!(written.contains(&"start") && written.iter().any(|form| form.starts_with("b_")), "{written:?}");
    for form in written.iter().filter(|form| !form.is_empty() && !form.contains("...")) {
        stdout_of(&["board", "standard", form]);
    }
}

#[test]
fn games_and_their_rules() {
    assert_transcript("games", &[&["games"], &["games", "--format", "json"]]);
}

#[test]
fn boards_are_drawn_with_stones_labels_hands_and_all_notations() {
    assert_transcript(
        "board",
        &[
            &["board", "standard", FEN],
            &["board", "morabaraba", "b_a1d1.10_g7.11"],
            &["board", "standard", "b_a1d1g1_b2d2"],
        ],
    );
}

#[test]
fn moves_are_whole_turns_one_per_line() {
    assert_eq!(stdout_of(&["moves", "standard", "start"]).lines().count(), 24);
    assert_transcript(
        "moves",
        &[
            &["moves", "standard", FEN],
            &["moves", "standard", "w_a1d1.1_b2d2.1", "--stones", "3"],
            &["moves", "standard", "w_a1d1.1_b2d2.1", "--stones", "3", "--format", "json"],
        ],
    );
}

#[test]
fn where_the_game_is_over_there_are_no_moves_and_the_reason_is_given() {
    // Black's four stones are shut in by White's.
    let blocked = "b_d7d6b4a1c5c3_a7a4b6c4";
    let full = "w_a1a4a7b2b4b6c3c4c5d1d2d3_d5d6d7e3e4e5f2f4f6g1g4g7";
    assert_transcript(
        "moves_over",
        &[
            &["moves", "standard", "b_a1d1g1_b2d2"],
            &["moves", "standard", "b_a1d1g1_b2d2", "--format", "json"],
            &["moves", "standard", blocked],
            &["moves", "standard", blocked, "--format", "json"],
            &["moves", "morabaraba", full],
            &["moves", "morabaraba", full, "--format", "json"],
            &["moves", "morabaraba-full-board-loss", full],
        ],
    );
}

#[test]
fn perft_counts_sequences_of_whole_turns() {
    for (depth, count) in [("0", "1"), ("1", "24"), ("2", "552"), ("3", "12144"), ("4", "255024")] {
        assert_eq!(stdout_of(&["perft", "standard", depth]), format!("{count}\n"));
    }
    assert_eq!(stdout_of(&["perft", "morabaraba", "2", "start", "--stones", "4,5"]), "552\n");
}

#[test]
fn perft_divided_by_first_turns_adds_up() {
    let divided = stdout_of(&["perft", "standard", "3", FEN, "--divide"]);
    let counts: Vec<(&str, u64)> = divided
        .lines()
        .map(|line| {
            let (name, count) = line.split_once(' ').unwrap();
            (name, count.parse().unwrap())
        })
        .collect();
    let (&(name, total), turns) = counts.split_last().unwrap();
    assert_eq!(name, "total");
    assert_eq!(total, turns.iter().map(|(_, count)| count).sum::<u64>());
    assert_eq!(stdout_of(&["perft", "standard", "3", FEN]), format!("{total}\n"));
    let names: Vec<&str> = turns.iter().map(|&(name, _)| name).collect();
    assert_eq!(names, stdout_of(&["moves", "standard", FEN]).lines().collect::<Vec<_>>());
    assert_eq!(stdout_of(&["perft", "standard", "0", "--divide"]), "1\n");
}

#[test]
fn the_oracle_solves_tiny_games_and_refuses_others() {
    assert_transcript(
        "oracle",
        &[
            &["oracle", "standard", "--stones", "3"],
            &["oracle", "morabaraba", "--stones", "3", "--format", "json"],
            &["oracle", "standard", "--stones", "5"],
            &["oracle", "lasker", "--stones", "3,5"],
            &["oracle", "morabaraba"],
        ],
    );
}

#[test]
fn completions_know_every_command_and_game() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout_of(&["completions", shell]);
        for word in COMMANDS {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(stdout_of(&["completions", "bash"]).contains("morabaraba-full-board-loss"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    assert!(stdout_of(&["man"]).contains(".TH millwright 1"));
    let directory = scratch("man").join("not/there/yet");
    let output = run([OsStr::new("man"), OsStr::new("--out"), directory.as_os_str()]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let mut pages: Vec<String> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let mut expected: Vec<String> =
        COMMANDS.iter().map(|command| format!("millwright-{command}.1")).collect();
    expected.push("millwright.1".to_owned());
    expected.sort();
    assert_eq!(pages, expected);
    let moves = fs::read_to_string(directory.join("millwright-moves.1")).unwrap();
    assert!(moves.contains("Examples"), "pages have the examples of the help");
}

#[test]
fn what_cannot_be_typed_is_refused_in_one_line_with_advice() {
    assert_transcript(
        "usage_errors",
        &[
            &["mooves"],
            &["--colour"],
            &["moves"],
            &["moves", "standard"],
            &["moves", "standrd", "start"],
            &["moves", "standard", "start", "now"],
            &["moves", "standard", "start", "--stones", "2"],
            &["moves", "standard", "start", "--stones", "9,x"],
            &["moves", "standard", "start", "--format", "xml"],
            &["perft", "standard", "13"],
            &["perft", "standard", "-1"],
            &["completions", "cmd"],
        ],
    );
    refusal(&["moves", "stan\ndard\u{1b}[31m", "start"]);
    refusal(&["man", "--out", "/dev/null/pages"]);
}

#[test]
fn nonsense_positions_are_refused_in_one_line() {
    let long = "w_".repeat(5000);
    let nonsense = [
        "",
        " ",
        "x",
        "-",
        "-w",
        "--w_a1",
        "---",
        "_",
        "w",
        "w_",
        "w__",
        "w_a1",
        "w_a1_",
        "w_z9.8_a1.8",
        "w_a1a1.7_d1.7",
        "w_a1.99999999999_d1.8",
        "w_a1.8_a1.8",
        "w_a1.9_d1.9",
        "x_a1.8_d1.8",
        "w_a1_d1_g1",
        "start start",
        "a\nb",
        "\n",
        "\u{1b}[31mred",
        "w_\u{e4}1.8_d1.8",
        "\u{1f600}",
        "*",
        "@",
        "/",
        "//",
        "********/********/********",
        "********/********/******** w",
        "********/********/******* w p p 0 9 0 9",
        "********/********/******** w p p 0 9 0 7 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "O*******/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "OOO*****/@@@*****/******** q m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "MFEN/1.0",
        "MFEN/2.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -",
        "MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,10 - 0 0 -",
        "%s%n",
        "../../etc/passwd",
        &long,
    ];
    for position in nonsense {
        for command in [&["moves", "standard"][..], &["board", "standard"], &["perft", "standard", "1"]] {
            let args: Vec<&str> = command.iter().copied().chain([position]).collect();
            refusal(&args);
        }
        // As a value, whatever it begins with.
        let line = refusal(&["moves", "standard", "--", position]);
        assert!(line.len() < 600, "{} characters for {position:.40}", line.len());
    }
}

#[test]
fn a_position_may_be_missing_only_where_there_is_a_default() {
    refusal(&["moves", "standard", "--"]);
    refusal(&["board", "standard"]);
    assert_eq!(stdout_of(&["perft", "lasker", "1", "--"]), "24\n");
}

#[test]
fn errors_in_positions_say_what_is_wrong() {
    assert_transcript(
        "position_errors",
        &[
            &["moves", "standard", "nonsense"],
            &["moves", "standard", "-w"],
            &["moves", "standard", "w_a1z9.7_d1.8"],
            &["moves", "standard", "w_a1.8_a1.8"],
            &["moves", "standard", "w_a1.9_d1.9"],
            &["moves", "standard", "w_a1.8_d1.5"],
            &["moves", "standard", "********/********/******** w"],
            &[
                "moves",
                "standard",
                "O*******/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
            ],
        ],
    );
}

#[cfg(unix)]
#[test]
fn a_position_that_is_not_even_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    refusal(&[OsStr::new("moves"), OsStr::new("standard"), OsStr::from_bytes(b"w_\xff\xfe")]);
}

#[test]
fn a_broken_pipe_is_no_error() {
    for args in [
        &["perft", "standard", "2", "--divide"][..],
        &["moves", "standard", "start"],
        &["board", "standard", "start"],
        &["games", "--format", "json"],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
        &["--version"],
        &[],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(MILLWRIGHT).args(args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["moves", "standard", "start"][..], &["games"], &["--help"], &[]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(MILLWRIGHT).args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}
