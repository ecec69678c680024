// The buttons and keys of the explorer.

import { find } from './dom.js';
import { openHelp } from './help.js';
import { leaveFieldsAfterPointer, listen } from './keys.js';

/** Gives buttons and keys their meaning. */
export function wire(explorer) {
  const whenReady = (action) => () => {
    if (explorer.position) action();
  };
  const press = (id, action) => find(id).addEventListener('click', whenReady(action));
  const steps = {
    first: () => explorer.jump(0),
    back: () => explorer.jump(explorer.target.at - 1),
    forward: () => explorer.jump(explorer.target.at + 1),
    last: () => explorer.jump(explorer.target.plies.length),
  };
  for (const [id, step] of Object.entries(steps)) press(id, step);
  const rotate = () => explorer.look(explorer.view.rotated());
  const mirror = () => explorer.look(explorer.view.flipped());
  const edit = () => (explorer.editor.open ? explorer.closeEditor() : explorer.openEditor());
  const help = openHelp;
  press('rotate', rotate);
  press('mirror', mirror);
  press('edit', edit);
  press('transfer', () => explorer.openTransfer());
  press('copy', () => explorer.copyLink());
  press('help', help);
  press('choose', () => explorer.chooser.open(explorer.game.name, explorer.game.stones));
  press('mode-play', () => explorer.mode('play'));
  press('mode-explore', () => explorer.mode('explore'));
  press('mode-train', () => explorer.mode('train'));
  const keys = {
    ArrowLeft: steps.back, ArrowRight: steps.forward, ',': steps.back, '.': steps.forward, Home: steps.first, End: steps.last,
    Escape: () => explorer.hands.cancel(), r: rotate, f: mirror, e: edit, i: () => explorer.openTransfer(), n: () => explorer.newGame(), '?': help,
    m: () => explorer.toMistake(1), 'Shift+m': () => explorer.toMistake(-1), h: () => explorer.hands.showHint(),
  };
  listen(Object.fromEntries(Object.entries(keys).map(([key, action]) => [key, whenReady(action)])));
  leaveFieldsAfterPointer();
  for (const id of ['player-top', 'player-bottom']) {
    find(id).addEventListener('pointerdown', (event) => {
      if (event.target.closest('.hand.draggable')) explorer.board.grabFromHand(event);
    });
  }
}
