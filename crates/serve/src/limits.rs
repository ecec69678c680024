//! What a request, a client and a connection may ask for.

use std::time::Duration;

use millwright_search::Effort;

/// Bytes of a position in a URL. The longest form, MFEN, takes about a hundred.
pub const POSITION_BYTES: usize = 512;

/// Bytes of a request's head, and of answers that wait to be sent to one client.
pub const HEAD_BYTES: usize = 16 << 10;

/// Bytes of a request's body: a game of a thousand plies with comments.
pub const BODY_BYTES: usize = 64 << 10;

/// Positions that are asked about together.
pub const POSITIONS: usize = 1_000;

/// The same with all their moves: an answer has a megabyte then.
pub const POSITIONS_WITH_MOVES: usize = 100;

/// Bytes of a request's body that asks about many positions: a thousand in the longest notation.
pub const POSITIONS_BODY_BYTES: usize = 128 << 10;

/// Puzzles that are asked for together.
pub const PUZZLES: usize = 20;

/// Positions that are drawn together to find them, and at the most.
pub const PUZZLE_BATCH: usize = 64;
/// See [`PUZZLE_BATCH`].
pub const PUZZLE_POSITIONS: usize = 4_096;

/// How long positions are drawn.
pub const PUZZLE_TIME: Duration = Duration::from_secs(4);

/// Pixels of a picture in a row, if nothing is said.
pub const IMAGE_PIXELS: usize = 480;

/// The fewest, and the most: a picture takes some milliseconds then.
pub const LEAST_IMAGE_PIXELS: usize = 64;
/// See [`LEAST_IMAGE_PIXELS`].
pub const MOST_IMAGE_PIXELS: usize = 1_024;

/// Plies of a game.
pub const GAME_PLIES: usize = 1_000;

/// Plies of a line, if nothing is said.
pub const DEFAULT_LINE_PLIES: usize = 60;

/// Plies of a line at most. The longest that is known takes 342, in Lasker Morris under tournament rules.
pub const LINE_PLIES: usize = 400;

/// Connections at a time, if there are descriptors for them. One more makes room for itself: one that is idle is ended.
pub const CONNECTIONS: u32 = 1_024;

/// Connections that are told at the same time that there are too many, if there are descriptors for them; others are cut off.
pub const REFUSED: usize = 32;

/// How long they have to read that.
pub const REFUSAL: Duration = Duration::from_secs(1);

/// Connections of one address at a time, but for addresses of this machine and trusted proxies.
pub const CONNECTIONS_PER_CLIENT: usize = 64;

/// How long a request waits for its turn before it is sent away, and how long its head and its body may take to arrive.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How long a request may take from its head to its answer, with all that it waits for.
pub const REQUEST: Duration = Duration::from_secs(20);

/// How long a client may take none of an answer before the connection is ended.
pub const WRITE_PATIENCE: Duration = Duration::from_secs(10);

/// How old a connection gets: the next answer is its last. A client that reads slowly gets twice as long again as a request
/// may take.
pub const CONNECTION_AGE: Duration = Duration::from_mins(5);

/// Requests of one connection, after which it is closed: proxies and browsers open another without a word.
pub const CONNECTION_REQUESTS: u64 = 100_000;

/// How long requests have to be finished once the server is to stop.
pub const FAREWELL: Duration = Duration::from_secs(15);

/// Requests of all clients that wait for their turn in one lane.
pub const WAITING: usize = 256;

/// Work that all waiting requests of one client may take together: a request beyond it is sent away at once.
pub const WAITING_PRICE: u64 = 20_000;

/// Work that a client may ask for in one go where others wait.
pub const BUDGET: u64 = 10_000;

/// Work that comes back to the budget of a client in a second.
pub const BUDGET_PER_SECOND: u64 = 500;

/// Positions that a player looks at who searches: a second or two.
pub const NODES: u64 = 4_000_000;

/// How much is searched where no table has a position: half a second or so, three at most.
pub const EFFORT: Effort = Effort::USUAL;

/// Small games that wait to be solved. Who asks for more is sent away.
pub const SMALL_WAITING: usize = 4;

/// Small games that nobody has asked for so long when their turn comes are not solved: whoever wants them asks every second.
pub const SMALL_PATIENCE: Duration = Duration::from_secs(10);

/// A small game that somebody has asked about so lately makes no room for another: nobody drives out what others use.
pub const SMALL_IN_USE: Duration = Duration::from_secs(3);

/// What a small game takes at the most.
pub const SMALL_BYTES: u64 = 130 << 20;

/// Memory for all that is kept, in bytes: parts of tables, open tables, ready answers, small games.
pub const CACHE_BYTES: u64 = 256 << 20;
