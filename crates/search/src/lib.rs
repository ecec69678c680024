//! Alpha-beta search, for any rules and without any tables.
//!
//! A [`Searcher`] answers a [`Question`]: which turn is the best, as far as it can see within its [`Limits`]. Where
//! tables know a position ([`Knowledge`]), their value ends the branch. What it says is a [`Score`]: proven, or an
//! estimate.
#![forbid(unsafe_code)]

mod assess;
mod evaluation;
mod exact;
mod generate;
mod geometry;
mod knowledge;
mod limits;
mod ordering;
mod proof;
mod score;
mod searcher;
mod state;
mod table;
mod worker;
mod worth;

pub use assess::{AssessedLine, AssessedPly, Assessment, Assessor, Effort};
pub use evaluation::{Evaluation, UnknownEvaluation};
pub use exact::Exact;
pub use knowledge::{Knowledge, TableKnowledge};
pub use limits::{Limits, MAX_DEPTH};
pub use proof::{
    BitsError, BookError, Claim, Leaves, OpeningBook, OutcomeBits, ProofProgress, Prover, ProverOptions,
    TableLeaves, Visited,
};
pub use score::Score;
pub use searcher::{Answer, Line, Question, Searcher};
pub use worth::{Source, Worth};
