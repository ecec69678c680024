//! Ranks as text: the `.secval` files of Malom.
//!
//! ```text
//! virt_loss_val: -299
//! virt_win_val: 299
//! 498
//! 0 1 3 2  -290
//! ...
//! ```
//! What loss and win are worth, how many subspaces follow, and a line for each: mover on board, other on
//! board, mover in hand, other in hand, two spaces, rank. Ranks ascend.

use std::fmt;
use std::str::FromStr;

use millwright_index::{Subspace, SubspaceError};
use thiserror::Error;

use crate::ranks::{Rank, RankError, Ranks};

/// More bytes than such a text has for any game: 6,410 lines at most, of some 20 bytes.
pub const LONGEST_SECVAL: u64 = 1 << 20;

/// How the first two lines begin.
const LABELS: [&str; 2] = ["virt_loss_val:", "virt_win_val:"];

/// How lines end: the published files differ in it, and reading takes either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// As in the published file of the standard game.
    #[default]
    Lf,
    /// As in those of Lasker Morris and Morabaraba.
    CrLf,
}

impl LineEnd {
    /// Its characters.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}

/// The text of some ranks.
///
/// **Invariant**: what is written reads back as the same ranks, and a published file that was read is written
/// byte for byte, given its [`LineEnd`].
#[derive(Clone, Copy, Debug)]
pub struct Secval<'a> {
    ranks: &'a Ranks,
    line_end: LineEnd,
}

impl Ranks {
    /// The text of a `.secval` file.
    #[must_use]
    pub fn secval(&self, line_end: LineEnd) -> Secval<'_> {
        Secval { ranks: self, line_end }
    }
}

impl fmt::Display for Secval<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ranks, end) = (self.ranks, self.line_end.as_str());
        for (label, rank) in LABELS.into_iter().zip([ranks.loss(), ranks.win()]) {
            write!(f, "{label} {rank}{end}")?;
        }
        write!(f, "{}{end}", ranks.len())?;
        for (subspace, rank) in ranks.iter() {
            let Subspace { mover, other, mover_hand, other_hand } = subspace;
            write!(f, "{mover} {other} {mover_hand} {other_hand}  {rank}{end}")?;
        }
        Ok(())
    }
}

/// The text of a `.secval` file with plain line ends.
impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.secval(LineEnd::default()).fmt(f)
    }
}

/// Where and why a text is no `.secval`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct SecvalError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: SecvalFault,
}

/// What is wrong with a line of a `.secval`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SecvalFault {
    /// The text ends too early.
    #[error("the text ends where {expected} should be")]
    End {
        /// What is missing.
        expected: &'static str,
    },
    /// The line does not begin as it must.
    #[error("{found:?} is not {expected:?} and a number")]
    Label {
        /// How it should begin.
        expected: &'static str,
        /// What is there, cut short.
        found: String,
    },
    /// Not a number, or one that no rank or count can be.
    #[error("{found:?} is not a number from {} to {}", -i32::from(i16::MAX), i16::MAX)]
    Number {
        /// What is there, cut short.
        found: String,
    },
    /// A line with more or fewer than the four counts and the rank.
    #[error("a subspace and its rank are five numbers, not {found}")]
    Fields {
        /// How many there are.
        found: usize,
    },
    /// Loss and win are not opposite.
    #[error("a loss is worth {loss} and a win {win}: they must be opposite")]
    NotOpposite {
        /// The first line.
        loss: Rank,
        /// The second.
        win: Rank,
    },
    /// Stone counts that no subspace has.
    #[error(transparent)]
    NoSubspace(#[from] SubspaceError),
    /// A rank that cannot be.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// More or fewer subspaces than announced.
    #[error("{said} subspaces were announced, but there are {found}")]
    Count {
        /// The third line.
        said: i16,
        /// How many follow.
        found: usize,
    },
}

impl FromStr for Ranks {
    type Err = SecvalError;

    fn from_str(text: &str) -> Result<Self, SecvalError> {
        let mut lines = (1..).zip(text.lines());
        let mut last = 0;
        let mut next = |expected| {
            last += 1;
            lines.next().ok_or(SecvalError { line: last, fault: SecvalFault::End { expected } })
        };
        let ((_, loss_line), (line, win_line)) = (next("the value of a loss")?, next("the value of a win")?);
        let at = |line| move |fault| SecvalError { line, fault };
        let loss = labelled(LABELS[0], loss_line).map_err(at(1))?;
        let win = labelled(LABELS[1], win_line).map_err(at(line))?;
        // Numbers are never i16::MIN, so that each has an opposite.
        if loss != -win {
            return Err(at(line)(SecvalFault::NotOpposite { loss, win }));
        }
        let (count_line, said) = next("the number of subspaces")?;
        let said = number(said.trim()).map_err(at(count_line))?;
        let mut ranks = Self::empty(win).map_err(|error| at(line)(error.into()))?;
        for (line, text) in lines {
            insert_line(&mut ranks, text).map_err(at(line))?;
        }
        if usize::try_from(said) != Ok(ranks.len()) {
            return Err(at(count_line)(SecvalFault::Count { said, found: ranks.len() }));
        }
        ranks.sort();
        Ok(ranks)
    }
}

/// `virt_win_val: 299` with `virt_win_val:` as the label.
fn labelled(label: &'static str, line: &str) -> Result<Rank, SecvalFault> {
    let wrong = || SecvalFault::Label { expected: label, found: shortened(line) };
    number(line.strip_prefix(label).ok_or_else(wrong)?.trim()).map(Rank)
}

/// `4 3 0 0  40`.
fn insert_line(ranks: &mut Ranks, line: &str) -> Result<(), SecvalFault> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let &[mover, other, mover_hand, other_hand, rank] = fields.as_slice() else {
        return Err(SecvalFault::Fields { found: fields.len() });
    };
    let stones = |text: &str| {
        // Whatever is no u8 is no count of stones either.
        text.parse::<u8>().map_err(|_| SecvalFault::Number { found: shortened(text) })
    };
    let subspace = Subspace::new(stones(mover)?, stones(other)?, stones(mover_hand)?, stones(other_hand)?)?;
    Ok(ranks.insert(subspace, Rank(number(rank)?))?)
}

fn number(text: &str) -> Result<i16, SecvalFault> {
    let number = text.parse::<i16>().ok().filter(|&number| number != i16::MIN);
    number.ok_or_else(|| SecvalFault::Number { found: shortened(text) })
}

/// So much of a text as an error should repeat.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "virt_loss_val: -9\nvirt_win_val: 9\n2\n3 4 0 0  -1\n4 3 0 0  1\n";

    fn fault(text: &str) -> (usize, SecvalFault) {
        let error = text.parse::<Ranks>().unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn what_is_written_reads_back() {
        let ranks: Ranks = GOOD.parse().unwrap();
        assert_eq!(
            (ranks.len(), ranks.win(), ranks.of("4_3_0_0".parse().unwrap())),
            (2, Rank(9), Some(Rank(1)))
        );
        assert_eq!(ranks.to_string(), GOOD);
        let dos = GOOD.replace('\n', "\r\n");
        assert_eq!(dos.parse::<Ranks>().unwrap(), ranks);
        assert_eq!(ranks.secval(LineEnd::CrLf).to_string(), dos);
    }

    #[test]
    fn every_fault_says_on_which_line_it_is() {
        let number = |found: &str| SecvalFault::Number { found: found.to_owned() };
        let end = |expected| SecvalFault::End { expected };
        assert_eq!(fault(""), (1, end("the value of a loss")));
        assert_eq!(fault("virt_loss_val: -9\n"), (2, end("the value of a win")));
        assert_eq!(fault("virt_loss_val: -9\nvirt_win_val: 9\n"), (3, end("the number of subspaces")));
        assert_eq!(fault(&GOOD.replace("-9", "x")), (1, number("x")));
        assert_eq!(fault(&GOOD.replace("_val: 9", "_val: 99999")), (2, number("99999")));
        assert_eq!(fault(&GOOD.replace("-9", "-32768")), (1, number("-32768")));
        let label = SecvalFault::Label { expected: "virt_win_val:", found: "win 9".to_owned() };
        assert_eq!(fault(&GOOD.replace("virt_win_val: 9", "win 9")), (2, label));
        let opposite = SecvalFault::NotOpposite { loss: Rank(-9), win: Rank(8) };
        assert_eq!(fault(&GOOD.replace("_val: 9", "_val: 8")), (2, opposite));
        let zero = GOOD.replace("-9", "0").replace("_val: 9", "_val: 0");
        assert_eq!(fault(&zero), (2, RankError::Win { win: Rank(0) }.into()));
        assert_eq!(fault(&GOOD.replace("\n2\n", "\n3\n")), (3, SecvalFault::Count { said: 3, found: 2 }));
        assert_eq!(fault(&GOOD.replace("\n2\n", "\n-2\n")), (3, SecvalFault::Count { said: -2, found: 2 }));
        assert_eq!(fault(&GOOD.replace("3 4 0 0", "3 4 0")), (4, SecvalFault::Fields { found: 4 }));
        assert_eq!(fault(&GOOD.replace("4 3 0 0", "4 3 0 300")), (5, number("300")));
        assert_eq!(
            fault(&GOOD.replace("4 3 0 0", "4 2 0 0")),
            (5, SubspaceError::Stones { stones: 2 }.into())
        );
        let subspace = "3_4_0_0".parse().unwrap();
        let twice = RankError::Twice { subspace, first: Rank(-1) };
        assert_eq!(fault(&GOOD.replace("4 3 0 0", "3 4 0 0")), (5, twice.into()));
        let range = RankError::Range { subspace, rank: Rank(-9), win: Rank(9) };
        assert_eq!(fault(&GOOD.replace("  -1", "  -9")), (4, range.into()));
    }
}
