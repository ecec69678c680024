//! Rows as a Parquet file, for whoever reads columns: pandas, `DuckDB`, R.
//!
//! Rows wait until there is a group for every thread. Each thread makes the columns of one group, and they are put into the
//! file in order.

use std::error::Error as _;
use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use millwright_table::Outcome;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, get_column_writer, get_typed_column_writer};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, SchemaDescriptor, Type};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::error::ListingError;
use crate::lines::ShortForm;
use crate::listing::{Listing, Run};
use crate::row::{Columns, Row};

/// Rows in a group, which is written as a whole: 8 MiB of memory.
const GROUP_ROWS: usize = 1 << 18;

/// The most groups that wait for each other, however many threads there are.
const MOST_GROUPS: usize = 8;

/// Values that are given to a column at once.
const BATCH: usize = 1 << 13;

impl Listing<'_> {
    /// Writes the positions as a Parquet file, and gives their number. The columns are those of CSV, and what is not known is
    /// null.
    ///
    /// # Errors
    /// As [`Listing::write_lines`].
    pub fn write_parquet(&self, run: Run<'_>, out: impl Write + Send) -> Result<u64, ListingError> {
        let columns = Groups::new(self.columns(), self.short_form()).map_err(of_parquet)?;
        let mut file = ParquetFile::begin(out, columns, run.pool).map_err(of_parquet)?;
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

/// What groups of rows are made of.
struct Groups {
    schema: Arc<Type>,
    described: SchemaDescriptor,
    properties: Arc<WriterProperties>,
    columns: Columns,
    position: ShortForm,
}

/// A column of a group, ready to be put into a file.
struct Column {
    bytes: Bytes,
    about: ColumnCloseResult,
}

impl Groups {
    fn new(columns: Columns, position: ShortForm) -> Result<Self, ParquetError> {
        // Positions that follow each other begin alike, no two are the same, and nobody asks for the smallest.
        let path = ColumnPath::from("position");
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path.clone(), Encoding::DELTA_BYTE_ARRAY)
            .set_column_statistics_enabled(path, EnabledStatistics::None)
            .build();
        let schema = Arc::new(schema(columns)?);
        let described = SchemaDescriptor::new(Arc::clone(&schema));
        Ok(Self { schema, described, properties: Arc::new(properties), columns, position })
    }

    /// The columns of a group.
    fn make(&self, rows: &[Row]) -> Result<Vec<Column>, ParquetError> {
        let names = Outcome::ALL.map(|outcome| ByteArray::from(outcome.name()));
        let mut made = vec![
            self.column::<ByteArrayType>(0, rows, |rows, values| self.positions(rows, values))?,
            self.column::<ByteArrayType>(1, rows, |rows, values| {
                values.extend(rows.iter().map(|row| Some(names[row.outcome as usize].clone())));
            })?,
            self.number(2, rows, |row| row.plies.map(i32::from))?,
            self.number(3, rows, |row| row.rank.map(|rank| i32::from(rank.0)))?,
        ];
        if self.columns == Columns::Moves {
            made.push(self.number(4, rows, |row| row.choice.map(|choice| choice.moves.into()))?);
            made.push(self.number(5, rows, |row| row.choice.map(|choice| choice.keeping.into()))?);
        }
        Ok(made)
    }

    /// The short forms of some rows, in one piece of memory.
    fn positions(&self, rows: &[Row], values: &mut Vec<Option<ByteArray>>) {
        let (mut text, mut ends) = (Vec::with_capacity(rows.len() * 64), Vec::with_capacity(rows.len()));
        for row in rows {
            self.position.append(row, &mut text);
            ends.push(text.len());
        }
        let (text, mut begin) = (Bytes::from(text), 0);
        for end in ends {
            values.push(Some(text.slice(begin..end).into()));
            begin = end;
        }
    }

    fn number(
        &self,
        place: usize,
        rows: &[Row],
        value: impl Fn(&Row) -> Option<i32>,
    ) -> Result<Column, ParquetError> {
        self.column::<Int32Type>(place, rows, |rows, values| values.extend(rows.iter().map(&value)))
    }

    /// A column. Where there is no value it is null, if the column may have that.
    fn column<T: DataType>(
        &self,
        place: usize,
        rows: &[Row],
        fill: impl Fn(&[Row], &mut Vec<Option<T::T>>),
    ) -> Result<Column, ParquetError> {
        let mut pages = TrackedWrite::new(Vec::new());
        let writer = Box::new(SerializedPageWriter::new(&mut pages));
        let described = self.described.column(place);
        let mut column =
            get_typed_column_writer::<T>(get_column_writer(described, Arc::clone(&self.properties), writer));
        let mut known = Vec::with_capacity(BATCH);
        let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        for rows in rows.chunks(BATCH) {
            fill(rows, &mut known);
            levels.clear();
            levels.extend(known.iter().map(|value| i16::from(value.is_some())));
            values.clear();
            values.extend(known.drain(..).flatten());
            column.write_batch(&values, Some(&levels), None)?;
        }
        let about = column.close()?;
        Ok(Column { bytes: pages.into_inner()?.into(), about })
    }
}

/// A file that is being written.
struct ParquetFile<'a, W: Write + Send> {
    writer: SerializedFileWriter<W>,
    groups: Groups,
    pool: &'a ThreadPool,
    waiting: Vec<Row>,
    rows: u64,
}

impl<'a, W: Write + Send> ParquetFile<'a, W> {
    fn begin(out: W, groups: Groups, pool: &'a ThreadPool) -> Result<Self, ParquetError> {
        let (schema, properties) = (Arc::clone(&groups.schema), Arc::clone(&groups.properties));
        let writer = SerializedFileWriter::new(out, schema, properties)?;
        Ok(Self { writer, groups, pool, waiting: Vec::new(), rows: 0 })
    }

    fn add(&mut self, rows: &[Row]) -> Result<(), ParquetError> {
        self.waiting.extend_from_slice(rows);
        let groups = self.waiting.len() / GROUP_ROWS;
        if groups < self.pool.current_num_threads().min(MOST_GROUPS) {
            return Ok(());
        }
        self.write(groups * GROUP_ROWS)
    }

    fn end(mut self) -> Result<u64, ParquetError> {
        self.write(self.waiting.len())?;
        self.writer.close()?;
        Ok(self.rows)
    }

    /// Writes so many of the rows that wait.
    fn write(&mut self, count: usize) -> Result<(), ParquetError> {
        let (groups, rows) = (&self.groups, &self.waiting[..count]);
        let of_group = |rows| groups.make(rows);
        let made: Vec<Vec<Column>> =
            self.pool.install(|| rows.par_chunks(GROUP_ROWS).map(of_group).collect::<Result<_, _>>())?;
        for columns in made {
            let mut group = self.writer.next_row_group()?;
            for Column { bytes, about } in columns {
                group.append_column(&bytes, about)?;
            }
            group.close()?;
        }
        self.rows += count as u64;
        self.waiting.drain(..count);
        Ok(())
    }
}
