//! One game, from the first turn to the last.

use std::io::BufRead;
use std::path::Path;

use millwright_play::{ChooseError, Fallback, Play, Player, Random};
use millwright_rules::notation::{Pgn, TagName};
use millwright_rules::{ByColor, Color, Move, sentence};
use millwright_search::{Assessment, Assessor, Effort, Worth};
use millwright_table::{RatedMove, Tablebase};

use super::Input;
use super::loaded::{Loaded, keep_what_was_told};
use super::order::{HELP, Order};
use super::pgn_file::PgnFile;
use super::values::Values;
use crate::args::{PlayArgs, Seat};
use crate::board_drawing::{BoardDrawing, mark};
use crate::commands::moves::sorted_moves;
use crate::commands::query::{explain, head, wrapped, write_text};
use crate::date::Date;
use crate::machine;
use crate::small_games::Draws;
use crate::streams::Streams;

/// A game with those who play it.
pub(super) struct Session<'a> {
    args: &'a PlayArgs,
    seats: ByColor<Seat>,
    play: Play,
    /// What the file tells that the game was loaded from.
    loaded: Option<Pgn>,
    values: Values,
    seed: u64,
    date: Date,
    random: Random,
    /// What players could not do as usual, as far as it was told.
    told: Vec<Fallback>,
    /// The files that are ours to write: that of the end, and those of requests.
    saved: Vec<PgnFile>,
}

/// What comes after a line of input.
enum Next {
    /// The same player is asked again.
    Ask,
    /// Somebody else's turn, or the end.
    Go,
    /// Nobody plays any more.
    Stop,
}

impl<'a> Session<'a> {
    /// A game before the first turn.
    pub(super) fn new(args: &'a PlayArgs) -> anyhow::Result<Self> {
        let seats = ByColor { white: args.white, black: args.black };
        let start = args.rules.read_position(&args.position)?;
        let empty = Play::with_stones(args.rules.game(), args.rules.rules().stones);
        let loaded = args.load.as_deref().map(|path| Loaded::read(path, args, &empty)).transpose()?;
        let (play, loaded) = match loaded {
            Some(Loaded { pgn, play }) => (play, Some(pgn)),
            None => (empty.starting_at(start)?, None),
        };
        let minds_draws = |seat| matches!(seat, Seat::Machine(Player::Ultra | Player::PlainUltra));
        let told_apart = Color::ALL.into_iter().any(|color| minds_draws(seats[color]));
        let draws = if told_apart { Draws::ToldApart } else { Draws::Plain };
        let values = Values::new(&args.rules, &args.db, draws);
        let seed = args.seed.unwrap_or_else(machine::any_seed);
        let saved = args.save.as_deref().map(PgnFile::new).transpose()?.into_iter().collect();
        Ok(Self {
            args,
            seats,
            play,
            loaded,
            values,
            seed,
            date: Date::today(),
            random: Random::from_seed(seed),
            told: Vec::new(),
            saved,
        })
    }

    /// Plays until the game or the input ends.
    pub(super) fn play(
        &mut self,
        input: &mut Input<impl BufRead>,
        streams: &mut Streams,
    ) -> anyhow::Result<()> {
        self.check_tables(streams)?;
        if input.is_terminal && Color::ALL.into_iter().any(|color| self.seats[color] == Seat::Human) {
            streams.say("Type a turn like d6, a1-a4 or a1-a4xd7, or help.");
        }
        while self.play.end().is_none() {
            let turn = self.play.position().turn();
            match self.seats[turn] {
                Seat::Machine(player) => {
                    let chosen = self.choose(player, streams)?;
                    self.play.play(chosen)?;
                    if self.seats[turn.opponent()] == Seat::Human {
                        streams.say(&format!("{turn} plays {chosen}"));
                    }
                }
                Seat::Human => {
                    // Whatever ends the program while somebody thinks, what was played is not lost.
                    if let Some(path) = &self.args.save {
                        self.save(path)?;
                    }
                    if input.is_terminal {
                        self.draw(streams);
                    }
                    if !self.ask(input, streams)? {
                        return Ok(());
                    }
                }
            }
        }
        if input.is_terminal {
            self.draw(streams);
        }
        Ok(())
    }

    /// Whoever needs tables must have them: better to say so before anybody has thought about a turn.
    fn check_tables(&mut self, streams: &mut Streams) -> anyhow::Result<()> {
        let machines: Vec<Player> =
            Color::ALL.into_iter().filter_map(|color| self.seats[color].machine()).collect();
        if self.play.end().is_some() || !machines.iter().any(|player| player.uses_tables()) {
            return Ok(());
        }
        let position = *self.play.position();
        let tablebase = self.values.about(&position, streams)?;
        match tablebase.probe_moves(&position) {
            Ok(moves) if !moves.iter().all(|(_, known)| known.is_exact()) => streams.note(
                "the tables have win, draw and loss only: players keep the result, but do not know the quickest way",
            ),
            Ok(_) => {}
            Err(error) if error.is_unknown() && !machines.iter().any(|player| player.needs_tables()) => {}
            Err(error) => return Err(explain(error, &position, &self.args.rules, &self.args.db)),
        }
        Ok(())
    }

    fn choose(&mut self, player: Player, streams: &mut Streams) -> anyhow::Result<Move> {
        let position = *self.play.position();
        let tablebase =
            if player.uses_tables() { self.values.about(&position, streams)? } else { self.values.known() };
        let choice = player.choose(&self.play, tablebase, &mut self.random).map_err(|error| match error {
            ChooseError::Probe(error) => explain(error, &position, &self.args.rules, &self.args.db),
            ChooseError::NoMove => error.into(),
        })?;
        if let Some(fallback) = choice.fallback.filter(|fallback| !self.told.contains(fallback)) {
            streams.note(&fallback.to_string());
            self.told.push(fallback);
        }
        Ok(choice.chosen)
    }

    /// Asks a person until he has made a turn; `false` if there is nobody to ask any more.
    fn ask(&mut self, input: &mut Input<impl BufRead>, streams: &mut Streams) -> anyhow::Result<bool> {
        loop {
            if input.is_terminal {
                let _ = write!(streams.notes, "{}> ", self.play.position().turn());
                let _ = streams.notes.flush();
            }
            let Some(line) = input.line()? else {
                if input.is_terminal {
                    streams.say("");
                }
                return Ok(false);
            };
            let next = match line.parse::<Order>() {
                Ok(order) => self.obey(order, streams),
                Err(error) => {
                    streams.say(&error.to_string());
                    Next::Ask
                }
            };
            match next {
                Next::Ask => {}
                Next::Go => return Ok(true),
                Next::Stop => return Ok(false),
            }
        }
    }

    fn obey(&mut self, order: Order, streams: &mut Streams) -> Next {
        match order {
            Order::Turn(chosen) => match self.play.play(chosen) {
                Ok(()) => return Next::Go,
                Err(illegal) => streams.say(&illegal.to_string()),
            },
            Order::Undo => {
                if self.undo() {
                    return Next::Go;
                }
                streams.say("there is no turn of yours to take back");
            }
            Order::Resign => {
                self.play.resign(self.play.position().turn());
                return Next::Go;
            }
            Order::Quit => return Next::Stop,
            Order::Help => streams.say(HELP),
            Order::Board => self.draw(streams),
            Order::Moves => {
                let moves = sorted_moves(self.play.position(), self.play.rules());
                let names: Vec<String> = moves.iter().map(Move::to_string).collect();
                streams.say(&wrapped(&names).join("\n"));
            }
            Order::Value => self.answer(streams, Self::value),
            Order::Hint => self.answer(streams, Self::hint),
            Order::Save(path) => match self.save(&path) {
                Ok(()) => streams.say(&format!("saved {}", path.display())),
                Err(error) => streams.say(&format!("{error:#}")),
            },
            Order::Nothing => {}
        }
        Next::Ask
    }

    /// Says what is known, or why it is not: no reason to end the game.
    fn answer(&self, streams: &mut Streams, question: fn(&Self, &mut Streams) -> anyhow::Result<String>) {
        let answer = question(self, streams).unwrap_or_else(|error| format!("{error:#}"));
        streams.say(answer.trim_end());
    }

    fn value(&self, streams: &mut Streams) -> anyhow::Result<String> {
        let position = self.play.position();
        let tablebase = self.values.about(position, streams)?;
        let explain = |error| explain(error, position, &self.args.rules, &self.args.db);
        let assessment = self.assess(tablebase)?;
        let ranks = tablebase.ranks().map_err(explain)?;
        let mut text = Vec::new();
        write_text(&mut text, (self.play.rules(), ranks), position, &assessment)?;
        Ok(String::from_utf8(text)?)
    }

    fn hint(&self, streams: &mut Streams) -> anyhow::Result<String> {
        let position = self.play.position();
        let tablebase = self.values.about(position, streams)?;
        let assessment = self.assess(tablebase)?;
        let best = assessment.survey.moves.first().zip(assessment.moves.first());
        let words = |(rated, &worth): (&RatedMove, &Worth)| {
            let kind = if worth.estimate().is_some() { ", an estimate" } else { "" };
            format!("{} ({}{kind})", rated.chosen, head(worth))
        };
        Ok(best.map(words).unwrap_or_default())
    }

    /// What can be said about the position, also where no table has it.
    fn assess(&self, tablebase: &Tablebase) -> anyhow::Result<Assessment> {
        let position = self.play.position();
        let assessor = Assessor::new(tablebase, self.play.rules(), Effort::USUAL);
        let explain = |error| explain(error, position, &self.args.rules, &self.args.db);
        assessor.assess(position).map_err(explain)
    }

    /// Takes back everything since the last turn of a person; `false` if there is none.
    fn undo(&mut self) -> bool {
        let before = &self.play.positions()[..self.play.moves().len()];
        let Some(back_to) = before.iter().rposition(|position| self.seats[position.turn()] == Seat::Human)
        else {
            return false;
        };
        while self.play.moves().len() > back_to {
            self.play.take_back();
        }
        true
    }

    /// Saves the game so far, in a file that is ours or not there yet.
    pub(super) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let pgn = self.pgn();
        if let Some(file) = self.saved.iter_mut().find(|file| file.path() == path) {
            return file.write(&pgn);
        }
        let mut file = PgnFile::new(path)?;
        file.write(&pgn)?;
        self.saved.push(file);
        Ok(())
    }

    fn draw(&self, streams: &mut Streams) {
        let position = self.play.position();
        let in_hand = Color::ALL.map(|color| {
            let hand = position.side(color).hand;
            format!(
                "{color} {}{}",
                mark(color),
                if hand > 0 { format!(" {hand} in hand") } else { String::new() }
            )
        });
        let drawing = BoardDrawing::new(self.play.rules().board, position);
        streams.say(&format!("\n{drawing}\n{}", in_hand.join(", ")));
    }

    /// The game so far, with the day and who plays it.
    pub(super) fn pgn(&self) -> Pgn {
        let mut pgn = self.play.pgn();
        pgn.tags.set(TagName::DATE, &self.date.to_string());
        if let Some(loaded) = &self.loaded {
            keep_what_was_told(&mut pgn, loaded);
        }
        for (color, name) in [(Color::White, TagName::WHITE), (Color::Black, TagName::BLACK)] {
            match self.seats[color] {
                // Whoever goes on with a game may be who has begun it.
                Seat::Human if self.loaded.is_some() => {}
                Seat::Human => pgn.tags.set(name, "human"),
                Seat::Machine(player) => pgn.tags.set(name, &format!("Millwright {player}")),
            }
        }
        pgn
    }

    /// The end as a sentence, and how to repeat the game.
    pub(super) fn say_how_it_ended(&self, streams: &mut Streams) {
        match self.play.end() {
            Some(end) => streams.say(&sentence(&end.to_string())),
            None => streams.say("The game has not ended."),
        }
        let mut machines = Color::ALL.into_iter().filter_map(|color| self.seats[color].machine());
        if self.args.seed.is_none() && !self.play.moves().is_empty() && machines.next().is_some() {
            streams.note(&format!("--seed {} repeats the choices of this game", self.seed));
        }
    }
}
