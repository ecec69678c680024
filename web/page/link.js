// The game in the address of the page: `#game=standard&stones=5&start=w_...&moves=d6.f4.a1-a4xd7&ply=2`, with variations,
// signs and comments in `moves`. A link shows the same board and the same history to anyone. Where it would be too long,
// the comments stay in this browser.

import { Game } from './game.js';
import * as movetext from './movetext.js';
import { t } from './texts.js';

/** What a link says, quoted: cut short, and without characters that steer the writing. */
const quoted = (text, most) => `"${text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, most)}"`;

/** Longer addresses are cut by mail programs and chats. */
const LONGEST = 6000;

export const writeStones = ({ white, black }) => (white === black ? `${white}` : `${white},${black}`);

/** `9` or `9,7`, each 3 to 12; null for anything else. */
export function readStones(text) {
  const match = /^(\d{1,2})(?:,(\d{1,2}))?$/.exec(text ?? '');
  if (!match) return null;
  const stones = { white: Number(match[1]), black: Number(match[2] ?? match[1]) };
  return Object.values(stones).every((number) => number >= 3 && number <= 12) ? stones : null;
}

/** Characters that are safe in a fragment stay readable; the rest is escaped. */
const escape = (text) => encodeURIComponent(text).replaceAll('%2C', ',');

/** Which line of the tree is looked at: `3.1,7.2` turns into the second child after ply 3, the third after ply 7. */
const writePath = (path) => path.flatMap((index, depth) => (index > 0 ? [`${depth}.${index}`] : [])).join(',');

function readPath(text) {
  const path = [];
  for (const part of (text ?? '').split(',').filter(Boolean)) {
    const match = /^(\d{1,4})\.(\d{1,3})$/.exec(part);
    if (!match || Number(match[1]) < path.length || Number(match[1]) >= movetext.MOST_PLIES) return [];
    while (path.length < Number(match[1])) path.push(0);
    path.push(Number(match[2]));
  }
  return path;
}

function fieldsOf(game, extra, comments) {
  const fields = [['game', game.name], ['stones', writeStones(game.stones)]];
  if (game.start !== 'start') fields.push(['start', game.start]);
  const moves = movetext.write(game.root, { comments });
  if (moves) fields.push(['moves', moves]);
  if (!game.isOnMainLine) fields.push(['line', writePath(game.path)]);
  if (!game.atEnd) fields.push(['ply', String(game.at)]);
  for (const [key, value] of Object.entries(extra)) if (value) fields.push([key, value]);
  return `#${fields.map(([key, value]) => `${key}=${escape(value)}`).join('&')}`;
}

export function write(game, extra = {}) {
  const whole = fieldsOf(game, extra, true);
  return whole.length <= LONGEST ? whole : fieldsOf(game, extra, false);
}

/** The game that a fragment names, or null. */
export function gameName(fragment) {
  const name = /[#&]game=([a-z-]{1,60})(&|$)/.exec(fragment);
  return name ? name[1] : null;
}

/**
 * Reads a fragment: `{game, extra, troubles}`. `game` is null if the fragment names none; what cannot be read is
 * left out and told in `troubles`, so that a damaged link still shows what it can.
 */
export function read(fragment, games) {
  const fields = new Map();
  const troubles = [];
  let startIsLost = false;
  for (const part of fragment.replace(/^#/, '').split('&').filter(Boolean)) {
    const [key, ...rest] = part.split('=');
    try {
      fields.set(decodeURIComponent(key), decodeURIComponent(rest.join('=')));
    } catch {
      troubles.push(t('link.unreadable', { part: quoted(part, 40) }));
      // Moves belong to their start: from another one they would be another game.
      if (key === 'start') startIsLost = true;
    }
  }
  const extra = { as: fields.get('as'), against: fields.get('against'), train: fields.get('train') };
  if (!['game', 'stones', 'start', 'moves'].some((key) => fields.has(key))) return { game: null, extra, troubles };

  const name = fields.get('game') ?? games[0].name;
  const entry = games.find((known) => known.name === name);
  if (!entry) {
    troubles.push(t('link.no-game', { name: quoted(name, 40) }));
    return { game: null, extra: {}, troubles };
  }
  let stones = entry.rules.stones;
  if (fields.has('stones')) {
    const given = readStones(fields.get('stones'));
    if (given) stones = given;
    else troubles.push(t('link.bad-stones', { text: quoted(fields.get('stones'), 20) }));
  }
  const { root, trouble } = movetext.read(startIsLost ? '' : fields.get('moves') ?? '');
  if (trouble?.tooLong) troubles.push(t('link.too-long', { n: trouble.tooLong }));
  else if (trouble) troubles.push(t('link.bad-move', { n: trouble.ply, text: quoted(trouble.text, 20) }));
  const at = /^\d+$/.test(fields.get('ply') ?? '') ? Number(fields.get('ply')) : null;
  const start = fields.get('start') || 'start';
  return { game: new Game({ name, stones, start, root, path: readPath(fields.get('line')), at }), extra, troubles };
}
