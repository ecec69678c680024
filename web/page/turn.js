// A turn in the making: from the first click to the last stone taken. It knows no rules, only the list of legal
// moves the server sent; a click that fits none of them is answered with a reason.

import { NAMES, opponent } from './words.js';

const sameSet = (a, b) => a.length === b.length && a.every((item) => b.includes(item));

export class Turn {
  /** `position` as the server sent it. */
  constructor(position) {
    this.position = position;
    this.from = null;
    this.to = null;
    this.taken = [];
  }

  get begun() {
    return this.from !== null || this.to !== null;
  }

  cancel() {
    this.from = null;
    this.to = null;
    this.taken = [];
  }

  /** The moves that agree with what has been clicked so far. */
  candidates() {
    return this.position.moves.filter((move) => {
      if (this.from !== null && move.from !== this.from) return false;
      if (this.to !== null && (move.to !== this.to || move.from !== this.from)) return false;
      return this.taken.every((point) => move.takes.includes(point));
    });
  }

  /** What may be clicked next: point -> the moves it leads to, best first as the server has them. */
  choices() {
    const choices = new Map();
    const add = (point, move) => choices.set(point, [...(choices.get(point) ?? []), move]);
    for (const move of this.candidates()) {
      if (this.to !== null) {
        for (const point of move.takes) if (!this.taken.includes(point)) add(point, move);
      } else if (this.from !== null || move.from === null) {
        add(move.to, move);
      } else {
        add(move.from, move);
      }
    }
    return choices;
  }

  colourAt(point) {
    const { white, black } = this.position;
    if (white.points.includes(point)) return 'white';
    return black.points.includes(point) ? 'black' : null;
  }

  /** Answers a click: `{done: move}`, `{say: sentence}` while the turn goes on, or `{refused: why}`. */
  click(point) {
    if (this.position.moves.length === 0) return { refused: 'The game is over: there is no move.' };
    if (this.to !== null) return this.#take(point);
    if (this.from === point) {
      this.cancel();
      return { say: `The stone on ${point} stays where it is.` };
    }
    if (this.colourAt(point) === this.position.turn) return this.#pick(point);
    if (this.#choosable(point)) return this.#put(point);
    const why = this.#whyNot(point);
    this.cancel();
    return { refused: why };
  }

  #choosable(point) {
    return this.colourAt(point) === null && this.choices().has(point);
  }

  #pick(point) {
    const mover = NAMES[this.position.turn];
    const moves = this.position.moves.filter((move) => move.from === point);
    this.cancel();
    if (moves.length === 0) {
      const mayMove = this.position.moves.some((move) => move.from !== null);
      return {
        refused: mayMove
          ? `The stone on ${point} has nowhere to go.`
          : `${mover} still has stones in hand: place one on an empty point.`,
      };
    }
    this.from = point;
    const targets = [...new Set(moves.map((move) => move.to))];
    const where = targets.length > 6 ? `${targets.length} points` : targets.join(', ');
    return { say: `Stone on ${point} picked up. It can go to ${where}.` };
  }

  #put(point) {
    this.to = point;
    const moves = this.candidates();
    if (moves.every((move) => move.takes.length === 0)) return { done: moves[0] };
    const takes = Math.max(...moves.map((move) => move.takes.length));
    const stones = takes === 1 ? 'a stone' : `${takes} stones`;
    return { say: `Mill! Take ${stones} of ${NAMES[opponent(this.position.turn)]}: click one of the marked stones.` };
  }

  #take(point) {
    if (!this.choices().has(point)) {
      const other = opponent(this.position.turn);
      if (this.colourAt(point) === other && !this.taken.includes(point)) {
        return { refused: `The stone on ${point} may not be taken now. The marked ones may.` };
      }
      this.cancel();
      return { refused: 'Turn cancelled: nothing has been moved.' };
    }
    this.taken.push(point);
    const done = this.candidates().find((move) => sameSet(move.takes, this.taken));
    return done ? { done } : { say: `${point} will be taken. Now take a second stone.` };
  }

  #whyNot(point) {
    const mover = NAMES[this.position.turn];
    const colour = this.colourAt(point);
    if (colour !== null) return `The stone on ${point} belongs to ${NAMES[colour]}; it is ${mover}'s turn.`;
    if (this.from !== null) return `The stone on ${this.from} cannot go to ${point}.`;
    return `${mover} has no stone in hand: choose one of the stones on the board first, then where it goes.`;
  }
}
