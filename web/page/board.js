// Draws the board and hears clicks and keys on it. What a click means is decided elsewhere.

import { draw, calm } from './dom.js';
import { Drag } from './drag.js';
import { POINTS, View, lines, place, towards } from './points.js';
import { t } from './texts.js';
import { isEstimate, signOf } from './words.js';

const STEP = 100;
const EDGE = 384;
const SLIDE_MILLISECONDS = 200;
/** How far from a point a stone may be dropped. */
const DROP_RADIUS = 50;

const gradient = (id) => draw('radialGradient', { id, cx: '38%', cy: '32%', r: '75%' },
  draw('stop', { offset: '0%', class: `${id}-light` }),
  draw('stop', { offset: '55%', class: `${id}-body` }),
  draw('stop', { offset: '100%', class: `${id}-rim` }));

/** A stone at the origin. */
export function stone(colour, radius = 36) {
  return draw('g', { class: `stone ${colour}` },
    draw('ellipse', { class: 'shadow', cx: radius * 0.06, cy: radius * 0.14, rx: radius, ry: radius }),
    draw('circle', { class: 'body', r: radius, fill: `url(#stone-${colour})` }),
    draw('circle', { class: 'groove', r: radius * 0.66 }),
    draw('circle', { class: 'groove', r: radius * 0.36 }));
}

const stoneGradients = () => draw('defs', {}, gradient('stone-white'), gradient('stone-black'));

/** The sign of a value: a disc wins, a diamond draws, a square loses, a ring is unknown; dashed and as wide as its text, it is an estimate. */
export function badge(value, size = 20) {
  const shape = {
    win: () => draw('circle', { r: size }),
    draw: () => draw('rect', { x: -size * 0.76, y: -size * 0.76, width: size * 1.52, height: size * 1.52, rx: size * 0.2, transform: 'rotate(45)' }),
    loss: () => draw('rect', { x: -size * 0.92, y: -size * 0.92, width: size * 1.84, height: size * 1.84, rx: size * 0.25 }),
    unknown: () => draw('circle', { r: size * 0.8 }),
    estimate: () => draw('rect', { x: -size * 1.2, y: -size * 0.66, width: size * 2.4, height: size * 1.32, rx: size * 0.66 }),
  }[isEstimate(value) ? 'estimate' : value.outcome]();
  const text = signOf(value);
  const letter = draw('text', { 'font-size': size * (text.length > 2 ? 0.68 : 1.05), dy: '0.35em' }, text);
  return draw('g', { class: `badge ${value.outcome}${isEstimate(value) ? ' estimated' : ''}` }, shape, letter);
}

export class Board {
  #svg;
  #points = new Map();
  #grid = draw('g', { class: 'grid', 'aria-hidden': 'true' });
  #trace = draw('g', { class: 'trace', 'aria-hidden': 'true' });
  #arrows = draw('g', { class: 'arrows', 'aria-hidden': 'true' });
  #overlay = draw('g', { class: 'overlay', 'aria-hidden': 'true' });
  #carried = draw('g', { class: 'carried', 'aria-hidden': 'true' });
  #carries = null;
  #view = new View();
  #kind = null;
  #current = 'd6';
  #animated = null;
  #drag;

  /**
   * `onPoint(point)` for clicks and keys; `onAside()` for a click beside the points. `onGrab(point or null)` picks up the
   * stone of a point, or one from the hand, and says its colour, or null if it may not be; `onDrop(point or null)` puts it down.
   */
  constructor(container, { onPoint, onAside, onGrab, onDrop }) {
    this.#svg = draw('svg', {
      class: 'board', viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`, role: 'group', 'aria-label': t('board.label'),
    }, stoneGradients(), this.#trace, this.#grid);
    for (const point of POINTS) {
      const element = draw('g', {
        class: 'point', role: 'button', 'data-point': point, tabindex: point === this.#current ? 0 : -1,
        onfocus: () => this.#rove(point),
        onkeydown: (event) => this.#key(event, point, onPoint),
        // A click leaves the focus where it is: arrow keys then step through the game, not over the board.
        onmousedown: (event) => event.preventDefault(),
        onpointerdown: (event) => this.#drag.press(event, point),
        onclick: (event) => {
          event.stopPropagation();
          if (document.activeElement !== element) document.activeElement?.closest?.('.point')?.blur();
          if (event.detail > 0) element.blur();
          onPoint(point);
        },
      },
      draw('g', { class: 'drawn' }),
      // What is touched stays when all else is drawn anew: a finger on it would lose its hold.
      draw('circle', { class: 'touch', r: 49 }));
      this.#points.set(point, element);
      this.#svg.append(element);
    }
    this.#svg.append(this.#arrows, this.#overlay, this.#carried);
    this.#svg.addEventListener('click', onAside);
    this.#drag = new Drag({
      onGrab: (point) => {
        this.#carries = onGrab(point);
        if (this.#carries) this.#carried.replaceChildren(stone(this.#carries));
        return this.#carries !== null;
      },
      onMove: (x, y) => {
        const spot = this.#onBoard(x, y);
        this.#carried.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
        this.#svg.classList.add('dragging');
      },
      onDrop: (_, x, y) => this.#letGo(() => onDrop(this.#nearest(this.#onBoard(x, y)))),
      onAbandon: () => this.#letGo(() => onDrop(null)),
    });
    container.append(this.#svg);
    this.#layOut('orthogonal', new View());
  }

  /** A stone from the hand: `event` is the pointer that went down on it. */
  grabFromHand(event) {
    this.#drag.press(event, null);
  }

  #letGo(drop) {
    this.#svg.classList.remove('dragging');
    this.#carried.replaceChildren();
    drop();
  }

  /** A place on the screen in the units of the board. */
  #onBoard(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.#svg.getScreenCTM().inverse());
  }

  /** The point that a stone dropped here belongs to, or null. */
  #nearest({ x, y }) {
    return POINTS.find((point) => {
      const there = this.at(point);
      return Math.hypot(there.x - x, there.y - y) <= DROP_RADIUS;
    }) ?? null;
  }

  #rove(point) {
    this.#points.get(this.#current).setAttribute('tabindex', -1);
    this.#points.get(point).setAttribute('tabindex', 0);
    this.#current = point;
  }

  #key(event, point, onPoint) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPoint(point);
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      event.stopPropagation();
      this.#points.get(towards(point, event.key, this.#view)).focus();
    }
  }

  at(point) {
    const { x, y } = this.#view.onScreen(place(point));
    return { x: x * STEP, y: y * STEP };
  }

  #layOut(kind, view) {
    if (kind === this.#kind && String(view) === String(this.#view)) return;
    this.#kind = kind;
    this.#view = view;
    const line = ([a, b]) => {
      const [from, to] = [this.at(a), this.at(b)];
      return draw('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    };
    const label = (text, x, y) => {
      const spot = view.onScreen({ x, y });
      return draw('text', { x: spot.x * STEP, y: spot.y * STEP, dy: '0.35em' }, text);
    };
    const letters = [...'abcdefg'].map((file, index) => label(file, index - 3, -3.6));
    const numbers = [...'1234567'].map((rank, index) => label(rank, -3.6, index - 3));
    this.#grid.replaceChildren(
      draw('g', { class: 'lines' }, lines(kind).map(line)),
      draw('g', { class: 'coordinates' }, letters, numbers),
    );
    for (const [point, element] of this.#points) {
      const { x, y } = this.at(point);
      element.setAttribute('transform', `translate(${x} ${y})`);
    }
  }

  /**
   * Shows a scene: `board`, `view`, `stones` (point -> colour), `marks` (point -> mark, see `#drawPoint`),
   * `last` (the move that led here, taken apart), `arrows` (moves to point at, each with its `kind`),
   * `animate` (a key: when it changes, the last stone slides, unless it has been carried there).
   */
  show(scene) {
    this.#layOut(scene.board, scene.view);
    for (const [point, element] of this.#points) {
      this.#drawPoint(element, point, scene.stones.get(point) ?? null, scene.marks.get(point) ?? {});
    }
    this.#drawTrace(scene.last);
    this.#arrows.replaceChildren(...scene.arrows.flatMap((arrow) => this.#drawArrow(arrow)));
    this.#drawPreview(null);
    if (scene.animate !== this.#animated) {
      const first = this.#animated === null;
      this.#animated = scene.animate;
      if (!first && scene.last && !calm() && !this.#carries) this.#slide(scene);
      this.#carries = null;
    }
  }

  /** A mark: `{state: 'choice'|'selected'|'take'|'taken', value, best, target, ghost: colour, hint: words}`. */
  #drawPoint(element, point, colour, mark) {
    const states = [mark.state, mark.best ? 'best' : null, colour ? 'held' : 'free'].filter(Boolean);
    element.setAttribute('class', ['point', ...states].join(' '));
    const what = colour ? t(`${colour}-stone`) : t('board.empty');
    element.dataset.stone = colour ?? '';
    element.setAttribute('aria-label', [`${point}, ${what}`, mark.hint].filter(Boolean).join('; '));
    if (mark.state === 'selected') element.setAttribute('aria-pressed', 'true');
    else element.removeAttribute('aria-pressed');
    const inside = [draw('circle', { class: 'dot', r: 8 })];
    if (!colour && mark.ghost) inside.push(draw('g', { class: 'ghost' }, stone(mark.ghost)));
    if (colour) inside.push(stone(colour));
    if (mark.best && colour && mark.state === 'choice') inside.push(draw('circle', { class: 'halo', r: 41 }));
    if (mark.state === 'selected') inside.push(draw('circle', { class: 'ring', r: 42 }));
    if (mark.state === 'take' || mark.state === 'taken') {
      inside.push(draw('circle', { class: 'ring', r: 42 }), draw('path', { class: 'cross', d: 'M-13 -13 L13 13 M-13 13 L13 -13' }));
    }
    if (mark.target && !mark.value) inside.push(draw('circle', { class: 'target', r: 15 }));
    if (mark.value) {
      const small = colour !== null;
      const sign = badge(mark.value, small ? 16 : 21);
      if (mark.best && !small) inside.push(draw('circle', { class: 'halo', r: 31 }));
      inside.push(small ? draw('g', { transform: 'translate(27 -27)' }, sign) : sign);
    }
    inside.push(draw('circle', { class: 'focus', r: 47 }));
    element.firstChild.replaceChildren(...inside);
  }

  #drawTrace(last) {
    if (!last) {
      this.#trace.replaceChildren();
      return;
    }
    const to = this.at(last.to);
    const drawn = [draw('circle', { class: 'arrival', cx: to.x, cy: to.y, r: 46 })];
    if (last.from) {
      const from = this.at(last.from);
      drawn.push(draw('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }), draw('circle', { class: 'departure', cx: from.x, cy: from.y, r: 16 }));
    }
    for (const point of last.takes) {
      const { x, y } = this.at(point);
      drawn.push(draw('path', { class: 'lost', transform: `translate(${x} ${y})`, d: 'M-17 -17 L17 17 M-17 17 L17 -17' }));
    }
    this.#trace.replaceChildren(...drawn);
  }

  /** An arrow along a move; a ring where a stone is placed, a cross on what is taken. */
  #drawArrow({ from, to, takes, kind }) {
    const end = this.at(to);
    const drawn = [];
    if (from) {
      const start = this.at(from);
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const [tip, neck] = [length - 20, length - 48];
      const at = (along, aside) => `${(start.x + along * ux - aside * uy).toFixed(1)} ${(start.y + along * uy + aside * ux).toFixed(1)}`;
      drawn.push(draw('path', { class: `arrow ${kind}`, d: `M${at(30, 6)} L${at(neck, 6)} L${at(neck, 18)} L${at(tip, 0)} L${at(neck, -18)} L${at(neck, -6)} L${at(30, -6)} Z` }));
    } else {
      drawn.push(draw('circle', { class: `arrow-ring ${kind}`, cx: end.x, cy: end.y, r: 42 }));
    }
    for (const point of takes) {
      const { x, y } = this.at(point);
      drawn.push(draw('path', { class: `arrow-cross ${kind}`, transform: `translate(${x} ${y})`, d: 'M-22 -22 L22 22 M-22 22 L22 -22' }));
    }
    return drawn;
  }

  #drawPreview(preview) {
    if (!preview) {
      this.#overlay.replaceChildren();
      return;
    }
    const to = this.at(preview.to);
    const drawn = [];
    if (preview.from) {
      const from = this.at(preview.from);
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      drawn.push(draw('line', { class: 'path', x1: from.x + 40 * ux, y1: from.y + 40 * uy, x2: to.x - 40 * ux, y2: to.y - 40 * uy }));
      drawn.push(draw('circle', { class: 'path', cx: from.x, cy: from.y, r: 42 }));
    }
    drawn.push(draw('g', { class: 'ghost shown', transform: `translate(${to.x} ${to.y})` }, stone(preview.colour)));
    for (const point of preview.takes) {
      const { x, y } = this.at(point);
      drawn.push(draw('g', { class: 'take', transform: `translate(${x} ${y})` },
        draw('circle', { class: 'ring', r: 42 }), draw('path', { class: 'cross', d: 'M-15 -15 L15 15 M-15 15 L15 -15' })));
    }
    this.#overlay.replaceChildren(...drawn);
  }

  /** Shows a move over the scene, or takes it away again (null). */
  preview(move) {
    this.#drawPreview(move);
  }

  #slide({ last, stones }) {
    const moved = this.#points.get(last.to).querySelector('.stone');
    if (!moved || !stones.has(last.to)) return;
    const timing = { duration: SLIDE_MILLISECONDS, easing: 'cubic-bezier(.3,.7,.3,1)' };
    if (last.from) {
      const [from, to] = [this.at(last.from), this.at(last.to)];
      moved.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], timing);
    } else {
      moved.animate([{ transform: 'scale(1.25)', opacity: 0 }, { transform: 'none', opacity: 1 }], timing);
    }
  }

  focus(point = this.#current) {
    this.#points.get(point).focus();
  }
}
