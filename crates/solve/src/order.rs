//! Sets of points as slots have them: the middle ring first.
//!
//! The passes over blocks have all sets in these bits. Rules and symmetries know points by their own numbers.

use std::sync::LazyLock;

use millwright_index::PointOrder;
use millwright_rules::Symmetry;

/// The order of bits.
pub(crate) const ORDER: PointOrder = PointOrder::MiddleFirst;

/// The images of each byte of a set.
pub(crate) type ByteImages = [[u32; 256]; 3];

/// What each symmetry does to the bytes of a set, both in the order of slots.
static IMAGES: LazyLock<Vec<ByteImages>> = LazyLock::new(|| {
    let of_symmetry = |symmetry: Symmetry| {
        let mut images = [[0; 256]; 3];
        for (images, shift) in images.iter_mut().zip([0, 8, 16]) {
            for (image, byte) in images.iter_mut().zip(0_u32..) {
                *image = ORDER.bits(symmetry.apply(ORDER.set(byte << shift)));
            }
        }
        images
    };
    Symmetry::all().map(of_symmetry).collect()
});

/// The images of each byte of a set under a symmetry: the image of the set is their union.
pub(crate) fn byte_images(symmetry: Symmetry) -> &'static ByteImages {
    &IMAGES[usize::from(symmetry.number())]
}
