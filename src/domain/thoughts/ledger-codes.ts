/** The refusal codes under the names that the thought ledger uses. */

import type { RefusalCode } from '../../kernel/refusal.ts';

/** The codes for which the thought ledger has a name of its own. */
const LEDGER_CODES: { readonly [Code in RefusalCode]?: string } = {
  FORBIDDEN: 'INVALID_OPERATION',
  INVALID_INPUT: 'INVALID_PAYLOAD',
  OUTCOME_UNKNOWN: 'STORAGE_ERROR',
  STORE_UNAVAILABLE: 'STORAGE_ERROR',
  UNKNOWN_ID: 'INVALID_PAYLOAD',
  UNKNOWN_TOOL: 'INVALID_OPERATION',
  UNKNOWN_WORKSPACE: 'INVALID_PAYLOAD',
};

export function ledgerCode(code: RefusalCode): string {
  return LEDGER_CODES[code] ?? code;
}
