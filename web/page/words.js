// Values and games in words and symbols. Never by colour alone: each outcome has a word, a sign and a shape.

export const NAMES = { white: 'White', black: 'Black' };

export const opponent = (colour) => (colour === 'white' ? 'black' : 'white');

export const OUTCOMES = ['win', 'draw', 'loss', 'unknown'];

export const OUTCOME_NAMES = { win: 'Win', draw: 'Draw', loss: 'Loss', unknown: 'Unknown' };

export const SIGNS = { win: '+', draw: '=', loss: '\u2212', unknown: '?' };

export const count = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of the server as a sentence of their own. */
export function sentence(words) {
  if (!words) return '';
  return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}

const plies = (number) => count(number, 'ply', 'plies');

const unknownLength = (value) => (value.source === 'search' ? ', by search; how long it takes is not known' : '; how long it takes has not been kept');

/** How long a win or a loss takes; tables reduced to outcomes do not say, nor do all searches. */
const length = (value) => (value.plies === null ? unknownLength(value) : ` in ${plies(value.plies)}${bySearch(value)}`);

/** A table need not be named; that a value was found by searching is. */
const bySearch = (value) => (value.source === 'search' ? ', by search' : '');

/** An estimate in stones, never without the sign that makes it one. */
export const about = (value) => `\u2248${signed(value.estimate / 100)}`;

const signed = (stones) => `${stones < 0 ? '\u2212' : '+'}${Math.abs(stones).toFixed(1)}`;

export const isEstimate = (value) => value.source === 'estimate';

/** What an estimate says about a position, for the player to move in it. */
export function estimated(value, turn) {
  const stones = Math.abs(value.estimate / 100).toFixed(1);
  const looks = stones === '0.0' ? 'both look equally well off' : `${NAMES[turn]} to move looks ${stones} stones ${value.estimate < 0 ? 'worse' : 'better'} off`;
  return `An estimate, by looking ahead: ${looks}.`;
}

/** The verdict on a position, for the player to move in it. */
export function verdict(value, turn) {
  const mover = NAMES[turn];
  switch (value.outcome) {
    case 'win': return `${mover} to move wins${length(value)}`;
    case 'loss': return `${mover} to move loses${length(value)}`;
    case 'draw': return value.words ? `Drawn; ${value.words}` : `Drawn with best play${bySearch(value)}`;
    default: return 'Unknown: no table covers this position';
  }
}

/** `6_3_0_0` as `6 v 3`, with hands as `6+1 v 3+2`. */
export function subspaceName(subspace) {
  const [mover, other, moverHand, otherHand] = subspace.split('_').map(Number);
  if (moverHand === 0 && otherHand === 0) return `${mover} v ${other}`;
  return `${mover}+${moverHand} v ${other}+${otherHand}`;
}

/** A rank with its sign: what counts is for whom it is good. */
function rank(number) {
  if (number === 0) return 'even';
  return `${number > 0 ? '+' : '\u2212'}${Math.abs(number)}`;
}

/** The value of a move beside its name: short, the group's heading has the outcome. */
export function beside(value) {
  if (value.outcome === 'win' || value.outcome === 'loss') return value.plies === null ? '' : `in ${value.plies}`;
  if (value.outcome === 'draw' && value.ends_in) return subspaceName(value.ends_in);
  if (value.outcome === 'draw' && typeof value.rank === 'number') return rank(value.rank);
  return isEstimate(value) ? about(value) : '';
}

/** The same in full, for tooltips and screen readers. */
export function inFull(value) {
  switch (value.outcome) {
    case 'win': return `wins${length(value)}`;
    case 'loss': return `loses${length(value)}`;
    case 'draw': return value.words ? `draws; ${value.words}` : `draws${bySearch(value)}`;
    default: return isEstimate(value) ? `value unknown, estimated at ${signed(value.estimate / 100)} stones` : 'value unknown';
  }
}

/** A move as a sentence would have it: `from a1 to a4, taking d7`. */
export function moveInWords(move) {
  const way = move.from ? `from ${move.from} to ${move.to}` : `on ${move.to}`;
  return move.takes.length ? `${way}, taking ${move.takes.join(' and ')}` : way;
}

/** How many replies keep the result, and how many spoil it. */
export function replies(counts, value) {
  const total = counts.win + counts.draw + counts.loss + counts.unknown;
  if (total === 0 || value.outcome === 'unknown') return count(total, 'legal move');
  if (total === 1) return 'The only legal move';
  if (counts.only_move) return `Only move: ${total === 2 ? 'the other one spoils' : `the other ${total - 1} spoil`} the result`;
  const good = counts[value.outcome];
  if (good === total) return `All ${total} moves keep the result`;
  return `${good} of ${total} moves keep the result, ${count(total - good, 'is a mistake', 'are mistakes')}`;
}

/** The names players know; everything else by the server's title. */
export function gameTitle(entry, stones) {
  const own = entry.rules.stones;
  if (stones.white === own.white && stones.black === own.black) return entry.title;
  if (isFiveStone(entry.name, stones)) return 'Five-stone morris';
  const each = stones.white === stones.black ? `${stones.white} stones` : `${stones.white} against ${stones.black} stones`;
  return `${entry.title}, ${each}`;
}

const isFiveStone = (name, stones) => name === 'standard' && stones.white === 5 && stones.black === 5;

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
