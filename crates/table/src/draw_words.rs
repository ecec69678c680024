//! What a draw is worth, in words.

use millwright_index::Subspace;
use millwright_ranks::{Rank, Ranks};

use crate::known::RankedDraw;

impl RankedDraw {
    /// The subspace in which best play ends, seen by the player to move now; `None` if several have its rank.
    #[must_use]
    pub fn ends_in(self, here: Subspace, ranks: &Ranks) -> Option<Subspace> {
        if self.gain.rank == 0 {
            return Some(here);
        }
        let mut found =
            ranks.iter().filter(|&(_, rank)| rank == self.value.rank).map(|(subspace, _)| subspace);
        found.next().filter(|_| found.next().is_none())
    }

    /// For a player: `best play ends 6 v 3, clearly better for you`.
    #[must_use]
    pub fn words(self, here: Subspace, ranks: &Ranks) -> String {
        let verdict = verdict(self.value.rank, ranks.win());
        match self.ends_in(here, ranks) {
            Some(subspace) if subspace.hands_are_empty() => {
                format!("best play ends {} v {}, {verdict}", subspace.mover, subspace.other)
            }
            Some(subspace) => {
                let Subspace { mover, other, mover_hand, other_hand } = subspace;
                format!("best play ends {mover}+{mover_hand} v {other}+{other_hand}, {verdict}")
            }
            None => format!("best play ends {verdict}"),
        }
    }
}

/// How good a rank is for the player to move: `clearly better for you`.
fn verdict(rank: Rank, win: Rank) -> String {
    let (size, win) = (i32::from(rank.0).abs(), i32::from(win.0));
    let how = match size {
        0 => return "even".to_owned(),
        size if 6 * size < win => "slightly ",
        size if 3 * size < win => "",
        _ => "clearly ",
    };
    format!("{how}{} for you", if rank.0 > 0 { "better" } else { "worse" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_words() {
        let win = Rank(299);
        let words =
            [(112, "clearly better for you"), (59, "better for you"), (29, "slightly better for you")];
        for (rank, expected) in words {
            assert_eq!(verdict(Rank(rank), win), expected);
            assert_eq!(verdict(Rank(-rank), win), expected.replace("better", "worse"));
        }
        assert_eq!(verdict(Rank(0), win), "even");
    }
}
