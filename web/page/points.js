// Where the 24 points lie and which lines join them: enough to draw a board and to find one's way on it
// with arrow keys. What may be played there is the server's business.

/** The points, row by row from Black's side, as a reader's eye goes. */
export const POINTS = [
  'a7', 'd7', 'g7', 'b6', 'd6', 'f6', 'c5', 'd5', 'e5', 'a4', 'b4', 'c4',
  'e4', 'f4', 'g4', 'c3', 'd3', 'e3', 'b2', 'd2', 'f2', 'a1', 'd1', 'g1',
];

/** Column and row of a point, each -3 to 3, the row growing towards Black. */
export function place(point) {
  return { x: point.charCodeAt(0) - 100, y: Number(point[1]) - 4 };
}

const SIDES = ['a7-g7', 'g7-g1', 'g1-a1', 'a1-a7', 'b6-f6', 'f6-f2', 'f2-b2', 'b2-b6', 'c5-e5', 'e5-e3', 'e3-c3', 'c3-c5'];
const SPOKES = ['d7-d5', 'g4-e4', 'd1-d3', 'a4-c4'];
const DIAGONALS = ['a7-c5', 'g7-e5', 'g1-e3', 'a1-c3'];

/** The lines of a board, as pairs of end points. */
export function lines(board) {
  const all = [...SIDES, ...SPOKES, ...(board === 'diagonal' ? DIAGONALS : [])];
  return all.map((line) => line.split('-'));
}

/** The looks of a board: quarter turns clockwise, and whether left and right change places after that. */
export class View {
  constructor(turns = 0, mirrored = false) {
    this.turns = ((turns % 4) + 4) % 4;
    this.mirrored = mirrored;
  }

  rotated() {
    return new View(this.turns + 1, this.mirrored);
  }

  flipped() {
    return new View(this.turns, !this.mirrored);
  }

  /** Column and row on the screen, the row growing downwards. */
  onScreen({ x, y }) {
    let [right, down] = [x, -y];
    for (let turn = 0; turn < this.turns; turn += 1) {
      [right, down] = [-down, right];
    }
    return { x: this.mirrored ? -right : right, y: down };
  }

  toString() {
    return `${this.turns}${this.mirrored ? 'm' : ''}`;
  }

  static parse(text) {
    const match = /^([0-3])(m?)$/.exec(text ?? '');
    return match ? new View(Number(match[1]), match[2] === 'm') : new View();
  }
}

const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The point an arrow key leads to, as seen on the screen; the same point at the edge. Straight ahead is
 * preferred, but a slanting step is better than none: so every point can be reached.
 */
export function towards(point, key, view) {
  const arrow = ARROWS[key];
  if (!arrow) return point;
  const here = view.onScreen(place(point));
  let best = { point, cost: Infinity };
  for (const other of POINTS) {
    const there = view.onScreen(place(other));
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const ahead = dx * arrow.x + dy * arrow.y;
    const aside = Math.abs(dx * arrow.y) + Math.abs(dy * arrow.x);
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 3 * aside;
    if (cost < best.cost) best = { point: other, cost };
  }
  return best.point;
}
