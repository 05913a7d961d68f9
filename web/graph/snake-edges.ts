/** The lines of a snake that can be seen: along rows, through the gutter, and down to branches. */

import { type Band, bandOf, boxOf, type Snake, type SnakePlace } from './snake-layout.ts';

export interface Edge {
  /** An SVG path. */
  readonly path: string;
  readonly kind: 'link' | 'fold' | 'rail' | 'arc';
  readonly chain: number;
}

/** Distances from the cards, so that lines of different kinds never lie on each other. */
const OUT = 14;
const RAIL_LEFT = 12;
const RAIL_STEP = 6;
const RAILS = 3;
const ROUND = 6;
/** Heights in the gap below a row: of a rail, of a fold and of an arc. */
const RAIL_AT = 0.25;
const FOLD_AT = 0.5;
const ARC_AT = 0.75;

/** Of the bands `from` to `to`, and of rows further up whose lines pass by. */
export function edgesBetween(snake: Snake, from: number, to: number): readonly Edge[] {
  const edges: Edge[] = [];
  for (const index of [...passing(snake, from), ...range(from, to)]) {
    const band = snake.bands[index];
    if (!band) continue;
    if (band.kind === 'row') rowEdges(snake, band, edges);
    else edges.push(tickOf(snake, band));
  }
  return edges;
}

function* range(from: number, to: number): Iterable<number> {
  for (let index = from; index < to; index++) yield index;
}

/** The row before on the same chain, and the rows under which the band is, with theirs. */
function passing({ bands, rows }: Snake, from: number): readonly number[] {
  const found: number[] = [];
  const addBefore = (band: Band) => {
    const own = rows[band.chain];
    const before = own?.bands[Math.floor(band.first / own.columns) - 1];
    if (band.kind === 'row' && before !== undefined) found.push(before);
  };
  let band = bands[from];
  if (band) addBefore(band);
  while (band && band.parent >= 0) {
    found.push(band.parent);
    band = bands[band.parent];
    if (band) addBefore(band);
  }
  return found.filter((index) => index < from);
}

/** Lines meet a card here, also if it has grown. */
function middleOf({ metrics }: Snake, { top, height, parent, kind }: Band): number {
  if (kind !== 'row') return top + height / 2;
  return top + Math.min(height, parent < 0 ? metrics.height : metrics.branchHeight) / 2;
}

function rowEdges(snake: Snake, band: Band, edges: Edge[]): void {
  const y = middleOf(snake, band);
  const { chain } = band;
  let path = '';
  for (let at = band.first + 1; at < band.first + band.count; at++) {
    const before = boxOf(snake, band, at - 1);
    path += `M${before.left + before.width} ${y}H${boxOf(snake, band, at).left}`;
  }
  if (path !== '') edges.push({ path, kind: 'link', chain });
  const fold = foldOf(snake, band);
  if (fold) edges.push({ path: fold, kind: 'fold', chain });
  for (const [index, fork] of (band.forks ?? []).entries()) {
    edges.push({ path: railOf(snake, band, index), kind: 'rail', chain: fork.at });
  }
}

/** Right, down, back and in: through the gutters, never across a card. */
function foldOf(snake: Snake, band: Band): string | undefined {
  const { metrics, columns, rows, bands } = snake;
  const own = rows[band.chain];
  const following = own?.bands[Math.floor(band.first / own.columns) + 1];
  const next = following === undefined ? undefined : bands[following];
  if (!next) return undefined;
  const isBranch = band.parent >= 0;
  const last = boxOf(snake, band, band.first + band.count - 1);
  const first = boxOf(snake, next, next.first);
  const right =
    metrics.gutter + (columns - 1) * metrics.cell + metrics.card + OUT - (isBranch ? ROUND : 0);
  const left = first.left - (isBranch ? OUT / 2 : OUT);
  // One column has no right to left: the line just goes down beside the cards.
  if (columns === 1) {
    return polyline([
      [last.left, middleOf(snake, band)],
      [left, middleOf(snake, band)],
      [left, middleOf(snake, next)],
      [first.left, middleOf(snake, next)],
    ]);
  }
  return polyline([
    [last.left + last.width, middleOf(snake, band)],
    [right, middleOf(snake, band)],
    [right, next.top - metrics.gap * FOLD_AT],
    [left, next.top - metrics.gap * FOLD_AT],
    [left, middleOf(snake, next)],
    [first.left, middleOf(snake, next)],
  ]);
}

function railLeft({ metrics }: Snake, column: number, index: number): number {
  const slot = index % RAILS;
  return (
    metrics.gutter +
    column * metrics.cell +
    Math.min(RAIL_LEFT, metrics.inset / 3) +
    slot * RAIL_STEP
  );
}

/** From a fork down to the last of its branches. */
function railOf(snake: Snake, band: Band, index: number): string {
  const fork = band.forks?.[index];
  const last = fork && snake.bands[fork.last];
  if (!fork || !last) return '';
  const x = railLeft(snake, fork.column, index);
  const card = boxOf(snake, band, fork.at);
  const bottom = band.top + band.height;
  const isAbove = x >= card.left && x <= card.left + card.width;
  const start = isAbove ? x : card.left + RAIL_LEFT;
  const turn = bottom + snake.metrics.gap * RAIL_AT;
  return polyline([
    [start, bottom],
    [start, turn],
    [x, turn],
    [x, middleOf(snake, last)],
  ]);
}

/** From the rail to the head of a branch. */
function tickOf(snake: Snake, band: Band): Edge {
  const forks = snake.bands[band.parent]?.forks ?? [];
  const index = forks.findIndex(({ at }) => at === band.at);
  const x = railLeft(snake, band.column, Math.max(0, index));
  const { metrics } = snake;
  const left = metrics.gutter + band.column * metrics.cell + metrics.inset;
  const y = middleOf(snake, band);
  return { path: `M${x} ${y}H${left}`, kind: 'link', chain: band.kind === 'chip' ? 0 : band.chain };
}

/** From a revision to what it revises, along the left gutter. */
export function arcBetween(snake: Snake, from: SnakePlace, to: SnakePlace): string | undefined {
  const ends = [from, to].map((place) => {
    const index = bandOf(snake, place);
    const band = index === undefined ? undefined : snake.bands[index];
    return band && { band, box: boxOf(snake, band, place.at) };
  });
  const [start, end] = ends;
  if (!start || !end) return undefined;
  const x = snake.metrics.gutter - 20;
  const points = [start, end].map(({ band, box }) => ({
    x: box.left + box.width - 22,
    bottom: box.top + band.height,
    turn: box.top + band.height + snake.metrics.gap * ARC_AT,
  }));
  const [a, b] = points as [(typeof points)[0], (typeof points)[0]];
  const line = polyline([
    [a.x, a.bottom],
    [a.x, a.turn],
    [x, a.turn],
    [x, b.turn],
    [b.x, b.turn],
    [b.x, b.bottom + 2],
  ]);
  const tip = b.bottom + 2;
  return `${line}M${b.x - 4} ${tip + 6}L${b.x} ${tip}L${b.x + 4} ${tip + 6}`;
}

type Point = readonly [x: number, y: number];

/** Straight lines with round corners. */
function polyline(points: readonly Point[]): string {
  const kept = points.filter(
    ([x, y], index) => index === 0 || x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1],
  );
  return kept
    .map((point, index) => {
      const [before, after] = [kept[index - 1], kept[index + 1]];
      if (!before) return `M${point[0]} ${point[1]}`;
      if (!after) return `L${point[0]} ${point[1]}`;
      const [inX, inY] = towards(point, before);
      const [outX, outY] = towards(point, after);
      return `L${inX} ${inY}Q${point[0]} ${point[1]} ${outX} ${outY}`;
    })
    .join('');
}

function towards([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  const step = Math.min(ROUND, length / 2) / (length || 1);
  return [x + (toX - x) * step, y + (toY - y) * step];
}
