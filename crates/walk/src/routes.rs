//! The ways from one block to those that its moves lead to, which are named by the stones that are the key there.

use millwright_index::{Classes, compress};
use millwright_rules::PointSet;

use crate::byte_map::ByteMap;

/// Places of the hash table. Three flying stones reach 63 sets, twelve stones of which two are taken 79: it
/// is never half full.
const PLACES: usize = 512;
const EMPTY: u32 = u32::MAX;

/// How to find a value whose key stones are a certain set.
pub(crate) struct Route {
    /// The number of the set's class, which is the number of the block.
    pub(crate) class: u32,
    /// Takes the rest's stones to where the key is its class's representative, and numbers them there.
    pub(crate) numbering: ByteMap,
}

impl Route {
    fn new(set: PointSet, classes: &Classes) -> Self {
        let (class, symmetry) = classes.find(set);
        let frame = !classes.representative(class);
        Self { class: class.0, numbering: ByteMap::new(|point| compress(symmetry.apply(point), frame)) }
    }
}

/// All routes met since the last [`Routes::clear`]. All positions of a block take the same few: each is worked
/// out once.
pub(crate) struct Routes {
    /// The bits of a set and the place of its route, where the hash of the bits says or in the next free place.
    places: Box<[(u32, u32); PLACES]>,
    routes: Vec<Route>,
}

impl Routes {
    pub(crate) fn new() -> Self {
        Self { places: Box::new([(EMPTY, 0); PLACES]), routes: Vec::new() }
    }

    /// Forgets all routes.
    pub(crate) fn clear(&mut self) {
        self.places.fill((EMPTY, 0));
        self.routes.clear();
    }

    /// The route to a set; `classes` are those of its size.
    #[inline]
    pub(crate) fn find(&mut self, set: PointSet, classes: &Classes) -> &Route {
        let mut place = (set.bits().wrapping_mul(0x9E37_79B1) >> 23) as usize % PLACES;
        loop {
            let (bits, number) = self.places[place];
            if bits == set.bits() {
                return &self.routes[number as usize];
            }
            if bits == EMPTY {
                return self.add(place, set, classes);
            }
            place = (place + 1) % PLACES;
        }
    }

    #[cold]
    fn add(&mut self, place: usize, set: PointSet, classes: &Classes) -> &Route {
        assert!(self.routes.len() < PLACES / 2, "a block leads to fewer sets");
        let number = u32::try_from(self.routes.len()).expect("just checked");
        self.places[place] = (set.bits(), number);
        self.routes.push(Route::new(set, classes));
        &self.routes[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Order;
    use millwright_index::{Unit, UnitIndex};

    #[test]
    fn a_route_leads_to_the_slot_that_the_index_gives() {
        let unit = Unit::of("5_4_0_0".parse().unwrap());
        let index = UnitIndex::new(unit);
        let order = Order::new(5, 4);
        assert_eq!(order.slots(), index.slots());
        let mut routes = Routes::new();
        for (number, a) in PointSet::subsets(24, 5).enumerate().step_by(37) {
            if number % 100 == 0 {
                routes.clear();
            }
            for c in PointSet::subsets(24, 4).step_by(101).filter(|&c| !c.intersects(a)) {
                let route = routes.find(a, order.classes);
                let place = order.place(route.numbering.apply(c));
                let slot = u64::from(route.class) * u64::from(order.block_len) + u64::from(place);
                assert_eq!(slot, index.slot_of_sets(a, c).0);
            }
        }
    }
}
