//! The memory that this process may still take by the limits set for it: of its control groups, which containers are
//! made of, and of its address space (`ulimit -v`). Linux says it in files; elsewhere no limit is known.

use std::fs;
use std::path::{Path, PathBuf};

use crate::quantities::Bytes;

/// Address space that a thread takes for its stack and the heap of its own that the C library gives it.
const ADDRESSES_PER_THREAD: u64 = (64 + 2) << 20;

/// Address space without which a thread cannot even begin: its stack, and what the allocator sets aside for it.
const ADDRESSES_TO_BEGIN: u64 = 16 << 20;

/// The files in which Linux says it; empty elsewhere.
fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// What is left of the address space; `None` if there is no limit.
fn addresses() -> Option<u64> {
    left_of_addresses(&read("/proc/self/limits"), &read("/proc/self/status"))
}

/// What is left of the address space if so many threads cannot begin in it; `None` if they can. A thread that begins where there
/// is no room for it ends the process, and perhaps in the middle of what another one says.
pub(crate) fn too_little_for(threads: usize) -> Option<Bytes> {
    addresses().filter(|&left| left < threads as u64 * ADDRESSES_TO_BEGIN).map(Bytes)
}

/// What a process with so many threads may take beyond what it has; `None` if there is no limit.
pub(crate) fn left(threads: usize) -> Option<Bytes> {
    let groups = left_in_groups(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    let addresses = addresses().map(|left| left.saturating_sub(threads as u64 * ADDRESSES_PER_THREAD));
    groups.into_iter().chain(addresses).min().map(Bytes)
}

/// A generation of control groups: how its files and the fields in them are named.
struct Generation {
    limit: &'static str,
    usage: &'static str,
    /// In `memory.stat`: the pages of files, which give way where memory is wanted.
    file_pages: [&'static str; 2],
}

const FIRST: Generation = Generation {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    file_pages: ["total_active_file", "total_inactive_file"],
};
const SECOND: Generation =
    Generation { limit: "memory.max", usage: "memory.current", file_pages: ["active_file", "inactive_file"] };

/// The least that is left in one of the groups that the process is in, or that those are in.
fn left_in_groups(mounted: &Path, groups: &str) -> Option<u64> {
    let in_tree = |root: PathBuf, group: &str, generation: &Generation| {
        // A group that cannot be seen from in here (a container has its own at the root) has no files.
        let own = root.join(group.trim_start_matches('/'));
        own.ancestors()
            .take_while(|group| group.starts_with(&root))
            .filter_map(|group| generation.left(group))
            .min()
    };
    let of_line = |line: &str| {
        let (controllers, group) = line.split_once(':')?.1.split_once(':')?;
        if controllers.split(',').any(|controller| controller == "memory") {
            in_tree(mounted.join("memory"), group, &FIRST)
        } else if controllers.is_empty() {
            let trees = [mounted.to_owned(), mounted.join("unified")];
            trees.into_iter().filter_map(|root| in_tree(root, group, &SECOND)).min()
        } else {
            None
        }
    };
    groups.lines().filter_map(of_line).min()
}

impl Generation {
    /// What is left in a group; `None` if it has no limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |name: &str| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
        let (limit, usage) = (number(self.limit)?, number(self.usage)?);
        let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
        let pages = |name: &&str| {
            let value = statistics.lines().find_map(|line| line.strip_prefix(*name)?.strip_prefix(' '));
            value.and_then(|value| value.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        let file_pages: u64 = self.file_pages.iter().map(pages).sum();
        Some(limit.saturating_sub(usage.saturating_sub(file_pages)))
    }
}

/// What is left of the address space, or of the part of it that data may take.
fn left_of_addresses(limits: &str, status: &str) -> Option<u64> {
    let soft = |name: &str| -> Option<u64> {
        limits.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    };
    let used = |name: &str| -> Option<u64> {
        let kilobytes = status.lines().find_map(|line| line.strip_prefix(name))?;
        kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    };
    [("Max address space", "VmSize:"), ("Max data size", "VmData:")]
        .into_iter()
        .filter_map(|(limit, usage)| Some(soft(limit)?.saturating_sub(used(usage)?)))
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(path).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
    }

    #[test]
    fn the_tightest_group_counts_and_files_in_memory_do_not() {
        let mounted = tempfile::tempdir().unwrap();
        let root = mounted.path();
        let stat = "anon 300\nactive_file 40\ninactive_file 60\nslab_reclaimable 5\n";
        write(root, &[("memory.stat", stat)]);
        write(
            &root.join("outer"),
            &[("memory.max", "1000\n"), ("memory.current", "400\n"), ("memory.stat", stat)],
        );
        write(&root.join("outer/inner"), &[("memory.max", "max\n"), ("memory.current", "400\n")]);
        assert_eq!(left_in_groups(root, "0::/outer/inner\n"), Some(700));
        assert_eq!(left_in_groups(root, "0::/other\n"), None);
        write(&root.join("outer/inner"), &[("memory.max", "450")]);
        assert_eq!(left_in_groups(root, "0::/outer/inner\n"), Some(50));
        write(&root.join("outer/inner"), &[("memory.max", "300")]);
        assert_eq!(left_in_groups(root, "0::/outer/inner\n"), Some(0));
    }

    #[test]
    fn groups_of_the_first_generation_are_understood() {
        let mounted = tempfile::tempdir().unwrap();
        let stat = "active_file 1\ntotal_active_file 30\ntotal_inactive_file 20\n";
        let files =
            [("memory.limit_in_bytes", "900\n"), ("memory.usage_in_bytes", "500\n"), ("memory.stat", stat)];
        write(&mounted.path().join("memory"), &files);
        // Inside a container the group's own place may not be there.
        let groups = "5:cpu,cpuacct:/a\n4:memory:/docker/0123\n0::/docker/0123\n";
        assert_eq!(left_in_groups(mounted.path(), groups), Some(450));
        assert_eq!(left_in_groups(mounted.path(), "5:cpu:/a\n"), None);
    }

    #[test]
    fn the_address_space_is_limited_where_it_says_so() {
        let line = |name: &str, soft: &str| format!("{name:<26}{soft:<21}{:<21}bytes\n", "unlimited");
        let status = "VmPeak:\t  900 kB\nVmSize:\t  600 kB\nVmData:\t  200 kB\n";
        let limits =
            |addresses: &str, data: &str| line("Max data size", data) + &line("Max address space", addresses);
        assert_eq!(left_of_addresses(&limits("unlimited", "unlimited"), status), None);
        assert_eq!(left_of_addresses(&limits("1024000", "unlimited"), status), Some(1_024_000 - 600 * 1024));
        assert_eq!(left_of_addresses(&limits("unlimited", "102400"), status), Some(0));
        assert_eq!(left_of_addresses("", ""), None);
    }
}
