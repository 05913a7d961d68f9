/**
 * How the sections of a view are shortened, by named stages: a view says which stage of which
 * section comes when, so that a section can get another cut without shifting those of others.
 */

import type { Trim } from './budget.ts';

/** From the least painful to the last. */
export const STAGES = [
  /** Long texts get shorter, and what merely accompanies them goes. */
  'texts',
  /** The newest few items stay, so that no section starves while another is full. */
  'few',
  /** One item stays. */
  'items',
  /** Of that item, the little by which it can be found again. */
  'bare',
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

/** The same section elsewhere: under a name, with other pages, or where its cuts are noted. */
export function mapSection(
  section: Section,
  change: (trims: readonly Trim[]) => readonly Trim[],
): Section {
  return Object.fromEntries(
    Object.entries(section).map(([stage, trims]) => [stage, change(trims)]),
  );
}
