// Draws what the explorer knows: the board, and the panels beside it.

import * as link from './link.js';
import { find, keepFocus, make, show } from './dom.js';
import { parts } from './game.js';
import { showPlayers } from './players.js';
import { playersOfEditor, sceneOfEditor, sceneOfTurn } from './scene.js';
import { t } from './texts.js';
import { gameTitle } from './words.js';

export class Painter {
  constructor(explorer) {
    this.explorer = explorer;
  }

  board() {
    const { board, editor, game, hands, hint, over, play, position, showValues, view } = this.explorer;
    const upsideDown = view.onScreen({ x: 0, y: 1 }).y > 0;
    if (editor.open) {
      board.show(sceneOfEditor(editor, view));
      showPlayers(playersOfEditor(editor.position), { upsideDown });
      return;
    }
    const turn = hands.whyNot() ? null : this.explorer.turn;
    const last = game.last ? parts(game.last.move) : null;
    board.show(sceneOfTurn({ position, turn, showValues, view, last, animate: game.boardKey, hint }));
    showPlayers(position, { roles: play.roles, you: play.as, over, upsideDown });
    for (const colour of ['white', 'black']) {
      const mayDrag = turn && position.turn === colour && position[colour].hand > 0;
      document.querySelector(`.player[data-colour="${colour}"] .hand`)?.classList.toggle('draggable', Boolean(mayDrag));
    }
  }

  /** What is said beside the board about a turn in the making. */
  turn() {
    const { game, over, play, position, turn } = this.explorer;
    if (play.on) play.showTask(game, position, { over, turn });
    if (!find('analysis').hidden) this.panels();
  }

  panels() {
    keepFocus(() => this.#fillPanels());
  }

  /** Until the first answer is here, the page says at least which game it waits for. */
  expect(game) {
    if (this.explorer.position) return;
    this.#title(game);
    find('record').replaceChildren(make('p', { class: 'faint', id: 'waiting' }, t('page.asking')));
  }

  #title(game) {
    const title = gameTitle(this.explorer.entry(game.name), game.stones);
    find('game-title').textContent = title;
    document.title = t('page.title', { title });
    find('to-statistics').href = `statistics.html#game=${game.name}&stones=${link.writeStones(game.stones)}`;
  }

  #fillPanels() {
    const { analysis, claim, collection, editor, game, graph, over, play, position, record, report, showValues, train, turn, whole } = this.explorer;
    const editing = editor.open;
    const training = train.on && !editing;
    this.#title(game);
    for (const [mode, on] of [['play', play.on && !editing], ['train', training], ['explore', !play.on && !editing && !training]]) {
      find(`mode-${mode}`).setAttribute('aria-pressed', String(on));
    }
    find('edit').setAttribute('aria-pressed', String(editing));
    show(find('play'), play.on && !editing);
    show(find('train'), training);
    show(find('editor'), editing);
    // The end of a game one has played is told once, in the panel about playing.
    const valued = showValues && !editing && !(play.on && over);
    show(find('analysis'), valued);
    show(find('record'), !editing);
    document.body.dataset.mode = editing ? 'edit' : training ? 'train' : play.on ? 'play' : 'review';
    train.show(position);
    play.show(game, position, { over, turn, entry: this.explorer.entry() });
    if (valued) analysis.show(position, { over, claim, next: game.plies[game.at]?.move ?? null, turn });
    record.show(game, whole, { collection, showValues, mayEdit: !play.on && !training });
    graph.show(game, showValues && !editing && !training ? whole : null);
    report.show(game, !play.on && !editing && !training ? whole : null);
    find('first').disabled = game.at === 0 || editing;
    find('back').disabled = game.at === 0 || editing;
    find('forward').disabled = game.atEnd || editing;
    find('last').disabled = game.atEnd || editing;
  }
}
