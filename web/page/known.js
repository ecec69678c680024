// What is known about a game on this server, and what is missing, in plain words.

import { t } from './texts.js';

/** Whether every position of a game is known; older servers do not say how many tables a game has. */
export const isWhole = (entry) => entry.tables > 0 && typeof entry.tables_needed === 'number' && entry.tables >= entry.tables_needed;

export function knownWords(entry) {
  if (entry.tables === 0) return t('known.none');
  if (isWhole(entry)) return t('known.all');
  if (typeof entry.tables_needed === 'number') return t('known.part', { here: entry.tables, n: entry.tables_needed });
  return t('known.some', { n: entry.tables });
}
