// The moves of the game, in rows of two, with variations under the move they replace: click one to go there. Moves that
// threw something away are marked where values are shown. Signs and comments can be changed.

import { find, foreign, make } from './dom.js';
import { isGrave, mistakeWords, mistakesOf } from './mistakes.js';
import { t } from './texts.js';
import { nameOf, opponent } from './words.js';

const SHOWN_TAGS = ['Event', 'Date', 'Result'];
const SIGNS = ['!', '?', '!!', '??', '!?', '?!'];

function heading(tags) {
  const told = (text) => text && !/^[?.*]+$/.test(text);
  const players = [tags.White, tags.Black].filter(told);
  const rest = SHOWN_TAGS.map((tag) => tags[tag]).filter(told);
  if (players.length === 0 && rest.length === 0) return null;
  const joined = (texts, between) => texts.flatMap((text, index) => (index ? [between, foreign(text)] : [foreign(text)]));
  return make('p', { class: 'tags' }, make('b', {}, joined(players, ' \u2013 ')), ' ', joined(rest, ', '));
}

/** The number that a move has after so many plies, if `first` made the first of them. */
export function moveNumber(depth, first) {
  return Math.floor((depth + (first === 'black' ? 1 : 0)) / 2) + 1;
}

/** Whether two paths name the same node. */
const same = (a, b) => a.length === b.length && a.every((index, depth) => index === b[depth]);

export class Record {
  #element = find('record');
  #strip = find('strip');

  /**
   * `onGo(path)` goes to a move; `onAnnotate(path, changes)`, `onPromote(path)` and `onDelete(path)` change it;
   * `onFile(index)` opens another game of the file that was imported.
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** `whole`: the server's answer about this line, or null while it is on its way; `mayEdit`: whether signs can be set. */
  show(game, whole, { showValues, mayEdit, collection }) {
    this.game = game;
    this.first = whole?.plies[0]?.by ?? (/^b_/.test(game.start) ? 'black' : 'white');
    this.mistakes = new Map(showValues ? mistakesOf(whole).map((found) => [found.ply, found]) : []);
    this.#showStrip();
    const title = make('h3', {}, t('record.title'));
    if (game.root.children.length === 0) {
      this.#element.replaceChildren(title, this.#file(collection), heading(game.tags) ?? '', make('p', { class: 'faint' }, t('record.none')));
      return;
    }
    const start = make('button', { type: 'button', class: 'link', 'aria-current': game.at === 0 ? 'step' : null, onclick: () => this.handlers.onGo([]) }, t('record.start'));
    const list = make('ol', { class: 'record' }, this.#rows());
    const box = make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('panel.moves') }, start, list);
    this.#element.replaceChildren(title, this.#file(collection), heading(game.tags) ?? '', box, this.#remarks(mayEdit));
    this.#bringIntoView(box);
  }

  /** The games of the file, if the one on the board is one of several. */
  #file(collection) {
    if (collection.size < 2 || !collection.shows(this.game)) return '';
    return make('select', { id: 'file-games', 'aria-label': t('record.games'), onchange: (event) => this.handlers.onFile(Number(event.target.value)) },
      collection.games.map((_, index) => make('option', { value: index, selected: index === collection.at }, collection.title(index))));
  }

  #bringIntoView(box) {
    const current = box.querySelector('.ply[aria-current]');
    if (current) box.scrollTop = Math.max(0, current.offsetTop - box.offsetTop - box.clientHeight / 2);
    else box.scrollTop = 0;
  }

  /** The list has less room now, or more: the move we are at stays in sight. */
  #toggled(isOpen) {
    this.isEditing = isOpen;
    this.#bringIntoView(this.#element.querySelector('.scroll'));
  }

  #by(depth) {
    return depth % 2 === 0 ? this.first : opponent(this.first);
  }

  #number(depth) {
    return moveNumber(depth, this.first);
  }

  /** The main line, two plies in a row; a row that a variation interrupts is begun again after it. */
  #rows() {
    const rows = [];
    let row = null;
    let here = this.game.root;
    const begin = (depth) => {
      row = make('li', {}, make('span', { class: 'nr' }, `${this.#number(depth)}.`));
      rows.push(row);
      if (this.#by(depth) === 'black') row.append(make('span', { class: 'none' }, '\u2026'));
    };
    for (let path = []; here.children.length > 0; [here] = here.children) {
      const depth = path.length;
      const [next, ...others] = here.children;
      if (row === null || this.#by(depth) === 'white') begin(depth);
      row.append(this.#ply(next, [...path, 0]));
      if (others.length > 0) {
        rows.push(make('li', { class: 'variations' }, others.map((other, index) => this.#variation(other, [...path, index + 1]))));
        row = null;
      }
      path = [...path, 0];
    }
    return rows;
  }

  /** A variation as running text, its own variations in brackets. */
  #variation(first, path) {
    const written = [];
    let [here, way, siblings] = [first, path, []];
    let numbered = true;
    while (here) {
      const depth = way.length - 1;
      if (numbered || this.#by(depth) === 'white') {
        written.push(make('span', { class: 'nr' }, `${this.#number(depth)}${this.#by(depth) === 'white' ? '.' : '\u2026'}`));
      }
      written.push(this.#ply(here, way));
      const parent = way.slice(0, -1);
      for (const [index, other] of siblings.entries()) written.push(make('span', { class: 'bracket' }, '(', this.#variation(other, [...parent, index + 1]), ')'));
      numbered = siblings.length > 0;
      [here, ...siblings] = here.children;
      way = [...way, 0];
    }
    return make('span', { class: 'variation' }, written);
  }

  #ply({ move, mark, comment }, path) {
    const { game } = this;
    const depth = path.length;
    const isOnLine = same(path, game.path.slice(0, depth));
    const found = isOnLine ? this.mistakes.get(depth) : null;
    const lost = found ? mistakeWords(found) : null;
    const sign = mark || (found ? (isGrave(found) ? '?' : '?!') : '');
    const what = [`${nameOf(this.#by(depth - 1))} ${move}`, lost, SIGNS.includes(mark) && t(`sign.${mark}`), comment].filter(Boolean).join('; ');
    return make('button', {
      type: 'button',
      class: ['ply', found && (isGrave(found) ? 'lost' : 'slipped'), comment && 'commented', isOnLine && 'on-line'].filter(Boolean).join(' '),
      'data-ply': isOnLine ? depth : null,
      'data-path': path.join('.'),
      'aria-current': same(path, game.here) ? 'step' : null,
      'aria-label': t('record.ply', { n: depth, what }),
      title: lost,
      onclick: () => this.handlers.onGo(path),
    }, move, sign ? make('b', { class: 'mark' }, sign) : null);
  }

  /** The line of moves under the board of a phone. */
  #showStrip() {
    const { game } = this;
    const plies = game.plies.map((ply, index) => make('button', {
      type: 'button', class: 'ply', tabindex: -1, 'data-at': index + 1, 'aria-current': index + 1 === game.at ? 'step' : null,
      onclick: () => this.handlers.onGo(game.path.slice(0, index + 1)),
    }, `${this.#by(index) === 'white' || index === 0 ? `${this.#number(index)}${this.#by(index) === 'white' ? '.' : '\u2026'} ` : ''}${ply.move}${ply.mark}`));
    this.#strip.replaceChildren(...(plies.length ? plies : [make('span', { class: 'faint' }, t('record.none'))]));
    const current = this.#strip.querySelector('[aria-current]');
    this.#strip.scrollLeft = current ? current.offsetLeft + current.offsetWidth / 2 - this.#strip.clientWidth / 2 : 0;
  }

  /** What is said about the move we are at, and how to change it. */
  #remarks(mayEdit) {
    const { game } = this;
    const { last, here } = game;
    if (!last) return make('div', { class: 'remarks' }, game.root.comment ? make('p', { class: 'comment' }, foreign(game.root.comment)) : '');
    const comment = last.comment ? make('p', { class: 'comment' }, foreign(last.comment)) : '';
    if (!mayEdit) return make('div', { class: 'remarks' }, comment);
    const field = make('textarea', {
      id: 'comment', rows: 2, maxlength: 2000, placeholder: t('record.comment-hint'), 'aria-label': t('record.comment'),
      onchange: (event) => this.handlers.onAnnotate(here, { comment: event.target.value.trim() }),
    }, last.comment);
    const signs = make('select', {
      id: 'sign', 'aria-label': t('record.sign'), onchange: (event) => this.handlers.onAnnotate(here, { mark: event.target.value }),
    }, ['', ...SIGNS].map((sign) => make('option', { value: sign, selected: sign === last.mark }, sign ? `${sign} ${t(`sign.${sign}`)}` : t('record.no-sign'))));
    const isMain = here.every((index) => index === 0);
    return make('div', { class: 'remarks' }, comment,
      make('details', { class: 'edit', open: this.isEditing, ontoggle: (event) => this.#toggled(event.target.open) },
        make('summary', {}, t('record.tools')),
        make('div', { class: 'actions' }, signs,
          make('button', { type: 'button', id: 'promote', disabled: isMain, onclick: () => this.handlers.onPromote(here) }, t('record.promote')),
          make('button', { type: 'button', id: 'delete', onclick: () => this.handlers.onDelete(here) }, t('record.delete'))),
        field));
  }
}
