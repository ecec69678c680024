// The game on the board: where it started, the moves made with their variations, and which ply is being looked at. A
// record never changes; every step makes a new one, so an answer from the server belongs to exactly one of them.

import { EMPTY, changed, node, nodeAt, nodesAlong, promoted, size, toTheEnd, treeOf, validPart, without } from './tree.js';

export class Game {
  /**
   * `root`: the tree of moves, or `plies` where there are no variations. `path`: the line that is looked at, to its end;
   * `at`: how many of its moves have been played on the board we see.
   */
  constructor({ name, stones, start = 'start', plies = [], root = plies.length ? treeOf(plies) : EMPTY, path = [], at = null, tags = {} }) {
    this.name = name;
    this.stones = stones;
    this.start = start;
    this.root = root;
    this.path = toTheEnd(root, validPart(root, path));
    /** The moves of the line, `{move, mark, comment}` each. */
    this.plies = nodesAlong(root, this.path);
    this.at = Math.max(0, Math.min(at ?? this.plies.length, this.plies.length));
    this.tags = tags;
    Object.freeze(this);
  }

  with(changes) {
    const { name, stones, start, root, path, at, tags } = this;
    return new Game({ name, stones, start, root, path, at, tags, ...changes });
  }

  get moves() {
    return this.plies.map((ply) => ply.move);
  }

  get atEnd() {
    return this.at === this.plies.length;
  }

  /** The move that led to the board we see. */
  get last() {
    return this.at > 0 ? this.plies[this.at - 1] : null;
  }

  /** Where we are in the tree. */
  get here() {
    return this.path.slice(0, this.at);
  }

  get hasVariations() {
    return size(this.root) > this.plies.length;
  }

  get isOnMainLine() {
    return this.path.every((index) => index === 0);
  }

  goTo(at) {
    return this.with({ at });
  }

  /** To any node of the tree; the line goes on from there. */
  goToNode(path) {
    return this.with({ path, at: path.length });
  }

  /** Plays a move where we are. One that is in the tree just steps on; another one becomes a variation. */
  play(move) {
    const { here } = this;
    const { children } = nodeAt(this.root, here);
    // The move of the line itself keeps the rest of that line.
    if (this.plies[this.at]?.move === move) return this.goTo(this.at + 1);
    const known = children.findIndex((child) => child.move === move);
    if (known >= 0) return this.goToNode([...here, known]);
    const root = changed(this.root, here, (parent) => node(parent.move, { ...parent, children: [...parent.children, node(move)] }));
    return this.with({ root, path: [...here, children.length], at: this.at + 1 });
  }

  /** The first `number` moves of the line, without variations. */
  first(number) {
    return new Game({ ...this, root: treeOf(this.plies.slice(0, number)), path: [], at: Math.min(this.at, number) });
  }

  /** Forgets what was played after this point. */
  cut() {
    const { here } = this;
    return this.with({ root: changed(this.root, here, (parent) => node(parent.move, { ...parent, children: [] })), path: here });
  }

  /** The line of a node as the main one. */
  promote(path) {
    const at = this.here.every((index, depth) => index === path[depth]) ? this.at : path.length;
    return this.with({ root: promoted(this.root, path), path: [], at });
  }

  /** Without a node and all that follows it; we go to the node before, if we were there. */
  remove(path) {
    const parent = path.slice(0, -1);
    return this.with({ root: without(this.root, path), path: parent, at: parent.length });
  }

  /** With another sign or comment at a node. */
  annotate(path, { mark, comment }) {
    const root = changed(this.root, path, (old) => node(old.move, { ...old, mark: mark ?? old.mark, comment: comment ?? old.comment }));
    return this.with({ root });
  }

  restarted() {
    return new Game({ name: this.name, stones: this.stones });
  }

  /** Equal keys: the same line from the same start, whichever ply is looked at. */
  get key() {
    return JSON.stringify([this.name, this.stones.white, this.stones.black, this.start, this.moves]);
  }

  /** Equal keys: the same board. */
  get boardKey() {
    return JSON.stringify([this.name, this.stones.white, this.stones.black, this.start, this.moves.slice(0, this.at)]);
  }
}

/** A move taken apart, as the record spells it: `a1-a4xd7`. */
export function parts(move) {
  const [way, ...takes] = move.split('x');
  const [first, second] = way.split('-');
  return second ? { from: first, to: second, takes } : { from: null, to: first, takes };
}
