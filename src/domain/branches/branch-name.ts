/** What a branch may be called. */

import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';

const CANONICAL = /^(task\/TASK|plan\/PLAN)-[0-9]+$/i;

/** The reason a new branch cannot have this name, or undefined where it can. */
function fault(name: string): string | undefined {
  if (name.trim() === '') return 'a branch needs a name';
  if (name !== name.trim()) return 'a name has no space at its ends';
  if (!isOneLine(name)) return 'a name is one line without control characters';
  if (name.length > LIMITS.branchName) return `a name has at most ${LIMITS.branchName} characters`;
  if (CANONICAL.test(name)) return 'that name belongs to the canonical branch of a plan or task';
  return undefined;
}

export function checkBranchName(name: string): Refusal | undefined {
  const why = fault(name);
  if (why === undefined) return undefined;
  return refuse('INVALID_NAME', `name: ${why}`, {
    recovery: 'Choose a short name such as idea/cache-keys.',
  });
}
