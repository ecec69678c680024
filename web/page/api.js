// Talks to the server. Every answer is either data or a `ServerError` with a sentence for the reader. A busy server
// is asked again; the page hears of it by the event `server-busy`.

import { isEnglish, t } from './texts.js';
import { sentence, troubleWords } from './words.js';

// Right after its start the server solves the small games, which takes a slow machine a while.
const BUSY_TRIES = 60;
const LONGEST_WAIT_SECONDS = 5;

/** What went wrong, in the server's words, or in ours when the server could not be heard. Hints are the server's alone. */
export class ServerError extends Error {
  constructor(code, message, hint = null, body = null) {
    super(troubleWords(code, message));
    this.code = code;
    this.hint = hint ? sentence(hint) : null;
    this.body = body;
  }
}

/** An error of which the page itself tells, in its own language. */
export function ourError(code, message, hint = null) {
  const error = new ServerError(code, '', null);
  return Object.assign(error, { message, hint });
}

/** An answer nobody waits for any more. Never shown to the reader. */
export const isAborted = (error) => error?.name === 'AbortError';

const pause = (milliseconds, signal) => new Promise((resolve, reject) => {
  const stop = () => {
    clearTimeout(timer);
    reject(new DOMException('no longer wanted', 'AbortError'));
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', stop);
    resolve();
  }, milliseconds);
  signal?.addEventListener('abort', stop, { once: true });
});

async function once(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw ourError('no-connection', t('error.no-connection'), t('error.no-connection.hint'));
  }
}

async function ask(path, options = {}) {
  for (let tries = 1; ; tries += 1) {
    const answer = await once(path, options);
    let body = null;
    try {
      body = await answer.json();
    } catch (error) {
      if (isAborted(error)) throw error;
    }
    if (answer.ok && body !== null) return body;
    if (answer.status === 503 && tries < BUSY_TRIES) {
      window.dispatchEvent(new CustomEvent('server-busy', { detail: body?.error?.message ?? 'busy' }));
      const seconds = Number(answer.headers.get('Retry-After')) || 1;
      await pause(1000 * Math.min(seconds, LONGEST_WAIT_SECONDS), options.signal);
      continue;
    }
    if (!body?.error?.code) throw ourError('bad-answer', t('error.bad-answer', { status: String(answer.status) }));
    const { code, message, hint } = body.error;
    throw new ServerError(code, message, isEnglish ? hint : null, body);
  }
}

function address(game, verb, stones, parameters = {}) {
  const query = new URLSearchParams(parameters);
  if (stones) query.set('stones', `${stones.white},${stones.black}`);
  return `api/${encodeURIComponent(game)}/${verb}?${query}`;
}

export const games = () => ask('api/games').then((answer) => answer.games);

/** Adds a game to the list of those that are known: a mix of rules that nobody has named. What is no game is left out. */
export async function meet(games, name, signal) {
  if (!name || games.some((game) => game.name === name)) return;
  try {
    games.push(await ask(`api/${encodeURIComponent(name)}`, { signal }));
  } catch (error) {
    if (error.code !== 'unknown-game') throw error;
  }
}

/**
 * A position with its moves. A missing table is no failure here: the position comes with unknown values,
 * and `missing` says what would make them known.
 */
export async function position(game, stones, text, signal) {
  try {
    return await ask(address(game, 'position', stones, { p: text }), { signal });
  } catch (error) {
    if (error.code === 'missing-table' && error.body?.position) {
      return { ...error.body.position, missing: { message: error.message, hint: error.body.error.hint } };
    }
    throw error;
  }
}

export const line = (game, stones, text, plies, signal) => ask(address(game, 'line', stones, { p: text, plies }), { signal });

/** A whole game: `{text}` as pasted, or `{start, moves}` as played. */
export function wholeGame(game, stones, content, signal) {
  return ask(address(game, 'game', stones), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
    signal,
  });
}

export const reply = (game, stones, text, player, signal) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  return ask(address(game, 'reply', stones, { p: text, player, seed }), { signal });
};

/** Positions with one right move, of a game with the stones of its tables. */
export const puzzles = (game, { theme, difficulty, count }, signal) => {
  const wishes = Object.entries({ theme, difficulty }).filter(([, wish]) => wish !== 'any');
  const seed = Math.floor(Math.random() * 2 ** 31);
  return ask(address(game, 'puzzles', null, { ...Object.fromEntries(wishes), count, seed }), { signal });
};

/** One game anew: what is known about it changes while it is being solved. */
export const oneGame = (name) => ask(`api/${encodeURIComponent(name)}`);

export const statistics = (game, stones, signal) => ask(address(game, 'statistics', stones), { signal });

export const subspaceStatistics = (game, stones, subspace, signal) => ask(address(game, `statistics/${encodeURIComponent(subspace)}`, stones), { signal });
