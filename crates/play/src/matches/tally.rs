//! What a match has come to.

use millwright_rules::Color;
use millwright_rules::notation::GameResult;

/// What a game is to the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Score {
    /// Of a result, for the player who had this colour. A game that has not ended is a draw.
    #[must_use]
    pub fn of(result: GameResult, color: Color) -> Self {
        match result {
            GameResult::Win(winner) if winner == color => Self::Win,
            GameResult::Win(_) => Self::Loss,
            GameResult::Draw | GameResult::Open => Self::Draw,
        }
    }
}

/// The scores of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Standard deviations on either side that hold 95 in 100.
const DEVIATIONS: f64 = 1.959_964;

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, score: Score) {
        *match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        } += 1;
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of games won.
    #[must_use]
    pub fn win_ratio(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.games().max(1))
    }

    /// Where the share of games won lies with a probability of 95 percent (Wilson's interval).
    #[must_use]
    pub fn win_interval(&self) -> (f64, f64) {
        let games = f64::from(self.games().max(1));
        let (share, square) = (self.win_ratio(), DEVIATIONS * DEVIATIONS);
        let middle = (share + square / (2.0 * games)) / (1.0 + square / games);
        let spread = (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
        let half = DEVIATIONS * spread / (1.0 + square / games);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// Points a game: a win is one, a draw half of one.
    #[must_use]
    pub fn points(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Where the points a game lie with a probability of 95 percent.
    #[must_use]
    pub fn points_interval(&self) -> (f64, f64) {
        let games = f64::from(self.games().max(1));
        let mean = self.points();
        let squares = f64::from(self.wins) * (1.0 - mean).powi(2)
            + f64::from(self.draws) * (0.5 - mean).powi(2)
            + f64::from(self.losses) * mean.powi(2);
        let half = DEVIATIONS * (squares / games / games).sqrt();
        ((mean - half).max(0.0), (mean + half).min(1.0))
    }

    /// The Elo difference that these points a game stand for; `None` where one side has all of them.
    #[must_use]
    pub fn elo(points: f64) -> Option<f64> {
        (points > 0.0 && points < 1.0).then(|| -400.0 * (1.0 / points - 1.0).log10())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    /// Wilson's interval of 20 in 100 is 0.1334 to 0.2888 in every textbook; 10 of 10 is 0.7225 to 1.
    #[test]
    fn intervals_are_those_of_the_textbooks() {
        let tally = Tally { wins: 20, draws: 60, losses: 20 };
        let (low, high) = tally.win_interval();
        assert!(is_near(low, 0.1334) && is_near(high, 0.2888), "{low} {high}");
        let (low, high) = Tally { wins: 10, draws: 0, losses: 0 }.win_interval();
        assert!(is_near(low, 0.7225) && is_near(high, 1.0), "{low} {high}");
        assert!(is_near(tally.points(), 0.5) && tally.games() == 100);
        // The deviation of a game is the square root of 0.4 / 4.
        let (low, high) = tally.points_interval();
        assert!(is_near(high - 0.5, 1.96 * (0.1_f64 / 100.0).sqrt()) && is_near(0.5 - low, high - 0.5));
    }

    #[test]
    fn two_hundred_elo_are_three_quarters_of_the_points() {
        assert!(is_near(Tally::elo(0.7597).unwrap() / 200.0, 1.0));
        assert!(is_near(Tally::elo(0.5).unwrap(), 0.0));
        assert_eq!((Tally::elo(1.0), Tally::elo(0.0)), (None, None));
        assert_eq!(Tally::default().win_ratio().to_bits(), 0.0_f64.to_bits());
    }
}
