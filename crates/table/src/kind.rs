//! The two kinds of tables, and all that reader, writer and directory have to know about each.

use std::fmt;

use millwright_index::{Slot, Subspace, orbit_count};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::Rules;

use crate::code::{Allowed, WIDE_DEEPEST, Width};
use crate::content::Content;
use crate::directory::Contents;
use crate::error::{TableError, TableFault};
use crate::fingerprint::Fingerprint;
use crate::format::{Item, RawHeader};
use crate::header::must_be;
use crate::plane_values::PlaneValues;
use crate::reader::{Holds, TableFile};
use crate::statistics::{Longest, Statistics};
use crate::table_cache::{OpenTables, TableCache};

/// A kind of table. A value of such a type is what the head of one table says about its codes.
///
/// There are two: [`Strong`], and [`Ultra`] beside it. Nobody else can make one, because the head is not public.
pub trait Kind: Clone + fmt::Debug + PartialEq + Eq + Send + Sync + 'static {
    /// What the codes depend on beside the rules.
    type Ranking<'a>: Copy + fmt::Debug + Send + Sync;
    /// What the list in the head consists of.
    type Item: Item;

    /// How the names of its files end.
    const EXTENSION: &'static str;

    /// Those that a cache keeps open.
    #[doc(hidden)]
    fn kept(cache: &TableCache) -> &OpenTables<Self>;

    /// Which tables of this kind are in a directory.
    fn among(contents: Contents) -> Vec<Subspace>;

    /// Says which game it is for.
    fn fingerprint(rules: &Rules, ranking: Self::Ranking<'_>) -> Fingerprint;

    /// It is for another game.
    fn foreign(found: Fingerprint, expected: Fingerprint) -> TableFault;

    /// Reads what the head says; [`Kind::check`] tells whether it can be true.
    ///
    /// # Errors
    /// If the fields contradict each other.
    fn read(header: &RawHeader, items: Vec<Self::Item>) -> Result<Self, TableFault>;

    /// Whether a table of this kind can have this number for what it holds.
    fn has_metric(metric: u8) -> bool;

    /// The number for what it holds.
    fn metric(&self) -> u8;

    /// How much of its values there is.
    fn content(&self) -> Content;

    /// How many bytes a slot takes in the file before compression.
    fn width(&self) -> Width;

    /// Drawn positions up to symmetry.
    fn draws(&self) -> u64;

    /// The list in the head.
    fn items(&self) -> &[Self::Item];

    /// The deepest value, if the head knows where that is.
    fn longest(&self) -> Option<Longest>;

    /// Checks that all of it can be true of a subspace with so many slots.
    ///
    /// # Errors
    /// What cannot be true.
    fn check(&self, subspace: Subspace, slots: u64) -> Result<(), TableFault>;

    /// The codes that slots may hold.
    fn allowed(&self) -> Allowed;

    /// A slot holds a code that is not allowed.
    fn wrong_code(&self, slot: u64, code: u16) -> TableFault;

    /// What is left of a table that shall hold no more than this; `None` if it holds no more.
    ///
    /// # Errors
    /// If the table is damaged or cannot be read.
    fn reduced(table: &TableFile<Self>, to: Content) -> Result<Option<PlaneValues<Self>>, TableError>;
}

/// Tables of the strong solution, `SUBSPACE.mill`: who wins, and in how many plies unless that has been dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strong {
    /// How much is there.
    pub content: Content,
    /// What was counted.
    pub statistics: Statistics,
}

/// Draws told apart, `SUBSPACE.ultra`. A slot holds 0 if it is not drawn, else one more than the place of its value.
///
/// **Invariants**, checked before writing and after reading: values are ascending and each has positions; there are
/// at most 65,534 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ultra {
    /// How much is there: [`Content::Plies`] stands for all, and there are no outcomes.
    pub content: Content,
    /// The values that draws have, each with the number of positions up to symmetry that have it.
    pub values: Vec<(DrawValue, u64)>,
}

impl Strong {
    /// One more than the deepest value; 0 if all are draws.
    fn depths(&self) -> u16 {
        self.statistics.max_plies().map_or(0, |deepest| deepest + 1)
    }
}

impl Ultra {
    /// What a code stands for; `None` for a slot that is not drawn, and for what is no code.
    #[must_use]
    pub fn value_of(&self, code: u16) -> Option<DrawValue> {
        let place = usize::from(code).checked_sub(1)?;
        self.values.get(place).map(|&(value, _)| value)
    }
}

impl Kind for Strong {
    type Ranking<'a> = ();
    type Item = u64;

    const EXTENSION: &'static str = ".mill";

    fn kept(cache: &TableCache) -> &OpenTables<Self> {
        cache.strong()
    }

    fn among(contents: Contents) -> Vec<Subspace> {
        contents.tables
    }

    fn fingerprint(rules: &Rules, (): ()) -> Fingerprint {
        Fingerprint::of(rules)
    }

    fn foreign(found: Fingerprint, expected: Fingerprint) -> TableFault {
        TableFault::OtherRules { found, expected }
    }

    fn read(header: &RawHeader, plies: Vec<u64>) -> Result<Self, TableFault> {
        let content = Content::of_metric(header.metric).ok_or(TableFault::Metric { found: header.metric })?;
        let slot = Slot(header.longest_slot);
        let longest = header.items.checked_sub(1).map(|plies| Longest { plies, slot });
        if longest.is_none() {
            must_be("slot of the longest value where all is drawn", header.longest_slot, 0)?;
        }
        let (positions, draws) = (header.positions, header.draws);
        Ok(Self { content, statistics: Statistics { positions, draws, plies, longest } })
    }

    fn has_metric(metric: u8) -> bool {
        Content::of_metric(metric).is_some()
    }

    fn metric(&self) -> u8 {
        self.content.metric()
    }

    fn content(&self) -> Content {
        self.content
    }

    /// Outcomes take a byte however deep the values were.
    fn width(&self) -> Width {
        match self.content {
            Content::Plies => Width::for_deepest(self.statistics.max_plies()),
            Content::Outcomes | Content::Statistics => Width::Narrow,
        }
    }

    fn draws(&self) -> u64 {
        self.statistics.draws
    }

    fn items(&self) -> &[u64] {
        &self.statistics.plies
    }

    fn longest(&self) -> Option<Longest> {
        self.statistics.longest
    }

    fn check(&self, subspace: Subspace, slots: u64) -> Result<(), TableFault> {
        let Statistics { positions, draws, ref plies, longest } = self.statistics;
        must_be("positions", positions, orbit_count(subspace.mover, subspace.other))?;
        let decided = plies.iter().try_fold(draws, |sum, &count| sum.checked_add(count));
        must_be("sum of the histogram", decided.unwrap_or(u64::MAX), positions)?;
        if plies.last() == Some(&0) {
            return Err(TableFault::EmptyDeepest);
        }
        let limit = u64::from(WIDE_DEEPEST) + 1;
        at_most("plies", plies.len() as u64, limit)?;
        let deepest = longest.map_or(0, |longest| u64::from(longest.plies) + 1);
        must_be("plies of the longest value plus one", deepest, plies.len() as u64)?;
        longest.map_or(Ok(()), |longest| at_most("slot of the longest value", longest.slot.0, slots - 1))
    }

    fn allowed(&self) -> Allowed {
        let below = match self.content {
            Content::Plies => self.depths(),
            Content::Outcomes | Content::Statistics => self.depths().min(2),
        };
        Allowed { below, draw: true }
    }

    fn wrong_code(&self, slot: u64, code: u16) -> TableFault {
        TableFault::Code { slot, code, plies_below: self.allowed().below }
    }

    fn reduced(table: &TableFile<Self>, to: Content) -> Result<Option<PlaneValues<Self>>, TableError> {
        Ok(match (to, table.holds()) {
            (Content::Plies, _) | (Content::Outcomes, Holds::Outcomes(_)) | (_, Holds::Statistics) => None,
            (Content::Outcomes, Holds::Plies(_)) => Some(table.outcomes()?.read()?),
            (Content::Statistics, Holds::Plies(_) | Holds::Outcomes(_)) => {
                Some(PlaneValues::statistics_only(table.statistics().clone()))
            }
        })
    }
}

/// What the header says that an ultra table holds: all, or what was counted.
const ULTRA_METRIC: u8 = 4;
const ULTRA_STATISTICS_METRIC: u8 = 5;

impl Kind for Ultra {
    type Ranking<'a> = &'a Ranks;
    type Item = (DrawValue, u64);

    const EXTENSION: &'static str = ".ultra";

    fn kept(cache: &TableCache) -> &OpenTables<Self> {
        cache.ultra()
    }

    fn among(contents: Contents) -> Vec<Subspace> {
        contents.ultra_tables
    }

    fn fingerprint(rules: &Rules, ranks: &Ranks) -> Fingerprint {
        Fingerprint::of_ranked(rules, ranks)
    }

    fn foreign(_found: Fingerprint, _expected: Fingerprint) -> TableFault {
        TableFault::OtherRanks
    }

    fn read(header: &RawHeader, values: Vec<(DrawValue, u64)>) -> Result<Self, TableFault> {
        must_be("slot of the longest value, which is not kept", header.longest_slot, 0)?;
        let content = if header.metric == ULTRA_METRIC { Content::Plies } else { Content::Statistics };
        let ultra = Self { content, values };
        must_be("draws", header.draws, ultra.draws())?;
        Ok(ultra)
    }

    fn has_metric(metric: u8) -> bool {
        metric == ULTRA_METRIC || metric == ULTRA_STATISTICS_METRIC
    }

    fn metric(&self) -> u8 {
        match self.content {
            Content::Plies => ULTRA_METRIC,
            Content::Outcomes | Content::Statistics => ULTRA_STATISTICS_METRIC,
        }
    }

    fn content(&self) -> Content {
        self.content
    }

    fn width(&self) -> Width {
        Width::Wide
    }

    fn draws(&self) -> u64 {
        self.values.iter().fold(0, |sum, &(_, count)| sum.saturating_add(count))
    }

    fn items(&self) -> &[(DrawValue, u64)] {
        &self.values
    }

    fn longest(&self) -> Option<Longest> {
        None
    }

    fn check(&self, subspace: Subspace, _slots: u64) -> Result<(), TableFault> {
        at_most("values of draws", self.values.len() as u64, u64::from(u16::MAX) - 1)?;
        if !self.values.is_sorted_by(|(one, _), (other, _)| one < other) {
            return Err(TableFault::ValueOrder);
        }
        if self.values.iter().any(|&(_, count)| count == 0) {
            return Err(TableFault::EmptyValue);
        }
        at_most("positions with a rank", self.draws(), orbit_count(subspace.mover, subspace.other))
    }

    fn allowed(&self) -> Allowed {
        Allowed { below: u16::try_from(self.values.len() + 1).unwrap_or(u16::MAX), draw: false }
    }

    fn wrong_code(&self, slot: u64, code: u16) -> TableFault {
        TableFault::UltraCode { slot, code, values: self.values.len() }
    }

    /// Outcomes alone say nothing about draws.
    fn reduced(table: &TableFile<Self>, to: Content) -> Result<Option<PlaneValues<Self>>, TableError> {
        Ok(match (to, table.content()) {
            (Content::Plies, _) | (_, Content::Outcomes | Content::Statistics) => None,
            (Content::Outcomes | Content::Statistics, Content::Plies) => {
                Some(PlaneValues::values_only(table.values().to_vec()))
            }
        })
    }
}

fn at_most(what: &'static str, found: u64, limit: u64) -> Result<(), TableFault> {
    if found <= limit { Ok(()) } else { Err(TableFault::Limit { what, found, limit }) }
}
