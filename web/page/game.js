// The game on the board: where it started, the moves made, and which ply is being looked at. A record never
// changes; every step makes a new one, so an answer from the server belongs to exactly one of them.

export class Game {
  /** `plies`: `{move, mark, comment}` each; `at`: how many of them have been played on the board we see. */
  constructor({ name, stones, start = 'start', plies = [], at = plies.length, tags = {} }) {
    this.name = name;
    this.stones = stones;
    this.start = start;
    this.plies = plies;
    this.at = Math.max(0, Math.min(at, plies.length));
    this.tags = tags;
    Object.freeze(this);
  }

  #with(changes) {
    return new Game({ ...this, ...changes });
  }

  get moves() {
    return this.plies.map((ply) => ply.move);
  }

  get atEnd() {
    return this.at === this.plies.length;
  }

  /** The move that led to the board we see. */
  get last() {
    return this.at > 0 ? this.plies[this.at - 1] : null;
  }

  goTo(at) {
    return this.#with({ at });
  }

  /** Plays a move where we are. The same move as in the record just steps on; another one replaces the rest. */
  play(move) {
    const next = this.plies[this.at];
    if (next?.move === move) return this.goTo(this.at + 1);
    const plies = [...this.plies.slice(0, this.at), { move, mark: '', comment: '' }];
    return this.#with({ plies, at: plies.length });
  }

  /** The first `number` moves of it. */
  first(number) {
    return this.#with({ plies: this.plies.slice(0, number), at: Math.min(this.at, number) });
  }

  /** Forgets what was played after this point. */
  cut() {
    return this.#with({ plies: this.plies.slice(0, this.at) });
  }

  restarted() {
    return new Game({ name: this.name, stones: this.stones });
  }

  /** Equal keys: the same moves from the same start, whichever ply is looked at. */
  get key() {
    return JSON.stringify([this.name, this.stones.white, this.stones.black, this.start, this.moves]);
  }

  /** Equal keys: the same board. */
  get boardKey() {
    return JSON.stringify([this.name, this.stones.white, this.stones.black, this.start, this.moves.slice(0, this.at)]);
  }
}

/** A move taken apart, as the record spells it: `a1-a4xd7`. */
export function parts(move) {
  const [way, ...takes] = move.split('x');
  const [first, second] = way.split('-');
  return second ? { from: first, to: second, takes } : { from: null, to: first, takes };
}
