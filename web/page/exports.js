// A game and its position in every form in which they can be taken elsewhere.

import * as link from './link.js';
import * as pgn from './pgn.js';
import { today } from './play.js';
import { frameFor } from './shell.js';

/** An address that shows a game to anyone. */
export const addressOf = (game) => new URL(`./${link.write(game)}`, location.href.split(/[?#]/)[0]).href;

/** The game with all that was written about it. Who has no tags gets those that the server gives a game. */
function pgnOf(game, whole) {
  const [{ tags }] = pgn.read(whole.pgn) ?? [{ tags: {} }];
  if (!/^\d/.test(tags.Date ?? '')) tags.Date = today();
  // They tell about the line on the board, which need not be the game.
  if (!game.isOnMainLine) for (const name of ['PlyCount', 'Result', 'Termination']) delete tags[name];
  return pgn.write({ tags: { ...tags, ...game.tags }, root: game.root, firstIsBlack: whole.plies[0]?.by === 'black' });
}

/** Format -> text, null where there is none. `whole` may be on its way; `entry` is what the server says about the game. */
export function formsOf({ game, position, whole, entry, collection }) {
  const address = addressOf(game);
  return {
    link: address,
    pgn: whole ? pgnOf(game, whole) : null,
    'pgn-all': collection.size > 1 ? collection.pgn() : null,
    list: whole?.plies.length ? whole.list : null,
    playok: whole?.plies.length ? whole.playok : null,
    position: position.position,
    fen: position.fen,
    mfen: position.mfen,
    // Servers that tell what is solved have pictures, too.
    image: entry.solved ? new URL(`image/${game.name}/${position.position}.png`, location.href).href : null,
    frame: frameFor(address),
  };
}
