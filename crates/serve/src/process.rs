//! What the system says about this process; `None` where it does not tell.

use std::fs;

/// Memory that is resident.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// Descriptors that are in use.
pub(crate) fn open_files() -> Option<u64> {
    // The one that reads the list is in it.
    fs::read_dir("/proc/self/fd").ok().map(|files| files.count().saturating_sub(1) as u64)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_about_memory_and_files() {
        assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        let before = open_files().unwrap();
        assert!(before >= 3);
    }
}
