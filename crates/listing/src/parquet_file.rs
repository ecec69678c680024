//! Rows as a Parquet file, for whoever reads columns: pandas, `DuckDB`, R.

use std::error::Error as _;
use std::io::{self, Write};
use std::sync::Arc;

use millwright_table::Outcome;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};

use crate::error::ListingError;
use crate::lines::ShortForm;
use crate::listing::{Listing, Run};
use crate::row::{Columns, Row};

/// Rows in a group, which is written as a whole: 32 MiB of memory.
const GROUP_ROWS: usize = 1 << 20;

/// Values that are given to a column at once.
const BATCH: usize = 1 << 13;

impl Listing<'_> {
    /// Writes the positions as a Parquet file, and gives their number. The columns are those of CSV, and what is not known is
    /// null.
    ///
    /// # Errors
    /// As [`Listing::write_lines`].
    pub fn write_parquet(&self, run: Run<'_>, out: impl Write + Send) -> Result<u64, ListingError> {
        let mut file = ParquetFile::begin(out, self.columns(), self.short_form()).map_err(of_parquet)?;
        self.for_each_rows(run, &mut |rows| file.add(rows).map_err(of_parquet))?;
        file.end().map_err(of_parquet)
    }
}

/// What the system said, where it is the system that said it.
fn of_parquet(error: ParquetError) -> ListingError {
    let system = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    ListingError::Write(match system {
        Some(system) => io::Error::new(system.kind(), system.to_string()),
        None => io::Error::other(error),
    })
}

/// A file that is being written.
struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Columns,
    position: ShortForm,
    waiting: Vec<Row>,
    rows: u64,
}

fn schema(columns: Columns) -> Result<Type, ParquetError> {
    let text = |name| {
        Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String))
            .with_repetition(Repetition::REQUIRED)
            .build()
    };
    let number = |name, repetition| {
        Type::primitive_type_builder(name, Physical::INT32).with_repetition(repetition).build()
    };
    let mut fields = vec![
        text("position")?,
        text("value")?,
        number("plies", Repetition::OPTIONAL)?,
        number("rank", Repetition::OPTIONAL)?,
    ];
    if columns == Columns::Moves {
        fields.push(number("moves", Repetition::REQUIRED)?);
        fields.push(number("keeping", Repetition::REQUIRED)?);
    }
    let fields = fields.into_iter().map(Arc::new).collect();
    Type::group_type_builder("positions").with_fields(fields).build()
}

impl<W: Write + Send> ParquetFile<W> {
    fn begin(out: W, columns: Columns, position: ShortForm) -> Result<Self, ParquetError> {
        // Positions that follow each other begin alike, no two are the same, and nobody asks for the smallest.
        let path = ColumnPath::from("position");
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path.clone(), Encoding::DELTA_BYTE_ARRAY)
            .set_column_statistics_enabled(path, EnabledStatistics::None)
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema(columns)?), Arc::new(properties))?;
        Ok(Self { writer, columns, position, waiting: Vec::new(), rows: 0 })
    }

    fn add(&mut self, rows: &[Row]) -> Result<(), ParquetError> {
        self.waiting.extend_from_slice(rows);
        if self.waiting.len() >= GROUP_ROWS { self.write_group() } else { Ok(()) }
    }

    fn end(mut self) -> Result<u64, ParquetError> {
        if !self.waiting.is_empty() {
            self.write_group()?;
        }
        self.writer.close()?;
        Ok(self.rows)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = &self.waiting;
        let mut group = self.writer.next_row_group()?;
        write_column::<ByteArrayType, _>(&mut group, rows, |row| {
            let mut text = Vec::with_capacity(64);
            self.position.append(row, &mut text);
            Some(text.into())
        })?;
        let names = Outcome::ALL.map(|outcome| ByteArray::from(outcome.name()));
        write_column::<ByteArrayType, _>(&mut group, rows, |row| Some(names[row.outcome as usize].clone()))?;
        write_column::<Int32Type, _>(&mut group, rows, |row| row.plies.map(i32::from))?;
        write_column::<Int32Type, _>(&mut group, rows, |row| row.rank.map(|rank| i32::from(rank.0)))?;
        if self.columns == Columns::Moves {
            write_column::<Int32Type, _>(&mut group, rows, |row| {
                row.choice.map(|choice| choice.moves.into())
            })?;
            write_column::<Int32Type, _>(&mut group, rows, |row| {
                row.choice.map(|choice| choice.keeping.into())
            })?;
        }
        group.close()?;
        self.rows += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

/// Writes the next column of a group. Where there is no value it is null, if the column may have that.
fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row],
    value: impl Fn(&Row) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let mut column = group
        .next_column()?
        .ok_or_else(|| ParquetError::General("the schema has no such column".to_owned()))?;
    let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
    for rows in rows.chunks(BATCH) {
        values.clear();
        levels.clear();
        for value in rows.iter().map(&value) {
            levels.push(i16::from(value.is_some()));
            values.extend(value);
        }
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    }
    column.close()
}
