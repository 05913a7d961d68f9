/** The facets that only the gateway and its routes have. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { defineFacet } from '../../declaration/define-facet.ts';
import type { Router, Supply } from '../../declaration/define-operation.ts';

const nothing = {};

/** Does nothing itself: each call goes to the operation that it names. */
export function routes(router: Router) {
  return defineFacet({ lead: nothing, tail: nothing, traits: { router }, give: () => nothing });
}

/** Any route may give these; the examples of the gateway show how each is reached. */
const LEDGER_REFUSALS: readonly RefusalCode[] = [
  'INVALID_OPERATION',
  'SESSION_NOT_FOUND',
  'STAGE_REQUIREMENT_NOT_MET',
  'THOUGHT_NOT_FOUND',
  'UNKNOWN_ID',
];

/** What a route knows of its caller beyond any other call. */
export type LedgerGive = Pick<
  Supply,
  'role' | 'isPassing' | 'connection' | 'reply' | 'newId' | 'writing'
>;

/** A route of the ledger: it knows its caller's connection, and may ask the client. */
export function ledger(minimal: JsonObject) {
  return defineFacet({
    lead: nothing,
    tail: nothing,
    refusals: LEDGER_REFUSALS,
    traits: { minimal },
    give: (from): LedgerGive => ({
      role: from.role,
      isPassing: from.isPassing,
      connection: from.connection,
      reply: from.reply,
      newId: from.newId,
      writing: from.writing,
    }),
  });
}
