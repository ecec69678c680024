// The game in the address of the page: `#game=standard&stones=5&start=w_...&moves=d6.f4.a1-a4xd7&ply=2`. A link
// shows the same board and the same history to anyone.

import { Game } from './game.js';

const MOVE = /^[a-g][1-7](-[a-g][1-7])?(x[a-g][1-7]){0,2}$/;
/** What a link says, quoted: cut short, and without characters that steer the writing. */
const quoted = (text, most) => `"${text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, most)}"`;

/** As many as the server takes. */
const MOST_PLIES = 1000;

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

export function write(game, extra = {}) {
  const fields = [['game', game.name], ['stones', writeStones(game.stones)]];
  if (game.start !== 'start') fields.push(['start', game.start]);
  if (game.plies.length > 0) fields.push(['moves', game.moves.join('.')]);
  if (!game.atEnd) fields.push(['ply', String(game.at)]);
  for (const [key, value] of Object.entries(extra)) if (value) fields.push([key, value]);
  return `#${fields.map(([key, value]) => `${key}=${escape(value)}`).join('&')}`;
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
      troubles.push(`${quoted(part, 40)} cannot be read.`);
      // Moves belong to their start: from another one they would be another game.
      if (key === 'start') startIsLost = true;
    }
  }
  const extra = { as: fields.get('as'), against: fields.get('against') };
  if (!['game', 'stones', 'start', 'moves'].some((key) => fields.has(key))) return { game: null, extra, troubles };

  const name = fields.get('game') ?? games[0].name;
  const entry = games.find((known) => known.name === name);
  if (!entry) {
    troubles.push(`There is no game named ${quoted(name, 40)}.`);
    return { game: null, extra: {}, troubles };
  }
  let stones = entry.rules.stones;
  if (fields.has('stones')) {
    const given = readStones(fields.get('stones'));
    if (given) stones = given;
    else troubles.push(`${quoted(fields.get('stones'), 20)} is no number of stones.`);
  }
  const moves = startIsLost ? [] : (fields.get('moves') ?? '').split('.').filter(Boolean);
  if (moves.length > MOST_PLIES) {
    troubles.push(`It has more than ${MOST_PLIES} plies.`);
    moves.length = MOST_PLIES;
  }
  const bad = moves.findIndex((move) => !MOVE.test(move));
  if (bad >= 0) {
    troubles.push(`Ply ${bad + 1}, ${quoted(moves[bad], 20)}, is no move.`);
    moves.length = bad;
  }
  const at = /^\d+$/.test(fields.get('ply') ?? '') ? Number(fields.get('ply')) : moves.length;
  const plies = moves.map((move) => ({ move, mark: '', comment: '' }));
  const start = fields.get('start') || 'start';
  return { game: new Game({ name, stones, start, plies, at }), extra, troubles };
}
