// Positions from the reader's own games in which one move alone was right, and he found another. Kept in the browser.

import { keep } from './keep.js';

const MOST = 200;

const all = () => keep.readJson('lessons', []);

const same = (a, b) => a.position === b.position && a.game === b.game;

export const lessons = {
  /** Keeps one: `{game, stones, position, theme, value, solution: {move}}`, as the server has puzzles. */
  add(lesson) {
    const known = all();
    if (known.some((other) => same(other, lesson))) return;
    keep.writeJson('lessons', [...known, lesson].slice(-MOST));
  },
  /** The one that has waited longest; it goes to the end. */
  next() {
    const [first, ...rest] = all();
    if (!first) return null;
    keep.writeJson('lessons', [...rest, first]);
    return first;
  },
  /** It was found at the first try: it need not be asked again. */
  learnt(lesson) {
    keep.writeJson('lessons', all().filter((other) => !same(other, lesson)));
  },
};
