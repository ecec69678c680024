//! Sets of points as slots have them: the middle ring first.
//!
//! The passes over blocks have all sets in these bits. Rules and symmetries know points by their own numbers.

use std::sync::LazyLock;

use millwright_index::PointOrder;
use millwright_rules::Symmetry;

use crate::kernels::SetImage;

/// The order of bits.
pub(crate) const ORDER: PointOrder = PointOrder::MiddleFirst;

/// What each symmetry does to sets in the order of slots.
static IMAGES: LazyLock<Vec<SetImage>> = LazyLock::new(|| {
    let of_symmetry = |symmetry: Symmetry| SetImage::new(|set| ORDER.bits(symmetry.apply(ORDER.set(set))));
    Symmetry::all().map(of_symmetry).collect()
});

/// What a symmetry does to sets.
pub(crate) fn set_image(symmetry: Symmetry) -> &'static SetImage {
    &IMAGES[usize::from(symmetry.number())]
}
