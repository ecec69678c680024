// A turn in the making: from the first click to the last stone taken. It knows no rules, only the list of legal
// moves the server sent; a click that fits none of them is answered with a reason.

import { t } from './texts.js';
import { nameOf, opponent } from './words.js';

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

  #mostTaken(moves) {
    return Math.max(...moves.map((move) => move.takes.length));
  }

  /** What is to be done next: `{what, n}`, where `n` is how many stones a mill takes. */
  get task() {
    const candidates = this.candidates();
    if (this.to !== null) return this.taken.length > 0 ? { what: 'take-second', n: 1 } : { what: 'take', n: this.#mostTaken(candidates) };
    if (this.from !== null) return { what: 'put' };
    const placing = candidates.some((move) => move.from === null);
    const sliding = candidates.some((move) => move.from !== null);
    if (placing) return { what: sliding ? 'either' : 'place' };
    return { what: this.#flies(candidates) ? 'fly' : 'slide' };
  }

  /** A stone that can go to more points than it has neighbours flies. */
  #flies(candidates) {
    const targets = new Map();
    for (const { from, to } of candidates) targets.set(from, (targets.get(from) ?? new Set()).add(to));
    return [...targets.values()].some((points) => points.size > 4);
  }

  colourAt(point) {
    const { white, black } = this.position;
    if (white.points.includes(point)) return 'white';
    return black.points.includes(point) ? 'black' : null;
  }

  /** Answers a click: `{done: move}`, `{say: sentence}` while the turn goes on, or `{refused: why}`. */
  click(point) {
    if (this.position.moves.length === 0) return { refused: t('turn.over') };
    if (this.to !== null) return this.#take(point);
    if (this.from === point) {
      this.cancel();
      return { say: t('turn.stays', { point }) };
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
    const mover = nameOf(this.position.turn);
    const moves = this.position.moves.filter((move) => move.from === point);
    this.cancel();
    if (moves.length === 0) {
      const mayMove = this.position.moves.some((move) => move.from !== null);
      return { refused: mayMove ? t('turn.stuck', { point }) : t('turn.still-placing', { mover }) };
    }
    this.from = point;
    const targets = [...new Set(moves.map((move) => move.to))];
    const where = targets.length > 6 ? t('turn.points', { n: targets.length }) : targets.join(', ');
    return { say: t('turn.picked', { point, where }) };
  }

  #put(point) {
    this.to = point;
    const moves = this.candidates();
    if (moves.every((move) => move.takes.length === 0)) return { done: moves[0] };
    return { say: t('turn.mill', { n: this.#mostTaken(moves), other: nameOf(opponent(this.position.turn)) }) };
  }

  #take(point) {
    if (!this.choices().has(point)) {
      const other = opponent(this.position.turn);
      if (this.colourAt(point) === other && !this.taken.includes(point)) {
        return { refused: t('turn.protected', { point }) };
      }
      this.cancel();
      return { refused: t('turn.cancelled') };
    }
    this.taken.push(point);
    const done = this.candidates().find((move) => sameSet(move.takes, this.taken));
    return done ? { done } : { say: t('turn.second', { point }) };
  }

  #whyNot(point) {
    const mover = nameOf(this.position.turn);
    const colour = this.colourAt(point);
    if (colour !== null) return t('turn.belongs', { point, owner: nameOf(colour), mover });
    if (this.from !== null) return t('turn.cannot', { from: this.from, point });
    return t('turn.no-hand', { mover });
  }
}
