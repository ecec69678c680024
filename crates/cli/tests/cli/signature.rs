//! The signature is pinned: whoever changes it changes results, and says so.

use std::process::Command;

use crate::binary::{MILLWRIGHT, ran};

#[test]
fn the_signature_is_the_one_that_was_written_down() {
    let signature = ran(Command::new(MILLWRIGHT).args(["signature", "--threads", "2"]));
    assert_eq!(signature.expect_success(), "6024f5353a30399b\n");
}
