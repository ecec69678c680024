//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{SectorError, SectorFault};

/// Bytes that are written at once.
const BUFFER_LEN: usize = 1 << 20;

/// The name under which a file is written before it gets its own. The process number keeps two processes out of
/// each other's way.
fn unfinished_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    PathBuf::from(name)
}

/// Writes a file so that its name never stands for anything but the whole: under another name first, then
/// synced, renamed, and the name synced. After an error the other name is gone if that was still possible.
pub(crate) fn write_whole<T, E: From<SectorError>>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, E>,
) -> Result<T, E> {
    let system = |source: io::Error| E::from(SectorError::new(path, SectorFault::from(source)));
    let unfinished = unfinished_name(path);
    let created = File::create(&unfinished).map_err(system)?;
    let mut writer = BufWriter::with_capacity(BUFFER_LEN, created);
    let finished = fill(&mut writer).and_then(|result| {
        writer.flush().map_err(system)?;
        writer.get_ref().sync_all().map_err(system)?;
        fs::rename(&unfinished, path).map_err(system)?;
        Ok(result)
    });
    // Closed before it is removed: some systems refuse otherwise. What is still buffered is not wanted any more.
    drop(writer.into_parts());
    if finished.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&unfinished);
        return finished;
    }
    sync_directory(path.parent().unwrap_or(Path::new(""))).map_err(system)?;
    finished
}

#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    // A bare file name has an empty parent.
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    File::open(directory)?.sync_all()
}

/// Elsewhere a directory cannot be opened as a file, and renaming is as durable as it gets.
#[cfg(not(unix))]
fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}
