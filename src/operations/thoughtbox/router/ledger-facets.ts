/** Facets that only the gateway and its routes use. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { defineFacet } from '../../declaration/define-facet.ts';
import type { Router, Supply } from '../../declaration/define-operation.ts';

const nothing = {};

/** For a tool that does nothing itself: each call runs the operation that it names. */
export function routes(router: Router) {
  return defineFacet({ lead: nothing, tail: nothing, traits: { router }, give: () => nothing });
}

/** Any route may refuse with these; the examples of the gateway show each of them. */
const LEDGER_REFUSALS: readonly RefusalCode[] = [
  'CONFLICT',
  'INVALID_OPERATION',
  'REVISION_MISMATCH',
  'SESSION_NOT_FOUND',
  'STAGE_REQUIREMENT_NOT_MET',
  'THOUGHT_NOT_FOUND',
  'UNKNOWN_ID',
];

/** What a route gets in addition to what every call has. */
export type LedgerGive = Pick<
  Supply,
  'role' | 'isAnonymous' | 'connection' | 'reply' | 'newId' | 'writing' | 'sandbox'
>;

/** For a route: gives access to the caller's connection, and lets it ask the client. */
export function ledger(minimal: JsonObject, minor: readonly string[] = []) {
  return defineFacet({
    lead: nothing,
    tail: nothing,
    refusals: LEDGER_REFUSALS,
    traits: { minimal, minor },
    give: (from): LedgerGive => ({
      role: from.role,
      isAnonymous: from.isAnonymous,
      connection: from.connection,
      reply: from.reply,
      newId: from.newId,
      writing: from.writing,
      sandbox: from.sandbox,
    }),
  });
}
