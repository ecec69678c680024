//! Reports: from tables and from files, and what is refused.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::binary::MILLWRIGHT;

fn report(args: &[&str], directory: &Path) -> (Option<i32>, String) {
    let mut command = assert_cmd::Command::new(MILLWRIGHT);
    let output = command.arg("report").args(args).current_dir(directory).env_remove("MILLWRIGHT_DB").output();
    let output = output.expect("the binary runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn empty() -> TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

#[test]
fn the_results_of_the_project_make_a_site_that_names_every_game() {
    let directory = empty();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let (code, said) = report(&["--from", &results.display().to_string(), "--out", "site"], directory.path());
    assert_eq!(code, Some(0), "{said}");
    let index = fs::read_to_string(directory.path().join("site/index.html")).expect("there is an index");
    for words in ["morabaraba.html", "White wins in 49", "26,761,334,939"] {
        assert!(index.contains(words), "{words}");
    }
    assert!(directory.path().join("site/standard.csv").exists());
}

#[test]
fn what_cannot_be_reported_is_said_in_a_line_and_nothing_is_written() {
    let directory = empty();
    let (code, said) = report(&["--out", "site"], directory.path());
    assert_eq!(code, Some(2));
    assert!(said.contains("there are no tables in millwright-db"), "{said}");
    let (code, said) = report(&["--from", "nowhere", "--out", "site"], directory.path());
    assert_eq!(code, Some(2));
    assert!(said.contains("cannot read nowhere"), "{said}");
    fs::create_dir(directory.path().join("files")).expect("a directory can be made");
    fs::write(directory.path().join("files/one.json"), "{}").expect("a file can be written");
    let (code, said) = report(&["--from", "files", "--out", "site"], directory.path());
    assert_eq!(code, Some(2));
    assert!(said.contains("one.json has neither statistics"), "{said}");
    assert!(!directory.path().join("site").exists());
}
