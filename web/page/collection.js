// The games that were imported, with their names, comments and variations: kept in the browser, so that they survive a
// reload and can be exported again, all of them in one file.

import { keep } from './keep.js';
import * as movetext from './movetext.js';
import * as pgn from './pgn.js';

/** Larger files are read, but not kept. */
const MOST_CHARACTERS = 2_000_000;

const mainLine = (root) => {
  const moves = [];
  for (let [here] = root.children; here; [here] = here.children) moves.push(here.move);
  return moves.join('.');
};

const sameStart = (entry, game) => entry.name === game.name && entry.start === game.start && mainLine(movetext.read(entry.moves).root) === mainLine(game.root);

export class Collection {
  constructor() {
    const { games = [], at = 0 } = keep.readJson('collection', {});
    /** `{name, stones, start, tags, moves}` each, the moves as one text. */
    this.games = Array.isArray(games) ? games : [];
    this.at = at;
  }

  get size() {
    return this.games.length;
  }

  #keep() {
    const text = JSON.stringify({ games: this.games, at: this.at });
    keep.write('collection', text.length <= MOST_CHARACTERS ? text : '{}');
  }

  /** Games that nobody has looked at yet have no name: what they are is found out when they are. */
  #entry({ name = null, stones = null, start = null, tags, root }) {
    return { name, stones, start, tags, moves: movetext.write(root) };
  }

  /** New games, the first of which is shown. */
  put(games) {
    this.games = games.map((game) => this.#entry(game));
    this.at = 0;
    this.#keep();
  }

  choose(index) {
    this.at = index;
    this.#keep();
    return this.read(index);
  }

  /** A game as the board needs it. */
  read(index) {
    const { name, stones, start, tags, moves } = this.games[index];
    return { name, stones, start, tags, root: movetext.read(moves).root };
  }

  /** What a game was found to be. */
  settle(index, game) {
    this.games[index] = this.#entry({ ...game, tags: this.games[index].tags });
    this.#keep();
  }

  /** All of them as one file. */
  pgn() {
    return this.games.map((entry, index) => pgn.write({ ...this.read(index), firstIsBlack: entry.start?.startsWith('b_') ?? false })).join('\n');
  }

  /** What a game of the file is called. */
  title(index) {
    const { White = '?', Black = '?' } = this.games[index].tags;
    return `${index + 1}. ${White} \u2013 ${Black}`;
  }

  /** What is kept about the game that a link shows: its tags, and its comments where the link was too short for them. */
  recall(game) {
    const found = [this.at, ...this.games.keys()].find((index) => this.games[index] && sameStart(this.games[index], game));
    if (found === undefined) return {};
    const { tags, root } = this.read(found);
    const plain = (tree) => movetext.write(tree, { comments: false });
    this.at = found;
    return plain(root) === plain(game.root) && movetext.write(game.root) === plain(game.root) ? { tags, root } : { tags };
  }

  /** Whether the game on the board is the one of the file: it has its tags. */
  shows(game) {
    const entry = this.games[this.at];
    return entry !== undefined && entry.name === game.name && entry.start === game.start && JSON.stringify(entry.tags) === JSON.stringify(game.tags);
  }

  /** The game on the board was changed: the one that is kept changes with it. */
  update(game) {
    const entry = this.games[this.at];
    if (!entry || !this.shows(game)) return;
    this.games[this.at] = { ...entry, moves: movetext.write(game.root) };
    this.#keep();
  }
}
