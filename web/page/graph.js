// The values over the game as a curve, seen by White: his wins above, Black's below, draws in the middle.

import { draw, find, make } from './dom.js';
import { t } from './texts.js';
import { nameOf, opponent, stopped, verdict, whiteView } from './words.js';

const HEIGHT = 120;
const LEFT = 20;
const TOP = 10;

export class Graph {
  #element = find('graph');

  /** `onGo(at)` jumps to a ply. */
  constructor({ onGo }) {
    this.onGo = onGo;
  }

  show(game, whole) {
    if (!whole || whole.plies.length === 0) {
      this.#element.replaceChildren();
      this.#element.hidden = true;
      return;
    }
    this.#element.hidden = false;
    const width = Math.max(260, this.#element.clientWidth - 44);
    const firstTurn = whole.plies[0].by;
    const values = [
      { value: whole.value, turn: firstTurn, move: null },
      ...whole.plies.map((ply) => ({ value: ply.value, turn: opponent(ply.by), move: ply.move })),
    ];
    const largestRank = Math.max(20, ...values.map(({ value }) => Math.abs(value?.rank ?? 0)));
    const points = values.map((entry, at) => ({
      ...entry,
      at,
      x: LEFT + 6 + ((width - LEFT - 14) * at) / Math.max(1, values.length - 1),
      height: whiteView(entry.value, entry.turn, largestRank),
    }));
    this.#element.replaceChildren(
      make('h3', {}, t('graph.title')),
      this.#curve(points, game.at, width),
      this.#alternative(points),
    );
  }

  #curve(points, at, width) {
    const y = (height) => TOP + ((1 - height) / 2) * (HEIGHT - 2 * TOP);
    const known = points.filter(({ height }) => height !== null);
    const path = known.map(({ x, height }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y(height).toFixed(1)}`).join('');
    const area = known.length > 1 ? `${path}L${known.at(-1).x.toFixed(1)} ${y(0)}L${known[0].x.toFixed(1)} ${y(0)}Z` : '';
    const svg = draw('svg', { class: 'graph', viewBox: `0 0 ${width} ${HEIGHT}`, role: 'group', 'aria-label': t('graph.label') },
      draw('rect', { class: 'band white', x: LEFT, y: TOP, width: width - LEFT, height: y(0.5) - TOP }),
      draw('rect', { class: 'band black', x: LEFT, y: y(-0.5), width: width - LEFT, height: y(-1) - y(-0.5) }),
      draw('line', { class: 'middle', x1: LEFT, x2: width, y1: y(0), y2: y(0) }),
      draw('text', { class: 'side-name', x: 0, y: y(0.75), dy: '0.35em' }, t('graph.white')),
      draw('text', { class: 'side-name', x: 0, y: y(0), dy: '0.35em' }, '='),
      draw('text', { class: 'side-name', x: 0, y: y(-0.75), dy: '0.35em' }, t('graph.black')),
      draw('path', { class: 'area', d: area }),
      draw('path', { class: 'curve', d: path }));
    const wide = (width - LEFT) / points.length;
    for (const point of points) {
      const height = point.height ?? 0;
      const at0 = point.at === 0 ? t('graph.start') : t('record.ply', { n: point.at, what: point.move });
      const words = t('graph.spot', { at: at0, verdict: verdict(point.value, point.turn) });
      const go = () => this.onGo(point.at);
      svg.append(draw('g', {
        class: point.at === at ? 'spot current' : 'spot', role: 'button', tabindex: -1, 'aria-label': words, 'data-ply': point.at, onclick: go,
      },
      draw('title', {}, words),
      draw('rect', { class: 'touch', x: point.x - wide / 2, y: 0, width: wide, height: HEIGHT }),
      point.at === at ? draw('line', { class: 'now', x1: point.x, x2: point.x, y1: TOP, y2: HEIGHT - TOP }) : null,
      draw('circle', { class: point.height === null ? 'unknown' : '', cx: point.x, cy: y(height), r: point.at === at ? 5 : points.length > 60 ? 1.5 : 3 })));
    }
    return svg;
  }

  /** The same in sentences: only where the result changes, or a screen reader would never come to an end. */
  #alternative(points) {
    const winner = ({ value, turn }) => {
      if (value.outcome === 'win') return t('graph.winning', { name: nameOf(turn) });
      if (value.outcome === 'loss') return t('graph.winning', { name: nameOf(opponent(turn)) });
      return t(value.outcome === 'draw' ? 'graph.drawn' : 'graph.unknown');
    };
    const turns = points.filter((point, index) => index === 0 || winner(point) !== winner(points[index - 1]));
    const text = turns.map((point) => t('graph.spot', { at: point.at === 0 ? t('graph.at-start') : t('graph.after', { n: point.at, move: point.move }), verdict: winner(point) })).join('; ');
    return make('p', { class: 'faint summary' }, stopped(text));
  }
}
