/** The facets that tools are declared by. What only the gateway needs is in its own folder. */

import * as z from 'zod';
import type { Trim } from '../../kernel/budget.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineFacet } from './define-facet.ts';
import {
  aimFields,
  budgetFields,
  guardFields,
  readOnlyField,
  unlisted,
  workspace,
} from './fields.ts';
import type { Aim, Fields, Looks, Traits } from './operation.ts';

const nothing = {};

/** Touches no memory at all. */
export function pure() {
  return defineFacet({
    lead: nothing,
    tail: budgetFields,
    traits: { effect: 'pure', workspace: 'none' },
    give: () => nothing,
  });
}

/** Reads, and its answer shrinks to a budget by these trims. */
export function reads(trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: budgetFields,
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'read', trims },
    give: (from) => ({ tx: from.reading() }),
  });
}

/** The same, also about a workspace that does not exist. */
export function readsAnywhere(trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: budgetFields,
    traits: { effect: 'read', workspace: 'any', trims },
    give: (from) => ({ tx: from.reading() }),
  });
}

/** Reads one plan or task, which comes into focus where the call names it. */
export function views(aim: Aim, trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: { read_only: readOnlyField, ...budgetFields },
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'view', trims },
    give: (from) => ({ tx: from.reading(), focus: from.focus }),
  }).and(aims(aim));
}

type Writes = Partial<Pick<Traits, 'destructive' | 'idempotent'>>;

export function writes(traits: Writes = {}) {
  return defineFacet({
    lead: { workspace },
    tail: nothing,
    traits: { effect: 'write', ...traits },
    give: (from) => ({ tx: from.writing() }),
  });
}

/**
 * Writes, except by calls that only look: they take no write lock, and a caller who may only read
 * may make them. Brings the arguments that tell which is which.
 */
export function writesUnless<const Flags extends Fields>(
  flags: Flags,
  looks: (input: z.output<z.ZodObject<Flags>>) => Looks,
  traits: Writes = {},
) {
  const told = z.object(flags);
  return defineFacet({
    lead: { workspace },
    tail: flags,
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'write', looks: (input) => looks(told.parse(input)), ...traits },
    give: (from) => ({ tx: from.writing() }),
  });
}

/** Takes a budget, though some of its calls write; listed nowhere, since the list is dear. */
export function takesBudget(trims: readonly Trim[]) {
  return defineFacet({
    lead: nothing,
    tail: { ...budgetFields, max_chars: unlisted(budgetFields.max_chars) },
    traits: { trims },
    give: () => nothing,
  });
}

/** About one plan or task: the one that is named, else the one in focus. */
export function aims(aim: Aim) {
  return defineFacet({
    lead: aimFields,
    tail: nothing,
    refusals: ['UNKNOWN_ID'],
    traits: { aim },
    async give(from) {
      const target = await from.target(aim);
      return isRefusal(target) ? target : { target };
    },
  });
}

/** How a write to a plan or task is kept from the wrong one, or from a stale view of it. */
const GUARDS: readonly RefusalCode[] = [
  'EXPECTED_TARGET_MISMATCH',
  'REVISION_MISMATCH',
  'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
];

/** Changes one plan or task, with the guards that every such tool has. */
export function changes(aim: Aim) {
  return aims(aim).and(
    defineFacet({
      lead: guardFields,
      tail: nothing,
      refusals: GUARDS,
      give: ({ batch }) => ({ batch }),
    }),
  );
}

/**
 * About a document: target, focus and checkout decide which. The arguments that name it differ
 * among the seeds, so each tool says which it takes. `onBranch`: a target may be given with a
 * branch, and then its documents on that one are meant.
 */
export function scoped<const Place extends Fields>(
  place: Place,
  { onBranch = false }: { readonly onBranch?: boolean } = {},
) {
  return defineFacet({
    lead: place,
    tail: nothing,
    refusals: ['UNKNOWN_ID'],
    async give(from) {
      const scope = await from.scope(onBranch);
      return isRefusal(scope) ? scope : { scope };
    },
  });
}

/** It matters to the answer who is present. */
export const seesPresence = defineFacet({
  lead: nothing,
  tail: nothing,
  give: async (from) => ({ present: await from.present() }),
});

/** A portal that leaves out of its view what its lines do not need, where only they are sent. */
export const printsLines = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ wantsView }) => ({ wantsView }),
});

/** Holds work for the caller, for as long as it can be met again. */
export const claims = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ isPassing, endsWithProcess }) => ({ isPassing, endsWithProcess }),
});

/** Creates nodes of the work graph. */
export const createsWork = defineFacet({
  lead: nothing,
  tail: nothing,
  give: (from) => ({ newWorkId: from.newWorkId }),
});

/** Knows of every tool. */
export const knowsTools = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ catalogue }) => ({ catalogue }),
});

/** Calls other tools, each by the way every call takes, in its own transaction. */
export const composes = defineFacet({
  lead: nothing,
  tail: nothing,
  give: (from) => ({ invoke: from.invoke }),
});
