//! `millwright serve` as whoever runs it sees it: few descriptors, signals, the log.
#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary::{Db, MILLWRIGHT};

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts one with so many descriptors.
    fn start(db: &Db, descriptors: u32, options: &[&str]) -> Self {
        let script = format!("ulimit -n {descriptors} && exec \"$@\"");
        Self::run(&script, db.path().to_str().expect("a plain path"), options)
    }

    /// Starts one of the tables in a directory.
    fn at(db: &str, options: &[&str]) -> Self {
        Self::run("exec \"$@\"", db, options)
    }

    fn run(script: &str, db: &str, options: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", MILLWRIGHT, "serve", "--listen", "127.0.0.1:0", "--db"]);
        command.arg(db).args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("there is a shell");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("it is piped")).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("there are timeouts");
        stream
    }

    fn ask(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        stream
    }

    /// The status and the JSON of an answer.
    fn get(&self, path: &str) -> (u16, Value) {
        answer(self.ask(path))
    }

    /// The same; `None` for a connection that was cut off.
    fn get_or_none(&self, path: &str) -> Option<(u16, Value)> {
        let mut stream = self.connect();
        let asked = write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut text = String::new();
        let read = asked.and_then(|()| stream.read_to_string(&mut text));
        read.is_ok_and(|length| length > 0).then(|| parsed(&text))
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().expect("there is kill").success());
    }

    /// Ends it; the exit code and what it has said on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        self.signal("TERM");
        let code = self.child.wait().expect("it ends").code();
        let mut log = String::new();
        self.child.stderr.take().expect("it is piped").read_to_string(&mut log).expect("it is text");
        (code, log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Where a test has failed it still runs.
        let _ = self.child.kill();
    }
}

fn answer(mut stream: TcpStream) -> (u16, Value) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    parsed(&text)
}

fn parsed(text: &str) -> (u16, Value) {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn idle_connections_that_use_up_all_descriptors_spoil_no_answer() {
    let db = Db::solved("4");
    let paths = ["w_a1a4d7_b2d2f2", "w_a1a4d7g1_b2d2f2", "w_a1a4d7_b2d2f2c3", "w_a1a4d7g1_b2d2f2c3"]
        .map(|position| format!("/api/standard/position?p={position}"));
    let alone = Server::start(&db, 1_024, &[]);
    let expected = paths.each_ref().map(|path| alone.get(path));
    assert!(expected.iter().all(|(status, found)| *status == 200 && found["counts"]["unknown"] == 0));
    let server = Server::start(&db, 200, &[]);
    let mut idle: Vec<TcpStream> = Vec::new();
    for (path, expected) in paths.iter().zip(&expected) {
        idle.extend((0..100).map(|_| server.connect()));
        for _ in 0..3 {
            assert_eq!(server.get(path), *expected);
        }
    }
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("fewer connections than asked for"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

#[test]
fn where_no_descriptors_are_left_clients_are_told_so_and_none_gets_a_wrong_answer() {
    let db = Db::solved("4");
    let paths = ["w_a1a4d7_b2d2f2", "w_a1a4d7g1_b2d2f2", "w_a1a4d7_b2d2f2c3", "w_a1a4d7g1_b2d2f2c3"]
        .map(|position| format!("/api/standard/position?p={position}"));
    let alone = Server::start(&db, 1_024, &[]);
    let expected = paths.each_ref().map(|path| alone.get(path));
    // Both the soft limit and the hard one.
    let server = Server::start(&db, 64, &[]);
    let _idle: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    for (path, expected) in paths.iter().zip(&expected) {
        assert_eq!(server.get(path), *expected);
    }
    // Requests whose bodies never come keep their connections for five seconds.
    let at_work: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            let head = "POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n";
            // Those that find no place are cut off at any time.
            let _ = stream.write_all(head.as_bytes());
            stream
        })
        .collect();
    let (mut refused, mut right) = (0, 0);
    let began = Instant::now();
    while right < 20 && began.elapsed() < Duration::from_secs(40) {
        for (path, expected) in paths.iter().zip(&expected) {
            match server.get_or_none(path) {
                None => {}
                Some((503, found)) => {
                    assert_eq!(found["error"]["code"], "busy", "{found}");
                    refused += 1;
                }
                Some(found) => {
                    assert_eq!(found, *expected);
                    right += 1;
                }
            }
        }
    }
    assert!(refused > 0 && right >= 20, "{refused} were refused and {right} right");
    drop(at_work);
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("too many connections: refused one"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

#[test]
fn a_hangup_picks_up_ranks_that_were_made_after_the_server_had_started() {
    let db = Db::empty();
    let solve = ["solve", "standard", "--stones", "3,4"];
    db.run(&solve).expect_success();
    let server = Server::start(&db, 256, &[]);
    let path = "/api/standard/position?p=start&stones=3,4";
    let ranks = |found: &Value| {
        let moves = found["moves"].as_array().expect("there are moves");
        moves.iter().filter(|ply| ply["rank"].is_i64()).count()
    };
    let before = server.get(path);
    assert_eq!((before.0, &before.1["value"]["outcome"], ranks(&before.1)), (200, &"draw".into(), 0));
    let directory = File::open(db.path().join("standard")).expect("there are tables");
    let changed = directory.metadata().and_then(|facts| facts.modified()).expect("a time");
    db.run(&[&solve[..], &["--ultra"]].concat()).expect_success();
    // Nothing shows that the directory has changed.
    directory.set_modified(changed).expect("its owner may");
    assert_eq!(server.get(path), before);
    server.signal("HUP");
    let began = Instant::now();
    let mut after = server.get(path);
    while ranks(&after.1) == 0 && began.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(50));
        after = server.get(path);
    }
    let query = db.json(&["value", "standard", "--stones", "3,4"]);
    assert!(ranks(&after.1) > 0, "{after:?}");
    assert_eq!(ranks(&after.1), ranks(&query));
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_server_that_is_told_to_stop_finishes_what_it_has_begun() {
    let db = Db::empty();
    let server = Server::start(&db, 256, &["--log", "info"]);
    let asked = server.ask("/api/morabaraba/reply?p=start&player=engine:1500000");
    thread::sleep(Duration::from_millis(400));
    let answered = thread::spawn(move || answer(asked));
    let (code, log) = server.end();
    let (status, found) = answered.join().expect("the answer is whole");
    assert_eq!((status, &found["by"]), (200, &Value::from("white")), "{found}");
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("finishing what was begun"), "{log}");
}

#[test]
fn a_hangup_opens_the_tables_anew_and_the_log_is_json_where_that_is_asked_for() {
    let db = Db::solved("3");
    let server = Server::start(&db, 256, &["--log", "debug", "--log-format", "json"]);
    assert_eq!(server.get("/api/standard/position?p=w_a1a4d7_b2d2f2").0, 200);
    server.signal("HUP");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.get("/api/standard/position?p=w_a1a4d7_b2d2f2").0, 200);
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    let lines: Vec<Value> = log
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let has = |message: &str| lines.iter().any(|line| line["message"] == message);
    assert!(has("tables are opened anew") && has("serving"), "{log}");
    let answered: Vec<&Value> = lines.iter().filter(|line| line["message"] == "answered").collect();
    assert_eq!(answered.len(), 2, "{log}");
    assert!(answered.iter().all(|line| line["status"] == 200 && line["span"]["id"].is_string()), "{log}");
}

/// Asks about a game until its solve is at something, and gives what is told then.
fn wait_for(server: &Server, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let (status, found) = server.get("/api/standard");
        assert_eq!(status, 200, "{found}");
        if wanted(&found["solved"]["solving"]) {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(10), "{found}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_game_is_solved_beside_the_server_and_its_values_are_those_of_solve() {
    let (db, alone) = (Db::empty(), Db::empty());
    alone.run(&["solve", "standard", "--stones", "4"]).expect_success();
    let server = Server::start(&db, 256, &["--solve", "standard", "--stones", "4"]);
    let found = wait_for(&server, |solving| solving["state"] == "finished");
    assert_eq!(found["solved"]["solving"]["command"], "millwright solve standard --stones 4");
    assert_eq!(found["solved"]["solving"]["done"], 1.0);
    assert_eq!(found["tables"].as_u64(), Some(alone.files().len() as u64 - 1), "all but the manifest");
    let (_, start) = server.get("/api/standard/position?p=start&stones=4");
    let value = alone.json(&["value", "standard", "--stones", "4"]);
    assert_eq!(start["value"], value["value"]);
    // Another game is not.
    assert_eq!(server.get("/api/lasker").1["solved"]["solving"], Value::Null);
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(db.files(), alone.files(), "threads of low priority make the same bytes");
}

#[test]
fn a_solve_that_is_stopped_with_its_server_goes_on_with_the_next() {
    let db = Db::empty();
    let options = ["--solve", "standard", "--stones", "6"];
    let server = Server::start(&db, 256, &options);
    let found = wait_for(&server, |solving| solving["done"].as_f64() > Some(0.0));
    let before = found["tables"].as_u64().unwrap();
    assert_eq!(found["solved"]["solving"]["state"], "solving");
    assert!(found["solved"]["solving"]["seconds_left"].is_u64(), "{found}");
    let began = Instant::now();
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(began.elapsed() < Duration::from_mins(1), "a solve ends between two steps");
    let plan = db.run(&["solve", "standard", "--stones", "6", "--plan"]).expect_success();
    assert!(!plan.contains("of them 0 done"), "{plan}");
    let server = Server::start(&db, 256, &options);
    let found = wait_for(&server, |solving| solving["state"] == "solving");
    assert!(found["tables"].as_u64().unwrap() >= before, "what was finished stays");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_solve_that_cannot_be_done_is_told_and_the_server_goes_on() {
    let db = Db::empty();
    let server = Server::start(&db, 256, &["--solve", "standard", "--memory", "1M"]);
    let found = wait_for(&server, |solving| solving["state"] == "failed");
    let trouble = found["solved"]["solving"]["trouble"].as_str().unwrap();
    assert!(
        trouble.contains("of memory, but only 1.0 MiB may be used; allow more with --memory"),
        "{trouble}"
    );
    assert_eq!(server.get("/api/games").0, 200);
    assert!(!db.path().join("standard").exists(), "nothing is made that cannot be finished");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_directory_one_level_too_high_or_too_low_is_recognised() {
    let db = Db::solved("3");
    let path = "/api/standard/position?p=w_a1a4d7_b2d2f2";
    let place = db.path().to_str().unwrap().to_owned();
    for typed in [format!("{place}/standard"), format!("{place}/standard/.")] {
        let server = Server::at(&typed, &[]);
        assert_eq!(server.get(path).1["value"]["source"], "table", "{typed}");
        let (_, log) = server.end();
        assert!(log.contains(&format!("serving those in {place}")), "{log}");
    }
    let above = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(db.path(), above.path().join("tables")).unwrap();
    let server = Server::at(above.path().to_str().unwrap(), &[]);
    assert_eq!(server.get(path).1["value"]["source"], "table");
    assert!(server.end().1.contains("serving those in"));
    // Commands that only say what is missing say where it is.
    let mut command = Command::new(MILLWRIGHT);
    let stats =
        command.args(["stats", "standard", "--db"]).arg(format!("{place}/standard")).output().unwrap();
    let error = String::from_utf8(stats.stderr).unwrap();
    assert!(error.contains(&format!("--db {place} has some")), "{error}");
}
