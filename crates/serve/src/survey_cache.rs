//! Surveys, kept by position up to symmetry and colour: what sixteen boards and two players share is found once.

use std::sync::Arc;

use millwright_rules::{Color, Position, Symmetry};
use millwright_table::{RatedMove, Survey};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::library::ShelfId;

/// Surveys of tables that have not changed, up to so many bytes. Only what is complete is kept.
#[derive(Debug)]
pub(crate) struct SurveyCache(Cache<(ShelfId, Position), Arc<Survey>, ByMoves>);

impl SurveyCache {
    pub(crate) fn new(bytes: u64) -> Self {
        let surveys = usize::try_from(bytes >> 10).unwrap_or(usize::MAX).clamp(1, 1 << 20);
        Self(Cache::with_weighter(surveys, bytes, ByMoves))
    }

    /// The survey of a position, found by `find` if it is not kept.
    ///
    /// # Errors
    /// What `find` says.
    pub(crate) fn get_or<E>(
        &self,
        of: ShelfId,
        position: &Position,
        find: impl FnOnce() -> Result<Survey, E>,
    ) -> Result<Survey, E> {
        let (standing, symmetry) = representative(position);
        if let Some(kept) = self.0.get(&(of, standing)) {
            return Ok(image(&kept, symmetry.inverse(), position));
        }
        let found = find()?;
        if found.is_complete() {
            self.0.insert((of, standing), Arc::new(image(&found, symmetry, &standing)));
        }
        Ok(found)
    }

    /// Hits, misses and bytes.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        (self.0.hits(), self.0.misses(), self.0.weight())
    }
}

/// The position that stands for all that are the same up to symmetry and colour, and the symmetry that leads to it.
fn representative(position: &Position) -> (Position, Symmetry) {
    Position::from_sides_unchecked(position.mover(), position.other(), Color::White).canonical()
}

/// The survey of the image of a position. Moves that are equally good are in the order of their names there.
fn image(survey: &Survey, symmetry: Symmetry, position: &Position) -> Survey {
    let of_move = |rated: &RatedMove| {
        let chosen = symmetry.apply_to_move(rated.chosen);
        RatedMove { chosen, next: position.play_unchecked(chosen), known: rated.known }
    };
    Survey::new(survey.value, survey.moves.iter().map(of_move).collect())
}

#[derive(Clone, Debug)]
struct ByMoves;

impl Weighter<(ShelfId, Position), Arc<Survey>> for ByMoves {
    fn weight(&self, _key: &(ShelfId, Position), survey: &Arc<Survey>) -> u64 {
        let fixed = size_of::<Survey>() + 2 * size_of::<(ShelfId, Position)>();
        (fixed + survey.moves.capacity() * size_of::<RatedMove>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use millwright_rules::notation::parse_position;
    use millwright_rules::{Game, Move, Side, Value};
    use millwright_table::Known;

    use super::*;
    use crate::library::ShelfId;

    const SHELF: ShelfId = ShelfId::FIRST;

    /// A survey whose values are the same for images and depend on the move: by the numbers of the points taken and free.
    fn survey(position: &Position) -> Survey {
        let rules = Game::Standard.rules();
        let rate = |chosen: Move| {
            let next = position.play_unchecked(chosen);
            let plies = 2 * next.moves(&rules).len() + 1;
            let value = Value::win(u16::try_from(plies).unwrap());
            RatedMove { chosen, next, known: Some(Known::Value(value)) }
        };
        let moves = position.moves(&rules).into_iter().map(rate).collect();
        Survey::new(Some(Known::Value(Value::win(1))), moves)
    }

    #[test]
    fn all_images_of_a_position_share_one_survey_and_each_has_its_own_moves() {
        let rules = Game::Standard.rules();
        for text in ["w_a1d1g4_b2d2f4f6", "b_a1d1g1.6_b2d2.7", "w_.9_.9", "b_a4d7a1_f2d2b2c5"] {
            let position = parse_position(text, &rules).unwrap();
            let cache = SurveyCache::new(1 << 20);
            let mut found = 0;
            for symmetry in Symmetry::all() {
                for turn in [Color::White, Color::Black] {
                    let of = |side: Side| Side { stones: symmetry.apply(side.stones), ..side };
                    let image =
                        Position::from_sides_unchecked(of(position.mover()), of(position.other()), turn);
                    let find = || {
                        found += 1;
                        Ok::<_, Infallible>(survey(&image))
                    };
                    let Ok(kept) = cache.get_or(SHELF, &image, find);
                    assert_eq!(kept, survey(&image), "{text} {symmetry:?}");
                }
            }
            assert_eq!(found, 1, "{text}");
        }
    }

    #[test]
    fn what_is_not_complete_is_not_kept() {
        let position = Position::start(&Game::Standard.rules());
        let cache = SurveyCache::new(1 << 20);
        for _ in 0..2 {
            let mut asked = false;
            let find = || {
                asked = true;
                Ok::<_, Infallible>(Survey { value: None, ..survey(&position) })
            };
            let Ok(_) = cache.get_or(SHELF, &position, find);
            assert!(asked);
        }
    }
}
