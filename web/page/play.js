// Playing against the program: who plays which colour, how strong the program is, and its replies.

import * as api from './api.js';
import { calm, find, keep, make } from './dom.js';
import { NAMES, opponent, sentence } from './words.js';

const THINKING_MILLISECONDS = 450;

const STRENGTHS = [
  ['strong', 'Perfect', 'perfect player'],
  ['ultra', 'Perfect, and makes draws hard', 'perfect player'],
  ['engine', 'Engine: looks ahead', 'engine'],
  ...Array.from({ length: 10 }, (_, index) => 10 - index).map((level) => [`engine-${level}`, `Engine, level ${level}`, `engine at level ${level}`]),
  ['erring-10', 'Strong: errs 1 time in 10', 'strong player'],
  ['erring-30', 'Casual: errs 3 times in 10', 'casual player'],
  ['erring-60', 'Beginner: errs 6 times in 10', 'beginner'],
  ['random', 'Plays at random', 'random player'],
];

const isStrength = (name) => STRENGTHS.some(([known]) => known === name);

/** How a finished game went for the one who played `as`. */
export function ending(over, as) {
  if (over.winner === null || over.winner === undefined) return 'The game is drawn.';
  return over.winner === as ? 'You win!' : 'You lose.';
}

export class Play {
  #element = find('play');
  #waiting = null;
  #failure = null;
  /** What the opponent did instead of what it usually does, in words, or null. */
  #fallback = null;

  /**
   * `onReply(game, move)` gets the program's move for exactly the game it was asked for; `onNew`, `onTakeBack`,
   * `onSmall` (the small game that is always known) and `onChange` are the reader's wishes; `onFail(error, retry)` tells him that there is no reply.
   */
  constructor({ onReply, onNew, onTakeBack, onChange, onFail, onSmall }) {
    this.handlers = { onReply, onNew, onTakeBack, onChange, onFail, onSmall };
    /** The reader's colour, or null while he explores. */
    this.as = null;
    this.strength = isStrength(keep.read('strength')) ? keep.read('strength') : 'strong';
    this.hints = keep.read('hints') === 'yes';
    this.thinking = false;
  }

  get on() {
    return this.as !== null;
  }

  /** What the address says about playing: colour and strength, or nothing. */
  get extra() {
    return this.on ? { as: this.as, against: this.strength } : {};
  }

  read({ as, against }) {
    this.as = as === 'white' || as === 'black' ? as : null;
    if (isStrength(against)) this.strength = against;
  }

  get roles() {
    if (!this.on) return {};
    return { [this.as]: 'you', [opponent(this.as)]: this.#opponentName };
  }

  stop() {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#failure = null;
    this.thinking = false;
  }

  get #opponentName() {
    return STRENGTHS.find(([known]) => known === this.strength)[2];
  }

  /** What the opponent lacks to play here, `{message, hint}`, or null. Only who errs has to know what is best. */
  #lacks(position) {
    if (!this.strength.startsWith('erring')) return null;
    return this.#failure?.code === 'missing-table' ? this.#failure : position.missing ?? null;
  }

  /** Replies if it is the program's turn. */
  async consider(game, position, over) {
    this.stop();
    if (!this.on || over || !game.atEnd || position.turn === this.as) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.thinking = true;
    try {
      const [answer] = await Promise.all([
        api.reply(game.name, game.stones, position.position, this.strength, waiting.signal),
        new Promise((resolve) => { setTimeout(resolve, calm() ? 0 : THINKING_MILLISECONDS); }),
      ]);
      if (waiting.signal.aborted) return;
      this.stop();
      this.#fallback = answer.fallback ?? null;
      this.handlers.onReply(game, answer);
    } catch (error) {
      if (api.isAborted(error) || waiting.signal.aborted) return;
      this.stop();
      this.#failure = error;
      this.handlers.onFail(error, () => this.consider(game, position, over));
    }
  }

  show(game, position, over) {
    if (!this.on) return;
    this.#element.replaceChildren(
      this.#headline(game, position, over),
      !over && this.#lacks(position) ? this.#wayOut(this.#lacks(position)) : '',
      !over && this.#fallback ? make('p', { class: 'faint fallback' }, sentence(this.#fallback)) : '',
      make('div', { class: 'actions' },
        make('button', { type: 'button', class: 'primary', id: 'new-game', onclick: this.handlers.onNew }, over ? 'Play again' : 'New game'),
        make('button', { type: 'button', id: 'take-back', disabled: game.at === 0, onclick: this.handlers.onTakeBack }, 'Take back')),
      this.#fields(),
    );
  }

  /** No table, no reply: told once, with what can be done about it. */
  #wayOut({ message, hint }) {
    return make('div', { class: 'note' },
      make('p', {}, make('b', {}, `The ${this.#opponentName} does not know this game yet.`), ` ${sentence(message)} ${sentence(hint)}`),
      make('p', {}, 'Without tables you can:'),
      make('ul', { class: 'ways' },
        make('li', {}, make('button', { type: 'button', class: 'link', id: 'play-small', onclick: this.handlers.onSmall }, 'play five-stone morris'), ', which is always known'),
        make('li', {}, make('button', { type: 'button', class: 'link', id: 'play-engine', onclick: () => this.#change({ strength: 'engine' }) }, 'play this game against the engine'), ', which looks ahead')));
  }

  #headline(game, position, over) {
    let title = `Your turn: you are ${NAMES[this.as]}.`;
    let text = this.#advice(position);
    if (over) {
      title = ending(over, this.as);
      text = sentence(over.words);
    } else if (position.turn !== this.as) {
      const name = NAMES[position.turn];
      if (!game.atEnd) [title, text] = [`${name} was to move here.`, 'Step forward to go on with the game.'];
      else if (this.thinking) [title, text] = [`${name} is thinking.`, 'One moment.'];
      else [title, text] = [`${name} cannot reply.`, ''];
    }
    return make('div', { class: over ? 'headline over' : 'headline' }, make('h2', {}, title), text ? make('p', {}, text) : null);
  }

  #advice(position) {
    const placing = position.moves.some((move) => move.from === null);
    const sliding = position.moves.some((move) => move.from !== null);
    if (placing && sliding) return 'Click a point to place a stone, or one of your stones to move it.';
    if (placing) return 'Click a point to place a stone. Three in a row make a mill and take one of the other\u2019s.';
    return 'Click one of your stones, then the point it goes to.';
  }

  #fields() {
    const colour = (name) => make('label', { class: 'choice' },
      make('input', { type: 'radio', name: 'as', value: name, checked: this.as === name, onchange: () => this.#change({ as: name }) }),
      make('span', {}, NAMES[name]));
    const strength = make('select', { id: 'strength', onchange: (event) => this.#change({ strength: event.target.value }) },
      STRENGTHS.map(([name, title]) => make('option', { value: name, selected: name === this.strength }, title)));
    return make('div', { class: 'fields' },
      make('fieldset', {}, make('legend', {}, 'You play'), colour('white'), colour('black')),
      make('label', { class: 'field' }, make('span', {}, 'Opponent'), strength),
      make('label', { class: 'switch' },
        make('input', { type: 'checkbox', id: 'hints', checked: this.hints, onchange: (event) => this.#change({ hints: event.target.checked }) }),
        make('span', {}, 'Hints: show what every move is worth')));
  }

  #change(changes) {
    Object.assign(this, changes);
    keep.write('strength', this.strength);
    keep.write('hints', this.hints ? 'yes' : 'no');
    this.handlers.onChange(changes);
  }
}
