// What a move gave away, from the values before and after it. Worst first: a result, a better draw, time.

import { t } from './texts.js';
import { subspaceName } from './words.js';

/** The kinds, by weight. */
export const KINDS = ['win-loss', 'win-draw', 'draw-loss', 'worse-draw', 'slower', 'faster'];

/** Slower wins and sooner losses count from so many plies on. */
export const PLIES_THAT_MATTER = 10;

const MIRROR = { loss: 'win', draw: 'draw', win: 'loss' };
const ORDER = { loss: 0, draw: 1, win: 2 };

/** The kinds that give away a result. */
export const isGrave = (mistake) => KINDS.indexOf(mistake.kind) < 3;

const mirrored = (subspace) => {
  const [mover, other, moverHand, otherHand] = subspace.split('_');
  return [other, mover, otherHand, moverHand].join('_');
};

/** A draw in a few signs: where best play ends. */
const drawName = (value, isOthers) => (value.ends_in ? subspaceName(isOthers ? mirrored(value.ends_in) : value.ends_in) : null);

/**
 * What a move gave away: `{kind, had, has, plies}`, or null if nothing is known to be lost. `before` is for the player who
 * moves, `after` for the other one.
 */
export function mistake(before, after) {
  const [had, has] = [before?.outcome, MIRROR[after?.outcome]];
  if (!(had in ORDER) || !(has in ORDER) || ORDER[has] > ORDER[had]) return null;
  if (ORDER[has] < ORDER[had]) return { kind: `${had}-${has}` };
  if (had === 'draw') {
    if (typeof before.rank !== 'number' || typeof after.rank !== 'number' || -after.rank >= before.rank) return null;
    return { kind: 'worse-draw', had: drawName(before, false), has: drawName(after, true) };
  }
  if (typeof before.plies !== 'number' || typeof after.plies !== 'number') return null;
  const late = after.plies + 1 - before.plies;
  if (had === 'win') return late > PLIES_THAT_MATTER ? { kind: 'slower', plies: late } : null;
  return -late > PLIES_THAT_MATTER ? { kind: 'faster', plies: -late } : null;
}

/** The same in words. */
export function mistakeWords({ kind, had, has, plies }) {
  if (kind === 'worse-draw') return had && has && had !== has ? t('report.gave', { had, has }) : t('report.worse-draw');
  return t(`report.${kind}`, { n: plies });
}

/** All mistakes of a game, in order: `{ply, by, move, ...mistake}`. `whole` is the server's answer about it. */
export function mistakesOf(whole) {
  return (whole?.plies ?? []).flatMap((ply, index) => {
    const before = index === 0 ? whole.value : whole.plies[index - 1].value;
    const found = mistake(before, ply.value);
    return found ? [{ ply: index + 1, by: ply.by, move: ply.move, ...found }] : [];
  });
}
