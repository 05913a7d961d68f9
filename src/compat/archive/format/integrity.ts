/** The result of checking one session of an archive. */

import { MAIN } from '../../../domain/thoughts/session.ts';
import { byChain } from './by-chain.ts';
import type { Findings } from './field-checks.ts';

/** `IntegrityValidationResult`. */
export interface Integrity {
  readonly valid: boolean;
  readonly sessionExists: boolean;
  readonly manifestExists: boolean;
  readonly manifestValid: boolean;
  readonly missingThoughtFiles: readonly string[];
  readonly missingBranchFiles: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly string[];
}

export interface Seen {
  readonly manifestExists?: boolean;
  readonly manifestValid?: boolean;
  readonly missing?: readonly { readonly chain: string; readonly file: string }[];
}

export function integrityOf(
  found: Findings,
  { manifestExists = false, manifestValid = false, missing = [] }: Seen,
): Integrity {
  const chains = [...byChain(missing)].map(
    ([chain, files]) => [chain, files.map(({ file }) => file)] as const,
  );
  return {
    valid: found.count() === 0,
    sessionExists: true,
    manifestExists,
    manifestValid,
    missingThoughtFiles: chains.find(([chain]) => chain === MAIN)?.[1] ?? [],
    missingBranchFiles: Object.fromEntries(chains.filter(([chain]) => chain !== MAIN)),
    errors: found.list(),
  };
}

/** The result for an entry that is in the place of a session and is not one. */
export function noSessionThere(error: string): Integrity {
  return {
    valid: false,
    sessionExists: false,
    manifestExists: false,
    manifestValid: false,
    missingThoughtFiles: [],
    missingBranchFiles: {},
    errors: [error],
  };
}
