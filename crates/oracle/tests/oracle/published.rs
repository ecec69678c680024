//! Complete games with three and four stones, against numbers nobody here computed (see `data/README.md`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use millwright_oracle::{Solution, State, Subspace, Value};
use millwright_rules::{Game, StoneCount};
use serde_json::Value as Json;

const STONES: [u8; 2] = [3, 4];

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

static GEVAY_DANNER: LazyLock<Json> =
    LazyLock::new(|| parsed(include_str!("../../../../docs/published/gevay_danner.json")));
static LOEWER: LazyLock<Json> =
    LazyLock::new(|| parsed(include_str!("../../../../docs/published/loewer.json")));

fn start(game: Game, white: u8, black: u8) -> State {
    let stones = |count| StoneCount::new(count).unwrap();
    State::start(&game.rules().with_stones(stones(white), stones(black)))
}

/// What a table says about one subspace.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    wins: u64,
    draws: u64,
    losses: u64,
    plies: BTreeMap<u16, u64>,
}

impl Counts {
    fn add(&mut self, value: Value) {
        match value {
            Value::Win(_) => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss(_) => self.losses += 1,
        }
        if let Some(plies) = value.plies() {
            *self.plies.entry(plies).or_default() += 1;
        }
    }

    fn published(json: &Json) -> Self {
        let plies = json["dtw"].as_object().unwrap().iter();
        Self {
            wins: json["win"].as_u64().unwrap(),
            draws: json["draw"].as_u64().unwrap(),
            losses: json["loss"].as_u64().unwrap(),
            plies: plies.map(|(plies, count)| (plies.parse().unwrap(), count.as_u64().unwrap())).collect(),
        }
    }
}

/// Stones of both players.
const ALL: u8 = 8;
/// Four against three: an eighth of the positions, and the same kinds of turns.
const FEWER: u8 = 7;

/// The subspaces in one of Malom's files that have at most so many stones.
fn published_subspaces(malom: &str, most: u8) -> BTreeMap<Subspace, Counts> {
    let malom = parsed(malom);
    let named = malom.as_object().unwrap().iter().map(|(name, json)| (name.split_once('_').unwrap().1, json));
    named
        .filter(|(name, _)| name.split('_').map(|count| count.parse::<u8>().unwrap()).sum::<u8>() <= most)
        .map(|(name, json)| (name.parse().unwrap(), Counts::published(json)))
        .collect()
}

/// The starts with three or four stones each that have at most so many.
fn starts(most: u8) -> impl Iterator<Item = (u8, u8)> {
    let all = STONES.iter().flat_map(|&white| STONES.map(|black| (white, black)));
    all.filter(move |&(white, black)| white + black <= most)
}

/// All positions of all subspaces that Malom lists, and the starts with three or four stones each: one
/// solution answers for both publications.
fn solution_of(game: Game, malom: &str, most: u8) -> Solution {
    let of_starts = starts(most).map(|(white, black)| Subspace::of(&start(game, white, black)).unwrap());
    Solution::of_subspaces(&game.rules(), published_subspaces(malom, most).into_keys().chain(of_starts))
}

fn equals_published(game: Game, (solution, most): (&Solution, u8), malom: &str, gevay_danner: &str) {
    let mut counted: BTreeMap<Subspace, Counts> = BTreeMap::new();
    for (state, value) in solution.iter() {
        counted.entry(Subspace::of(&state).unwrap()).or_default().add(value);
    }
    for (subspace, counts) in published_subspaces(malom, most) {
        assert_eq!(counted[&subspace], counts, "{game} {subspace}");
    }

    let table = &GEVAY_DANNER[gevay_danner];
    for (white, black) in starts(most) {
        let value = solution.value(&start(game, white, black)).unwrap();
        let expected = &table[white.to_string()][black.to_string()];
        assert_eq!(value.to_string(), expected.as_str().unwrap(), "{game} {white}-{black}");
    }
}

const STANDARD: &str = include_str!("../data/mini4_std_strong.json");
const LASKER: &str = include_str!("../data/mini4_lask_strong.json");
const MORABARABA: &str = include_str!("../data/mini4_mora_strong.json");

/// Two tests need it.
static STANDARD_SOLUTION: LazyLock<Solution> = LazyLock::new(|| solution_of(Game::Standard, STANDARD, ALL));

#[test]
fn standard_with_four_stones_equals_malom_and_table_2() {
    let solution = (&*STANDARD_SOLUTION, ALL);
    equals_published(Game::Standard, solution, STANDARD, "gevay_table_2_standard_start_values");
}

fn lasker_equals_published(most: u8) {
    let solution = solution_of(Game::Lasker, LASKER, most);
    equals_published(Game::Lasker, (&solution, most), LASKER, "gevay_table_3_lasker_start_values");
}

fn morabaraba_equals_published(most: u8) {
    let solution = solution_of(Game::Morabaraba, MORABARABA, most);
    equals_published(
        Game::Morabaraba,
        (&solution, most),
        MORABARABA,
        "gevay_table_4_morabaraba_start_values",
    );
}

#[test]
fn lasker_with_four_stones_against_three_equals_malom_and_table_3() {
    lasker_equals_published(FEWER);
}

#[test]
#[ignore = "half a minute; the test before has the same kinds of turns"]
fn lasker_with_four_stones_equals_malom_and_table_3() {
    lasker_equals_published(ALL);
}

#[test]
fn morabaraba_with_four_stones_against_three_equals_malom_and_table_4() {
    morabaraba_equals_published(FEWER);
}

#[test]
#[ignore = "half a minute; the test before has the same kinds of turns"]
fn morabaraba_with_four_stones_equals_malom_and_table_4() {
    morabaraba_equals_published(ALL);
}

/// The movement phase with three and four stones each.
fn endgame(game: Game) -> Solution {
    Solution::of_subspaces(&game.rules(), [Subspace::new(4, 4, 0, 0).unwrap()])
}

#[test]
fn protected_mills_change_748_positions_of_four_against_three() {
    let protected = endgame(Game::StandardProtected);
    let capture = &STANDARD_SOLUTION;
    let mut changed: BTreeMap<Subspace, u64> = BTreeMap::new();
    let mut longest: BTreeMap<Subspace, u16> = BTreeMap::new();
    for (state, value) in protected.iter() {
        let subspace = Subspace::of(&state).unwrap();
        let plies = longest.entry(subspace).or_default();
        *plies = value.plies().unwrap_or(0).max(*plies);
        let before = capture.value(&state).unwrap();
        let outcome = |value: Value| value.cmp(&Value::Draw);
        if outcome(before) != outcome(value) {
            // Loewer: "immediate wins with Always Capture that are draws with Always Protected".
            assert_eq!((before, value), (Value::Win(1), Value::Draw), "{state:?}");
            *changed.entry(subspace).or_default() += 1;
        }
    }
    assert_eq!(changed, BTreeMap::from([(Subspace::new(4, 3, 0, 0).unwrap(), 748)]));

    let table = &LOEWER["loewer_table_7_protected_max_plies"];
    for (subspace, plies) in longest {
        let text = subspace.to_string();
        let counts: Vec<&str> = text.split('_').collect();
        assert_eq!(table[counts[0]][counts[1]].as_u64(), Some(u64::from(plies)), "{subspace}");
    }
}
