//! Memory for planes, asked for before it is needed.

use std::hint::black_box;

/// Whether the system gives so many bytes to this process now: whoever needs much asks first, so that a limit
/// (`ulimit -v`) is a named error and not the end of the process. Nothing is kept.
#[must_use]
pub fn can_be_had(bytes: u64) -> bool {
    let mut buffer: Vec<u8> = Vec::new();
    let reserved = usize::try_from(bytes).is_ok_and(|bytes| buffer.try_reserve_exact(bytes).is_ok());
    // Without it a compiler sees that nobody uses the memory, and never asks for it.
    black_box(&mut buffer);
    reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_system_gives_all_that_can_be_addressed() {
        assert!(can_be_had(0) && can_be_had(1 << 20));
        assert!(!can_be_had(1 << 60) && !can_be_had(u64::MAX));
    }
}
