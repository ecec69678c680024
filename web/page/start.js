// What happens when the page is opened: the server is asked for its games, and the address is shown.

import * as api from './api.js';
import * as status from './status.js';
import { find } from './dom.js';
import { Explorer } from './explorer.js';
import { isBeingSolved } from './known.js';
import { languagePicker } from './languages.js';
import { openAddress } from './opening.js';
import { settleIn } from './shell.js';
import { fillIn, t } from './texts.js';

const WATCH_MILLISECONDS = 5000;

/** Opens the address; a failure is told with a way to try again. */
async function open(explorer) {
  try {
    await openAddress(explorer);
  } catch (error) {
    status.fail(error, () => open(explorer));
  }
}

/** While the server solves a game, what is known grows: old answers are forgotten as it does. */
function watch(explorer) {
  const { answers, editor, games, paint } = explorer;
  if (!games.some(isBeingSolved)) return;
  setTimeout(async () => {
    for (const entry of games.filter(isBeingSolved)) {
      const before = entry.solved.here;
      try {
        Object.assign(entry, await api.oneGame(entry.name));
      } catch {
        // It is asked again.
      }
      if (entry.solved.here > before) answers.forget();
    }
    if (explorer.position && !editor.open) paint.panels();
    watch(explorer);
  }, WATCH_MILLISECONDS);
}

async function begin() {
  status.say(t('page.asking'));
  try {
    const explorer = new Explorer(await api.games());
    window.addEventListener('popstate', () => open(explorer));
    await open(explorer);
    watch(explorer);
  } catch (error) {
    status.fail(error, begin);
  }
}

window.addEventListener('server-busy', ({ detail }) => {
  status.busy(detail);
  find('waiting')?.replaceChildren(status.busyWords(detail));
});
fillIn();
languagePicker();
settleIn();
begin();
