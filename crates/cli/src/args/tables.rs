//! What is typed to make, read and check tables.

use std::path::{Path, PathBuf};

use clap::{ValueEnum, value_parser};
use millwright_rules::{Game, StoneCount};
use millwright_solve::{Dispatch, Keeping, NoKernel};
use millwright_table::{Content, SolveCommand, TableDirectory, WriteOptions};

use super::{Format, POSITIONS, RankChoice, RulesArgs};
use crate::db_place;
use crate::quantities::Bytes;
use millwright_index::{Extent, Subspace};

/// More threads than any machine has: beyond it, somebody has mistyped.
const MAX_THREADS: u64 = 1024;

/// Where tables are if nothing is said.
const DEFAULT_DB: &str = "millwright-db";

/// Where tables are.
#[derive(clap::Args)]
pub(crate) struct DbArgs {
    /// The directory that holds the tables, a directory for each game in it
    #[arg(
        long,
        value_name = "DIR",
        env = "MILLWRIGHT_DB",
        hide_env_values = true,
        default_value = DEFAULT_DB
    )]
    pub(crate) db: PathBuf,
}

impl DbArgs {
    /// The tables of a game. They are the same for all numbers of stones, so those share a directory.
    pub(crate) fn directory(&self, rules: &RulesArgs) -> TableDirectory {
        TableDirectory::new(&self.db, rules.game())
    }

    /// Advice for whoever has named the directory above or below the one that has tables; nothing for others.
    pub(crate) fn meant(&self) -> String {
        let places = db_place::meant(&self.db);
        let place = |place: &PathBuf| format!("--db {} has some; or ", place.display());
        places.first().map(place).unwrap_or_default()
    }

    /// The command that makes the tables of a game that has so many stones, as it would be typed in a shell.
    pub(crate) fn solve_command(&self, extent: Extent, game: Game, white: u8, black: u8) -> String {
        self.typed(&SolveCommand::new(game.name(), extent, white, black))
    }

    /// A command as it would be typed in a shell, for the tables here.
    pub(crate) fn typed(&self, command: &SolveCommand) -> String {
        format!("{command}{}", self.as_typed())
    }

    /// ` --db DIR` as it would be typed in a shell; nothing where it is the default.
    fn as_typed(&self) -> String {
        let text = self.db.display().to_string();
        let plain = |character: char| character.is_ascii_alphanumeric() || "/._-+:@".contains(character);
        if self.db == Path::new(DEFAULT_DB) {
            String::new()
        } else if text.chars().all(plain) {
            format!(" --db {text}")
        } else {
            format!(" --db '{}'", text.replace('\'', r"'\''"))
        }
    }
}

/// How much of the game.
#[derive(clap::Args)]
pub(crate) struct ExtentArgs {
    /// The movement phase only: all positions with empty hands
    #[arg(long, conflicts_with = "extended")]
    movement: bool,
    /// The game for all numbers of stones from 3 to N, of White and of Black
    #[arg(long, value_name = "N", conflicts_with = "stones")]
    extended: Option<StoneCount>,
}

impl ExtentArgs {
    /// What was typed.
    pub(crate) fn typed(&self) -> Option<Extent> {
        match self.extended {
            Some(most) => Some(Extent::Extended(most)),
            None => self.movement.then_some(Extent::Movement),
        }
    }
}

/// What stays of tables that no open unit needs any more.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    /// All values with their plies
    #[default]
    Tables,
    /// Win, draw or loss of every position, and the statistics
    Wdl,
    /// The statistics, and the tables of the first moves
    Statistics,
}

impl Keep {
    /// How much a table holds then.
    pub(crate) const fn content(self) -> Content {
        match self {
            Self::Tables => Content::Plies,
            Self::Wdl => Content::Outcomes,
            Self::Statistics => Content::Statistics,
        }
    }
}

/// What is to be solved, and how.
#[derive(clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    extent: ExtentArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Memory to use at most, like 8G or 512M [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<Bytes>,
    /// What stays of a table once no other unit needs it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) keep: Keep,
    /// With --keep wdl or statistics, tables that stay whole, like `5_5_7_7`, separated by commas
    #[arg(long, value_name = "S", value_delimiter = ',', requires = "keep")]
    keep_tables: Vec<Subspace>,
    /// With --keep wdl or statistics, units of up to so many slots keep their tables: those of the first plies
    #[arg(long, value_name = "SLOTS", default_value_t = Keeping::SMALL_SLOTS, requires = "keep")]
    keep_small: u64,
    /// Then tell draws apart by the rank of the subspace in which best play ends
    #[arg(long)]
    pub(crate) ultra: bool,
    /// The ranks for --ultra: ratio, published (ratio with the correction of the standard game), stones, or a file
    /// in Malom's secval form
    #[arg(long, value_name = "RANKS", default_value = "ratio", requires = "ultra")]
    pub(crate) ranks: RankChoice,
    /// Verify so many random slots of each table before any that it follows from are dropped
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) verify_sample: Option<u64>,
    /// Solve again what is damaged or does not belong there, and overwrite it
    #[arg(long)]
    pub(crate) force: bool,
    /// Compression of the tables, 1 to 19: higher is slower and smaller
    #[arg(long, value_name = "LEVEL", default_value_t = WriteOptions::default().level,
        value_parser = value_parser!(i32).range(1..=19))]
    pub(crate) level: i32,
    /// The innermost loops: `auto` is the fastest that this machine can run, `portable` plain code for any machine;
    /// `avx2`, `avx2-tables`, `avx512`
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = kernel)]
    pub(crate) kernel: Dispatch,
}

/// Solve a game and store the value of every position
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright solve standard --stones 3
  millwright solve standard --movement --stones 4
  millwright solve lasker --movement --stones 3,4 --db tables --threads 2 --memory 1.5G
  millwright solve lasker --extended 3
  millwright solve lasker --extended 3 --keep statistics --db starts
  millwright solve standard --stones 3 --ultra --ranks stones --db ranked
  millwright solve morabaraba --plan

The whole game from the empty board, or with --movement only the phase in which both hands are empty.
First the plan is told: what is to be solved, and the memory, disk and time that it takes; what cannot fit
is refused. Tables that are there are checked and not solved again. Ctrl-C stops: the same command goes on.
With --keep wdl or statistics every table of the game is reduced as soon as no unit needs it, also one that
was there before; so a game can be solved that is larger than the disk. Its statistics are the same. Tables of
the first plies stay, those of units with up to --keep-small slots, and those named with --keep-tables.
With --ultra draws are told apart as well, in tables of their own; what is won and lost is not solved again.
With --ultra --keep statistics units are solved once more where ranks are counted (ratio, published): first all of
them for their statistics, then each with its draws, and both tables are dropped together.
With --verify-sample some values of each table are derived again as `verify` does, while all that they follow from
is there; a table with a wrong one is removed, and the solve ends with exit code 1.
Threads, memory and kernel make no difference to the tables.")]
pub(crate) struct SolveCommandArgs {
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// Only tell the plan
    #[arg(long)]
    pub(crate) plan: bool,
}

impl SolveArgs {
    /// How much to solve.
    pub(crate) fn extent(&self) -> Extent {
        self.extent.typed().unwrap_or(Extent::Complete)
    }

    /// How many stones, and how much of the game, as they are typed after its name.
    pub(crate) fn typed_game(&self) -> Vec<String> {
        let stones = self.rules.rules().stones;
        let mut typed = vec![self.rules.game().name().to_owned()];
        match self.extent() {
            Extent::Extended(most) => typed.extend(["--extended".to_owned(), most.to_string()]),
            extent => {
                if extent == Extent::Movement {
                    typed.push("--movement".to_owned());
                }
                typed.extend(["--stones".to_owned(), format!("{},{}", stones.white, stones.black)]);
            }
        }
        typed
    }

    /// What stays of the tables, as it is typed; nothing where all does.
    pub(crate) fn typed_keeping(&self) -> Vec<String> {
        let mut typed = Vec::new();
        if self.keep != Keep::default() {
            let keep = self.keep.to_possible_value().expect("all can be typed").get_name().to_owned();
            typed.extend(["--keep".to_owned(), keep, "--keep-small".to_owned(), self.keep_small.to_string()]);
        }
        if !self.keep_tables.is_empty() {
            let tables: Vec<String> = self.keep_tables.iter().map(ToString::to_string).collect();
            typed.extend(["--keep-tables".to_owned(), tables.join(",")]);
        }
        typed
    }

    /// What stays of the tables.
    pub(crate) fn keeping(&self) -> Keeping {
        Keeping {
            content: self.keep.content(),
            small_slots: self.keep_small,
            tables: self.keep_tables.iter().copied().collect(),
        }
    }
}

/// Count wins, draws and losses, and how long they take
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright stats standard
  millwright stats standard --stones 3 --by ply
  millwright stats standard --movement --stones 4 --format json
  millwright stats standard --format csv > standard.csv
  millwright stats standard --stones 3 --by first-move --plies 3

Counts the whole game if it has been solved, from the empty board with the stones of `games` or --stones.
If it has not, counts its movement phase where --stones is given, else every table that is there. The
output says which. Symmetric positions count as one. In the tables a row is the stones of the player to
move, a column those of the other; 0+ is more than none and rounds to 0.

With --by ply, a position counts for the ply of the opening that is about to be made: ply 1 on the empty
board. There, wins are White's and Black's.

With --by choice every position is looked at with all its moves: of won and of drawn positions, how many moves keep the win or the draw, in how many one move alone does, and which share of moves loses. JSON
has how many positions have 1, 2, 3, ... such moves. What is counted is kept beside the tables: after Ctrl-C the same command goes on.

With --by first-move all play is followed in which nobody gives away his result, for --plies plies after each first move: in
how many positions (up to symmetry) a player could, and by which share of his moves. The move that leaves Black the most ways
to go wrong comes first. Each ply more takes some ten times as long.")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) extent: ExtentArgs,
    /// What to total
    #[arg(long, value_enum, default_value_t)]
    pub(crate) by: Grouping,
    /// With --by first-move: how many plies after the first move to follow
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u8).range(1..=12))]
    pub(crate) plies: u8,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,
}

/// Count the positions that can arise from the start
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright reach standard --stones 3
  millwright reach standard --stones 3 --format csv > reach.csv
  millwright reach lasker --stones 3 --threads 2 --format json
  millwright reach standard --stones 4 w_a1a4a7g7_b2d2f4e5

Follows all play from the empty board through the tables of the whole game, which must be there with their plies. Counts
twice: the positions that can arise by any play, and those that can arise if nobody gives away his result, where a player
who wins or draws makes only moves that still win or draw. Symmetric positions count as one.
The standard game takes a quarter of an hour on two cores. What is counted is kept beside the tables: after Ctrl-C the same command
goes on, and in the end it tells the result again without counting.

With positions it tells of each whether it can arise. Once all stones are placed that is so if it can with colours exchanged.")]
pub(crate) struct ReachArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Tell of these positions alone whether they can arise
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,
}

/// What statistics are totals of.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grouping {
    /// Subspaces
    #[default]
    Subspace,
    /// Plies of the opening
    Ply,
    /// Ranks of draws, where solve --ultra has told them apart
    Rank,
    /// How many moves of a position keep what it is worth
    Choice,
    /// First moves, by what one can do wrong after them
    FirstMove,
}

/// How statistics are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    #[default]
    Table,
    Json,
    Csv,
}

/// Say what the start of a game is worth, and every first move
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright value standard --stones 3
  millwright value standard --stones 3 --format json

Exact if the game has been solved from the empty board (millwright solve GAME), if it has up to five stones each, or if a
search reaches tables in every line of play; else an estimate, which says that it is one.")]
pub(crate) struct ValueArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Show what the game is worth for every number of stones to begin with
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright extended standard
  millwright extended lasker --format csv

W23: White wins in 23 plies; L12: White loses in 12; D: a draw; -: has not been solved.
W or L alone: the table was reduced to win, draw and loss.")]
pub(crate) struct ExtendedArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,
}

/// Look up a position: its value and all its moves, best first
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright query standard w_a1a4d7_b2d2f2
  millwright query standard b_a1a4d7g7_b2d2f2 --format json
  printf 'w_a1a4d7_b2d2f2\\nb_a1a4d7g7_b2d2f2\\n' | millwright query standard -

Values are for the player to move, plies are counted from this position. Where its table is
missing, positions with up to five stones each are solved in memory, others searched: if every line of play ends in tables
within a few seconds the value is exact (by search), if not an estimate in stones is shown, which is no value, and the command
that makes the table. Moves to tables that are missing or reduced to statistics are
unknown, and wins and losses of tables reduced to win, draw and loss have no plies.
With - for the position, standard input has one a line, and each is answered with its JSON in one line, in the same
order: 100,000 of them in seconds where tables have them. A line that is no position is answered with its number and
what is wrong, and the exit code is 2 in the end.

{POSITIONS}"))]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The position: start, short form, Sanmill FEN or MFEN; or - for lines of standard input
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print the answer; lines are answered in JSON
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Check every stored value against those of its successors
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright verify standard
  millwright verify standard --subspace 4_3_0_0 --threads 2
  millwright verify standard --movement --stones 4 --sample 1000 --again

Derives each value again with the plain move generator, shares nothing with the solver, and lists the first
wrong positions of each table: exit code 1 if there are any. Checks every table that is there, or with
--stones those of the whole game with so many stones; of its movement phase if the rest has not been solved.
Ultra tables that are there are checked too: every draw must be worth the best of the draws that can be moved to.
What was verified and has not changed is skipped; so after Ctrl-C the same command goes on.")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) extent: ExtentArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// Only the tables of this subspace, like `4_3_0_0`: mover and other on the board, mover and other in hand
    #[arg(long, value_name = "S", conflicts_with_all = ["stones", "movement", "extended"])]
    pub(crate) subspace: Option<Subspace>,
    /// Only so many random slots of each table; nothing is remembered
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Which random slots, as an earlier run has told [default: others every time]
    #[arg(long, value_name = "SEED", requires = "sample")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Check also what was verified before
    #[arg(long)]
    pub(crate) again: bool,
}

/// How many threads to work with.
#[derive(clap::Args)]
pub(crate) struct ThreadsArgs {
    /// Threads to work with [default: one for each core]
    #[arg(long = "threads", value_name = "N", value_parser = value_parser!(u64).range(1..=MAX_THREADS))]
    typed: Option<u64>,
}

impl ThreadsArgs {
    /// The number typed, or that of the cores.
    pub(crate) fn count(&self) -> usize {
        let typed = self.typed.and_then(|typed| usize::try_from(typed).ok());
        typed.unwrap_or_else(crate::machine::cores)
    }
}

/// The kernel with this name.
pub(super) fn kernel(name: &str) -> Result<Dispatch, NoKernel> {
    if name == "auto" { Ok(Dispatch::best()) } else { name.parse() }
}
