/**
 * The reasons why the thought ledger refuses; operations/thoughtbox/steps/advice.ts advises on
 * each.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { refuserFor } from '../../kernel/refusal.ts';
import type { StageStep } from './gateway-state.ts';
import type { ThoughtRequest } from './record-thought.ts';

/**
 * The request, and the fields to change so that it can be recorded. Undefined leaves a field out.
 */
interface Correctable {
  readonly request: ThoughtRequest;
  readonly correction: Partial<Omit<ThoughtRequest, 'thought' | 'nextThoughtNeeded'>>;
}

export type ThoughtReason =
  | ({ readonly kind: 'number_taken' } & Correctable)
  | ({ readonly kind: 'fork_differs' } & Correctable)
  | ({ readonly kind: 'thought_incomplete' } & Correctable)
  /** What it refers to exists in another session; the request names that session. */
  | ({ readonly kind: 'meant_elsewhere' } & Correctable)
  | { readonly kind: 'numbers_used_up'; readonly session: string }
  | { readonly kind: 'thought_unknown'; readonly session: string }
  /** It revises or branches from a thought, and its session has none. */
  | { readonly kind: 'nothing_before' }
  /** The steps that lead to the stage; `session`: the one to continue, if any. */
  | {
      readonly kind: 'stage_not_reached';
      readonly steps: readonly StageStep[];
      readonly session: string | undefined;
      /** The arguments of the call, if they must not be lost. */
      readonly words: JsonObject | undefined;
    };

export const refuseFor = refuserFor<ThoughtReason>();
