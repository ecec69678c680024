// Sets up a position: put and remove stones, say what is in hand and who is to move. The server judges every
// step; its reason is shown as long as the position is none of the game.

import * as api from './api.js';
import { find, make } from './dom.js';
import * as status from './status.js';
import { t } from './texts.js';
import { COLOURS, ending, nameOf, stopped, verdict } from './words.js';

const TOOLS = ['white', 'black', 'none'];
const MOST_STONES = 12;

/** A position in the short form: `w_a1d1.6_b2d2.7`. */
export function shortForm({ turn, stones, hands }) {
  const side = (colour) => {
    const points = [...stones].filter(([, held]) => held === colour).map(([point]) => point).sort().join('');
    return hands[colour] > 0 ? `${points}.${hands[colour]}` : points;
  };
  return `${turn[0]}_${side('white')}_${side('black')}`;
}

export class Editor {
  #element = find('editor');
  #judged = make('div', { class: 'judged', role: 'status', 'aria-live': 'polite', id: 'judged' });
  #waiting = null;
  #tool = 'white';
  #counted = make('p', { class: 'faint', id: 'counted' });

  /** `onDraw()` redraws the board; `onDone(text)` uses the position; `onCancel()` leaves things as they were. */
  constructor({ onDraw, onDone, onCancel }) {
    this.handlers = { onDraw, onDone, onCancel };
    this.open = false;
  }

  begin(game, position) {
    this.open = true;
    this.game = game;
    this.board = position.board;
    this.turn = position.turn;
    this.hands = { white: position.white.hand, black: position.black.hand };
    this.stones = new Map();
    for (const colour of ['white', 'black']) for (const point of position[colour].points) this.stones.set(point, colour);
    this.#show();
    this.#showCounts();
    this.#judge();
  }

  end() {
    this.open = false;
    this.#waiting?.abort();
    this.#element.replaceChildren();
  }

  click(point) {
    const held = this.stones.get(point) ?? null;
    const tool = this.#tool === 'none' || held === this.#tool ? null : this.#tool;
    if (held === null && tool === null) return;
    if (tool && held !== tool && !this.#takeOne(tool)) {
      status.refuse(t('edit.no-stone-left', { name: nameOf(tool) }));
      return;
    }
    if (held) this.#giveBack(held);
    if (tool) this.stones.set(point, tool);
    else this.stones.delete(point);
    this.#changed();
  }

  #onBoard(colour) {
    return [...this.stones.values()].filter((held) => held === colour).length;
  }

  /** Stones that are neither on the board nor in hand have been taken; less than none if there are too many. */
  #lost(colour) {
    return this.game.stones[colour] - this.#onBoard(colour) - this.hands[colour];
  }

  /** A stone for the board: from the hand, else from those that were taken. */
  #takeOne(colour) {
    if (this.hands[colour] > 0) this.hands[colour] -= 1;
    else if (this.#lost(colour) <= 0) return false;
    return true;
  }

  /** A stone from the board: into the hand while stones are placed, else it counts as taken. */
  #giveBack(colour) {
    if (COLOURS.some((any) => this.hands[any] > 0) && this.hands[colour] < MOST_STONES) this.hands[colour] += 1;
  }

  /** What a click on a point would do, for its label. */
  hint(point) {
    if (this.#tool === 'none' || this.stones.get(point) === this.#tool) return this.stones.has(point) ? t('edit.hint.remove') : null;
    return t('edit.hint.put', { stone: t(`${this.#tool}-stone`) });
  }

  get position() {
    return { turn: this.turn, stones: this.stones, hands: this.hands };
  }

  #changed() {
    this.#showCounts();
    this.handlers.onDraw();
    this.#judge();
  }

  #showCounts() {
    for (const colour of COLOURS) {
      const field = find(`hand-${colour}`);
      if (field && document.activeElement !== field) field.value = this.hands[colour];
    }
    const of = (colour) => t('edit.count', { name: nameOf(colour), board: this.#onBoard(colour), hand: this.hands[colour], lost: Math.max(0, this.#lost(colour)), total: this.game.stones[colour] });
    this.#counted.replaceChildren(of('white'), make('br'), of('black'));
  }

  async #judge() {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const tell = (kind, text) => {
      if (waiting.signal.aborted) return;
      this.#judged.dataset.kind = kind;
      this.#judged.textContent = text;
    };
    try {
      const position = await api.position(this.game.name, this.game.stones, shortForm(this.position), waiting.signal);
      if (position.over) tell('good', ending(position.over));
      else tell('good', position.missing ? t('edit.unknown') : stopped(verdict(position.value, position.turn)));
    } catch (error) {
      if (!api.isAborted(error)) tell('refused', [error.message, error.hint].filter(Boolean).join(' '));
    }
  }

  async #done() {
    const text = shortForm(this.position);
    try {
      const position = await api.position(this.game.name, this.game.stones, text);
      if (this.open) this.handlers.onDone(position.position);
    } catch (error) {
      this.#judged.dataset.kind = 'refused';
      this.#judged.textContent = t('edit.not-used', { why: error.message });
    }
  }

  #show() {
    const radio = (name, value, title, checked, change) => make('label', { class: 'choice' },
      make('input', { type: 'radio', name, value, checked, onchange: change }), make('span', {}, title));
    const tools = TOOLS.map((tool) => radio('tool', tool, t(`edit.${tool}`), tool === this.#tool, () => {
      this.#tool = tool;
      this.handlers.onDraw();
    }));
    const turns = COLOURS.map((colour) => radio('turn', colour, nameOf(colour), colour === this.turn, () => {
      this.turn = colour;
      this.#changed();
    }));
    const hand = (colour) => make('label', { class: 'field short' }, make('span', {}, t(`edit.hand.${colour}`)),
      make('input', {
        type: 'number', id: `hand-${colour}`, min: 0, max: MOST_STONES, value: this.hands[colour], inputmode: 'numeric',
        oninput: (event) => {
          const number = Number.parseInt(event.target.value, 10);
          this.hands[colour] = Number.isNaN(number) ? 0 : Math.max(0, Math.min(MOST_STONES, number));
          this.#changed();
        },
      }));
    const clear = () => {
      this.stones.clear();
      this.hands = { ...this.game.stones };
      this.#changed();
    };
    this.#element.replaceChildren(
      make('h2', {}, t('edit.title')),
      make('fieldset', {}, make('legend', {}, t('edit.puts')), ...tools),
      make('fieldset', {}, make('legend', {}, t('edit.turn')), ...turns),
      make('div', { class: 'pair' }, hand('white'), hand('black')),
      this.#counted,
      this.#judged,
      make('div', { class: 'actions' },
        make('button', { type: 'button', class: 'primary', id: 'edit-done', onclick: () => this.#done() }, t('edit.use')),
        make('button', { type: 'button', id: 'edit-clear', onclick: clear }, t('edit.clear')),
        make('button', { type: 'button', id: 'edit-cancel', onclick: this.handlers.onCancel }, t('cancel'))),
    );
  }
}
