//! Running the binary on a database of its own.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const MILLWRIGHT: &str = env!("CARGO_BIN_EXE_millwright");

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Stdout of a run that must have gone well.
    pub(crate) fn expect_success(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.stdout
    }

    /// The line of a run that must have failed with exactly one error and no result.
    pub(crate) fn expect_error(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        let errors: Vec<&str> = self.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "{self:?}");
        assert_eq!(self.stderr.lines().last(), Some(errors[0]), "the error comes last: {self:?}");
        errors[0].to_owned()
    }
}

/// A directory for tables that goes away with the test.
pub(crate) struct Db {
    directory: TempDir,
}

impl Db {
    pub(crate) fn empty() -> Self {
        Self { directory: tempfile::tempdir().expect("there is a place for temporary files") }
    }

    /// The movement phase of the standard game with up to so many stones.
    pub(crate) fn solved(stones: &str) -> Self {
        let db = Self::empty();
        db.solve(stones, &[]).expect_success();
        db
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The file of a table of the standard game.
    pub(crate) fn table(&self, subspace: &str) -> PathBuf {
        self.path().join("standard").join(format!("{subspace}.mill"))
    }

    /// The command line `millwright ARGS --db DB`.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(MILLWRIGHT);
        command.env_remove("MILLWRIGHT_DB").args(args).arg("--db").arg(self.path());
        command
    }

    /// Runs `millwright ARGS --db DB`.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }

    /// Runs `millwright solve standard --movement --stones STONES MORE --db DB`.
    pub(crate) fn solve(&self, stones: &str, more: &[&str]) -> Ran {
        self.run(&[&["solve", "standard", "--movement", "--stones", stones], more].concat())
    }

    /// The result of a run as JSON.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let text = self.run(&[args, &["--format", "json"]].concat()).expect_success();
        serde_json::from_str(&text).expect("JSON")
    }

    /// All files of the standard game that the tables consist of, by name.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path().join("standard")).expect("it was solved");
        let files = entries.map(|entry| {
            let path = entry.expect("readable").path();
            (path.file_name().and_then(OsStr::to_str).expect("a plain name").to_owned(), path)
        });
        let beside = ["solve.lock", "verify.lock", "verified.json"];
        let of_tables = files.filter(|(name, _)| !beside.contains(&name.as_str()));
        of_tables.map(|(name, path)| (name, fs::read(path).expect("readable"))).collect()
    }

    /// The text with the database's own name in place of its path.
    pub(crate) fn redacted(&self, text: &str) -> String {
        text.replace(self.path().to_str().expect("a plain path"), "DB")
    }
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command) -> Ran {
    try_run(command).expect("the binary runs")
}

/// Runs a command to its end; `None` if there is no such program.
pub(crate) fn try_run(command: &mut Command) -> Option<Ran> {
    let output = command.output().ok()?;
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Some(Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) })
}

/// Starts a command and comes back when a line of its stderr begins like this. Whatever stderr says after
/// that is in the reader.
pub(crate) fn start_until(command: &mut Command, beginning: &str) -> (Child, impl BufRead + use<>) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut reader = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while !line.starts_with(beginning) {
        line.clear();
        let length = reader.read_line(&mut line).expect("stderr is UTF-8");
        assert_ne!(length, 0, "stderr ended without a line that begins {beginning:?}");
    }
    (child, reader)
}

/// Compares with the text in `tests/cli/snapshots`.
pub(crate) fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}
