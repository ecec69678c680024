//! Every kernel does what the portable one does.

use millwright_rules::{Board, Symmetry};

use super::*;
use crate::order::{ORDER, set_image};
use crate::slides::SlideBoard;

/// Miri takes a thousand times as long for one.
const ROUNDS: u32 = if cfg!(miri) { 50 } else { 5000 };

struct Move(u32, u32);

impl Work for Move {
    type Output = (u32, u32);
    fn run<K: Kernel>(self, kernel: K) -> (u32, u32) {
        (kernel.compress(self.0, self.1), kernel.expand(self.0, self.1))
    }
}

fn chance(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 32) as u32
}

#[test]
fn every_kernel_moves_bits_as_the_portable_one_does() {
    let mut seed = 7;
    for _ in 0..60 * ROUNDS {
        let (set, frame) = (chance(&mut seed) & 0xFF_FFFF, chance(&mut seed) & 0xFF_FFFF);
        for kernel in Dispatch::all() {
            assert_eq!(kernel.run(Move(set, frame)), Dispatch::Portable.run(Move(set, frame)));
        }
    }
}

/// `.ci/sanitize` runs these tests compiled for AVX2, where nothing else would notice that the kernel is left out.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[test]
fn the_kernel_that_these_tests_are_compiled_for_is_among_them() {
    assert!(Dispatch::all().iter().any(|kernel| kernel.name() == "avx2"));
}

#[test]
fn kernels_are_known_by_their_names() {
    for kernel in Dispatch::all() {
        assert_eq!(kernel.name().parse(), Ok(kernel));
    }
    assert!("abacus".parse::<Dispatch>().unwrap_err().to_string().contains("portable"));
}

/// Cells and bits for every operation of a vector.
struct Everything<'a, T> {
    cells: &'a [T],
    chances: [u8; Shuffle::BYTES],
    bits: u64,
}

fn bytes_of<T: Cell>(cells: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(cells)];
    cells.iter().zip(bytes.chunks_exact_mut(size_of::<T>())).for_each(|(cell, to)| cell.write_bytes(to));
    bytes
}

/// Every operation does what it says, byte by byte, also at the end of a buffer.
fn check_vector<T: Cell, V: Vector>(work: &Everything<'_, T>) {
    let Everything { cells, chances, bits } = work;
    let len = V::cells::<T>();
    let last = cells.len() - len;
    let at = |vector: V| {
        let mut stored = vec![T::default(); len];
        vector.store(&mut stored, 0);
        stored
    };
    let bytes_at = |vector: V| bytes_of(&at(vector));
    let (one, other) = (V::load(cells, 0), V::load(cells, last));
    let (ones, others) = (&cells[..len], &cells[last..]);
    let pairs = || ones.iter().copied().zip(others.iter().copied());
    assert_eq!(at(V::zero()), vec![T::default(); len]);
    assert_eq!((at(one), at(other)), (ones.to_vec(), others.to_vec()));
    let part = V::PART / size_of::<T>();
    let end = cells.len() - part;
    assert_eq!(at(V::load_part(cells, 3)), cells[3..][..part].repeat(len / part));
    assert_eq!(at(V::load_part(cells, end)), cells[end..].repeat(len / part));
    for number in 0..len / part {
        assert_eq!(at(one.spread_part(number)), ones[number * part..][..part].repeat(len / part));
    }
    let mut shuffle = Shuffle::NONE;
    for (from, &chance) in shuffle.0.iter_mut().zip(chances) {
        *from = if chance > 200 { Shuffle::NOTHING } else { chance % u8::try_from(V::PART).unwrap() };
    }
    let bytes = bytes_of(ones);
    let shuffled = |(place, &from): (usize, &u8)| {
        if from == Shuffle::NOTHING { 0 } else { bytes[place / V::PART * V::PART + usize::from(from)] }
    };
    let expected: Vec<u8> = shuffle.0[..V::BYTES].iter().enumerate().map(shuffled).collect();
    assert_eq!(bytes_at(one.shuffle(V::places(&shuffle))), expected);
    assert_eq!(at(one.max::<T>(other)), pairs().map(|(one, other)| one.max(other)).collect::<Vec<T>>());
    let mask = V::mask::<T>(*bits);
    let has = |lane: usize| bits >> lane & 1 == 1;
    let ones_where = (0..len).map(|lane| if has(lane) { T::MAX } else { T::default() });
    assert_eq!(at(mask), ones_where.collect::<Vec<T>>());
    let selected = pairs().enumerate().map(|(lane, (one, other))| if has(lane) { one } else { other });
    assert_eq!(at(mask.select(one, other)), selected.collect::<Vec<T>>());
    let kept = ones.iter().enumerate().map(|(lane, &one)| if has(lane) { one } else { T::default() });
    assert_eq!(at(one.keep(mask)), kept.collect::<Vec<T>>());
    assert_eq!(bytes_at(V::splat(chances[0])), vec![chances[0]; V::BYTES]);
    let sums = bytes.iter().zip(bytes_of(others)).map(|(one, other)| one.wrapping_add(other));
    assert_eq!(bytes_at(one.add(other)), sums.collect::<Vec<u8>>());
}

impl<T: Cell> Work for Everything<'_, T> {
    type Output = ();
    fn run<K: Kernel>(self, _kernel: K) {
        check_vector::<T, K::Short>(&self);
        check_vector::<T, K::Middle>(&self);
        check_vector::<T, K::Long>(&self);
    }
}

#[test]
fn every_kernel_does_with_vectors_what_they_say() {
    fn check<T: Cell>() {
        let mut seed = 11;
        for _ in 0..ROUNDS {
            let cells: Vec<T> = (0..69).map(|_| T::from_u32(chance(&mut seed) % 65_521)).collect();
            let chances = std::array::from_fn(|_| chance(&mut seed).to_le_bytes()[3]);
            let bits = u64::from(chance(&mut seed)) << 32 | u64::from(chance(&mut seed));
            for kernel in Dispatch::all() {
                kernel.run(Everything { cells: &cells, chances, bits });
            }
        }
    }
    check::<u8>();
    check::<u16>();
}

#[test]
fn rows_take_the_shortest_vector_that_holds_them() {
    for kernel in Dispatch::all() {
        let vectors = kernel.vectors();
        for bytes in 1..=70 {
            let vector = vectors.for_row(bytes);
            assert!(vector == vectors.long() || bytes <= vector.bytes);
            assert!(vectors.0.into_iter().all(|other| other.bytes >= vector.bytes || other.bytes < bytes));
        }
    }
}

#[test]
fn nothing_is_read_or_written_beyond_a_slice() {
    struct Beyond(bool);
    impl Work for Beyond {
        type Output = ();
        fn run<K: Kernel>(self, _kernel: K) {
            let mut cells = vec![0_u8; K::Long::BYTES + 8];
            if self.0 {
                K::Long::zero().store(&mut cells, 9);
            } else {
                let _ = K::Long::load(&cells, 9);
            }
        }
    }
    for kernel in Dispatch::all() {
        for writes in [false, true] {
            assert!(std::panic::catch_unwind(|| kernel.run(Beyond(writes))).is_err(), "{}", kernel.name());
        }
    }
}

/// So many random points of a set.
fn some_of(points: u32, size: u32, seed: &mut u64) -> u32 {
    let mut set = points;
    while set.count_ones() > size {
        set &= !(1 << (chance(seed) % 24));
    }
    set
}

/// A block with a random frame, and random sets in it; any number of them that may be asked for at once, or up to three times as
/// many.
fn random_sets(times: usize, seed: &mut u64) -> (SetFrame, Vec<u32>) {
    let free = 12 + chance(seed) % 10;
    let points = some_of(0xFF_FFFF, free, seed);
    let frame = SetFrame { points, halves: Halves::of(free) };
    let (size, count) = (chance(seed) % 10, chance(seed) as usize % (times * MANY + 1));
    (frame, (0..count).map(|_| some_of(points, size, seed)).collect())
}

/// Sets moved by a symmetry.
struct Images<'a> {
    frame: SetFrame,
    image: &'a SetImage,
    avoided: u32,
    sets: &'a [u32],
}

impl Work for &Images<'_> {
    type Output = Vec<u32>;
    fn run<K: Kernel>(self, kernel: K) -> Vec<u32> {
        let (mut cuts, mut ready) = (CutSets::new(), K::Ready::default());
        // Twice, with what was made ready and without.
        for _ in 0..2 {
            cuts.clear();
            kernel.cut_images(&mut ready, self.frame, (self.image, self.avoided), self.sets, &mut cuts);
        }
        cuts.as_slice().to_vec()
    }
}

#[test]
fn every_kernel_moves_sets_by_symmetries_as_points_are_moved() {
    let mut seed = 13;
    for round in 0..ROUNDS {
        let (frame, mut images) = random_sets(1, &mut seed);
        let avoided = some_of(!frame.points & 0xFF_FFFF, round % 2, &mut seed);
        for image in images.iter_mut().step_by(3) {
            *image |= avoided;
        }
        let symmetry = Symmetry::all().nth(chance(&mut seed) as usize % 16).unwrap();
        let image = set_image(symmetry);
        let by_points = |set: u32| {
            let moved = ORDER.set(set).iter().map(|point| ORDER.bits(symmetry.apply(point.set())));
            moved.fold(0, |image, point| image | point)
        };
        let sets: Vec<u32> =
            images.iter().map(|&set| ORDER.bits(symmetry.inverse().apply(ORDER.set(set)))).collect();
        assert!(sets.iter().zip(&images).all(|(&set, &image)| by_points(set) == image));
        let kept = images.iter().filter(|&image| image & avoided == 0);
        let expected: Vec<u32> =
            kept.map(|&image| frame.halves.cut(Portable.compress(image, frame.points))).collect();
        let work = Images { frame, image, avoided, sets: &sets };
        for kernel in Dispatch::all() {
            assert_eq!(kernel.run(&work), expected, "{}", kernel.name());
        }
    }
}

/// Sets that slides lead to others from.
struct Predecessors<'a> {
    frame: SetFrame,
    slides: SlidesBack<'a>,
    sets: &'a [u32],
}

impl Work for &Predecessors<'_> {
    type Output = Vec<u32>;
    fn run<K: Kernel>(self, kernel: K) -> Vec<u32> {
        let (mut cuts, mut ready, mut all) = (CutSets::new(), K::Ready::default(), Collected(Vec::new()));
        kernel.cut_slides(&mut ready, self.frame, self.slides, self.sets, &mut cuts, &mut all);
        assert!(cuts.as_slice().is_empty());
        all.0.sort_unstable();
        all.0
    }
}

struct Collected(Vec<u32>);

impl TakeCuts for Collected {
    fn take(&mut self, cuts: &mut CutSets) {
        self.0.extend_from_slice(cuts.as_slice());
        cuts.clear();
    }
}

#[test]
fn every_kernel_slides_back_as_stones_go_to_their_neighbours() {
    let mut seed = 17;
    for board in Board::ALL {
        let slide_board = SlideBoard::new(board);
        for round in 0..ROUNDS {
            let (frame, sets) = random_sets(3, &mut seed);
            let closing_stays = round % 3 == 0;
            let mut expected = Vec::new();
            for &set in &sets {
                let stones = ORDER.set(set);
                for to in stones {
                    if !closing_stays && board.in_mills(stones).contains(to) {
                        continue;
                    }
                    for from in board.neighbours(to) - stones {
                        let before = ORDER.bits(stones.without(to).with(from));
                        if before & !frame.points == 0 {
                            expected.push(frame.halves.cut(Portable.compress(before, frame.points)));
                        }
                    }
                }
            }
            expected.sort_unstable();
            let slides = SlidesBack { board: &slide_board, closing_stays };
            for kernel in Dispatch::all() {
                assert_eq!(
                    kernel.run(&Predecessors { frame, slides, sets: &sets }),
                    expected,
                    "{}",
                    kernel.name()
                );
            }
        }
    }
}

/// The places of a code.
struct Find<'a, T>(&'a [T], T);

impl<T: Cell> Work for &Find<'_, T> {
    type Output = Vec<usize>;
    fn run<K: Kernel>(self, kernel: K) -> Vec<usize> {
        let mut found = Vec::new();
        kernel.find_all(self.0, self.1, |place| found.push(place));
        found
    }
}

#[test]
fn every_kernel_finds_all_places_in_order_to_the_end_of_a_slice() {
    fn check<T: Cell>() {
        let mut seed = 19;
        for len in 0..200 {
            let cells: Vec<T> = (0..len).map(|_| T::from_u32(chance(&mut seed) % 5 * 60)).collect();
            let wanted = T::from_u32(180);
            let expected: Vec<usize> = (0..cells.len()).filter(|&place| cells[place] == wanted).collect();
            for kernel in Dispatch::all() {
                assert_eq!(kernel.run(&Find(&cells, wanted)), expected, "{}", kernel.name());
            }
        }
    }
    check::<u8>();
    check::<u16>();
}
