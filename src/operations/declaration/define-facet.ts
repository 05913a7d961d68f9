/**
 * A facet: one capability of a tool, with everything that follows from it. It declares its
 * arguments, the refusals that it can cause, what the surface must know before the call runs, and
 * what it provides to `run`. A tool is declared by joining a few facets.
 */

import { isRefusal, type Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { Fields, Supply, Traits } from './operation.ts';

type Given<Give> = Give | Refusal | Promise<Give | Refusal>;

export interface Facet<Lead extends Fields, Tail extends Fields, Give extends object> {
  /** Arguments listed before the tool's own. */
  readonly lead: Lead;
  /** Arguments listed after them. */
  readonly tail: Tail;
  readonly refusals: readonly RefusalCode[];
  readonly traits: Partial<Traits>;
  /** What it provides to `run`. */
  give(from: Supply): Given<Give>;
  and<MoreLead extends Fields, MoreTail extends Fields, More extends object>(
    other: Facet<MoreLead, MoreTail, More>,
  ): Facet<Lead & MoreLead, Tail & MoreTail, Give & More>;
}

/** What a facet consists of. */
interface Parts<Lead extends Fields, Tail extends Fields, Give extends object> {
  readonly lead: Lead;
  readonly tail: Tail;
  readonly refusals?: readonly RefusalCode[];
  readonly traits?: Partial<Traits>;
  readonly give: (from: Supply) => Given<Give>;
}

export function defineFacet<Lead extends Fields, Tail extends Fields, Give extends object>({
  lead,
  tail,
  refusals = [],
  traits = {},
  give,
}: Parts<Lead, Tail, Give>): Facet<Lead, Tail, Give> {
  return {
    lead,
    tail,
    refusals,
    traits,
    give,
    and: (other) =>
      defineFacet({
        lead: { ...lead, ...other.lead },
        tail: { ...tail, ...other.tail },
        refusals: [...refusals, ...other.refusals],
        traits: { ...traits, ...other.traits },
        give: async (from) => {
          const own = await give(from);
          if (isRefusal(own)) return own;
          const more = await other.give(from);
          return isRefusal(more) ? more : { ...own, ...more };
        },
      }),
  };
}
