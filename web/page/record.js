// The moves of the game, in rows of two: click one to go there. Marks and comments of an imported game are kept;
// where values are shown, moves that threw something away are marked as well.

import { find, foreign, make } from './dom.js';
import { NAMES } from './words.js';

const ORDER = { loss: 0, draw: 1, win: 2 };
const MIRROR = { loss: 'win', draw: 'draw', win: 'loss' };

/** What a move threw away, comparing the value before it with the value after: null if nothing, or if unknown. */
export function thrownAway(before, after) {
  const [had, has] = [before?.outcome, MIRROR[after?.outcome]];
  if (!(had in ORDER) || !(has in ORDER) || ORDER[has] >= ORDER[had]) return null;
  if (has === 'draw') return 'throws away the win';
  return had === 'win' ? 'turns a win into a loss' : 'throws away the draw';
}

const SHOWN_TAGS = ['Event', 'Date', 'Result'];

function heading(tags) {
  const told = (text) => text && !/^[?.*]+$/.test(text);
  const players = [tags.White, tags.Black].filter(told);
  const rest = SHOWN_TAGS.map((tag) => tags[tag]).filter(told);
  if (players.length === 0 && rest.length === 0) return null;
  const joined = (texts, between) => texts.flatMap((text, index) => (index ? [between, foreign(text)] : [foreign(text)]));
  return make('p', { class: 'tags' }, make('b', {}, joined(players, ' \u2013 ')), ' ', joined(rest, ', '));
}

export class Record {
  #element = find('record');

  /** `onGo(at)` jumps to a ply. */
  constructor({ onGo }) {
    this.onGo = onGo;
  }

  /** `whole`: the server's answer about this game, or null while it is on its way. */
  show(game, whole, showValues) {
    const title = make('h3', {}, 'Moves');
    if (game.plies.length === 0) {
      this.#element.replaceChildren(title, make('p', { class: 'faint' }, 'None yet.'));
      return;
    }
    const first = whole?.plies[0]?.by ?? 'white';
    const list = make('ol', { class: 'record' });
    let row = null;
    game.plies.forEach((ply, index) => {
      const by = (index % 2 === 0) === (first === 'white') ? 'white' : 'black';
      if (by === 'white' || row === null) {
        row = make('li', {}, make('span', { class: 'nr' }, `${list.children.length + 1}.`));
        list.append(row);
        if (by === 'black') row.append(make('span', { class: 'none' }, '\u2026'));
      }
      row.append(this.#ply(game, whole, ply, index, by, showValues));
    });
    const comment = game.last?.comment;
    const start = make('button', { type: 'button', class: 'link', 'aria-current': game.at === 0 ? 'step' : null, onclick: () => this.onGo(0) }, 'Start');
    this.#element.replaceChildren(title, heading(game.tags) ?? '', make('div', { class: 'scroll' }, start, list),
      comment ? make('p', { class: 'comment' }, foreign(comment)) : '');
    const current = list.querySelector('[aria-current]');
    const box = list.parentElement;
    if (current) box.scrollTop = Math.max(0, current.offsetTop - box.offsetTop - box.clientHeight / 2);
    else box.scrollTop = 0;
  }

  #ply(game, whole, ply, index, by, showValues) {
    const before = index === 0 ? whole?.value : whole?.plies[index - 1]?.value;
    const lost = showValues ? thrownAway(before, whole?.plies[index]?.value) : null;
    const mark = ply.mark || (lost ? '?' : '');
    const name = [`${NAMES[by]} ${ply.move}`, lost, ply.comment].filter(Boolean).join('; ');
    return make('button', {
      type: 'button',
      class: ['ply', lost ? 'lost' : '', ply.comment ? 'commented' : ''].join(' ').trim(),
      'data-ply': index + 1,
      'aria-current': index + 1 === game.at ? 'step' : null,
      'aria-label': `Ply ${index + 1}, ${name}`,
      title: lost ?? null,
      onclick: () => this.onGo(index + 1),
    }, ply.move, mark ? make('b', { class: 'mark' }, mark) : null);
  }
}
