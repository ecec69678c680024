//! Tables are a function of the rules alone.

use crate::binary::Db;

#[test]
fn threads_kernel_and_memory_change_no_byte() {
    let reference = Db::solved("4").files();
    assert_eq!(reference.len(), 5, "four tables and a manifest");
    let ways: [&[&str]; 5] = [
        &["--threads", "1"],
        &["--threads", "2"],
        &["--threads", "7", "--memory", "4G"],
        &["--kernel", "portable"],
        // Enough for the cells and next to nothing for lists.
        &["--memory", "80M", "--threads", "2"],
    ];
    for way in ways {
        let db = Db::empty();
        db.solve("4", way).expect_success();
        assert_eq!(db.files(), reference, "{way:?}");
    }
}

#[test]
fn the_level_of_compression_changes_bytes_but_no_value() {
    let [usual, small] = [&[][..], &["--level", "19"]].map(|level: &[&str]| {
        let db = Db::empty();
        db.solve("4,3", level).expect_success();
        db
    });
    let size = |db: &Db| db.files().values().map(Vec::len).sum::<usize>();
    assert!(size(&small) < size(&usual));
    let stats = ["stats", "standard"];
    assert_eq!(small.json(&stats), usual.json(&stats));
}
