// What a position is worth: the verdict in words, every move grouped by outcome, and the best line.

import * as api from './api.js';
import { draw, find, make } from './dom.js';
import { badge } from './board.js';
import { NAMES, OUTCOMES, OUTCOME_NAMES, beside, estimated, inFull, isEstimate, moveInWords, replies, sentence, verdict } from './words.js';

const LINE_PLIES = 12;

export const badgeIcon = (value, size = 26) => draw('svg', { class: 'icon', viewBox: '-24 -24 48 48', width: size, height: size, 'aria-hidden': 'true' }, badge(value, 21));

function missingNote({ message, hint }) {
  const command = /millwright \S.*$/.exec(hint ?? '')?.[0]?.replace(/[.\x60]+$/, '');
  return make('div', { class: 'note missing' },
    make('p', {}, sentence(message)),
    command
      ? [make('p', {}, 'This command makes it:'), make('pre', {}, make('code', {}, command))]
      : hint && make('p', {}, sentence(hint)));
}

export class Analysis {
  #element = find('analysis');
  #line = make('div', { class: 'line' });
  #linePlies = LINE_PLIES;
  #waiting = null;
  #shown = null;

  /** `onMove(move)` plays; `onPreview(move or null)` shows a move on the board; `onLine(moves)` plays several. */
  constructor({ onMove, onPreview, onLine }) {
    this.onMove = onMove;
    this.onPreview = onPreview;
    this.onLine = onLine;
  }

  /** `claim`: why players would stop here although the game is not over by its rules. */
  show(position, over, claim) {
    const head = make('div', { class: 'verdict', 'data-outcome': position.value.outcome },
      badgeIcon(position.value, 44),
      make('div', {},
        make('h2', {}, over ? sentence(over.words) : verdict(position.value, position.turn)),
        make('p', {}, position.moves.length > 0 ? replies(position.counts, position.value) : 'No moves are left.')));
    this.#element.replaceChildren(
      head,
      claim && !over ? make('p', { class: 'faint claim' }, `Between players the game would be over. ${sentence(claim.words)}`) : '',
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
      make('h3', {}, badgeIcon({ outcome }, 18), ` ${OUTCOME_NAMES[outcome]} `, make('span', { class: 'number' }, moves.length)),
      make('ul', { class: moves.some((move) => move.move.length + beside(move).length > 8) ? 'wide' : null }, moves.map((move) => make('li', {}, this.#chip(position, move)))));
  }

  #chip(position, move) {
    const isBest = move.best && position.moves.some((other) => !other.best);
    const preview = () => this.onPreview({ ...move, colour: position.turn });
    return make('button', {
      type: 'button',
      class: ['chip', isBest && 'best', isEstimate(move) && 'estimated'].filter(Boolean).join(' '),
      'data-move': move.move,
      'aria-label': `${NAMES[position.turn]} ${moveInWords(move)}: ${inFull(move)}${isBest ? ', best' : ''}`,
      title: inFull(move),
      onclick: () => this.onMove(move),
      onpointerenter: preview,
      onpointerleave: () => this.onPreview(null),
      onfocus: preview,
      onblur: () => this.onPreview(null),
    }, make('span', { class: 'move' }, move.move), make('span', { class: 'worth' }, beside(move)));
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
      if (!api.isAborted(error) && this.#shown === position) this.#line.replaceChildren(make('p', { class: 'faint' }, `No best line: ${error.message}`));
    }
  }

  #showLine(position, { line, ends }) {
    const steps = line.map((step, index) => make('li', {},
      make('button', {
        type: 'button',
        class: `step ${step.by}`,
        'aria-label': `${NAMES[step.by]} ${step.move}${step.only ? ', the only move' : ''}`,
        title: step.only ? 'The only move that keeps the result' : null,
        onclick: () => this.onLine(line.slice(0, index + 1).map((part) => part.move)),
      }, `${step.move}${step.only ? '!' : ''}`)));
    const more = line.length >= this.#linePlies;
    const longer = () => {
      this.#linePlies *= 8;
      this.#askLine(position);
    };
    this.#line.replaceChildren(
      make('h3', {}, line.some(isEstimate) ? 'Expected line' : 'Best line'),
      steps.length > 0 ? make('ol', { class: 'steps' }, steps) : '',
      make('p', { class: 'faint' }, line.some((step) => step.only) ? '! marks an only move. ' : '',
        more ? make('button', { type: 'button', class: 'link', onclick: longer }, 'Show more') : sentence(ends)),
    );
  }
}
