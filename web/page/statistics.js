// The statistics page: wins, draws and losses of every subspace, how deep its positions are, and its longest win or loss.

import * as api from './api.js';
import * as status from './status.js';
import { badgeIcon } from './analysis.js';
import { draw, find, keepFocus, make, show } from './dom.js';
import { gameName, readStones, writeStones } from './link.js';
import { OUTCOME_NAMES, count, gameTitle, subspaceName } from './words.js';

const OUTCOMES = ['win', 'draw', 'loss'];
const ROWS = 60;

const ORDERS = {
  stones: ['By stones', () => 0],
  deepest: ['Longest first', (a, b) => (b.max_plies ?? -1) - (a.max_plies ?? -1)],
  positions: ['Largest first', (a, b) => b.positions - a.positions],
};

const number = (value) => value.toLocaleString('en');

const plies = (value) => count(value, 'ply', 'plies');

function percent(part, whole) {
  if (whole === 0 || part === 0) return '0%';
  const value = (100 * part) / whole;
  if (value < 0.1) return '< 0.1%';
  if (value > 99.9 && part < whole) return '> 99.9%';
  return `${value.toFixed(1)}%`;
}

function share(record, large = false) {
  const bar = make('div', {
    class: large ? 'share large' : 'share', role: 'img',
    'aria-label': OUTCOMES.map((outcome) => `${OUTCOME_NAMES[outcome]} ${percent(record[outcome], record.positions)}`).join(', '),
  });
  for (const outcome of OUTCOMES) {
    const part = make('i', { class: outcome, title: `${OUTCOME_NAMES[outcome]}: ${number(record[outcome])} (${percent(record[outcome], record.positions)})` });
    part.style.width = `${(100 * record[outcome]) / Math.max(1, record.positions)}%`;
    bar.append(part);
  }
  return bar;
}

const handsAreEmpty = (record) => record.subspace.endsWith('_0_0');

/** The depths of the positions of a subspace: wins have odd plies, losses even ones. */
function histogram(entries, width) {
  const [height, foot] = [200, 22];
  const deepest = Math.max(...entries.map((entry) => entry.plies));
  const most = Math.max(...entries.map((entry) => entry.positions));
  const step = (width - 10) / (deepest + 1);
  const svg = draw('svg', {
    class: 'histogram', viewBox: `0 0 ${width} ${height + foot}`, role: 'img',
    'aria-label': `Positions by plies, up to ${deepest}; most, ${number(most)}, at ${plies(entries.find((entry) => entry.positions === most).plies)}`,
  });
  for (const entry of entries) {
    // Roots make the thin tail visible beside the tall bars.
    const tall = Math.max(1.5, height * Math.sqrt(entry.positions / most));
    svg.append(draw('rect', {
      class: entry.plies % 2 === 1 ? 'win' : 'loss', x: entry.plies * step + step * 0.08, y: height - tall, width: Math.max(0.8, step * 0.84), height: tall, rx: Math.min(2, step * 0.2),
    }, draw('title', {}, `${entry.plies % 2 === 1 ? 'won' : 'lost'} in ${plies(entry.plies)}: ${count(entry.positions, 'position')}`)));
  }
  const ticks = width / 60;
  const tick = [1, 2, 5, 10, 20, 50, 100].find((size) => deepest / size <= ticks) ?? 100;
  for (let at = 0; at <= deepest; at += tick) {
    svg.append(draw('text', { x: (at + 0.5) * step, y: height + 16, 'text-anchor': 'middle' }, at));
  }
  svg.append(draw('line', { x1: 0, x2: width, y1: height, y2: height }));
  return svg;
}

class Statistics {
  #waiting = null;
  #phase = 'all';
  #order = 'stones';
  #all = false;

  constructor(games) {
    this.games = games;
    for (const colour of ['white', 'black']) {
      const select = find(`stones-${colour}`);
      for (let stones = 3; stones <= 12; stones += 1) select.append(make('option', { value: stones }, stones));
      select.addEventListener('change', () => this.#chosen(this.game, { white: Number(find('stones-white').value), black: Number(find('stones-black').value) }));
    }
    find('game').addEventListener('change', (event) => {
      const game = games.find(({ name }) => name === event.target.value);
      this.#chosen(game, this.#usual(game));
    });
    window.addEventListener('popstate', () => this.open());
  }

  /** What can be known: the game's own stones with tables, the small game without. */
  #usual(game) {
    return game.tables > 0 ? game.rules.stones : { white: game.small, black: game.small };
  }

  #chosen(game, stones) {
    window.history.pushState(null, '', `#game=${game.name}&stones=${writeStones(stones)}`);
    this.open();
  }

  async open() {
    try {
      await api.meet(this.games, gameName(location.hash));
    } catch (error) {
      status.fail(error, () => this.open());
      return;
    }
    const fields = new Map(location.hash.slice(1).split('&').map((part) => part.split('=')));
    this.game = this.games.find(({ name }) => name === fields.get('game')) ?? this.games[0];
    this.stones = readStones(decodeStones(fields.get('stones'))) ?? this.#usual(this.game);
    find('game').replaceChildren(...this.games.map((game) => make('option', { value: game.name }, game.title)));
    find('game').value = this.game.name;
    find('stones-white').value = String(this.stones.white);
    find('stones-black').value = String(this.stones.black);
    const title = gameTitle(this.game, this.stones);
    document.title = `Statistics of ${title} \u2013 Millwright`;
    const address = `game=${this.game.name}&stones=${writeStones(this.stones)}`;
    find('to-board').href = `./#${address}`;
    for (const id of ['total', 'depths', 'numbers']) show(find(id), false);
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    status.say('Counting\u2026');
    try {
      const answer = await api.statistics(this.game.name, this.stones, waiting.signal);
      if (waiting.signal.aborted) return;
      this.answer = answer;
      status.say(`${title}: ${count(answer.subspaces.length, 'subspace')}.`);
      this.#showTotal();
      this.#showRows();
    } catch (error) {
      if (api.isAborted(error) || waiting.signal.aborted) return;
      status.fail(error, () => this.open());
    }
  }

  #showTotal() {
    const { total } = this.answer;
    const element = find('total');
    show(element, this.answer.subspaces.length > 0);
    element.replaceChildren(
      make('h2', {}, `${number(total.positions)} positions`),
      share(total, true),
      make('ul', { class: 'shares' }, OUTCOMES.map((outcome) => make('li', {}, badgeIcon({ outcome }, 20),
        `${OUTCOME_NAMES[outcome]} ${number(total[outcome])}`, make('span', { class: 'faint' }, percent(total[outcome], total.positions))))),
      make('p', { class: 'faint' }, 'For the player to move. Positions that are the same up to symmetry count once.'),
    );
  }

  #showRows() {
    const phases = { all: 'All', moving: 'Hands empty', placing: 'Stones in hand' };
    const fits = (record) => this.#phase === 'all' || handsAreEmpty(record) === (this.#phase === 'moving');
    const records = this.answer.subspaces.filter(fits).sort(ORDERS[this.#order][1]);
    const shown = this.#all ? records : records.slice(0, ROWS);
    const element = find('numbers');
    show(element, true);
    const filter = Object.entries(phases).map(([phase, title]) => make('label', { class: 'choice' },
      make('input', {
        type: 'radio', name: 'phase', value: phase, checked: phase === this.#phase,
        onchange: () => {
          this.#phase = phase;
          keepFocus(() => this.#showRows());
        },
      }), make('span', {}, title)));
    const order = make('select', {
      id: 'order', 'aria-label': 'Order',
      onchange: (event) => {
        this.#order = event.target.value;
        keepFocus(() => this.#showRows());
      },
    }, Object.entries(ORDERS).map(([name, [title]]) => make('option', { value: name, selected: name === this.#order }, title)));
    const all = () => {
      this.#all = true;
      this.#showRows();
    };
    element.replaceChildren(
      make('h2', {}, 'Subspaces'),
      make('p', { class: 'faint' }, 'Stones of the player to move against those of the other, on the board + in hand.'),
      make('div', { class: 'between' }, make('div', { class: 'filter', role: 'radiogroup', 'aria-label': 'Which subspaces' }, filter), order),
      records.length === 0 ? make('p', { class: 'faint' }, 'There are none.') : make('table', { class: 'rows' },
        make('thead', {}, make('tr', {},
          make('th', { scope: 'col' }, 'Subspace'), make('th', { scope: 'col', class: 'number' }, 'Positions'),
          make('th', { scope: 'col', class: 'bar' }, 'Win, draw, loss'), make('th', { scope: 'col', class: 'number' }, 'Longest'))),
        make('tbody', {}, shown.map((record) => this.#row(record)))),
      shown.length < records.length ? make('button', { type: 'button', onclick: all }, `Show all ${records.length}`) : '',
    );
  }

  #boardLink(record, text) {
    if (!record.longest) return text;
    return make('a', {
      class: 'open', title: 'Open on the board', 'aria-label': `${text}: open the longest win or loss of ${subspaceName(record.subspace)} on the board`,
      href: `./#game=${this.game.name}&stones=${writeStones(this.stones)}&start=${encodeURIComponent(record.longest)}`,
    }, text);
  }

  #row(record) {
    return make('tr', { 'data-subspace': record.subspace },
      make('td', {}, make('button', { type: 'button', class: 'link', title: 'Show its depths', onclick: () => this.#showDepths(record) }, subspaceName(record.subspace))),
      make('td', { class: 'number' }, number(record.positions)),
      make('td', { class: 'bar' }, share(record)),
      make('td', { class: 'number' }, record.max_plies === null ? '\u2013' : this.#boardLink(record, plies(record.max_plies))));
  }

  async #showDepths(record) {
    const element = find('depths');
    for (const row of document.querySelectorAll('.rows tr')) row.classList.toggle('chosen', row.dataset.subspace === record.subspace);
    try {
      const answer = await api.subspaceStatistics(this.game.name, this.stones, record.subspace);
      show(element, true);
      element.replaceChildren(
        make('div', { class: 'between' }, make('h2', {}, `Depths of ${subspaceName(record.subspace)}`), record.longest ? this.#boardLink(record, `Longest: ${plies(record.max_plies ?? 0)}, open on board`) : ''),
        answer.plies.length > 0 ? histogram(answer.plies, Math.max(260, element.clientWidth - 44)) : make('p', { class: 'faint' }, 'Nothing is decided here: every position is a draw.'),
        make('p', { class: 'faint' }, 'Positions by the plies to the end, on a root scale.', make('span', { class: 'key win' }), 'won', make('span', { class: 'key loss' }), 'lost'),
      );
      element.scrollIntoView({ block: 'start' });
    } catch (error) {
      status.fail(error);
    }
  }
}

function decodeStones(text) {
  return (text ?? '').replace(/%2c/i, ',');
}

window.addEventListener('server-busy', ({ detail }) => status.busy(detail));

async function begin() {
  try {
    await new Statistics(await api.games()).open();
  } catch (error) {
    status.fail(error, begin);
  }
}

begin();
