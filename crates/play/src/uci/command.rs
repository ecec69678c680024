//! What may be sent to an engine, one line each.

use std::time::Duration;

use millwright_search::Limits;

/// A line that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position {
        /// `startpos`, or a position in any notation.
        start: &'a str,
        moves: Vec<&'a str>,
    },
    Go(Go<'a>),
    Stop,
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else.
    Unknown,
}

/// How long to think, and about what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go<'a> {
    pub(super) limits: Limits,
    /// Until `stop`, even if there is nothing left to find out.
    pub(super) infinite: bool,
    /// White's and Black's time left and added per turn.
    pub(super) clocks: [Clock; 2],
    pub(super) only: Vec<&'a str>,
}

/// The time of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) left: Option<Duration>,
    pub(super) added: Duration,
}

/// How long a plain `go` thinks.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Clock {
    /// A fair share of the time.
    fn share(self) -> Option<Duration> {
        let left = self.left?;
        let spare = left.saturating_sub(Duration::from_millis(50));
        Some((left / 20 + self.added / 2).min(spare).max(Duration::from_millis(1)))
    }
}

impl Go<'_> {
    /// When the search ends, for the player who is to move: 0 is White.
    pub(super) fn limits(&self, player: usize) -> Limits {
        let mut limits = self.limits;
        limits.time = limits.time.or_else(|| self.clocks[player].share());
        if !self.infinite && limits == Limits::default() {
            limits.time = Some(USUAL_TIME);
        }
        limits
    }
}

impl<'a> Command<'a> {
    /// What a line means. Words that are not known are stepped over, as the protocol wants it.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => read_option(rest.trim()),
            "position" => read_position(rest.trim()),
            "go" => Self::Go(read_go(rest)),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            // Debugging, registration and thinking in the other's time are nobody's business here.
            "" | "debug" | "register" | "ponderhit" => Self::Nothing,
            _ => Self::Unknown,
        }
    }
}

fn read_option(rest: &str) -> Command<'_> {
    let Some(rest) = rest.strip_prefix("name ") else { return Command::Unknown };
    let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
    Command::SetOption { name: name.trim().trim_end_matches(" value"), value: value.trim() }
}

fn read_position(rest: &str) -> Command<'_> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves.split_whitespace().collect()),
        None => (rest, Vec::new()),
    };
    let start = start.strip_prefix("fen ").map_or(start, str::trim);
    if start.is_empty() { Command::Unknown } else { Command::Position { start, moves } }
}

fn read_go(rest: &str) -> Go<'_> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut number = || words.next_if(|next| next.parse::<i64>().is_ok())?.parse::<u64>().ok();
        let mut millis = || number().map(Duration::from_millis);
        match word {
            "infinite" => go.infinite = true,
            "depth" => go.limits.depth = number().and_then(|depth| u32::try_from(depth).ok()),
            "nodes" => go.limits.nodes = number(),
            "movetime" => go.limits.time = millis(),
            "wtime" => go.clocks[0].left = millis().or(Some(Duration::ZERO)),
            "btime" => go.clocks[1].left = millis().or(Some(Duration::ZERO)),
            "winc" => go.clocks[0].added = millis().unwrap_or_default(),
            "binc" => go.clocks[1].added = millis().unwrap_or_default(),
            "searchmoves" => go.only.extend(words.by_ref()),
            _ => {}
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_meant() {
        assert_eq!(Command::read("  uci \r"), Command::Uci);
        assert_eq!(Command::read("\u{fffd}\u{0}"), Command::Unknown);
        assert_eq!(
            Command::read("setoption name Db value /a path/with value"),
            Command::SetOption { name: "Db", value: "/a path/with value" }
        );
        assert_eq!(
            Command::read("setoption name Hash value"),
            Command::SetOption { name: "Hash", value: "" }
        );
        assert_eq!(
            Command::read("position startpos moves d6  f4"),
            Command::Position { start: "startpos", moves: vec!["d6", "f4"] }
        );
        assert_eq!(Command::read("position"), Command::Unknown);
        assert_eq!(
            Command::read("position fen w_a1_d6 moves"),
            Command::Position { start: "w_a1_d6", moves: vec![] }
        );
    }

    #[test]
    fn limits_are_read_and_bad_numbers_are_none() {
        let go = |line| match Command::read(line) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        };
        let limits = go("go logical nodes 5000 depth 7 movetime 20").limits(0);
        assert_eq!(
            (limits.nodes, limits.depth, limits.time),
            (Some(5000), Some(7), Some(Duration::from_millis(20)))
        );
        assert_eq!(go("go searchmoves d6 f4xa1").only, ["d6", "f4xa1"]);
        for line in
            ["go", "go nodes", "go nodes x", "go depth -3", "go movetime 99999999999999999999", "go what"]
        {
            assert_eq!(go(line).limits(0), Limits { time: Some(USUAL_TIME), ..Limits::default() }, "{line}");
        }
        assert_eq!(go("go infinite").limits(0), Limits::default());
        assert_eq!(go("go wtime 2000 btime 4000").limits(1).time, Some(Duration::from_millis(200)));
        assert_eq!(go("go wtime -5").limits(0).time, Some(Duration::from_millis(1)));
    }
}
