// What the board shows: a position with a turn in the making, or a position being set up.

import { POINTS } from './points.js';
import { inFull } from './words.js';

function stonesOf(position) {
  const stones = new Map();
  for (const colour of ['white', 'black']) for (const point of position[colour].points) stones.set(point, colour);
  return stones;
}

const asGood = (a, b) => a.outcome === b.outcome && a.plies === b.plies && a.rank === b.rank && a.depth === b.depth;

/** `turn` is null when nothing may be clicked; values are shown only if `showValues`. */
export function sceneOfTurn({ position, turn, showValues, view, last, animate }) {
  const scene = { board: position.board, view, stones: stonesOf(position), marks: new Map(), last, animate };
  if (!turn) return scene;
  const mover = position.turn;
  if (turn.to !== null) {
    if (turn.from !== null) scene.stones.delete(turn.from);
    scene.stones.set(turn.to, mover);
    scene.last = null;
  }
  const best = turn.candidates()[0];
  // Where every choice is as good as the best there is nothing to point out.
  const pick = turn.candidates().some((move) => !asGood(move, best));
  for (const [point, moves] of turn.choices()) {
    const value = showValues ? moves[0] : null;
    const worth = value && value.outcome !== 'unknown' ? inFull(value) : null;
    const held = scene.stones.get(point);
    let mark = { state: 'choice', ghost: mover, target: turn.from !== null, hint: turn.from ? 'click to move here' : 'click to place' };
    if (turn.to !== null) mark = { state: 'take', hint: 'click to take' };
    else if (held === mover) mark = { state: 'choice', hint: 'click to move' };
    mark.hint = [mark.hint, worth].filter(Boolean).join(', ');
    scene.marks.set(point, { ...mark, value, best: pick && value !== null && value.outcome !== 'unknown' && asGood(value, best) });
  }
  if (turn.from !== null && turn.to === null) scene.marks.set(turn.from, { state: 'selected', hint: 'picked up; click again to put it back' });
  for (const point of turn.taken) scene.marks.set(point, { state: 'taken', hint: 'will be taken' });
  return scene;
}

export function sceneOfEditor(editor, view) {
  const marks = new Map(POINTS.map((point) => [point, { hint: editor.hint(point) }]));
  return { board: editor.board, view, stones: editor.stones, marks, last: null, animate: 'editor' };
}

/** The editor's position as the players' bars need it. */
export function playersOfEditor({ stones, hands, turn }) {
  const side = (colour) => ({ points: [...stones].filter(([, held]) => held === colour).map(([point]) => point), hand: hands[colour] });
  return { turn, white: side('white'), black: side('black') };
}

