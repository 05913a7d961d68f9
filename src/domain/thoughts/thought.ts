/** A thought as it is read from the store, with its links. */

import type { NamedStep } from './cipher-cards.ts';
import { MAIN } from './session.ts';
import type { ThoughtPlace } from './thought-events.ts';

/** The highest number of a thought: more than any session needs, and still exact in JSON. */
export const MAX_NUMBER = 999_999_999;

export interface Critique {
  readonly text: string;
  readonly model: string;
  readonly atMs: number;
}

export interface Thought extends ThoughtPlace {
  readonly seq: number;
  readonly text: string;
  readonly total: number;
  readonly more: boolean;
  readonly atMs: number;
  /** The thoughts before and after it on its chain, in the order of arrival. */
  readonly previous: number | undefined;
  readonly following: number | undefined;
  readonly revises: ThoughtPlace | undefined;
  readonly unsure: boolean;
  /** The cells of notebooks that it cites. */
  readonly cells: readonly string[];
  readonly steps: readonly NamedStep[];
  readonly critique: Critique | undefined;
}

/**
 * On a branch, its name is between session and number. The contract defines ids of the main chain
 * only.
 */
export function nodeIdOf(session: string, { chain, number }: ThoughtPlace): string {
  return chain === MAIN ? `${session}:${number}` : `${session}:${chain}:${number}`;
}

export function placeName({ chain, number }: ThoughtPlace): string {
  return chain === MAIN ? String(number) : `${chain}:${number}`;
}
