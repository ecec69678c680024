// What the board shows: a position with a turn in the making, or a position being set up.

import { POINTS } from './points.js';
import { t } from './texts.js';
import { inFull } from './words.js';

function stonesOf(position) {
  const stones = new Map();
  for (const colour of ['white', 'black']) for (const point of position[colour].points) stones.set(point, colour);
  return stones;
}

const asGood = (a, b) => a.outcome === b.outcome && a.plies === b.plies && a.rank === b.rank && a.depth === b.depth;

/** More arrows than these would hide the board, and say little. */
const MOST_ARROWS = 4;

/** The best moves among candidates, where others are worse: where all are equal there is nothing to point out. */
function bestOf(candidates) {
  const known = candidates.filter((move) => move.outcome !== 'unknown');
  if (known.length === 0 || known[0] !== candidates[0]) return [];
  const best = candidates.filter((move) => move.outcome !== 'unknown' && asGood(move, candidates[0]));
  return best.length < candidates.length ? best : [];
}

/** The ways of moves, each once: several captures share one. */
function waysOf(moves) {
  const ways = new Map(moves.map((move) => [`${move.from}-${move.to}`, { from: move.from, to: move.to, takes: [] }]));
  return [...ways.values()];
}

/** `turn` is null when nothing may be clicked; values are shown only if `showValues`; `hint` is a move to point at. */
export function sceneOfTurn({ position, turn, showValues, view, last, animate, hint = null }) {
  const scene = { board: position.board, view, stones: stonesOf(position), marks: new Map(), last, animate, arrows: [] };
  if (!turn) return scene;
  const mover = position.turn;
  if (turn.to !== null) {
    if (turn.from !== null) scene.stones.delete(turn.from);
    scene.stones.set(turn.to, mover);
    scene.last = null;
  }
  const candidates = turn.candidates();
  const best = new Set(bestOf(candidates));
  for (const [point, moves] of turn.choices()) {
    const value = showValues ? moves[0] : null;
    const worth = value && value.source ? inFull(value, mover) : null;
    const held = scene.stones.get(point);
    let mark = { state: 'choice', ghost: mover, target: turn.from !== null, hint: t(turn.from ? 'board.move-here' : 'board.place') };
    if (turn.to !== null) mark = { state: 'take', hint: t('board.take') };
    else if (held === mover) mark = { state: 'choice', hint: t('board.move') };
    mark.hint = [mark.hint, worth].filter(Boolean).join(', ');
    scene.marks.set(point, { ...mark, value, best: value !== null && best.has(moves[0]) });
  }
  if (turn.from !== null && turn.to === null) scene.marks.set(turn.from, { state: 'selected', hint: t('board.picked') });
  for (const point of turn.taken) scene.marks.set(point, { state: 'taken', hint: t('board.taken') });
  if (turn.to === null) {
    if (hint) scene.arrows = [{ ...hint, kind: 'hint' }];
    else if (showValues && best.size > 0) {
      const ways = waysOf([...best]).filter((way) => way.from !== null);
      if (ways.length <= MOST_ARROWS) scene.arrows = ways.map((way) => ({ ...way, kind: 'best' }));
    }
  }
  return scene;
}

export function sceneOfEditor(editor, view) {
  const marks = new Map(POINTS.map((point) => [point, { hint: editor.hint(point) }]));
  return { board: editor.board, view, stones: editor.stones, marks, last: null, animate: 'editor', arrows: [] };
}

/** The editor's position as the players' bars need it. */
export function playersOfEditor({ stones, hands, turn }) {
  const side = (colour) => ({ points: [...stones].filter(([, held]) => held === colour).map(([point]) => point), hand: hands[colour] });
  return { turn, white: side('white'), black: side('black') };
}

