// What a position is worth: the verdict in words, every move grouped by outcome, and the best line.

import * as api from './api.js';
import { draw, find, make } from './dom.js';
import { badge } from './board.js';
import { t } from './texts.js';
import { OUTCOMES, beside, ending, estimated, inFull, isEstimate, lineEnds, moveInWords, nameOf, outcomeName, replies, verdict } from './words.js';

const LINE_PLIES = 12;

export const badgeIcon = (value, size = 26) => draw('svg', { class: 'icon', viewBox: '-24 -24 48 48', width: size, height: size, 'aria-hidden': 'true' }, badge(value, isEstimate(value) ? 18 : 21));

/** The command in a hint of the server. */
export const commandIn = (hint) => /millwright \S.*$/.exec(hint ?? '')?.[0]?.replace(/[.\x60]+$/, '') ?? null;

/** What is not known here, and what makes it known. */
export function missingNote({ message, hint }) {
  const command = commandIn(hint);
  const why = /statistics only/.test(message) ? 'missing.why-statistics' : 'missing.why';
  return make('div', { class: 'note missing' },
    make('p', {}, make('b', {}, t('missing.title')), ' ', t(why)),
    command && [make('p', {}, t('missing.command')), make('pre', {}, make('code', {}, command))]);
}

export class Analysis {
  #element = find('analysis');
  #line = make('div', { class: 'line' });
  #linePlies = LINE_PLIES;
  #waiting = null;
  #shown = null;
  #next = null;
  #turn = null;

  /** `onMove(move)` plays; `onPreview(move or null)` shows a move on the board; `onLine(moves)` plays several. */
  constructor({ onMove, onPreview, onLine }) {
    this.onMove = onMove;
    this.onPreview = onPreview;
    this.onLine = onLine;
  }

  /**
   * `claim`: why players would stop here although the game is not over by its rules; `next`: the move that was played
   * next; `turn`: a turn in the making, whose moves stand out.
   */
  show(position, { over, claim, next, turn }) {
    this.#next = next;
    this.#turn = turn;
    const head = make('div', { class: 'verdict', 'data-outcome': position.value.outcome },
      badgeIcon(position.value, 44),
      make('div', {},
        make('h2', {}, over ? ending(over) : verdict(position.value, position.turn)),
        make('p', {}, replies(position.counts, position.value))));
    this.#element.replaceChildren(
      head,
      claim && !over ? make('p', { class: 'faint claim' }, t('analysis.claim', { why: ending(claim) })) : '',
      !over && isEstimate(position.value) ? make('p', { class: 'estimate' }, estimated(position.value, position.turn)) : '',
      position.missing ? missingNote(position.missing) : '',
      this.#line,
      make('div', { class: 'groups' }, ...OUTCOMES.map((outcome) => this.#group(position, outcome))),
    );
    if (this.#shown !== position) {
      this.#shown = position;
      this.#linePlies = LINE_PLIES;
      this.#askLine(position);
    }
  }

  #group(position, outcome) {
    const moves = position.moves.filter((move) => move.outcome === outcome);
    if (moves.length === 0) return '';
    return make('section', { class: `group ${outcome}` },
      make('h3', {}, badgeIcon({ outcome }, 18), ` ${outcomeName(outcome)} `, make('span', { class: 'number' }, moves.length)),
      make('ul', { class: moves.some((move) => move.move.length + beside(move).length > 8) ? 'wide' : null }, moves.map((move) => make('li', {}, this.#chip(position, move)))));
  }

  #chip(position, move) {
    const isBest = move.best && position.moves.some((other) => !other.best);
    const preview = () => this.onPreview({ ...move, colour: position.turn });
    return make('button', {
      type: 'button',
      class: ['chip', isBest && 'best', isEstimate(move) && 'estimated', move.move === this.#next && 'next', !this.#fits(move) && 'apart'].filter(Boolean).join(' '),
      'data-move': move.move,
      'aria-label': t(isBest ? 'analysis.best' : 'analysis.move', {
        // What is seen comes first, as one would say it to have it clicked.
        name: [`${move.move} ${beside(move)}`.trim(), nameOf(position.turn)].join(', '), way: moveInWords(move), worth: inFull(move, position.turn),
      })
        + (move.move === this.#next ? t('analysis.next') : ''),
      title: inFull(move, position.turn),
      onclick: () => this.onMove(move),
      onpointerenter: preview,
      onpointerleave: () => this.onPreview(null),
      onfocus: preview,
      onblur: () => this.onPreview(null),
    }, make('span', { class: 'move' }, move.move), ' ', make('span', { class: 'worth' }, beside(move)));
  }

  /** Whether a move agrees with what has been clicked so far. */
  #fits(move) {
    return !this.#turn?.begun || this.#turn.candidates().includes(move);
  }

  async #askLine(position) {
    this.#waiting?.abort();
    this.#line.replaceChildren();
    if (position.moves.length === 0 || position.value.source === null) return;
    this.#waiting = new AbortController();
    try {
      const answer = await api.line(position.game, position.stones, position.position, this.#linePlies, this.#waiting.signal);
      if (this.#shown === position) this.#showLine(position, answer);
    } catch (error) {
      if (!api.isAborted(error) && this.#shown === position) this.#line.replaceChildren(make('p', { class: 'faint' }, t('line.none', { why: error.message })));
    }
  }

  /** Among equally good first moves, the one that is shown is not called the best. */
  #lineTitle(position, line) {
    if (line.some(isEstimate)) return t('line.expected');
    const equal = position.moves.filter((move) => move.best).length;
    return equal > 1 ? t('line.one-of', { n: equal }) : t('line.best');
  }

  #showLine(position, { line, ends }) {
    const steps = line.map((step, index) => make('li', {},
      make('button', {
        type: 'button',
        class: `step ${step.by}`,
        'aria-label': `${nameOf(step.by)} ${step.move}${step.only ? t('line.only-label') : ''}`,
        title: step.only ? t('line.only') : null,
        onclick: () => this.onLine(line.slice(0, index + 1).map((part) => part.move)),
      }, `${step.move}${step.only ? '!' : ''}`)));
    const more = line.length >= this.#linePlies;
    const longer = () => {
      this.#linePlies *= 8;
      this.#askLine(position);
    };
    this.#line.replaceChildren(
      make('h3', {}, this.#lineTitle(position, line)),
      steps.length > 0 ? make('ol', { class: 'steps' }, steps) : '',
      make('p', { class: 'faint' }, line.some((step) => step.only) ? `${t('line.only-key')} ` : '',
        more ? make('button', { type: 'button', class: 'link', onclick: longer }, t('line.more')) : lineEnds(ends)),
    );
  }
}
