/** The facets from which tools are declared. Those of the gateway alone are in its own folder. */

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
import type { Aim, Fields, ReadOnly, Traits } from './operation.ts';

const nothing = {};

/** Neither reads nor writes memory. */
export function pure() {
  return defineFacet({
    lead: nothing,
    tail: budgetFields,
    traits: { effect: 'pure', workspace: 'none' },
    give: () => nothing,
  });
}

/** Reads; the trims shrink its answer to a budget. */
export function reads(trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: budgetFields,
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'read', trims },
    give: (from) => ({ tx: from.reading() }),
  });
}

/** Reads, and also answers for a workspace that does not exist. */
export function readsAnywhere(trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: budgetFields,
    traits: { effect: 'read', workspace: 'any', trims },
    give: (from) => ({ tx: from.reading() }),
  });
}

/** Reads one target, and moves the focus to it if the call names it. */
export function views(aim: Aim, trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace },
    tail: { read_only: readOnlyField, ...budgetFields },
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'view', trims },
    give: (from) => ({ tx: from.reading(), focus: from.focus }),
  }).and(aims(aim));
}

/** The same, but a call that names no target also answers if nothing is in focus. */
export function viewsIfAny(aim: Aim, trims: readonly Trim[] = []) {
  return defineFacet({
    lead: { workspace, ...aimFields },
    tail: { read_only: readOnlyField, ...budgetFields },
    refusals: ['UNKNOWN_ID'],
    traits: { effect: 'view', workspace: 'any', trims, aim },
    async give(from) {
      const target = await from.targetIfAny(aim);
      return isRefusal(target) ? target : { tx: from.reading(), focus: from.focus, target };
    },
  });
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
 * Writes, except in calls that only read: those take no write lock, and a caller with the role
 * `read` may make them. `flags` are the arguments that decide which calls only read.
 */
export function writesUnless<const Flags extends Fields>(
  flags: Flags,
  isReadOnly: (input: z.output<z.ZodObject<Flags>>) => ReadOnly,
  traits: Writes = {},
) {
  const schema = z.object(flags);
  return defineFacet({
    lead: { workspace },
    tail: flags,
    refusals: ['UNKNOWN_WORKSPACE'],
    traits: { effect: 'write', isReadOnly: (input) => isReadOnly(schema.parse(input)), ...traits },
    give: (from) => ({ tx: from.writing() }),
  });
}

/** Takes a budget although some of its calls write; not listed, to keep the listing small. */
/** How long its answers are at most, in bytes, if the caller sets no budget. */
export function answersWithin(room: number) {
  return defineFacet({ lead: nothing, tail: nothing, traits: { room }, give: () => nothing });
}

export function takesBudget(trims: readonly Trim[]) {
  return defineFacet({
    lead: nothing,
    tail: { ...budgetFields, max_chars: unlisted(budgetFields.max_chars) },
    traits: { trims },
    give: () => nothing,
  });
}

/** About one target: the one that is named, else the one in focus. */
export function aims(aim: Aim, fields: typeof aimFields = aimFields) {
  return defineFacet({
    lead: fields,
    tail: nothing,
    refusals: ['UNKNOWN_ID'],
    traits: { aim },
    async give(from) {
      const target = await from.target(aim);
      return isRefusal(target) ? target : { target };
    },
  });
}

/**
 * The refusals that protect a target from a write meant for another one, or based on an old
 * revision.
 */
const GUARDS: readonly RefusalCode[] = [
  'EXPECTED_TARGET_MISMATCH',
  'REVISION_MISMATCH',
  'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
];

/** Changes one target, with the guards that every such tool has. */
export function changes(aim: Aim, fields: typeof aimFields = aimFields) {
  return aims(aim, fields).and(
    defineFacet({
      lead: guardFields,
      tail: nothing,
      refusals: GUARDS,
      give: ({ batch }) => ({ batch }),
    }),
  );
}

/**
 * About a document: target, focus and checkout decide which. The contracts name these arguments
 * differently, so each tool passes its own. `onBranch`: a target may be combined with a branch, and
 * then the call is about the documents of the target on that branch.
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

/** The answer depends on which agents are present. */
export const seesPresence = defineFacet({
  lead: nothing,
  tail: nothing,
  give: async (from) => ({ present: await from.present() }),
});

/** A portal that computes less of its view when only its lines are sent. */
export const printsLines = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ wantsView }) => ({ wantsView }),
});

/** Claims work for the caller. */
export const claims = defineFacet({
  lead: nothing,
  tail: nothing,
  async give({ isAnonymous, endsWithProcess, attend }) {
    await attend();
    return { isAnonymous, endsWithProcess };
  },
});

/** Asks the client something; its reply comes with a second run of the call. */
export const asksClient = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ reply }) => ({ reply }),
});

/** Creates nodes of the work graph. */
export const createsWork = defineFacet({
  lead: nothing,
  tail: nothing,
  give: (from) => ({ newWorkId: from.newWorkId }),
});

/** Gets the list of all tools. */
export const knowsTools = defineFacet({
  lead: nothing,
  tail: nothing,
  give: ({ catalogue }) => ({ catalogue }),
});

/** Calls other tools within its own transaction, each with all checks of a call. */
export const composes = defineFacet({
  lead: nothing,
  tail: nothing,
  give: (from) => ({ invoke: from.invoke }),
});
