//! The ultra-strong solution of whole small games, against Malom's (see `data/README.md`) and against its own
//! definition.

use std::collections::BTreeMap;

use millwright_oracle::{
    RankedValue, Ranks, RanksError, Solution, State, Subspace, UltraSolution, Value,
    ranked_value_by_successors,
};
use millwright_rules::{Game, Rules, StoneCount};
use serde_json::Value as Json;

/// What a file of ranks says: see `data/README.md`.
fn published_ranks(secval: &str) -> Ranks {
    let mut lines = secval.lines();
    let mut after =
        |name: &str| lines.next().unwrap().strip_prefix(name).unwrap().trim().parse::<i32>().unwrap();
    let (loss, win) = (after("virt_loss_val:"), after("virt_win_val:"));
    assert_eq!(loss, -win);
    let count: usize = lines.next().unwrap().trim().parse().unwrap();
    let ranks: Vec<(Subspace, i32)> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            (fields[..4].join("_").parse().unwrap(), fields[4].parse().unwrap())
        })
        .collect();
    assert_eq!(ranks.len(), count);
    Ranks::new(win, ranks).unwrap()
}

/// What a table says about one subspace.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    absolute_ranks: BTreeMap<i32, u64>,
    values: BTreeMap<(i32, i32), u64>,
}

impl Counts {
    fn add(&mut self, rank_of_subspace: i32, value: RankedValue) {
        *self.absolute_ranks.entry(value.rank() + rank_of_subspace).or_default() += 1;
        *self.values.entry((value.rank(), value.depth())).or_default() += 1;
    }

    fn published(json: &Json) -> Self {
        let entries = |field: &str| json[field].as_object().unwrap().iter();
        let value = |text: &str| {
            let (rank, depth) = text.split_once(',').unwrap();
            (rank.parse().unwrap(), depth.parse().unwrap())
        };
        Self {
            absolute_ranks: entries("akey1")
                .map(|(rank, count)| (rank.parse().unwrap(), count.as_u64().unwrap()))
                .collect(),
            values: entries("key1_key2")
                .map(|(text, count)| (value(text), count.as_u64().unwrap()))
                .collect(),
        }
    }
}

/// Stones of both players.
const ALL: u8 = 8;
/// Four against three: an eighth of the positions.
const FEWER: u8 = 7;

/// All subspaces that Malom lists and that have at most so many stones.
fn equals_malom(game: Game, most: u8, (secval, malom): (&str, &str)) {
    let ranks = published_ranks(secval);
    let malom: Json = serde_json::from_str(malom).unwrap();
    let published: BTreeMap<Subspace, Counts> = malom
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, json)| (name.split_once('_').unwrap().1, json))
        .filter(|(name, _)| name.split('_').map(|count| count.parse::<u8>().unwrap()).sum::<u8>() <= most)
        .map(|(name, json)| (name.parse().unwrap(), Counts::published(json)))
        .collect();
    let solution = UltraSolution::of_subspaces(&game.rules(), published.keys().copied(), &ranks).unwrap();
    let mut counted: BTreeMap<Subspace, Counts> = BTreeMap::new();
    for (state, value) in solution.iter() {
        let subspace = Subspace::of(&state).unwrap();
        counted.entry(subspace).or_default().add(ranks.of(subspace).unwrap(), value);
    }
    assert!(counted.keys().eq(published.keys()), "{game}: the same subspaces");
    for (subspace, counts) in published {
        assert_eq!(counted[&subspace], counts, "{game} {subspace}");
    }
    // The check by successors agrees too, also where depths change their signs.
    for (state, value) in solution.iter().step_by(101) {
        let rules = game.rules();
        let expected = ranked_value_by_successors(&state, &rules, &ranks, |next| solution.value(next));
        assert_eq!(value, expected, "{game} {state:?}");
    }
}

const STANDARD: (&str, &str) =
    (include_str!("../data/mini4_std.secval"), include_str!("../data/mini4_std_ultra.json"));
const LASKER: (&str, &str) =
    (include_str!("../data/mini4_lask.secval"), include_str!("../data/mini4_lask_ultra.json"));
const MORABARABA: (&str, &str) =
    (include_str!("../data/mini4_mora.secval"), include_str!("../data/mini4_mora_ultra.json"));

#[test]
fn four_stones_against_three_equal_malom() {
    equals_malom(Game::Standard, FEWER, STANDARD);
    equals_malom(Game::Lasker, FEWER, LASKER);
    equals_malom(Game::Morabaraba, FEWER, MORABARABA);
}

#[test]
#[ignore = "half a minute; four against three have the same kinds of turns"]
fn standard_with_four_stones_equals_malom() {
    equals_malom(Game::Standard, ALL, STANDARD);
}

#[test]
#[ignore = "a minute; four against three have the same kinds of turns"]
fn lasker_with_four_stones_equals_malom() {
    equals_malom(Game::Lasker, ALL, LASKER);
}

#[test]
#[ignore = "half a minute; four against three have the same kinds of turns"]
fn morabaraba_with_four_stones_equals_malom() {
    equals_malom(Game::Morabaraba, ALL, MORABARABA);
}

fn rules(game: Game, white: u8, black: u8) -> Rules {
    let count = |stones| StoneCount::new(stones).unwrap();
    game.rules().with_stones(count(white), count(black))
}

/// Every subspace with at most four stones each.
fn up_to_four_stones() -> Vec<Subspace> {
    let sides = || (0..=4).flat_map(|on_board| (0..=4 - on_board).map(move |in_hand| (on_board, in_hand)));
    let pairs = sides().flat_map(|mover| sides().map(move |other| (mover, other)));
    pairs
        .filter_map(|((mover, mover_hand), (other, other_hand))| {
            Subspace::new(mover, other, mover_hand, other_hand).ok()
        })
        .collect()
}

fn start(rules: &Rules) -> Subspace {
    Subspace::of(&State::start(rules)).unwrap()
}

/// One position in `step` of the whole game; returns how many have each rank.
fn values_follow_from_their_successors(rules: &Rules, ranks: &Ranks, step: usize) -> BTreeMap<i32, usize> {
    let solution = UltraSolution::of_subspaces(rules, [start(rules)], ranks).unwrap();
    let mut by_rank: BTreeMap<i32, usize> = BTreeMap::new();
    for (state, value) in solution.iter().step_by(step) {
        let expected = ranked_value_by_successors(&state, rules, ranks, |next| solution.value(next));
        assert_eq!(value, expected, "{rules:?} {state:?}");
        *by_rank.entry(value.rank()).or_default() += 1;
    }
    by_rank
}

#[test]
#[ignore = "20 seconds; the test after this one has the same kinds of turns, and more"]
fn values_by_stone_difference_follow_from_their_successors() {
    let ranks = Ranks::by_stone_difference(up_to_four_stones());
    assert_eq!(ranks.win(), 2);
    for game in [Game::Standard, Game::Morabaraba] {
        let by_rank = values_follow_from_their_successors(&rules(game, 3, 4), &ranks, 17);
        // Wins and losses, draws that keep the difference, and draws that cost a stone.
        assert!(by_rank.len() >= 5, "{game}: {by_rank:?}");
    }
}

#[test]
fn values_by_stone_difference_follow_from_their_successors_where_slides_and_placings_mix() {
    let ranks = Ranks::by_stone_difference(up_to_four_stones());
    let by_rank = values_follow_from_their_successors(&rules(Game::LaskerWmd, 3, 3), &ranks, 1);
    assert!(by_rank.keys().eq(&[-2, 0, 2]), "{by_rank:?}");
}

#[test]
fn with_equal_ranks_wins_and_losses_have_their_plies_and_draws_are_stable() {
    for game in [Game::Standard, Game::LaskerWmd] {
        let rules = rules(game, 3, 3);
        let ranks = Ranks::new(1, up_to_four_stones().into_iter().map(|subspace| (subspace, 0))).unwrap();
        let ultra = UltraSolution::of_subspaces(&rules, [start(&rules)], &ranks).unwrap();
        let strong = Solution::of_subspaces(&rules, [start(&rules)]);
        assert_eq!(ultra.len(), strong.len());
        for ((state, value), (same, expected)) in ultra.iter().zip(strong.iter()) {
            assert_eq!(state, same);
            let expected = match expected {
                Value::Win(plies) => RankedValue::new(1, plies.into()),
                Value::Draw => RankedValue::STABLE,
                Value::Loss(plies) => RankedValue::new(-1, plies.into()),
            };
            assert_eq!(value, expected, "{state:?}");
        }
    }
}

#[test]
fn ranks_that_do_not_fit_the_game_are_refused() {
    let three = Subspace::new(3, 3, 0, 0).unwrap();
    let (four, swapped) = (Subspace::new(4, 3, 0, 0).unwrap(), Subspace::new(3, 4, 0, 0).unwrap());
    let refused = |ranks: &[(Subspace, i32)]| {
        let ranks = Ranks::new(5, ranks.iter().copied()).unwrap();
        UltraSolution::of_subspaces(&Game::Standard.rules(), [four], &ranks).err()
    };
    assert_eq!(refused(&[(four, 2), (three, 0)]), Some(RanksError::Missing { subspace: swapped }));
    let error = refused(&[(four, 2), (swapped, -1), (three, 0)]).unwrap();
    assert_eq!(error, RanksError::NotOpposite { subspace: four, rank: 2, swapped: -1 });
    assert_eq!(
        error.to_string(),
        "4_3_0_0 has rank 2 and 3_4_0_0 has rank -1: the sum must be 0, since turns lead from each to the other"
    );
    let error = refused(&[(four, 2), (swapped, -2), (three, 1)]).unwrap();
    assert_eq!(error, RanksError::NotOpposite { subspace: three, rank: 1, swapped: 1 });
}
