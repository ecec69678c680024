//! What a request may ask for.

use std::time::Duration;

use millwright_search::Effort;

/// Bytes of a position in a URL. The longest form, MFEN, takes about a hundred.
pub const POSITION_BYTES: usize = 512;

/// Bytes of a request's body: a game of a thousand plies with comments.
pub const BODY_BYTES: usize = 64 << 10;

/// Plies of a game.
pub const GAME_PLIES: usize = 1_000;

/// Plies of a line, if nothing is said.
pub const DEFAULT_LINE_PLIES: usize = 60;

/// Plies of a line at most. The longest that is known takes 342, in Lasker Morris under tournament rules.
pub const LINE_PLIES: usize = 400;

/// Requests that wait for their turn; more are sent away.
pub const WAITING: usize = 256;

/// Connections at a time; more are not accepted before others end.
pub const CONNECTIONS: usize = 1_024;

/// How long a request waits for its turn before it is sent away, and how long it may take to arrive.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Positions that a player looks at who searches: a second or two.
pub const NODES: u64 = 4_000_000;

/// How much is searched where no table has a position: half a second or so, three at most.
pub const EFFORT: Effort = Effort::USUAL;

/// Games whose tables are open at a time. Who asks about more waits for some to be opened again, and for small ones to be
/// solved again.
pub const GAMES: usize = 8;

/// Decompressed chunks that are kept for each game, in bytes, and once more as much for ultra tables.
pub const CACHE_BYTES: u64 = 256 << 20;
