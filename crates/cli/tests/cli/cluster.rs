//! `plan`, `solve-unit` and `gather`: units solved one by one, as a cluster does it, leave what `solve` leaves.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{Db, MILLWRIGHT, Ran, ran};

/// A game to be solved by tasks.
struct Cluster {
    place: TempDir,
    game: String,
    plan: Value,
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|word| text(word).to_owned()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

impl Cluster {
    /// Plans a solve with these arguments.
    fn new(solve: &[&str]) -> Self {
        let place = tempfile::tempdir().expect("there is a place for temporary files");
        let mut command = Command::new(MILLWRIGHT);
        command.arg("plan").args(solve).args(["--format", "json", "--db"]).arg(place.path().join("db"));
        let plan: Value = serde_json::from_str(&ran(&mut command).expect_success()).expect("JSON");
        Self { game: text(&plan["game"]).to_owned(), place, plan }
    }

    fn tasks(&self) -> &[Value] {
        self.plan["tasks"].as_array().expect("a list")
    }

    /// The directory that `--db` is given for a place.
    fn db(&self, place: &str) -> PathBuf {
        self.place.path().join(place)
    }

    /// A file as the plan has it: `work/4_3_0_0.mill`.
    fn file(&self, placed: &str) -> PathBuf {
        let (place, name) = placed.split_once('/').expect("a place and a name");
        self.db(place).join(&self.game).join(name)
    }

    /// What does a task, as the workflow types it.
    fn command(&self, task: &Value) -> Command {
        let mut command = Command::new(MILLWRIGHT);
        command.env_remove("MILLWRIGHT_DB").arg("solve-unit").args(words(&self.plan["arguments"]["game"]));
        command.arg(task["unit"].as_str().unwrap_or("ranks"));
        command.arg("--db").arg(self.db(text(&task["place"])));
        if let Some(kept_in) = task["kept_in"].as_str() {
            command.arg("--kept-in").arg(self.db(kept_in)).args(words(&self.plan["arguments"]["keeping"]));
        }
        if ["ranks", "draws"].contains(&text(&task["step"])) {
            command.arg("--ultra");
        }
        if task["step"] == "ranks" {
            command.args(["--ranks", text(&self.plan["arguments"]["ranks"])]);
        }
        command
    }

    fn task(&self, name: &str) -> &Value {
        self.tasks().iter().find(|task| task["task"] == name).expect("there is such a task")
    }

    /// Does tasks in an order that the graph allows and `solve` would not choose: the last one that could begin comes next.
    /// What nobody needs any more is dropped as soon as that is so.
    fn run_all(&self) {
        let mut open: Vec<&Value> = self.tasks().iter().collect();
        while !open.is_empty() {
            let is_there = |file: &String| self.file(file).exists();
            let could_begin = |task: &&Value| words(&task["inputs"]).iter().all(is_there);
            let next = open.iter().rposition(could_begin).expect("some task can begin");
            let task = open.remove(next);
            ran(&mut self.command(task)).expect_success();
            for file in words(&task["outputs"]).iter().chain(&words(&task["kept"])) {
                assert!(self.file(file).exists(), "{file} of {task}");
            }
            self.drop_what_nobody_needs(&open);
        }
    }

    fn drop_what_nobody_needs(&self, open: &[&Value]) {
        let needed: Vec<String> = open
            .iter()
            .flat_map(|task| words(&task["inputs"]).into_iter().chain(words(&task["outputs"])))
            .collect();
        for task in self.tasks().iter().filter(|task| task["temporary"] == true) {
            for file in words(&task["outputs"]).iter().filter(|file| !needed.contains(file)) {
                let _ = fs::remove_file(self.file(file));
            }
        }
    }

    fn gather(&self) -> Ran {
        let mut command = Command::new(MILLWRIGHT);
        command.arg("gather").args(words(&self.plan["arguments"]["game"])).arg("--db").arg(self.db("db"));
        if !self.plan["arguments"]["ranks"].is_null() {
            command.arg("--ultra");
        }
        ran(&mut command)
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.db("db").join(&self.game))
    }
}

/// All files but locks, by name.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries =
        fs::read_dir(directory).expect("it was solved").map(|entry| entry.expect("readable").path());
    let named = entries
        .map(|path| (path.file_name().and_then(OsStr::to_str).expect("a plain name").to_owned(), path));
    let of_tables = named.filter(|(name, _)| !["solve.lock", "verify.lock"].contains(&name.as_str()));
    of_tables.map(|(name, path)| (name, fs::read(path).expect("readable"))).collect()
}

/// What `solve` leaves.
fn solved(solve: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let db = Db::empty();
    db.run(&[&["solve"], solve].concat()).expect_success();
    files(&db.path().join(solve[0]))
}

#[test]
fn units_one_by_one_leave_the_bytes_of_solve_whatever_is_kept() {
    let solves: [&[&str]; 6] = [
        &["standard", "--stones", "4,3"],
        &["lasker", "--movement", "--stones", "4"],
        &["standard", "--stones", "3", "--keep", "wdl", "--keep-small", "100"],
        &["standard", "--stones", "3", "--ultra"],
        &["standard", "--stones", "3", "--ultra", "--keep", "statistics", "--keep-small", "100"],
        &[
            "lasker",
            "--stones",
            "3",
            "--ultra",
            "--ranks",
            "stones",
            "--keep",
            "statistics",
            "--keep-tables",
            "3_3_0_0",
        ],
    ];
    for solve in solves {
        let cluster = Cluster::new(solve);
        cluster.run_all();
        cluster.gather().expect_success();
        let (of_cluster, of_solve) = (cluster.files(), solved(solve));
        assert_eq!(
            of_cluster.keys().collect::<Vec<_>>(),
            of_solve.keys().collect::<Vec<_>>(),
            "the names of {solve:?}"
        );
        assert!(of_cluster == of_solve, "the bytes of {solve:?}");
    }
}

#[test]
fn a_unit_needs_the_inputs_of_the_plan_and_no_others() {
    let solve = ["morabaraba", "--stones", "3", "--ultra"];
    let cluster = Cluster::new(&solve);
    cluster.run_all();
    let all = cluster.files();
    for task in cluster.tasks().iter().filter(|task| task["step"] != "ranks") {
        let alone = tempfile::tempdir().unwrap();
        let directory = alone.path().join("morabaraba");
        fs::create_dir(&directory).unwrap();
        for input in words(&task["inputs"]) {
            let name = input.strip_prefix("db/").unwrap();
            fs::write(directory.join(name), &all[name]).unwrap();
        }
        let mut command = cluster.command(task);
        command.arg("--scratch").arg(alone.path().join("scratch"));
        // The last --db would be one too many: type it again with another directory.
        let args: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let place = args.iter().position(|arg| arg == "--db").unwrap() + 1;
        let mut elsewhere = Command::new(MILLWRIGHT);
        for (number, arg) in args.iter().enumerate() {
            if number == place {
                elsewhere.arg(alone.path())
            } else {
                elsewhere.arg(arg)
            };
        }
        ran(&mut elsewhere).expect_success();
        for output in words(&task["outputs"]) {
            let name = output.strip_prefix("db/").unwrap();
            assert!(fs::read(directory.join(name)).unwrap() == all[name], "{output}");
        }
        assert_eq!(fs::read_dir(alone.path().join("scratch")).unwrap().count(), 0, "copies go away");
    }
}

/// The movement phase with four stones each.
fn movement() -> Cluster {
    let cluster = Cluster::new(&["standard", "--movement", "--stones", "4"]);
    cluster.run_all();
    cluster
}

#[test]
fn missing_and_damaged_inputs_are_all_named_and_nothing_is_written() {
    let game = ["standard", "--movement", "--stones", "5,4"];
    let cluster = Cluster::new(&game);
    ran(Command::new(MILLWRIGHT).arg("solve").args(game).arg("--db").arg(cluster.db("db"))).expect_success();
    let task = cluster.task("plies/5_4_0_0");
    assert_eq!(words(&task["inputs"]), ["db/3_5_0_0.mill", "db/4_4_0_0.mill"]);
    let outputs = words(&task["outputs"]);
    for output in &outputs {
        fs::remove_file(cluster.file(output)).unwrap();
    }
    let [missing, damaged] = ["db/4_4_0_0.mill", "db/3_5_0_0.mill"].map(|file| cluster.file(file));
    let (whole, mut bytes) = (fs::read(&missing).unwrap(), fs::read(&damaged).unwrap());
    // In the last chunk, which the head knows nothing of but its checksum.
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    for scratch in [false, true] {
        let run = || {
            let mut command = cluster.command(task);
            if scratch {
                command.arg("--scratch").arg(cluster.db("scratch"));
            }
            ran(&mut command).expect_error()
        };
        let error = run();
        assert!(error.contains(damaged.to_str().unwrap()) && error.contains("is damaged"), "{error}");
        fs::remove_file(&missing).unwrap();
        let error = run();
        assert!(error.contains(&format!("{}: there is no such file", missing.display())), "{error}");
        // Where nothing is copied both are found at once.
        assert_eq!(error.starts_with("error: 2 inputs cannot be used: "), !scratch, "{error}");
        assert!(!outputs.iter().any(|output| cluster.file(output).exists()));
        fs::write(&missing, &whole).unwrap();
    }
}

#[test]
fn a_reduced_table_is_no_input() {
    let cluster = Cluster::new(&[
        "standard",
        "--movement",
        "--stones",
        "4",
        "--keep",
        "statistics",
        "--keep-small",
        "0",
    ]);
    cluster.run_all();
    // The tables that stay in db have no values any more.
    let mut command = Command::new(MILLWRIGHT);
    command.args(["solve-unit", "standard", "4_4_0_0", "--movement", "--stones", "4", "--force", "--db"]);
    let error = ran(command.arg(cluster.db("db"))).expect_error();
    assert!(error.contains("the table has statistics only"), "{error}");
}

#[test]
fn several_at_once_in_one_directory_do_no_harm_and_doing_it_again_neither() {
    let cluster = movement();
    let before = cluster.files();
    let task = cluster.task("plies/4_4_0_0");
    fs::remove_file(cluster.file("db/4_4_0_0.mill")).unwrap();
    let start = || cluster.command(task).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let jobs: Vec<_> = (0..4).map(|_| start()).collect();
    for mut job in jobs {
        assert_eq!(job.wait().unwrap().code(), Some(0));
    }
    assert!(cluster.files() == before);
    let again = ran(&mut cluster.command(task)).expect_success();
    assert!(again.starts_with("nothing to solve: unit 4_4_0_0 in "), "{again}");
    ran(cluster.command(task).arg("--force")).expect_success();
    assert!(cluster.files() == before);
}

#[test]
fn a_job_that_is_killed_leaves_nothing_under_a_tables_name_and_is_repeated() {
    let cluster = movement();
    let output = cluster.file("db/4_4_0_0.mill");
    let whole = fs::read(&output).unwrap();
    let task = cluster.task("plies/4_4_0_0");
    for round in 0..12 {
        let _ = fs::remove_file(&output);
        let mut job = cluster.command(task).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(15 * round));
        let _ = job.kill();
        job.wait().unwrap();
        if let Ok(there) = fs::read(&output) {
            assert!(there == whole, "what has the name is whole");
        }
    }
    ran(&mut cluster.command(task)).expect_success();
    assert!(fs::read(&output).unwrap() == whole);
    cluster.gather().expect_success();
    assert!(
        !cluster.files().keys().any(|name| name.ends_with(".partial")),
        "gather removes what was half-written"
    );
}

#[test]
fn what_may_pass_has_another_exit_code_than_what_will_not() {
    let cluster = movement();
    let task = cluster.task("plies/4_4_0_0");
    fs::remove_file(cluster.file("db/4_4_0_0.mill")).unwrap();
    let with = |more: &[&str]| ran(cluster.command(task).args(more));
    let little = with(&["--memory", "1M"]);
    assert_eq!(little.code, Some(75), "{little:?}");
    assert!(little.stderr.contains("error: this may pass: unit 4_4_0_0 needs "), "{little:?}");
    let advised = little.stderr.trim_end().rsplit_once("allow more with --memory ").expect("advice").1;
    // Another who makes all tables.
    let lock = File::options().append(true).open(cluster.db("db").join("standard/solve.lock")).unwrap();
    lock.lock().unwrap();
    let busy = with(&[]);
    assert_eq!(busy.code, Some(75), "{busy:?}");
    assert!(busy.stderr.contains("another solve or import is at work"), "{busy:?}");
    lock.unlock().unwrap();
    // A scratch directory that cannot be made.
    let file = cluster.place.path().join("file");
    fs::write(&file, "").unwrap();
    let scratch = with(&["--scratch", file.to_str().unwrap()]);
    assert_eq!(scratch.code, Some(75), "{scratch:?}");
    with(&["--memory", advised]).expect_success();
    let game = ["solve-unit", "standard", "9_9_0_0", "--movement", "--stones", "4"];
    let error = ran(Command::new(MILLWRIGHT).args(game).arg("--db").arg(cluster.db("db"))).expect_error();
    assert!(error.contains("9_9_0_0 is no unit of this game"), "{error}");
}

#[test]
fn draws_wait_for_ranks_and_gather_names_what_is_missing() {
    let cluster = Cluster::new(&["standard", "--movement", "--stones", "3", "--ultra"]);
    ran(&mut cluster.command(cluster.task("plies/3_3_0_0"))).expect_success();
    let error = ran(&mut cluster.command(cluster.task("draws/3_3_0_0"))).expect_error();
    assert!(
        error.contains("ranks.secval; write it first with the word ranks in place of the unit"),
        "{error}"
    );
    ran(&mut cluster.command(cluster.task("ranks"))).expect_success();
    let error = cluster.gather().expect_error();
    assert!(
        error.contains("1 table not there or bad: ")
            && error.contains("3_3_0_0.ultra: there is no such file"),
        "{error}"
    );
    ran(&mut cluster.command(cluster.task("draws/3_3_0_0"))).expect_success();
    cluster.gather().expect_success();
}

#[test]
fn a_sample_of_a_units_tables_is_verified() {
    let cluster = movement();
    let task = cluster.task("plies/4_4_0_0");
    let verified = ran(cluster.command(task).args(["--force", "--verify-sample", "500"]));
    assert!(verified.stderr.contains("note: verified 500 slots of a sample"), "{verified:?}");
    verified.expect_success();
}

#[test]
fn plan_and_solve_plan_say_the_same_and_plan_says_more() {
    let db = Db::empty();
    let game = ["standard", "--stones", "4", "--ultra", "--keep", "statistics"];
    let told = db.run(&[&["solve"], &game[..], &["--plan"]].concat()).expect_success();
    let plan = db.run(&[&["plan"], &game[..], &["--workers", "8", "--cores", "2"]].concat()).expect_success();
    let without_disk = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" free").next().unwrap_or_default().to_owned()).collect()
    };
    let memory = |line: &String| !line.starts_with("memory ") && !line.starts_with("disk ");
    let told: Vec<String> = without_disk(&told).into_iter().filter(memory).collect();
    let begins: Vec<String> = without_disk(&plan).into_iter().filter(memory).take(told.len()).collect();
    assert_eq!(begins, told);
    assert!(plan.contains("\nstatistics/4_4_0_0 ") && plan.contains("\ndraws/4_4_0_0 "), "{plan}");
    let workers: Vec<&str> = plan.lines().rev().take(4).collect();
    assert!(workers[0].trim_start().starts_with("8 ") && workers[3].trim_start().starts_with("1 "), "{plan}");
    let dot = db.run(&[&["plan"], &game[..], &["--format", "dot"]].concat()).expect_success();
    assert!(dot.starts_with("digraph plan {") && dot.contains(" -> "), "{dot}");
}

#[test]
fn more_workers_are_faster_until_the_longest_chain_is_all_that_counts() {
    let db = Db::empty();
    let plan = db.json(&["plan", "lasker", "--stones", "6", "--workers", "1024", "--cores", "4"]);
    let rows = plan["workers"].as_array().unwrap();
    let numbers: Vec<u64> = rows.iter().map(|row| row["workers"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
    let seconds = |row: &Value| row["seconds"].as_f64().unwrap();
    assert!((seconds(&rows[0]) - plan["seconds"].as_f64().unwrap()).abs() < 0.01);
    assert!((seconds(&rows[10]) - plan["critical_path"]["seconds"].as_f64().unwrap()).abs() < 0.01);
    assert!(rows.windows(2).all(|pair| seconds(&pair[0]) >= seconds(&pair[1])), "{rows:?}");
    assert!(rows.iter().all(|row| row["efficiency"].as_f64().unwrap() <= 1.0001));
    let slots: u64 =
        plan["tasks"].as_array().unwrap().iter().map(|task| task["slots"].as_u64().unwrap()).sum();
    let told = db.run(&["solve", "lasker", "--stones", "6", "--plan"]).expect_success().replace(',', "");
    assert!(told.contains(&format!("slots   {slots} of them")), "{told}");
}
