/** The three densities of a session: what a card measures in each, for the width that there is. */

import { columnsIn, type SnakeMetrics } from '../../graph/snake-layout.ts';

export const DENSITIES = ['read', 'cards', 'dots'] as const;

export type Density = (typeof DENSITIES)[number];

export const DENSITY_NAMES: Readonly<Record<Density, string>> = {
  read: 'Read',
  cards: 'Cards',
  dots: 'Dots',
};

export interface Grid {
  readonly columns: number;
  readonly metrics: SnakeMetrics;
}

const CARDS: SnakeMetrics = {
  ...{ cell: 226, card: 196, height: 86, branchHeight: 68, inset: 34 },
  ...{ head: 22, chip: 26, gap: 30, gutter: 28 },
};

const READ: SnakeMetrics = { ...CARDS, inset: 30, gap: 24 };

const DOTS: SnakeMetrics = {
  ...{ cell: 16, card: 11, height: 11, branchHeight: 11, inset: 0 },
  ...{ head: 15, chip: 15, gap: 7, gutter: 24 },
};

const MAX_READ = 820;
const BETWEEN = CARDS.cell - CARDS.card;

/** Cards take the width that is left over, so that a row ends where the page does. */
export function gridFor(density: Density, width: number): Grid {
  const room = Math.max(200, width) - 2 * CARDS.gutter;
  if (density === 'dots') return { columns: columnsIn(width, DOTS), metrics: DOTS };
  if (density === 'read') {
    const card = Math.min(room, MAX_READ);
    return { columns: 1, metrics: { ...READ, cell: card, card } };
  }
  const columns = columnsIn(width + BETWEEN, CARDS);
  const cell = Math.floor((room + BETWEEN) / columns);
  return { columns, metrics: { ...CARDS, cell, card: cell - BETWEEN } };
}

const READ_LINE = 22;
const READ_CHAR = 7.4;
const READ_AROUND = 46;

/** Before a card was measured. What is off the screen may be wrong; it is corrected when seen. */
export function estimatedHeight(text: string, card: number): number {
  const perLine = Math.max(20, (card - 28) / READ_CHAR);
  let lines = 0;
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / perLine));
  return READ_AROUND + lines * READ_LINE;
}
