// The report of a game: each player's mistakes by weight, with the better move, and the way from one to the next.

import * as api from './api.js';
import { find, make } from './dom.js';
import { lessons } from './lessons.js';
import { Memory } from './memory.js';
import { KINDS, isGrave, mistakeWords, mistakesOf } from './mistakes.js';
import { moveNumber } from './record.js';
import { t } from './texts.js';
import { COLOURS, nameOf } from './words.js';

/** More equally good moves than these are not listed. */
const MOST_BETTER = 3;

/** The number of a move as the list of moves has it: `3.` of White's, `3\u2026` of Black's. */
function numbered(ply, start) {
  const first = start.startsWith('b') ? 'black' : 'white';
  const isWhite = (ply % 2 === 1) === (first === 'white');
  return `${moveNumber(ply - 1, first)}${isWhite ? '.' : '\u2026'}`;
}

export class Report {
  #element = find('report');
  #better = new Memory();

  /** `onGo(at)` jumps to a ply of the line. */
  constructor({ onGo }) {
    this.onGo = onGo;
    this.mistakes = [];
  }

  /** `whole` is null where nothing is to be told. */
  show(game, whole) {
    this.mistakes = mistakesOf(whole);
    this.#element.hidden = !whole || whole.plies.length === 0;
    if (this.#element.hidden) {
      this.#element.replaceChildren();
      return;
    }
    const values = [whole.value, ...whole.plies.map((ply) => ply.value)];
    const unknown = values.filter((value) => value.outcome === 'unknown').length;
    this.#element.replaceChildren(
      make('div', { class: 'between' }, make('h3', {}, t('report.title')),
        make('span', { class: 'steps' },
          this.#step('report.previous', 'previous-mistake', -1, game.at), this.#step('report.next', 'next-mistake', 1, game.at))),
      make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('report.title') },
        this.mistakes.length === 0 ? make('p', { class: 'faint' }, t('report.none')) : COLOURS.map((colour) => this.#side(game, whole, colour)),
        unknown > 0 ? make('p', { class: 'faint' }, t('report.unknown', { n: unknown })) : ''),
    );
  }

  #step(key, id, direction, at) {
    return make('button', { type: 'button', class: 'round', id, title: t(key), 'aria-label': t(key), disabled: this.nextFrom(at, direction) === null, onclick: () => this.onGo(this.nextFrom(at, direction)) },
      direction > 0 ? '\u203a?' : '?\u2039');
  }

  /** The next ply with a mistake after, or before, the one we are at; null if there is none. */
  nextFrom(at, direction) {
    const plies = this.mistakes.map(({ ply }) => ply);
    return (direction > 0 ? plies.find((ply) => ply > at) : plies.findLast((ply) => ply < at)) ?? null;
  }

  #side(game, whole, colour) {
    const own = this.mistakes.filter(({ by }) => by === colour);
    const counts = KINDS.map((kind) => [kind, own.filter((mistake) => mistake.kind === kind).length]).filter(([, n]) => n > 0);
    const sorted = [...own].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.ply - b.ply);
    return make('section', { class: 'side-report', 'data-colour': colour },
      make('h4', {}, t('report.player', { name: nameOf(colour), n: own.length })),
      make('p', { class: 'faint' }, counts.map(([kind, n]) => `${t(`report.kind.${kind}`)} ${n}`).join(' \u00b7 ')),
      make('ul', { class: 'mistakes' }, sorted.map((mistake) => this.#mistake(game, whole, mistake))));
  }

  #mistake(game, whole, mistake) {
    const better = make('span', { class: 'better' });
    this.#fillBetter(better, game, mistake, mistake.ply === 1 ? whole.start : whole.plies[mistake.ply - 2].position);
    return make('li', {},
      make('button', { type: 'button', class: 'mistake', 'data-mistake': mistake.ply, 'aria-current': mistake.ply === game.at ? 'step' : null, onclick: () => this.onGo(mistake.ply) },
        make('b', {}, `${numbered(mistake.ply, whole.start)} ${mistake.move}`), ` ${mistakeWords(mistake)}`), better);
  }

  async #fillBetter(element, game, mistake, text) {
    const key = JSON.stringify([game.name, game.stones, text]);
    let moves = this.#better.get(key);
    if (!moves) {
      try {
        const position = await api.position(game.name, game.stones, text);
        moves = position.moves.filter((move) => move.best).map((move) => move.move);
        this.#better.set(key, moves);
        if (isGrave(mistake) && position.counts.only_move) this.#learn(position);
      } catch {
        // Without it the mistake is still told.
        return;
      }
    }
    if (moves.length > 0) element.textContent = t('report.better', { moves: moves.slice(0, MOST_BETTER).join(', ') + (moves.length > MOST_BETTER ? '\u2026' : '') });
  }

  /** One move alone was right, and another was played: worth being asked again. */
  #learn({ game, stones, position, turn, value, moves }) {
    const [right] = moves;
    const theme = right.takes.length > 0 && moves.some((move) => move.from === right.from && move.to === right.to && move !== right) ? 'take' : value.outcome;
    lessons.add({ game, stones, position, turn, theme, value, solution: { move: right.move } });
  }
}
