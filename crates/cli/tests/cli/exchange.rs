//! `millwright export` and `millwright import`: the files of Malom.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::binary::{Db, Ran};

/// Published by Gevay and Danner.
fn published(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../malom/tests/data").join(name)
}

/// A directory with three published files of the standard game, and its ranks.
fn published_files() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("there is a place for temporary files");
    for name in ["std_3_3_0_0.sec2", "std_3_4_0_0.sec2", "std_4_3_0_0.sec2"] {
        fs::copy(published(name), directory.path().join(name)).expect("it can be copied");
    }
    let ranks = published("../../../ranks/tests/data/std.secval");
    fs::copy(ranks, directory.path().join("std.secval")).expect("it can be copied");
    directory
}

/// The files of a directory by name, each with its length and a hash of its bytes.
fn contents(directory: &Path) -> BTreeMap<PathBuf, (usize, u64)> {
    let entries = fs::read_dir(directory).expect("it is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let content = |path: PathBuf| {
        let bytes = fs::read(&path).expect("it can be read");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        (path.file_name().expect("a file has a name").into(), (bytes.len(), hasher.finish()))
    };
    paths.map(content).collect()
}

fn import(db: &Db, from: &Path, more: &[&str]) -> Ran {
    db.run(&[&["import", "malom", "standard", "--from", from.to_str().expect("a plain path")], more].concat())
}

fn export(db: &Db, out: &Path, more: &[&str]) -> Ran {
    db.run(
        &[&["export", "malom", "standard", "--strong", "--out", out.to_str().expect("a plain path")], more]
            .concat(),
    )
}

#[test]
fn published_files_agree_with_our_tables_and_become_them() {
    let (solved, imported, files) = (Db::empty(), Db::empty(), published_files());
    solved.solve("4,3", &[]).expect_success();
    let checked = import(&solved, files.path(), &["--check"]).expect_success();
    let lines: Vec<&str> = checked.lines().collect();
    assert_eq!(
        lines,
        [
            "3_3_0_0: 169,626 positions, all the same",
            "3_4_0_0: 760,398 positions, all the same",
            "4_3_0_0: 760,398 positions, all the same"
        ]
    );
    let done = import(&imported, files.path(), &["--strong"]).expect_success();
    assert_eq!(imported.redacted(&done), "3 tables written into DB/standard\n");
    assert_eq!(imported.files(), solved.files());
    let again = import(&imported, files.path(), &["--strong"]);
    assert_eq!(again.stderr.matches("is there already; --force overwrites it").count(), 3);
    assert!(again.expect_success().starts_with("0 tables"));
}

#[test]
fn what_we_solve_is_exported_as_it_was_published() {
    let (db, files, out) = (Db::empty(), published_files(), tempfile::tempdir().unwrap());
    let ranks = files.path().join("std.secval");
    db.solve("4,3", &["--ultra", "--ranks", ranks.to_str().unwrap()]).expect_success();
    db.run(&["export", "malom", "standard", "--out", out.path().to_str().unwrap()]).expect_success();
    assert_eq!(contents(out.path()), contents(files.path()));
    assert_eq!(import(&db, files.path(), &["--check"]).expect_success().matches("all the same").count(), 6);
}

#[test]
fn published_files_come_back_byte_for_byte() {
    let (db, files, out) = (Db::empty(), published_files(), tempfile::tempdir().unwrap());
    let done = import(&db, files.path(), &[]).expect_success();
    assert_eq!(db.redacted(&done), "6 tables written into DB/standard\n");
    let checked = import(&db, files.path(), &["--check"]).expect_success();
    let lines: Vec<&str> = checked.lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(
        lines[..2],
        ["3_3_0_0: 169,626 positions, all the same", "3_3_0_0: 269 draws by rank and depth, all the same"]
    );
    db.run(&["export", "malom", "standard", "--out", out.path().to_str().unwrap()]).expect_success();
    assert_eq!(contents(out.path()), contents(files.path()));
    fs::write(files.path().join("std.secval"), "virt_loss_val: -9\nvirt_win_val: 9\n1\n3 3 0 0  0\n")
        .unwrap();
    let error = import(&db, files.path(), &["--force"]).expect_error();
    assert!(error.contains("are told apart by other ranks"), "{error}");
}

#[test]
fn strong_files_come_back_as_the_tables_they_were_made_from() {
    let (db, imported) = (Db::empty(), Db::empty());
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    let files = tempfile::tempdir().unwrap();
    let out = files.path().join("not/there/yet");
    export(&db, &out, &["--threads", "1"]).expect_success();
    let tables = db.files().len() - 1;
    assert_eq!(fs::read_dir(&out).unwrap().count(), tables, "a file for each table but the manifest");
    let one = fs::read(out.join("std_3_3_0_0.sec")).unwrap();
    assert_eq!(one.len(), 210_140 + 4);
    import(&imported, &out, &[]).expect_success();
    assert_eq!(imported.files(), db.files());

    export(&db, files.path(), &["--subspace", "3_3_0_0"]).expect_success();
    assert!(fs::read(files.path().join("std_3_3_0_0.sec")).unwrap() == one);
}

#[test]
fn a_changed_value_is_a_difference() {
    let (db, files) = (Db::solved("3"), tempfile::tempdir().unwrap());
    export(&db, files.path(), &[]).expect_success();
    let path = files.path().join("std_3_3_0_0.sec");
    let mut bytes = fs::read(&path).unwrap();
    let win = bytes.iter().position(|&byte| byte == 3).unwrap();
    bytes[win] = 5;
    fs::write(&path, bytes).unwrap();
    let ran = import(&db, files.path(), &["--check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "3_3_0_0: 169,626 positions, 1 differ\n"));
}

#[test]
fn what_cannot_be_exchanged_is_refused() {
    let (db, files) = (Db::solved("4"), tempfile::tempdir().unwrap());
    let out = files.path().to_str().unwrap();
    let error = db.run(&["export", "malom", "standard", "--out", out]).expect_error();
    assert!(error.contains("have not been told apart: solve standard with --ultra first"), "{error}");
    let error = db.run(&["export", "malom", "lasker-wmd", "--strong", "--out", out]).expect_error();
    assert!(error.starts_with("error: cannot export lasker-wmd: Malom knows no such game"), "{error}");
    fs::remove_file(db.table("3_3_0_0")).unwrap();
    let error = export(&db, files.path(), &["--subspace", "4_3_0_0"]);
    assert_eq!(error.code, Some(0), "its moves do not lead there: {error:?}");
    let error = export(&db, files.path(), &["--subspace", "3_4_0_0"]).expect_error();
    assert!(error.contains("to export 3_4_0_0, the table of subspace 3_3_0_0 is needed"), "{error}");

    let empty = tempfile::tempdir().unwrap();
    let error = import(&db, empty.path(), &[]).expect_error();
    assert!(error.ends_with("they are named like std_3_3_0_0.sec2"), "{error}");
    fs::copy(published("std_3_3_0_0.sec2"), empty.path().join("std_3_3_0_0.sec2")).unwrap();
    let error = import(&db, empty.path(), &[]).expect_error();
    assert!(error.contains("cannot read the ranks in") && error.contains("std.secval"), "{error}");
    fs::write(empty.path().join("std.secval"), "virt_loss_val: -9\n").unwrap();
    let error = import(&db, empty.path(), &[]).expect_error();
    assert!(error.contains("std.secval has no ranks: line 2: the text ends where"), "{error}");
    fs::write(empty.path().join("std_3_3_0_0.sec"), [0; 9]).unwrap();
    let error = import(&db, empty.path(), &["--strong"]).expect_error();
    assert!(error.contains("std_3_3_0_0.sec: the file has 9 bytes, but with 210140 entries"), "{error}");
}

/// Needs what `millwright solve standard --ultra --ranks published` makes: `MILLWRIGHT_DB=DIR cargo test -p millwright
/// --test cli -- --ignored opening`.
#[test]
#[ignore = "needs the complete tables of the standard game: MILLWRIGHT_DB"]
fn the_opening_of_the_complete_game_is_exported_as_it_was_published() {
    let db = std::env::var("MILLWRIGHT_DB").expect("MILLWRIGHT_DB is where the tables are");
    let out = tempfile::tempdir().expect("there is a place for temporary files");
    for subspace in ["0_0_9_9", "1_1_8_8"] {
        let mut command = std::process::Command::new(crate::binary::MILLWRIGHT);
        command.args(["export", "malom", "standard", "--subspace", subspace, "--db", &db, "--out"]);
        crate::binary::ran(command.arg(out.path())).expect_success();
        let name = format!("std_{subspace}.sec2");
        let exported = fs::read(out.path().join(&name)).expect("it was written");
        assert_eq!(exported, fs::read(published(&name)).expect("it is there"), "{name}");
    }
}
