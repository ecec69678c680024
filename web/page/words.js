// Values and games in words and signs. Never by colour alone: each outcome has a word, a sign and a shape. What the
// server says in English is said here in the reader's language.

import { decimal, has, isEnglish, number, t } from './texts.js';

export const COLOURS = ['white', 'black'];

export const nameOf = (colour) => t(colour);

export const opponent = (colour) => (colour === 'white' ? 'black' : 'white');

export const OUTCOMES = ['win', 'draw', 'loss', 'unknown'];

export const outcomeName = (outcome) => t(`outcome.${outcome}`);

const SIGNS = { win: '+', draw: '=', loss: '\u2212', unknown: '?' };

/** Words of the server as a sentence of their own. */
export function sentence(words) {
  if (!words) return '';
  return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?\u3002]$/.test(words) ? '' : '.'}`;
}

/** A verdict as a sentence, with the full stop of the language. */
export const stopped = (words) => (/[.!?\u3002\uff01\uff1f]$/.test(words) ? words : `${words}${t('stop')}`);

export const plies = (n) => t('plies', { n });

/** Which of the texts about a win or a loss: how long it takes, and whether a search found it. */
function lengthKey(value) {
  if (value.plies === null || value.plies === undefined) return value.source === 'search' ? '.length-search' : '.length-lost';
  return value.source === 'search' ? '.search' : '';
}

export const isEstimate = (value) => value?.source === 'estimate';

const signed = (stones) => `${stones < 0 ? '\u2212' : '+'}${decimal(Math.abs(stones))}`;

/** An estimate in stones, never without the sign that makes it one. */
export const about = (value) => `\u2248${signed(value.estimate / 100)}`;

/** What an estimate says about a position, for the player to move in it. */
export function estimated(value, turn) {
  const stones = decimal(Math.abs(value.estimate / 100));
  if (stones === decimal(0)) return t('estimate.even');
  return t(value.estimate < 0 ? 'estimate.worse' : 'estimate.better', { mover: nameOf(turn), stones });
}

/** A value as a sign for the board: plies, or whose draw is the better one. */
export function signOf(value) {
  if (isEstimate(value)) return about(value);
  if (value.outcome === 'draw' && value.rank) return value.rank > 0 ? '=+' : '=\u2212';
  return value.plies === null || value.plies === undefined ? SIGNS[value.outcome] : String(value.plies);
}

/** `6_3_0_0` as `6 v 3`, with hands as `6+1 v 3+2`. */
export function subspaceName(subspace) {
  const [mover, other, moverHand, otherHand] = subspace.split('_').map(Number);
  if (moverHand === 0 && otherHand === 0) return t('versus', { mover: String(mover), other: String(other) });
  return t('versus', { mover: `${mover}+${moverHand}`, other: `${other}+${otherHand}` });
}

/** How good a draw is for the one it is told to: the server has the scale, and says it in its words. */
function drawQuality(value, turn) {
  if (!value.rank) return t('draw.even');
  const how = /slightly|clearly/.exec(value.words ?? '')?.[0];
  return t(`draw.${how ? `${how}-` : ''}${value.rank > 0 ? 'better' : 'worse'}`, { mover: nameOf(turn) });
}

/** Where best play of a draw ends, if draws have been told apart. */
export function drawWords(value, turn) {
  if (typeof value.rank !== 'number') return null;
  const verdict = drawQuality(value, turn);
  return value.ends_in ? t('draw.ends', { ends: subspaceName(value.ends_in), verdict }) : t('draw.ends-plain', { verdict });
}

function told(kind, value, turn) {
  const { outcome } = value;
  if (outcome === 'draw') {
    const words = drawWords(value, turn);
    if (words) return t(`${kind}.draw.words`, { words });
    return t(value.source === 'search' ? `${kind}.draw.search` : `${kind}.draw`);
  }
  return t(`${kind}.${outcome}${lengthKey(value)}`, { mover: nameOf(turn), plies: plies(value.plies ?? 0) });
}

/** The verdict on a position, for the player to move in it. */
export const verdict = (value, turn) => (value.outcome === 'unknown' ? t('verdict.unknown') : told('verdict', value, turn));

/** What a move of `turn` is worth, in full. */
export function inFull(value, turn) {
  if (value.outcome !== 'unknown') return told('worth', value, turn);
  return isEstimate(value) ? t('worth.estimate', { stones: about(value) }) : t('worth.unknown');
}

/** The value of a move beside its name: short, the group's heading has the outcome. */
export function beside(value) {
  if (value.outcome === 'win' || value.outcome === 'loss') return value.plies === null ? '' : t('beside.plies', { n: value.plies });
  if (value.outcome === 'draw' && value.ends_in) return subspaceName(value.ends_in);
  if (value.outcome === 'draw' && typeof value.rank === 'number') {
    return value.rank === 0 ? t('beside.even') : `${value.rank > 0 ? '+' : '\u2212'}${number(Math.abs(value.rank))}`;
  }
  return isEstimate(value) ? about(value) : '';
}

/** A move as a sentence would have it: `from a1 to a4, taking d7`. */
export function moveInWords(move) {
  const way = move.from ? t('move.way', move) : t('move.on', { to: move.to });
  return move.takes.length ? t('move.taking', { way, takes: move.takes.join(t('and')) }) : way;
}

/** How many replies keep the result, and how many spoil it. */
export function replies(counts, value) {
  const total = counts.win + counts.draw + counts.loss + counts.unknown;
  if (total === 0) return t('replies.none');
  if (value.outcome === 'unknown') return t('replies.legal', { n: total });
  if (total === 1) return t('replies.only-legal');
  if (counts.only_move) return t('replies.only', { n: total - 1 });
  const good = counts[value.outcome];
  if (good === total) return t('replies.all', { n: total });
  return t('replies.some', { good, total, n: total - good });
}

/** How a game ended. */
export function ending(over) {
  const key = `over.${over.reason}`;
  if (!has(key)) return sentence(over.words);
  return t(key, { loser: over.winner ? nameOf(opponent(over.winner)) : '' });
}

const LINE_ENDS = [
  [/game is over/, 'over'], [/occurred before/, 'circle'], [/goes on/, 'limit'],
  [/win, draw and loss only/, 'wdl'], [/expected, not known/, 'expected'], [/unknown/, 'unknown'],
];

/** Why a line of best play stops. */
export function lineEnds(words) {
  const known = LINE_ENDS.find(([pattern]) => pattern.test(words));
  return known ? t(`line.ends.${known[1]}`) : sentence(words);
}

const FALLBACKS = [[/proved not to lose/, 'proof'], [/told apart/, 'draws'], [/searches/, 'search']];

/** What an opponent did instead of what it usually does. */
export function fallback(words) {
  const known = FALLBACKS.find(([pattern]) => pattern.test(words));
  return known ? t(`play.fallback.${known[1]}`) : sentence(words);
}

/** What the server says went wrong: in its own words in English, with those behind ours in other languages. */
export function troubleWords(code, message) {
  if (isEnglish) return sentence(message);
  return t('error.detail', { what: t(has(`error.${code}`) ? `error.${code}` : 'error.unknown'), detail: message });
}

/** The names players know; everything else by the server's title. */
export function gameTitle(entry, stones) {
  const own = entry.rules.stones;
  const title = has(`game.${entry.name}`) ? t(`game.${entry.name}`) : entry.title;
  if (stones.white === own.white && stones.black === own.black) return title;
  if (entry.name === 'standard' && stones.white === 5 && stones.black === 5) return t('game.five');
  if (stones.white === stones.black) return t('game.with', { title, n: stones.white });
  return t('game.against', { title, white: stones.white, black: stones.black });
}

/** What is special about a game. */
export const gameText = (entry) => (has(`game.${entry.name}.text`) ? t(`game.${entry.name}.text`) : isEnglish ? entry.description : t('game.mix.text'));

/** The value seen by White, from 1 (he has won) to -1; draws lie in the middle, their ranks shift them a little. */
export function whiteView(value, turn, largestRank) {
  if (!value || value.outcome === 'unknown') return null;
  const sign = turn === 'white' ? 1 : -1;
  if (value.outcome === 'draw') {
    return value.rank ? (sign * 0.28 * value.rank) / Math.max(largestRank, 1) : 0;
  }
  // Where the length is not known, as far up as a win in 24.
  const size = 0.5 + 0.5 / (1 + (value.plies ?? 24) / 24);
  return value.outcome === 'win' ? sign * size : -sign * size;
}
