// What the reader does with stones: clicks, drags, takes back a move half made, asks for a hint.

import * as status from './status.js';
import { sound } from './sounds.js';
import { t } from './texts.js';
import { ending, moveInWords, nameOf } from './words.js';

export class Hands {
  constructor(explorer) {
    this.explorer = explorer;
  }

  click(point) {
    const { editor, paint, position, turn, waits } = this.explorer;
    if (!position) return;
    if (editor.open) {
      editor.click(point);
      return;
    }
    if (waits) {
      status.refuse(t('say.wait'));
      return;
    }
    const why = this.whyNot();
    if (why) {
      status.refuse(why);
      return;
    }
    const answer = turn.click(point);
    if (answer.done) this.explorer.makeMove(answer.done);
    else if (answer.refused) status.refuse(answer.refused);
    else {
      status.say(answer.say);
      if (turn.to !== null) sound('mill');
    }
    paint.board();
    if (!answer.done) paint.turn();
  }

  /** The colour of the stone that is picked up for dragging, or null if it may not be. */
  grab(point) {
    const { editor, position, turn, waits } = this.explorer;
    if (!position || editor.open || waits || this.whyNot()) return null;
    if (point === null) {
      turn.cancel();
      return turn.task.what === 'place' || turn.task.what === 'either' ? position.turn : null;
    }
    if (turn.to !== null || turn.colourAt(point) !== position.turn) return null;
    if (turn.from !== point) this.click(point);
    return turn.from === point ? position.turn : null;
  }

  drop(point) {
    const { paint, turn } = this.explorer;
    if (point !== null && point !== turn.from) this.click(point);
    else {
      turn.cancel();
      paint.board();
      paint.turn();
    }
  }

  /** Why the reader may not move here at all, or null. */
  whyNot() {
    const { game, over, play, position, train } = this.explorer;
    if (train.on) return train.isOver || !train.puzzle ? t('train.next-first') : null;
    if (over) return t('say.over', { why: ending(over) });
    if (play.on && !play.isHere(position.turn)) {
      return game.atEnd ? t('say.not-yours', { name: nameOf(position.turn) }) : t('say.step-to-yours');
    }
    return null;
  }

  cancel() {
    const { editor, paint, turn } = this.explorer;
    if (editor.open || !turn?.begun) return;
    turn.cancel();
    status.say(t('turn.cancelled'));
    paint.board();
    paint.turn();
  }

  /** Points at a best move, and says how many are as good. */
  showHint() {
    if (this.whyNot()) return;
    const { paint, position: { moves, turn } } = this.explorer;
    this.explorer.turn.cancel();
    const [first] = moves;
    const best = moves.filter((move) => move.best);
    // Where all moves are equally good, none of them is pointed at.
    const anyWillDo = best.length === moves.length;
    const hint = anyWillDo ? null : best[0] ?? (first.source === 'estimate' ? first : null);
    this.explorer.hint = hint;
    if (anyWillDo) status.say(t('play.hint.all'));
    else if (!hint) status.say(t('play.hint.none'));
    else if (best.length === 0) status.say(t('play.hint.estimate', { way: moveInWords(hint) }));
    else status.say(t('play.hint.several', { n: best.length, name: nameOf(turn), way: moveInWords(hint) }));
    paint.board();
    paint.turn();
  }
}
