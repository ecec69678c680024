//! What all blocks of a plane have in common when stones are placed or taken in them.

use millwright_index::{Plane, binomial};

use crate::rows::{Members, RowShape, StoneLanes, low_points};
use crate::unit_context::UnitContext;

/// The sets of two sizes on the same points, in rows, and the mills of the larger ones.
#[derive(Debug)]
pub(super) struct InBlock {
    pub(super) fewer: RowShape,
    pub(super) more: RowShape,
    pub(super) lanes: StoneLanes,
    /// Of the rows of `more`.
    pub(super) members: Members,
    pub(super) fewer_len: usize,
    pub(super) more_len: usize,
}

impl InBlock {
    /// For `more` stones of C on the points that `a` stones of A leave free, and for one less.
    pub(super) fn new<T>(context: &UnitContext<'_>, a: u8, more: u8) -> Self {
        let points = 24 - u32::from(a);
        let (low, lanes) = lanes_of::<T>(context, points);
        let shape = |size: u8| RowShape::new(points, size.into(), low);
        let (fewer, more_shape) = (shape(more - 1), shape(more));
        let members = Members::new(&more_shape, &lanes);
        let len = |size: u8| binomial(points as usize, size.into()) as usize;
        Self { fewer, more: more_shape, lanes, members, fewer_len: len(more - 1), more_len: len(more) }
    }
}

/// How many of a block's free points are low ones, and what stones on them do to rows.
fn lanes_of<T>(context: &UnitContext<'_>, points: u32) -> (u32, StoneLanes) {
    let vector = context.vectors.long();
    let low = low_points(size_of::<T>(), vector).min(points);
    (low, StoneLanes::new(low, size_of::<T>(), vector))
}

/// C's own sets in rows, for his slides.
#[derive(Debug)]
pub(super) struct SlideRows {
    pub(super) shape: RowShape,
    pub(super) lanes: StoneLanes,
}

impl SlideRows {
    /// `None` where C's slides are not those of rows: where he flies, or takes two stones by one.
    pub(super) fn new<T>(context: &UnitContext<'_>) -> Option<Self> {
        let rows = context.moves.can_slide(Plane::C)
            && !context.moves.flies(Plane::C)
            && !context.moves.slides_take_pairs(Plane::C);
        let points = 24 - u32::from(context.unit.a());
        rows.then(|| {
            let (low, lanes) = lanes_of::<T>(context, points);
            Self { shape: RowShape::new(points, context.unit.c().into(), low), lanes }
        })
    }
}
