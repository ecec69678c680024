// The statistics page: wins, draws and losses of every subspace, how deep its positions are, and its longest win or loss.

import * as api from './api.js';
import * as status from './status.js';
import { badgeIcon } from './analysis.js';
import { draw, find, keepFocus, make, show } from './dom.js';
import { gameName, readStones, writeStones } from './link.js';
import { isWhole } from './known.js';
import { decimal, fillIn, number, t } from './texts.js';
import { COLOURS, gameTitle, outcomeName, plies, subspaceName } from './words.js';
import { languagePicker } from './languages.js';

const OUTCOMES = ['win', 'draw', 'loss'];
const ROWS = 60;

const ORDERS = {
  stones: () => 0,
  deepest: (a, b) => (b.max_plies ?? -1) - (a.max_plies ?? -1),
  positions: (a, b) => b.positions - a.positions,
};

const PHASES = ['all', 'moving', 'placing'];

function percent(part, whole) {
  if (whole === 0 || part === 0) return `${number(0)}%`;
  const value = (100 * part) / whole;
  if (value < 0.1) return `< ${decimal(0.1)}%`;
  if (value > 99.9 && part < whole) return `> ${decimal(99.9)}%`;
  return `${decimal(value)}%`;
}

function share(record, large = false) {
  const bar = make('div', {
    class: large ? 'share large' : 'share', role: 'img',
    'aria-label': OUTCOMES.map((outcome) => `${outcomeName(outcome)} ${percent(record[outcome], record.positions)}`).join(', '),
  });
  for (const outcome of OUTCOMES) {
    const part = make('i', { class: outcome, title: `${outcomeName(outcome)}: ${number(record[outcome])} (${percent(record[outcome], record.positions)})` });
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
    'aria-label': t('statistics.histogram', { deepest, most, plies: plies(entries.find((entry) => entry.positions === most).plies) }),
  });
  for (const entry of entries) {
    // Roots make the thin tail visible beside the tall bars.
    const tall = Math.max(1.5, height * Math.sqrt(entry.positions / most));
    svg.append(draw('rect', {
      class: entry.plies % 2 === 1 ? 'win' : 'loss', x: entry.plies * step + step * 0.08, y: height - tall, width: Math.max(0.8, step * 0.84), height: tall, rx: Math.min(2, step * 0.2),
    }, draw('title', {}, t(entry.plies % 2 === 1 ? 'statistics.won-in' : 'statistics.lost-in', { plies: plies(entry.plies), positions: t('statistics.positions', { n: entry.positions }) }))));
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
    for (const colour of COLOURS) {
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
    find('game').replaceChildren(...this.games.map((game) => make('option', { value: game.name }, gameTitle(game, game.rules.stones))));
    find('game').value = this.game.name;
    find('stones-white').value = String(this.stones.white);
    find('stones-black').value = String(this.stones.black);
    const title = gameTitle(this.game, this.stones);
    document.title = t('statistics.of', { title });
    const address = `game=${this.game.name}&stones=${writeStones(this.stones)}`;
    find('to-board').href = `./#${address}`;
    for (const id of ['total', 'depths', 'numbers']) show(find(id), false);
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    status.say(t('statistics.counting'));
    try {
      const answer = await api.statistics(this.game.name, this.stones, waiting.signal);
      if (waiting.signal.aborted) return;
      this.answer = answer;
      status.say(t('statistics.said', { title, n: answer.subspaces.length }));
      this.#showTotal();
      this.#showRows();
    } catch (error) {
      if (api.isAborted(error) || waiting.signal.aborted) return;
      status.fail(error, () => this.open());
    }
  }

  /** What is missing if not the whole game is counted here, in words; null if it is, or if nobody can tell. */
  #partial() {
    const { subspaces, missing } = this.answer;
    if (typeof missing === 'number') return missing > 0 ? t('statistics.partial.why', { here: subspaces.length, total: subspaces.length + missing }) : null;
    // The start is the last thing that is solved: without it, something is missing.
    const start = `0_0_${this.stones.white}_${this.stones.black}`;
    const isSmall = Math.max(this.stones.white, this.stones.black) <= this.game.small;
    return isSmall || isWhole(this.game) || subspaces.some(({ subspace }) => subspace === start) ? null : t('statistics.partial.some');
  }

  #showTotal() {
    const { total } = this.answer;
    const partial = this.#partial();
    const element = find('total');
    show(element, this.answer.subspaces.length > 0);
    element.replaceChildren(
      make('h2', {}, t(partial ? 'statistics.partial' : 'statistics.positions', { n: total.positions })),
      partial ? make('p', { class: 'note', id: 'partial' }, partial) : '',
      share(total, true),
      make('ul', { class: 'shares' }, OUTCOMES.map((outcome) => make('li', {}, badgeIcon({ outcome }, 20),
        `${outcomeName(outcome)} ${number(total[outcome])}`, make('span', { class: 'faint' }, percent(total[outcome], total.positions))))),
      make('p', { class: 'faint' }, t('statistics.whose')),
    );
  }

  #showRows() {
    const fits = (record) => this.#phase === 'all' || handsAreEmpty(record) === (this.#phase === 'moving');
    const records = this.answer.subspaces.filter(fits).sort(ORDERS[this.#order]);
    const shown = this.#all ? records : records.slice(0, ROWS);
    const element = find('numbers');
    show(element, true);
    const filter = PHASES.map((phase) => make('label', { class: 'choice' },
      make('input', {
        type: 'radio', name: 'phase', value: phase, checked: phase === this.#phase,
        onchange: () => {
          this.#phase = phase;
          keepFocus(() => this.#showRows());
        },
      }), make('span', {}, t(`statistics.phase.${phase}`))));
    const order = make('select', {
      id: 'order', 'aria-label': t('statistics.order'),
      onchange: (event) => {
        this.#order = event.target.value;
        keepFocus(() => this.#showRows());
      },
    }, Object.keys(ORDERS).map((name) => make('option', { value: name, selected: name === this.#order }, t(`statistics.order.${name}`))));
    const all = () => {
      this.#all = true;
      this.#showRows();
    };
    element.replaceChildren(
      make('h2', {}, t('statistics.subspaces')),
      make('p', { class: 'faint' }, t('statistics.subspaces.text')),
      make('div', { class: 'between' }, make('div', { class: 'filter', role: 'radiogroup', 'aria-label': t('statistics.phase') }, filter), order),
      records.length === 0 ? make('p', { class: 'faint' }, t('statistics.none')) : make('table', { class: 'rows' },
        make('thead', {}, make('tr', {},
          make('th', { scope: 'col' }, t('statistics.subspace')), make('th', { scope: 'col', class: 'number' }, t('statistics.count')),
          make('th', { scope: 'col', class: 'bar' }, t('statistics.share')), make('th', { scope: 'col', class: 'number' }, t('statistics.longest')))),
        make('tbody', {}, shown.map((record) => this.#row(record)))),
      shown.length < records.length ? make('button', { type: 'button', onclick: all }, t('statistics.show-all', { n: records.length })) : '',
    );
  }

  #boardLink(record, text) {
    if (!record.longest) return text;
    return make('a', {
      class: 'open', title: t('statistics.open'), 'aria-label': t('statistics.open-longest', { text, subspace: subspaceName(record.subspace) }),
      href: `./#game=${this.game.name}&stones=${writeStones(this.stones)}&start=${encodeURIComponent(record.longest)}`,
    }, text);
  }

  #row(record) {
    return make('tr', { 'data-subspace': record.subspace },
      make('td', {}, make('button', { type: 'button', class: 'link', title: t('statistics.show-depths'), onclick: () => this.#showDepths(record) }, subspaceName(record.subspace))),
      make('td', { class: 'number' }, number(record.positions)),
      make('td', { class: 'bar' }, share(record)),
      make('td', { class: 'number' }, record.max_plies === null ? '\u2013' : this.#boardLink(record, t('plies.alone', { n: record.max_plies }))));
  }

  async #showDepths(record) {
    const element = find('depths');
    for (const row of document.querySelectorAll('.rows tr')) row.classList.toggle('chosen', row.dataset.subspace === record.subspace);
    try {
      const answer = await api.subspaceStatistics(this.game.name, this.stones, record.subspace);
      show(element, true);
      element.replaceChildren(
        make('div', { class: 'between' }, make('h2', {}, t('statistics.depths', { subspace: subspaceName(record.subspace) })), record.longest ? this.#boardLink(record, t('statistics.longest-open', { plies: plies(record.max_plies ?? 0) })) : ''),
        answer.plies.length > 0 ? histogram(answer.plies, Math.max(260, element.clientWidth - 44)) : make('p', { class: 'faint' }, t('statistics.no-depths')),
        make('p', { class: 'faint' }, t('statistics.scale'), make('span', { class: 'key win' }), t('statistics.won'), make('span', { class: 'key loss' }), t('statistics.lost')),
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
  fillIn();
  languagePicker();
  try {
    await new Statistics(await api.games()).open();
  } catch (error) {
    status.fail(error, begin);
  }
}

begin();
