// Training: positions with one right move. They come from the server's tables, or from the reader's own games; how far
// he has come is kept in the browser.

import * as api from './api.js';
import { find, make } from './dom.js';
import { keep } from './keep.js';
import { lessons } from './lessons.js';
import { sound } from './sounds.js';
import { t } from './texts.js';
import { inFull, nameOf } from './words.js';

const THEMES = ['any', 'win', 'draw', 'take', 'own'];
const DIFFICULTIES = ['any', 'beginner', 'easy', 'medium', 'hard', 'expert', 'master'];
/** Asked for at once: one answer costs the server more than several positions in it. */
const AT_ONCE = 5;

const NOTHING_YET = { tried: 0, right: 0, streak: 0, longest: 0 };

const chosen = (name, among) => (among.includes(keep.read(name)) ? keep.read(name) : among[0]);

export class Train {
  #element = find('train');
  #queue = [];

  /** `onPuzzle(puzzle)` shows a position; `onReveal()` its solution; `onShow()` draws; `onLook()` opens it in review. */
  constructor(handlers) {
    this.handlers = handlers;
    this.on = false;
    this.puzzle = null;
    /** `asked`, `wrong` (once at least), `right`, `shown`; or `looking`, `none` where there is no position. */
    this.state = 'looking';
    this.theme = chosen('train-theme', THEMES);
    this.difficulty = chosen('train-difficulty', DIFFICULTIES);
    this.progress = { ...NOTHING_YET, ...keep.readJson('train', {}) };
  }

  get isOver() {
    return this.state === 'right' || this.state === 'shown';
  }

  stop() {
    this.on = false;
    this.puzzle = null;
  }

  /** The next position, of the game that is on the board. */
  async next(game) {
    this.on = true;
    this.game = game;
    this.state = 'looking';
    this.#show();
    const wanted = [this.theme, this.difficulty, game.name].join();
    try {
      const puzzle = this.theme === 'own' ? lessons.next() : await this.#fromServer(wanted);
      if (!this.on || wanted !== [this.theme, this.difficulty, this.game.name].join()) return;
      this.puzzle = puzzle;
      this.state = puzzle ? 'asked' : 'none';
      if (puzzle) this.handlers.onPuzzle(puzzle);
      else this.#show();
    } catch (error) {
      if (!this.on) return;
      this.state = 'none';
      this.#show(error.code === 'not-found' ? null : error.message);
    }
  }

  async #fromServer(wanted) {
    if (this.#queue.wanted !== wanted || this.#queue.length === 0) {
      const { puzzles } = await api.puzzles(this.game.name, { theme: this.theme, difficulty: this.difficulty, count: AT_ONCE });
      this.#queue = Object.assign(puzzles, { wanted });
    }
    return this.#queue.shift() ?? null;
  }

  /** Whether a move is the right one. What follows is the explorer's business. */
  judge(move, turn) {
    const isRight = move.move === this.puzzle.solution.move;
    if (this.state === 'asked') this.#count(isRight);
    this.state = isRight ? 'right' : 'wrong';
    this.said = t(isRight ? 'train.right.more' : 'train.wrong.more', { move: move.move, worth: inFull(move, turn) });
    sound(isRight ? 'right' : 'wrong');
    return isRight;
  }

  #count(isRight) {
    const { progress } = this;
    progress.tried += 1;
    progress.right += isRight ? 1 : 0;
    progress.streak = isRight ? progress.streak + 1 : 0;
    progress.longest = Math.max(progress.longest, progress.streak);
    if (this.theme === 'own' && isRight) lessons.learnt(this.puzzle);
    keep.writeJson('train', progress);
  }

  /** The solution, given up. */
  reveal(position) {
    if (this.state === 'asked') this.#count(false);
    const { move } = this.puzzle.solution;
    this.state = 'shown';
    this.said = t('train.shown', { move, worth: inFull(position.moves.find((one) => one.move === move) ?? this.puzzle.value, position.turn) });
    return move;
  }

  #show(trouble = null) {
    this.trouble = trouble;
    this.handlers.onShow();
  }

  /** `position` is the one on the board. */
  show(position) {
    if (!this.on) return;
    const button = (id, key, onclick, attributes = {}) => make('button', { type: 'button', id, onclick, ...attributes }, t(key));
    const next = () => this.next(this.game);
    const actions = this.isOver
      ? [button('train-next', 'train.next', next, { class: 'primary' }), button('train-look', 'train.look', this.handlers.onLook)]
      : [button('train-show', 'train.show', () => this.handlers.onReveal(), { disabled: !this.puzzle || this.state === 'looking' || this.state === 'none' }), button('train-next', 'train.next', next)];
    this.#element.replaceChildren(
      this.#headline(position),
      make('div', { class: 'actions' }, actions),
      this.#fields(),
      make('p', { class: 'faint' }, t('train.intro')),
      this.#progress(),
    );
  }

  #headline(position) {
    const tell = (title, more = '') => make('div', { class: 'headline', id: 'task', 'data-state': this.state }, make('h2', {}, title), make('p', {}, more));
    if (this.state === 'looking') return tell(t('train.looking'));
    if (this.state === 'none') return tell(t(this.theme === 'own' ? 'train.none-own' : 'train.none'), this.trouble ?? '');
    const ask = t(`train.ask.${this.puzzle.theme}`, { name: nameOf(this.puzzle.turn ?? position.turn) });
    if (this.state === 'asked') return tell(ask);
    return tell(this.state === 'right' ? t('train.right') : this.state === 'wrong' ? t('train.wrong') : ask, this.said);
  }

  #fields() {
    const select = (id, label, names, current, change) => make('label', { class: 'field' }, make('span', {}, t(label)),
      make('select', { id, onchange: (event) => change(event.target.value) }, names.map((name) => make('option', { value: name, selected: name === current }, t(`${label}.${name}`)))));
    const choose = (name, setting) => (value) => {
      this[name] = value;
      keep.write(setting, value);
      this.next(this.game);
    };
    return make('div', { class: 'fields pair' },
      select('train-theme', 'train.theme', THEMES, this.theme, choose('theme', 'train-theme')),
      select('train-difficulty', 'train.difficulty', DIFFICULTIES, this.difficulty, choose('difficulty', 'train-difficulty')));
  }

  #progress() {
    const { tried, right, streak, longest } = this.progress;
    const forget = () => {
      this.progress = { ...NOTHING_YET };
      keep.writeJson('train', this.progress);
      this.#show();
    };
    return make('section', { class: 'progress' },
      make('h3', {}, t('train.progress')),
      make('p', { id: 'train-progress' }, t('train.solved', { right, n: tried })),
      make('p', { class: 'faint' }, t('train.streak', { n: streak, longest })),
      tried > 0 ? make('button', { type: 'button', class: 'link', id: 'train-forget', onclick: forget }, t('train.forget')) : '');
  }
}
