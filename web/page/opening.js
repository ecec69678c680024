// Opens what the address says, or else the game that a newcomer meets.

import * as api from './api.js';
import * as link from './link.js';
import * as status from './status.js';
import { Game } from './game.js';
import { keep } from './keep.js';
import { isWhole } from './known.js';
import { t } from './texts.js';

/** Whom a newcomer meets where nothing is known: one that looks ahead a little. */
const FIRST_OPPONENT = 'engine-4';

/** The address that is being opened: one that comes later counts. */
let latest = null;

/** Opens what the address says; a damaged link shows what can be shown, and says what is wrong. */
export async function openAddress(explorer) {
  await api.meet(explorer.games, link.gameName(location.hash));
  const { game, extra, troubles } = link.read(location.hash, explorer.games);
  if (!game) {
    await openDefault(explorer, troubles);
    return;
  }
  explorer.closeEditor(false);
  explorer.train.stop();
  explorer.play.read(extra);
  const opening = {};
  latest = opening;
  explorer.paint.expect(game);
  const known = game.with(explorer.collection.recall(game));
  const attempts = [
    () => known,
    () => explorer.answers.legalPart(game),
    () => new Game({ name: game.name, stones: game.stones }),
    () => defaultGame(explorer),
  ];
  for (const next of attempts) {
    let attempt = null;
    try {
      attempt = await next();
      // Not `go` with a game on the board: it would report and stay, here the next attempt is better.
      await explorer.answers.position(attempt);
    } catch (error) {
      if (error.code === 'no-connection' || error.code === 'busy') throw error;
      if (!troubles.includes(error.message)) troubles.push(error.message);
      continue;
    }
    if (latest !== opening) return;
    await explorer.go(attempt, { history: troubles.length ? 'replace' : null });
    if (extra.train) explorer.mode('train');
    if (troubles.length) status.refuse(t('say.damaged', { troubles: troubles.join(' ') }));
    return;
  }
  throw api.ourError('bad-answer', troubles.join(' '));
}

/** The largest game that can be played well here and now: the tables know it, or the engine looks ahead. */
function defaultGame({ games }) {
  const first = games.find((game) => game.name === 'standard') ?? games[0];
  return new Game({ name: first.name, stones: first.rules.stones });
}

async function openDefault(explorer, troubles) {
  const game = defaultGame(explorer);
  explorer.closeEditor(false);
  explorer.train.stop();
  const against = isWhole(explorer.entry(game.name)) ? 'strong' : FIRST_OPPONENT;
  explorer.play.read({ as: 'white', against: keep.read('strength') ?? against });
  explorer.paint.expect(game);
  await explorer.go(game, { history: 'replace' });
  if (troubles.length) status.refuse(t('say.damaged', { troubles: troubles.join(' ') }));
}
