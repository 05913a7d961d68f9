/** Cards as lanes of an argument: one lane for each kind, in the order in which cards came. */

export interface LaneCard {
  readonly id: string;
  readonly type: string;
  readonly begun: number;
  readonly edges: readonly { readonly rel: string; readonly to: string }[];
}

export const LANES = [
  { name: 'question', title: 'Questions' },
  { name: 'hypothesis', title: 'Hypotheses' },
  { name: 'test', title: 'Tests' },
  { name: 'evidence', title: 'Evidence' },
  { name: 'decision', title: 'Decisions' },
  { name: 'other', title: 'Other' },
] as const;

export type LaneName = (typeof LANES)[number]['name'];

/** Above this many cards, lanes are too long to follow. */
export const MAX_IN_LANES = 500;

export function laneOf(type: string): LaneName {
  return LANES.find(({ name }) => name === type)?.name ?? 'other';
}

/** A card never leaves its place: cards are ordered by when they began, which does not change. */
export function lanesOf<Card extends LaneCard>(
  cards: readonly Card[],
): ReadonlyMap<LaneName, readonly Card[]> {
  const lanes = new Map<LaneName, Card[]>(LANES.map(({ name }) => [name, []]));
  const sorted = [...cards].sort((a, b) => a.begun - b.begun || (a.id < b.id ? -1 : 1));
  for (const card of sorted) lanes.get(laneOf(card.type))?.push(card);
  return lanes;
}

/** How another card relates to the selected one. */
export interface Relation {
  readonly id: string;
  readonly rel: string;
  readonly isOutgoing: boolean;
}

export function relationsOf(
  cards: readonly LaneCard[],
  selected: string | undefined,
): readonly Relation[] {
  if (selected === undefined) return [];
  return cards.flatMap(({ id, edges }): Relation[] => {
    if (id === selected) return edges.map(({ rel, to }) => ({ id: to, rel, isOutgoing: true }));
    const into = edges.filter(({ to }) => to === selected);
    return into.map(({ rel }) => ({ id, rel, isOutgoing: false }));
  });
}

const DRAWN = ['supports', 'blocks', 'contradicts'];

/** How a relation is drawn; its word always stands beside it. */
export function relClass(rel: string): string {
  return DRAWN.includes(rel) ? `rel-${rel}` : 'rel-other';
}

/** Where a card is in the lanes, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const OUT = 10;
const TIP = 6;

export interface Elbow {
  readonly line: string;
  /** The head of the arrow. */
  readonly tip: string;
}

/**
 * A short elbow from one card to another: out at the side, along the gap, in at the other side. The
 * last bend is beside the card it leads to.
 */
export function elbow(from: Box, to: Box): Elbow {
  const [y1, y2] = [from.top + from.height / 2, to.top + to.height / 2];
  const isSameLane = Math.abs(from.left - to.left) < 1;
  const isRight = to.left > from.left;
  const start = isRight ? from.left + from.width : from.left;
  const end = isRight || isSameLane ? to.left : to.left + to.width;
  const way = isRight || isSameLane ? 1 : -1;
  return {
    line: `M${start} ${y1}H${end - way * OUT}V${y2}H${end - way * TIP}`,
    tip: `M${end} ${y2}l${-way * TIP} ${-TIP / 2 - 1}v${TIP + 2}z`,
  };
}
