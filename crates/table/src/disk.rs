//! The few things that writing and reading need from a file system: a trait, so that a test can make any
//! of them fail.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::error::TableFault;

/// What tables need from a file system.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Makes a directory in one that is there.
    ///
    /// # Errors
    /// What the system says.
    fn create_directory(&self, path: &Path) -> io::Result<()>;
    /// The files in a directory, in no order.
    ///
    /// # Errors
    /// What the system says.
    fn files(&self, directory: &Path) -> io::Result<Vec<PathBuf>>;
    /// Makes a file, empty if it was there.
    ///
    /// # Errors
    /// What the system says.
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens a file for reading. A pipe or a device, which could be read for ever, is not even opened: that alone may
    /// wait for ever.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::NotSeekable`] for what is no file.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Gives a file its other name, replacing what had that name.
    ///
    /// # Errors
    /// What the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Returns when the names in a directory would survive a power cut.
    ///
    /// # Errors
    /// What the system says.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;
    /// Removes a file.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Says that a file will be read soon, if it is there, so that the system can have it at hand.
    fn will_read(&self, path: &Path) {
        let _ = path;
    }
}

/// An open file.
pub trait DiskFile: fmt::Debug + Send + Sync {
    /// How many bytes it has.
    ///
    /// # Errors
    /// What the system says.
    fn length(&self) -> io::Result<u64>;
    /// Fills `bytes` from an offset on, without moving anything that other threads see.
    ///
    /// # Errors
    /// What the system says, or that the file ends before.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
    /// Writes all bytes from an offset on.
    ///
    /// # Errors
    /// What the system says.
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
    /// Returns when the file's bytes would survive a power cut.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&mut self) -> io::Result<()>;
    /// Locks it until it is closed, for one or, shared, for all who share.
    ///
    /// # Errors
    /// If somebody else has locked it, or the system cannot lock.
    fn try_lock(&self, shared: bool) -> Result<(), TryLockError>;
}

/// The file system.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn files(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(File::create(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::ErrorKind::NotSeekable.into());
        }
        Ok(Box::new(File::open(path)?))
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

    #[cfg(target_os = "linux")]
    fn will_read(&self, path: &Path) {
        use rustix::fs::{Advice, fadvise};
        if fs::metadata(path).is_ok_and(|file| file.is_file())
            && let Ok(file) = File::open(path)
        {
            // Advice: whether the system takes it makes no difference to what is read.
            let _ = fadvise(file, 0, None, Advice::WillNeed);
        }
    }
}

impl DiskFile for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }

    /// It moves the file's own place, which nobody uses.
    #[cfg(windows)]
    fn read_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, bytes, offset) {
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

    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }

    fn try_lock(&self, shared: bool) -> Result<(), TryLockError> {
        if shared { Self::try_lock_shared(self) } else { Self::try_lock(self) }
    }
}

/// How the names of unfinished files end.
const UNFINISHED: &str = ".partial";

/// A number that no other process has, on this machine or on another that shares its disk. Numbers of processes would not
/// do: two machines have the same ones.
static OUR_NUMBER: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// The name under which a file is written before it gets its own: `4_4_0_0.mill.1234.partial`. The number is another one in
/// every process, which keeps them out of each other's way.
#[must_use]
pub fn unfinished_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}{UNFINISHED}", *OUR_NUMBER));
    PathBuf::from(name)
}

/// The final name of what was written under an unfinished name; `None` if `name` is no such name.
pub(crate) fn finished_name(name: &str) -> Option<&str> {
    let (finished, process) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let is_number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(finished)
}

/// A file that is being written from its beginning to its end.
#[derive(Debug)]
pub struct Growing<'a> {
    file: &'a mut dyn DiskFile,
    offset: u64,
}

impl Write for Growing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_at(bytes, self.offset)?;
        self.offset += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a file so that its name never stands for anything but the whole: under another name first, then
/// synced, renamed, and the name synced. After an error the other name is gone if that was still possible.
///
/// # Errors
/// What `fill` says, or the system.
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut Growing<'_>) -> Result<T, E>,
) -> Result<T, E> {
    write_whole_on(&RealDisk, path, |file| fill(&mut Growing { file, offset: 0 }))
}

/// Writes a text as [`write_whole`] does, on any disk.
///
/// # Errors
/// What the system says.
pub fn write_text(disk: &dyn Disk, path: &Path, text: &str) -> io::Result<()> {
    write_bytes(disk, path, text.as_bytes())
}

/// Writes bytes as [`write_whole`] does, on any disk.
///
/// # Errors
/// What the system says.
pub fn write_bytes(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_on(disk, path, |file| file.write_at(bytes, 0))
}

/// [`write_whole`] on any disk.
pub(crate) fn write_whole_on<T, E: From<io::Error>>(
    disk: &dyn Disk,
    path: &Path,
    fill: impl FnOnce(&mut dyn DiskFile) -> Result<T, E>,
) -> Result<T, E> {
    let unfinished = unfinished_name(path);
    let mut open = disk.create(&unfinished)?;
    let outcome = fill(&mut *open).and_then(|result| {
        open.sync()?;
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

/// Makes a directory and those above it that are missing, and returns when their names would survive a power cut: a file
/// that is safe in a directory that is not is lost with it.
///
/// # Errors
/// What the system says.
pub fn create_directories(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    let is_missing = |directory: &&Path| !directory.as_os_str().is_empty() && !directory.is_dir();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    for directory in missing.into_iter().rev() {
        match disk.create_directory(directory) {
            // Somebody else made it meanwhile.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => {}
            made => made?,
        }
        disk.sync_directory(directory.parent().unwrap_or(directory))?;
    }
    Ok(())
}

/// Opens a file for reading.
pub(crate) fn open_file(disk: &dyn Disk, path: &Path) -> Result<Box<dyn DiskFile>, TableFault> {
    disk.open(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => TableFault::Missing,
        io::ErrorKind::NotSeekable | io::ErrorKind::IsADirectory => TableFault::NotAFile,
        _ => TableFault::Io { doing: "open it", source },
    })
}

/// Reads the text of a file, of so many bytes at most.
///
/// # Errors
/// If it is missing, no file, longer, or no text, or cannot be read.
pub fn read_text(disk: &dyn Disk, path: &Path, most: u64) -> Result<String, TableFault> {
    String::from_utf8(read_bytes(disk, path, most)?)
        .map_err(|error| reading(io::Error::new(io::ErrorKind::InvalidData, error)))
}

/// Reads the bytes of a file, so many at most.
///
/// # Errors
/// If it is missing, no file, or longer, or cannot be read.
pub fn read_bytes(disk: &dyn Disk, path: &Path, most: u64) -> Result<Vec<u8>, TableFault> {
    let file = open_file(disk, path)?;
    let length = file.length().map_err(reading)?;
    let length = usize::try_from(length).ok().filter(|_| length <= most);
    let mut bytes = vec![0; length.ok_or_else(|| reading(too_long(most)))?];
    file.read_at(&mut bytes, 0).map_err(reading)?;
    Ok(bytes)
}

fn reading(source: io::Error) -> TableFault {
    TableFault::Io { doing: "read it", source }
}

/// Reads a text of so many bytes at most from whatever has one, a pipe for example.
///
/// # Errors
/// If it is longer, no text, or cannot be read.
pub fn read_stream(from: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    from.take(most + 1).read_to_string(&mut text)?;
    if text.len() as u64 > most { Err(too_long(most)) } else { Ok(text) }
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_made_with_all_that_is_above_it_and_may_be_there_already() {
        let place = tempfile::tempdir().unwrap();
        let deep = place.path().join("one/two/three");
        for _ in 0..2 {
            create_directories(&RealDisk, &deep).unwrap();
            assert!(deep.is_dir());
        }
        fs::write(place.path().join("file"), "text").unwrap();
        assert!(create_directories(&RealDisk, &place.path().join("file/four")).is_err());
        assert!(create_directories(&RealDisk, &place.path().join("file")).is_err());
    }

    #[test]
    fn a_text_is_read_up_to_its_limit_and_what_has_no_end_is_refused() {
        assert_eq!(read_stream(&b"four"[..], 4).unwrap(), "four");
        assert_eq!(read_stream(&b"four"[..], 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let endless = io::repeat(b'7');
        assert_eq!(read_stream(endless, 1 << 20).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_stream(&b"\xff"[..], 4).unwrap_err().kind(), io::ErrorKind::InvalidData);
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
