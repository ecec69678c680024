// Playing: against the program, or two people at one screen. Who plays which colour, how strong the program is, its
// replies, and what is to be done now, in large letters.

import * as api from './api.js';
import { commandIn } from './analysis.js';
import { calm, find, make } from './dom.js';
import { keep } from './keep.js';
import { knownNote } from './known.js';
import { GROUPS, isLevel, levelName, levelTitle, needsTables } from './levels.js';
import { sounds } from './sounds.js';
import { t } from './texts.js';
import { COLOURS, ending, fallback, nameOf, opponent } from './words.js';

const THINKING_MILLISECONDS = 450;
const SIDES = ['white', 'black', 'both'];

/** As PGN writes it. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
}

export class Play {
  #element = find('play');
  #task = make('div', { class: 'headline', id: 'task' });
  #waiting = null;
  #failure = null;
  /** What the opponent did instead of what it usually does, in words, or null. */
  #fallback = null;

  /**
   * `onReply(game, move)` gets the program's move for exactly the game it was asked for; `onNew`, `onTakeBack`, `onHint`,
   * `onReview`, `onSmall` (the small game that is always known) and `onChange` are the reader's wishes; `onFail(error, retry)`
   * tells him that there is no reply.
   */
  constructor(handlers) {
    this.handlers = handlers;
    /** The reader's colour, `both` for two people, or null while nobody plays. */
    this.as = null;
    this.strength = isLevel(keep.read('strength')) ? keep.read('strength') : 'strong';
    this.hints = keep.read('hints') === 'yes';
    this.thinking = false;
  }

  get on() {
    return this.as !== null;
  }

  /** Whether the player of a colour sits at this screen. */
  isHere(colour) {
    return this.as === 'both' || this.as === colour;
  }

  /** What the address says about playing: colour and strength, or nothing. */
  get extra() {
    if (!this.on) return {};
    return this.as === 'both' ? { as: 'both' } : { as: this.as, against: this.strength };
  }

  read({ as, against }) {
    this.as = SIDES.includes(as) ? as : null;
    if (isLevel(against)) this.strength = against;
  }

  get roles() {
    if (!this.on || this.as === 'both') return {};
    return { [this.as]: t('play.you'), [opponent(this.as)]: levelName(this.strength) };
  }

  /** How a finished game went, for those at this screen. */
  result(over) {
    if (!over.winner) return t('play.drawn');
    if (this.as === 'both') return t('play.wins', { name: nameOf(over.winner) });
    return t(over.winner === this.as ? 'play.you-win' : 'play.you-lose');
  }

  /** What a PGN tells about the game that was played. */
  tags(over) {
    const player = (colour) => (this.isHere(colour) ? '?' : levelName(this.strength));
    const result = { white: '1-0', black: '0-1' }[over?.winner] ?? (over ? '1/2-1/2' : '*');
    return { Event: 'Millwright', Date: today(), White: player('white'), Black: player('black'), Result: result };
  }

  stop() {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#failure = null;
    this.thinking = false;
  }

  /** What the opponent lacks to play here, or null. */
  #lacks(position) {
    if (this.as === 'both' || !needsTables(this.strength)) return null;
    return this.#failure?.code === 'missing-table' ? this.#failure : position.missing ?? null;
  }

  /** Replies if it is the program's turn. */
  async consider(game, position, over) {
    this.stop();
    if (!this.on || over || !game.atEnd || this.isHere(position.turn)) return;
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

  /** `entry` is what the server says about the game. */
  show(game, position, { over, turn, entry }) {
    if (!this.on) return;
    this.showTask(game, position, { over, turn });
    const lacks = over ? null : this.#lacks(position);
    const button = (id, key, onclick, attributes = {}) => make('button', { type: 'button', id, onclick, ...attributes }, t(key));
    this.#element.replaceChildren(
      this.#task,
      make('div', { class: 'actions' },
        over ? button('review-game', 'play.review', this.handlers.onReview, { class: 'primary' }) : button('hint', 'play.hint', this.handlers.onHint, { class: 'primary', disabled: !this.isHere(position.turn) }),
        button('take-back', 'play.take-back', this.handlers.onTakeBack, { disabled: game.at === 0 }),
        button('new-game', over ? 'play.again' : 'play.new', this.handlers.onNew)),
      lacks ? this.#wayOut(lacks) : '',
      !over && this.#fallback && this.as !== 'both' ? make('p', { class: 'faint fallback' }, fallback(this.#fallback)) : '',
      this.#fields(),
      this.#known(game, entry),
    );
  }

  /** What is to be done now; it changes with every click of a turn. */
  showTask(game, position, { over, turn }) {
    const [whose, title, more] = this.#headline(game, position, over, turn);
    this.#task.className = over ? 'headline over' : 'headline';
    this.#task.replaceChildren(make('p', { class: 'whose' }, whose), make('h2', {}, title), make('p', { class: 'more' }, more));
  }

  #headline(game, position, over, turn) {
    if (over) return ['', this.result(over), ending(over)];
    const name = nameOf(position.turn);
    if (!this.isHere(position.turn)) {
      if (!game.atEnd) return ['', t('play.was-to-move', { name }), t('play.step-on')];
      if (this.thinking) return ['', t('play.thinking', { name }), t('one-moment')];
      return ['', t('say.no-reply', { name }), ''];
    }
    const whose = this.as === 'both' ? t('play.turn-of', { name }) : t('play.your-turn', { name });
    const { what, n } = turn.task;
    const other = nameOf(opponent(position.turn));
    const more = what === 'take-second' ? 'take' : what;
    return [whose, t(`play.${what}`, { n, other }), t(`play.${more}.more`)];
  }

  /** No table, no reply: told once, with what can be done about it. */
  #wayOut({ hint }) {
    const command = commandIn(hint);
    const way = (id, key, onclick) => make('li', {}, make('button', { type: 'button', class: 'link', id, onclick }, t(key)));
    return make('div', { class: 'note' },
      make('p', {}, make('b', {}, t('play.lacks', { opponent: levelName(this.strength) }))),
      command ? [make('p', {}, t('missing.command')), make('pre', {}, make('code', {}, command))] : '',
      make('p', {}, t('play.lacks.you-can')),
      make('ul', { class: 'ways' },
        way('play-small', 'play.lacks.small', this.handlers.onSmall),
        way('play-engine', 'play.lacks.engine', () => this.#change({ strength: 'engine' }))));
  }

  /** What is known about the game; small games are always known. */
  #known(game, entry) {
    return Math.max(game.stones.white, game.stones.black) <= entry.small ? make('p', { class: 'faint known' }, t('known.always')) : knownNote(entry);
  }

  #fields() {
    const side = (as) => make('label', { class: 'choice' },
      make('input', { type: 'radio', name: 'as', value: as, checked: this.as === as, onchange: () => this.#change({ as }) }),
      make('span', {}, as === 'both' ? t('play.both') : nameOf(as)));
    const strength = make('select', { id: 'strength', disabled: this.as === 'both', onchange: (event) => this.#change({ strength: event.target.value }) },
      GROUPS.map(([group, names]) => make('optgroup', { label: t(`play.group.${group}`) },
        names.map((name) => make('option', { value: name, selected: name === this.strength }, levelTitle(name))))));
    const box = (id, key, checked, change) => make('label', { class: 'switch' },
      make('input', { type: 'checkbox', id, checked, onchange: (event) => change(event.target.checked) }), make('span', {}, t(key)));
    return make('div', { class: 'fields' },
      make('fieldset', {}, make('legend', {}, t('play.as')), [...COLOURS, 'both'].map(side)),
      make('label', { class: 'field' }, make('span', {}, t('play.opponent')), strength),
      box('hints', 'play.values', this.hints, (hints) => this.#change({ hints })),
      box('sound', 'play.sound', sounds.on, (on) => { sounds.on = on; }));
  }

  #change(changes) {
    Object.assign(this, changes);
    keep.write('strength', this.strength);
    keep.write('hints', this.hints ? 'yes' : 'no');
    this.handlers.onChange(changes);
  }
}
