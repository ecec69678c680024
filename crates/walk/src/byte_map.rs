//! Maps of sets that take a look-up a byte.

use millwright_rules::PointSet;

/// A map of sets to sets, point by point, as three look-ups: one a byte.
#[derive(Clone)]
pub(crate) struct ByteMap([[u32; 256]; 3]);

impl ByteMap {
    /// The map that takes each single point to what `image` says.
    pub(crate) fn new(image: impl Fn(PointSet) -> PointSet) -> Self {
        let mut bytes = [[0_u32; 256]; 3];
        for (ring, images) in bytes.iter_mut().enumerate() {
            for place in 0..8 {
                let first = 1 << place;
                let bits = image(PointSet::from_bits_truncated(1 << (8 * ring + place))).bits();
                // All sets with this highest point: those without it, which are there already, and its image.
                for below in 0..first {
                    images[first + below] = images[below] | bits;
                }
            }
        }
        Self(bytes)
    }

    /// The bits of a set's image.
    #[inline]
    pub(crate) fn apply(&self, set: PointSet) -> u32 {
        let [outer, middle, inner, _] = set.bits().to_le_bytes().map(usize::from);
        self.0[0][outer] | self.0[1][middle] | self.0[2][inner]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Symmetry;

    #[test]
    fn a_byte_map_is_the_map_it_was_made_from() {
        for symmetry in Symmetry::all() {
            let map = ByteMap::new(|point| symmetry.apply(point));
            for bits in (0..1 << 24).step_by(4099) {
                let set = PointSet::from_bits_truncated(bits);
                assert_eq!(map.apply(set), symmetry.apply(set).bits());
            }
        }
    }
}
