/**
 * Shortens the sections of a view by named stages. A view lists the stages of its sections in
 * order, so that a section can get another cut without changing the order of the others.
 */

import type { Trim } from './budget.ts';

/** From the first cut to the last. */
export const STAGES = [
  /** The newest few items stay, so that no section is empty while another is full. */
  'few',
  /** One item stays. */
  'items',
  /** Its texts get shorter, and fields that only accompany them are left out. */
  'texts',
  /** Nothing stays. */
  'gone',
] as const;

export type Stage = (typeof STAGES)[number];

/** The cuts of one section; it need not have every stage. */
export type Section = { readonly [Name in Stage]?: readonly Trim[] };

/** The named stages of the sections: each section goes through all of them before the next one. */
export function cuts(
  stages: Stage | readonly Stage[],
  ...sections: readonly Section[]
): readonly Trim[] {
  const names = typeof stages === 'string' ? [stages] : stages;
  return sections.flatMap((section) => names.flatMap((name) => section[name] ?? []));
}

/** A section that shrinks by itself, from its first stage to its last. */
export function allCuts(section: Section): readonly Trim[] {
  return cuts(STAGES, section);
}

/**
 * The same section with each cut changed: under a name, with other pages, or with its cuts noted.
 */
export function mapSection(
  section: Section,
  change: (trims: readonly Trim[]) => readonly Trim[],
): Section {
  return Object.fromEntries(
    Object.entries(section).map(([stage, trims]) => [stage, change(trims)]),
  );
}
