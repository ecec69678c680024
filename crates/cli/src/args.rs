//! What was typed.

mod bench;
mod cluster;
mod compare;
mod engine;
mod exchange;
mod explore;
mod play;
mod positions;
mod prove;
mod puzzles;
mod ranks;
mod report;
mod rules;
mod tables;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;

pub(crate) use self::bench::{BenchArgs, Textbook, UnitName};
pub(crate) use self::cluster::{GatherArgs, PlanArgs, PlanFormat, SolveUnitArgs, UnitOrRanks};
pub(crate) use self::compare::CompareArgs;
pub(crate) use self::engine::{EngineArgs, MatchArgs, MatchFormat};
pub(crate) use self::exchange::{ExportArgs, ImportArgs};
pub(crate) use self::explore::{LineArgs, LogLevel, MetricsReaders, ServeArgs};
pub(crate) use self::play::{AnnotateArgs, PlayArgs, Seat};
pub(crate) use self::positions::{PositionsArgs, PositionsFormat};
pub(crate) use self::prove::ProveArgs;
pub(crate) use self::puzzles::{PuzzlesArgs, PuzzlesFormat};
pub(crate) use self::ranks::{RankChoice, RanksArgs, RanksFormat};
pub(crate) use self::report::ReportArgs;
pub(crate) use self::rules::RulesArgs;
pub(crate) use self::tables::{
    DbArgs, ExtendedArgs, ExtentArgs, Grouping, Keep, QueryArgs, ReachArgs, SolveArgs, SolveCommandArgs,
    StatsArgs, StatsFormat, ThreadsArgs, ValueArgs, VerifyArgs,
};
use crate::commands::perft::MAX_DEPTH;

/// How a position may be written, at the end of the help of every command that takes one.
const POSITIONS: &str = "\
Positions:
  start                     the empty board, White to move
  b_a1d1g1.6_b2d2.7         Black to move, White on a1 d1 g1 and 6 in hand, Black on b2 d2 and 7
  '***O**@*/... b m p ...'  a Sanmill FEN or an MFEN, quoted";

/// Nine Men's Morris and its relatives, solved.
#[derive(Parser)]
#[command(
    version,
    // Examples are to be copied, so no line is broken; ours are short enough, and output is the same everywhere.
    term_width = 0,
    disable_help_subcommand = true,
    after_help = "Examples:
  millwright games
  millwright board standard start
  millwright moves lasker start --format json
  millwright solve standard --movement --stones 4

Without a command, millwright says what to type first. Results go to stdout, the rest to stderr.
Exit codes: 0 done, 1 differences found, 2 error, 130 interrupted; of solve-unit also 75, try again."
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    /// What was typed. `help` and `version` are understood as words, too.
    ///
    /// # Errors
    /// What clap says, which also has help and version.
    pub(crate) fn read(typed: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut words: Vec<OsString> = typed.into_iter().collect();
        match words.get(1).and_then(|word| word.to_str()) {
            Some("help") => {
                words.remove(1);
                words.push("--help".into());
            }
            Some("version") => words[1] = "--version".into(),
            _ => {}
        }
        Self::try_parse_from(words)
    }
}

/// The verbs, in the order in which a newcomer needs them.
#[derive(Subcommand)]
pub(crate) enum Command {
    Games(GamesArgs),
    Board(BoardArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    Solve(SolveCommandArgs),
    Query(QueryArgs),
    Positions(PositionsArgs),
    Line(LineArgs),
    Serve(ServeArgs),
    Value(ValueArgs),
    Play(PlayArgs),
    Annotate(AnnotateArgs),
    Engine(EngineArgs),
    Match(MatchArgs),
    Puzzles(PuzzlesArgs),
    Prove(ProveArgs),
    Extended(ExtendedArgs),
    Stats(StatsArgs),
    Reach(ReachArgs),
    Compare(CompareArgs),
    Report(ReportArgs),
    Ranks(RanksArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Verify(VerifyArgs),
    Plan(PlanArgs),
    SolveUnit(SolveUnitArgs),
    Gather(GatherArgs),
    Bench(BenchArgs),
    Oracle(OracleArgs),
    Signature(SignatureArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// List the games and their rules
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright games
  millwright games --format json
  millwright moves morabaraba start --rules placing=free

Every command that takes a game takes --rules with it, a list of what is different, separated by commas:
  board        orthogonal, diagonal  which points are joined
  placing      first, free           whether stones in hand must be placed first
  protection   capture, protected    whether a stone in a mill may be taken if there is no other
  double-mill  one, two              how many stones two mills at once take
  full-board   loss, draw            what a full board is worth to the player to move
  stones       3 to 12               for both, or White's,Black's; --stones does the same
A mix of rules that is not listed has a name too, the five words in this order: the example above is about
diagonal-free-capture-one-draw. Tables are kept under that name, and it can be typed for a game.")]
pub(crate) struct GamesArgs {
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Draw a position, and write it in every notation
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright board standard start
  millwright board morabaraba b_a1d1.10_g7.11
  millwright board standard '***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes'

{POSITIONS}"))]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The position: start, short form, Sanmill FEN or MFEN
    pub(crate) position: String,
}

/// List the legal turns of a position, one per line, captures included
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright moves standard start
  millwright moves lasker start --format json
  millwright moves standard w_a1d1.1_b2d2.1 --stones 3
  millwright moves standard '***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes'

Where the game is over there is nothing to list: the reason is noted on stderr, in JSON as \"over\".

{POSITIONS}"))]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The position: start, short form, Sanmill FEN or MFEN
    pub(crate) position: String,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Count the sequences of whole turns from a position
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright perft standard 4
  millwright perft lasker 2 --divide
  millwright perft morabaraba 2 b_a1d1.10_g7.11

A turn with all its captures counts as one; a pair of captures counts once, whatever its order.
Every sequence is walked: the standard game has 5,140,800 of five turns and takes well under a second
for them, and each turn more takes about twenty times as long. The depth is at most {MAX_DEPTH}.

{POSITIONS}"))]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// How many turns a sequence has
    #[arg(value_parser = value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub(crate) depth: u32,
    /// Where they begin: start, short form, Sanmill FEN or MFEN
    #[arg(default_value = "start")]
    pub(crate) position: String,
    /// Count for each first turn by itself, then the total
    #[arg(long)]
    pub(crate) divide: bool,
}

/// Solve a tiny game by the slow, obvious method
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright oracle standard --stones 3
  millwright oracle morabaraba --stones 3 --format json
  millwright oracle lasker-wmd --stones 3,4

Prints the value of the start for White and what the positions that can arise are worth to whoever is
to move in them, each counted once up to symmetry. It keeps every position in memory: at most 4 stones
for each player.")]
pub(crate) struct OracleArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Solve a fixed set of tiny games and print one number for all results
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright signature
  millwright signature --threads 1

All named games with three stones against four, whole; the draws of three of them told apart; and what a fifth
stone takes where two mills take two. The number changes if a value changes, and by nothing else: not by
threads, kernels, the numbering of positions or the form of tables. It takes a few seconds.")]
pub(crate) struct SignatureArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

/// Print the completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright completions bash
  millwright completions fish > millwright.fish

To have them in this bash session: source <(millwright completions bash)")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Print the manual page, or write one page per command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright man > millwright.1
  millwright man --out man1")]
pub(crate) struct ManArgs {
    /// Write a page for each command into this directory, made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// How results are printed: for people or for programs.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use millwright_rules::{ByColor, StoneCount};

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn stones_are_one_number_or_two() {
        let counts = |text: &str| {
            text.parse().map(|stones: ByColor<StoneCount>| (stones.white.get(), stones.black.get()))
        };
        assert_eq!(counts("9"), Ok((9, 9)));
        assert_eq!(counts("3,12"), Ok((3, 12)));
        for text in ["", "2", "13", "3,", ",3", "3,4,5", "3;4", "-3", "x"] {
            assert!(counts(text).is_err(), "{text:?}");
        }
    }
}
