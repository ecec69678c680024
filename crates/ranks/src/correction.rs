//! The one published change to the ranks of a rule.

use millwright_index::Subspace;
use thiserror::Error;

use crate::ranks::{Rank, Ranks};

/// Five stones against three, the mover having five.
const FIVE_THREE: Subspace = movement(5, 3);
/// Six against three.
const SIX_THREE: Subspace = movement(6, 3);
/// Nine against eight.
const NINE_EIGHT: Subspace = movement(9, 8);

/// What the ratio rule gives them in the standard game.
const NATURAL: [(Subspace, Rank); 3] =
    [(FIVE_THREE, Rank(59)), (SIX_THREE, Rank(77)), (NINE_EIGHT, Rank(112))];

const fn movement(mover: u8, other: u8) -> Subspace {
    Subspace { mover, other, mover_hand: 0, other_hand: 0 }
}

/// Why there is nothing to correct.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the published correction is for the ratio rule and the whole standard game, where {subspace} has the rank {expected}; here {}",
    match found { Some(rank) => format!("it has {rank}"), None => "it has none".to_owned() }
)]
pub struct CorrectionError {
    /// A subspace that the correction moves.
    pub subspace: Subspace,
    /// The rank that it should have before.
    pub expected: Rank,
    /// The rank that it has.
    pub found: Option<Rank>,
}

impl Ranks {
    /// The correction that Gevay and Danner made by hand to the ranks of the standard game.
    ///
    /// By the ratio rule, nine stones against eight rank above six against three, and a program that followed it
    /// played for that. So they changed the rank by hand (section IV of their paper); the published ranks show
    /// how. In terms of the rule's own ranks: `9_8` goes down from 112 to 59, just below `5_3`; all from 59 to 76
    /// go up by one; and `6_3` goes from 77 to the 112 that has become free. Likewise with the opposite sign.
    ///
    /// # Errors
    /// If these are not the ranks that the ratio rule gives the standard game.
    pub fn published_correction(&self) -> Result<Self, CorrectionError> {
        for (subspace, expected) in NATURAL {
            for (subspace, expected) in [(subspace, expected), (subspace.swapped(), -expected)] {
                let found = self.of(subspace);
                if found != Some(expected) {
                    return Err(CorrectionError { subspace, expected, found });
                }
            }
        }
        let corrected = self.iter().map(|(subspace, rank)| (subspace, corrected(subspace, rank)));
        Ok(Self::of_rule(corrected.collect()))
    }
}

fn corrected(subspace: Subspace, rank: Rank) -> Rank {
    let [(_, five_three), (_, six_three), (_, nine_eight)] = NATURAL;
    let distance = match subspace {
        _ if subspace == NINE_EIGHT || subspace == NINE_EIGHT.swapped() => five_three.0,
        _ if subspace == SIX_THREE || subspace == SIX_THREE.swapped() => nine_eight.0,
        _ if (five_three.0..six_three.0).contains(&rank.0.abs()) => rank.0.abs() + 1,
        _ => rank.0.abs(),
    };
    Rank(distance * rank.0.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_other_games_are_not_corrected() {
        let ranks = Ranks::new(Rank(299), [(FIVE_THREE, Rank(58))]).unwrap();
        let error = ranks.published_correction().unwrap_err();
        assert_eq!(
            error,
            CorrectionError { subspace: FIVE_THREE, expected: Rank(59), found: Some(Rank(58)) }
        );
        assert!(error.to_string().ends_with("where 5_3_0_0 has the rank 59; here it has 58"), "{error}");
        let none = Ranks::new(Rank(9), []).unwrap().published_correction().unwrap_err();
        assert!(none.to_string().ends_with("here it has none"), "{none}");
    }
}
