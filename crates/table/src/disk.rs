//! The few things that writing and reading need from a file system: a trait, so that a test can make any
//! of them fail.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::TableFault;

/// What writing a file safely takes.
pub(crate) trait Disk {
    /// A file open for writing.
    type File: Send;
    /// Makes a file, empty if it was there.
    fn create(&self, path: &Path) -> io::Result<Self::File>;
    /// Writes all bytes from an offset on.
    fn write_at(&self, file: &mut Self::File, offset: u64, bytes: &[u8]) -> io::Result<()>;
    /// Returns when the file's bytes would survive a power cut.
    fn sync(&self, file: &mut Self::File) -> io::Result<()>;
    /// Gives a file its other name, replacing what had that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Returns when the names in a directory would survive a power cut.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The file system.
pub(crate) struct RealDisk;

impl Disk for RealDisk {
    type File = File;

    fn create(&self, path: &Path) -> io::Result<File> {
        File::create(path)
    }

    fn write_at(&self, file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }

    fn sync(&self, file: &mut File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    #[cfg(unix)]
    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        // A bare file name has an empty parent.
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        File::open(directory)?.sync_all()
    }

    /// Elsewhere a directory cannot be opened as a file, and renaming is as durable as it gets.
    #[cfg(not(unix))]
    fn sync_directory(&self, _directory: &Path) -> io::Result<()> {
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

/// How the names of unfinished files end.
const UNFINISHED: &str = ".partial";

/// The name under which a file is written before it gets its own: `4_4_0_0.mill.1234.partial`. The process
/// number keeps two processes out of each other's way.
pub(crate) fn unfinished_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}{UNFINISHED}", std::process::id()));
    PathBuf::from(name)
}

/// The final name of what was written under an unfinished name; `None` if `name` is no such name.
pub(crate) fn finished_name(name: &str) -> Option<&str> {
    let (finished, process) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let is_number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(finished)
}

/// Writes a file so that its name never stands for anything but the whole: under another name first, then
/// synced, renamed, and the name synced. After an error the other name is gone if that was still possible.
///
/// # Errors
/// What `fill` says, or the system.
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    write_whole_to(&RealDisk, path, fill)
}

/// Writes a text as [`write_whole`] does.
///
/// # Errors
/// What the system says.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, |file| file.write_all(text.as_bytes()))
}

/// [`write_whole`] on any disk.
pub(crate) fn write_whole_to<D: Disk, T, E: From<io::Error>>(
    disk: &D,
    path: &Path,
    fill: impl FnOnce(&mut D::File) -> Result<T, E>,
) -> Result<T, E> {
    let unfinished = unfinished_name(path);
    let mut open = disk.create(&unfinished)?;
    let outcome = fill(&mut open).and_then(|result| {
        disk.sync(&mut open)?;
        disk.rename(&unfinished, path)?;
        Ok(result)
    });
    // Closed before it is removed: some systems refuse otherwise.
    drop(open);
    if outcome.is_err() {
        // The first error is the one to tell; a file that stays is found by its name later.
        let _ = disk.remove(&unfinished);
    } else {
        disk.sync_directory(path.parent().unwrap_or(Path::new(".")))?;
    }
    outcome
}

/// Makes a directory and those above it that are missing. Their names are synced too: a file that is safe in a
/// directory that is not is lost with it.
///
/// # Errors
/// What the system says.
pub fn create_directory(path: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = path.ancestors().take_while(|above| !above.exists()).collect();
    fs::create_dir_all(path)?;
    missing.iter().filter_map(|made| made.parent()).try_for_each(|above| RealDisk.sync_directory(above))
}

/// Opens a file for reading. A pipe or a device, which could be read for ever, is not even opened: that alone may wait
/// for ever.
///
/// # Errors
/// If it is missing, no file, or cannot be opened.
pub fn open_file(path: &Path) -> Result<File, TableFault> {
    let opening = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => TableFault::Missing,
        _ => TableFault::Io { doing: "open it", source },
    };
    if !fs::metadata(path).map_err(opening)?.is_file() {
        return Err(TableFault::NotAFile);
    }
    File::open(path).map_err(opening)
}

/// Reads a text of so many bytes at most.
///
/// # Errors
/// If it is longer, no text, or cannot be read.
pub fn read_text(from: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    from.take(most + 1).read_to_string(&mut text)?;
    if text.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes")));
    }
    Ok(text)
}

/// Fills `bytes` from a file, from an offset on, without moving anything that other threads see.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from a file, from an offset on. It moves the file's own place, which nobody uses.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                bytes = &mut bytes[count..];
                offset += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_made_with_all_that_is_above_it_and_may_be_there_already() {
        let place = tempfile::tempdir().unwrap();
        let deep = place.path().join("one/two/three");
        for _ in 0..2 {
            create_directory(&deep).unwrap();
            assert!(deep.is_dir());
        }
        fs::write(place.path().join("file"), "text").unwrap();
        assert!(create_directory(&place.path().join("file/four")).is_err());
    }

    #[test]
    fn a_text_is_read_up_to_its_limit_and_what_has_no_end_is_refused() {
        assert_eq!(read_text(&b"four"[..], 4).unwrap(), "four");
        assert_eq!(read_text(&b"four"[..], 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let endless = io::repeat(b'7');
        assert_eq!(read_text(endless, 1 << 20).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(&b"\xff"[..], 4).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn unfinished_names_are_told_from_all_others() {
        let unfinished = unfinished_name(Path::new("4_4_0_0.mill"));
        assert_eq!(finished_name(unfinished.to_str().unwrap()), Some("4_4_0_0.mill"));
        for other in ["4_4_0_0.mill", "4_4_0_0.mill.partial", "a..partial", "x.12a.partial", ".partial", ""] {
            assert_eq!(finished_name(other), None, "{other}");
        }
    }
}
