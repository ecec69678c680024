// What is known about a game on this server, and what is missing: in plain words, with the one command that gets the
// rest and what it costs. Older servers say only how many tables there are.

import { make } from './dom.js';
import { decimal, t } from './texts.js';

/** Whether every position of a game is known, as far as the server says. */
export function isWhole({ solved, tables }) {
  return solved ? solved.here > 0 && solved.here >= solved.needed : tables > 0;
}

export const isBeingSolved = ({ solved }) => ['checking', 'solving'].includes(solved?.solving?.state);

export function knownWords(entry) {
  const { solved, tables } = entry;
  if (isBeingSolved(entry)) return t('known.solving', { percent: Math.floor(100 * (solved.solving.done ?? 0)), here: solved.here, n: solved.needed });
  if (!solved) return tables > 0 ? t('known.some', { n: tables }) : t('known.none');
  if (isWhole(entry)) return t('known.all');
  if (solved.here === 0) return t('known.none');
  const part = t('known.part', { here: solved.here, n: solved.needed });
  if (typeof solved.from_stone !== 'number') return part;
  return t('known.from', { part, n: solved.from_stone });
}

/** A time as one would say it. */
function duration(seconds) {
  if (seconds < 90) return t('time.seconds', { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t('time.minutes', { n: Math.round(seconds / 60) });
  return t('time.hours', { n: Math.round(seconds / 3600) });
}

const size = (bytes) => (bytes >= 1e9 ? `${decimal(bytes / 1e9)} GB` : `${decimal(bytes / 1e6, 0)} MB`);

/** The command that makes what is missing, and what it takes; empty where nothing is missing. */
export function restNote({ solved }) {
  const rest = solved?.rest;
  if (!rest?.command) return [];
  const takesKnown = typeof rest.seconds === 'number' && typeof rest.disk_bytes === 'number';
  return [
    make('p', {}, t('missing.command')),
    make('pre', {}, make('code', {}, rest.command)),
    takesKnown ? make('p', {}, t('missing.cost', { time: duration(rest.seconds), disk: size(rest.disk_bytes) })) : '',
  ];
}

/** What is known, as one line that opens where there is more to say. */
export function knownNote(entry) {
  const rest = restNote(entry);
  if (rest.length === 0) return make('p', { class: 'faint known' }, knownWords(entry));
  return make('details', { class: 'faint known' }, make('summary', {}, knownWords(entry)), make('div', { class: 'note' }, rest));
}
