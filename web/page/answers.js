// What the server has said about games and their positions, asked once: stepping to and fro then needs no server.

import * as api from './api.js';
import { Memory } from './memory.js';

export class Answers {
  #positions = new Memory();
  #texts = new Memory();
  #wholes = new Memory();

  /** `games`: those that are known; one that nobody has named joins them when it is met. */
  constructor(games) {
    this.games = games;
  }

  /** The board of a game, with its moves; the whole game is asked for at the same time. */
  async position(game, signal) {
    await api.meet(this.games, game.name, signal);
    const known = this.#positions.get(game.boardKey);
    const whole = this.#askWhole(game, signal);
    if (known) {
      await whole.catch(() => {});
      return known;
    }
    if (!this.#text(game)) await whole;
    const [position] = await Promise.all([
      api.position(game.name, game.stones, this.#text(game), signal),
      // Without it there is no curve and no count of repetitions, but there is a board.
      whole.catch((error) => {
        if (api.isAborted(error)) throw error;
      }),
    ]);
    this.#positions.set(game.boardKey, position);
    return position;
  }

  /** All positions of a game with their values, or null while that is on its way. */
  whole(game) {
    return this.#wholes.get(game.key) ?? null;
  }

  /** How the board of a game is written down: a move that was played says so before the server is asked. */
  expect(game, text) {
    this.#texts.set(game.boardKey, text);
  }

  /** What was known may be known better now. */
  forget() {
    for (const memory of [this.#positions, this.#wholes]) memory.clear();
  }

  async #askWhole(game, signal) {
    if (this.whole(game)) return;
    this.#wholes.set(game.key, await api.wholeGame(game.name, game.stones, { start: game.start, moves: game.moves }, signal));
  }

  /** The position we see, written down: known from the move that led there, or from the whole game. */
  #text(game) {
    if (game.at === 0) return game.start;
    return this.#texts.get(game.boardKey) ?? this.whole(game)?.plies[game.at - 1].position;
  }

  /** The game up to its first move that is not legal. Halving finds it whatever the server's words about it are. */
  async legalPart(game) {
    let [legal, illegal] = [0, game.plies.length];
    while (illegal - legal > 1) {
      const middle = Math.floor((legal + illegal) / 2);
      try {
        await this.#askWhole(game.first(middle));
        legal = middle;
      } catch (error) {
        if (!error.code?.startsWith('bad-')) throw error;
        illegal = middle;
      }
    }
    return game.first(legal);
  }
}
