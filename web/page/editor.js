// Sets up a position: put and remove stones, say what is in hand and who is to move. The server judges every
// step; its reason is shown as long as the position is none of the game.

import * as api from './api.js';
import { find, make } from './dom.js';
import { NAMES, sentence, verdict } from './words.js';

const TOOLS = [['white', 'White stone'], ['black', 'Black stone'], ['none', 'Remove']];

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
    this.#judge();
  }

  end() {
    this.open = false;
    this.#waiting?.abort();
    this.#element.replaceChildren();
  }

  click(point) {
    if (this.#tool === 'none' || this.stones.get(point) === this.#tool) this.stones.delete(point);
    else this.stones.set(point, this.#tool);
    this.#changed();
  }

  /** What a click on a point would do, for its label. */
  hint(point) {
    if (this.#tool === 'none' || this.stones.get(point) === this.#tool) return this.stones.has(point) ? 'click to remove' : null;
    return `click to put a ${this.#tool} stone`;
  }

  get position() {
    return { turn: this.turn, stones: this.stones, hands: this.hands };
  }

  #changed() {
    this.handlers.onDraw();
    this.#judge();
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
      if (position.over) tell('good', sentence(position.over.words));
      else tell('good', position.missing ? 'A position of this game; its value is unknown.' : `${verdict(position.value, position.turn)}.`);
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
      this.#judged.textContent = `Not used: ${error.message}`;
    }
  }

  #show() {
    const radio = (name, value, title, checked, change) => make('label', { class: 'choice' },
      make('input', { type: 'radio', name, value, checked, onchange: change }), make('span', {}, title));
    const tools = TOOLS.map(([tool, title]) => radio('tool', tool, title, tool === this.#tool, () => {
      this.#tool = tool;
      this.handlers.onDraw();
    }));
    const turns = ['white', 'black'].map((colour) => radio('turn', colour, NAMES[colour], colour === this.turn, () => {
      this.turn = colour;
      this.#changed();
    }));
    const hand = (colour) => make('label', { class: 'field short' }, make('span', {}, `${NAMES[colour]} in hand`),
      make('input', {
        type: 'number', id: `hand-${colour}`, min: 0, max: 12, value: this.hands[colour], inputmode: 'numeric',
        oninput: (event) => {
          const number = Number.parseInt(event.target.value, 10);
          this.hands[colour] = Number.isNaN(number) ? 0 : Math.max(0, Math.min(12, number));
          this.#changed();
        },
      }));
    const clear = () => {
      this.stones.clear();
      this.#changed();
    };
    this.#element.replaceChildren(
      make('h2', {}, 'Set up a position'),
      make('fieldset', {}, make('legend', {}, 'Click puts'), ...tools),
      make('fieldset', {}, make('legend', {}, 'To move'), ...turns),
      make('div', { class: 'pair' }, hand('white'), hand('black')),
      this.#judged,
      make('div', { class: 'actions' },
        make('button', { type: 'button', class: 'primary', id: 'edit-done', onclick: () => this.#done() }, 'Use this position'),
        make('button', { type: 'button', id: 'edit-clear', onclick: clear }, 'Clear the board'),
        make('button', { type: 'button', id: 'edit-cancel', onclick: this.handlers.onCancel }, 'Cancel')),
    );
  }
}
