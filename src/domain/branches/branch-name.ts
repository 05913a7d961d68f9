/** The rules for names of branches. */

import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';
import { targetKind } from '../targets/target-ref.ts';
import { refuseFor } from './reasons.ts';

const CANONICAL = /^(task\/TASK|plan\/PLAN)-[0-9]+$/i;

/** The name with which the branch of a plan or task is created. */
export function canonicalBranchName(target: string): string {
  return `${targetKind(target)}/${target}`;
}

/** Why no branch or tag can have this name, or undefined if it can. */
export function faultOfName(name: string): string | undefined {
  if (name.trim() === '') return 'a name is needed';
  if (name !== name.trim()) return 'a name has no space at its ends';
  if (!isOneLine(name)) return 'a name is one line without control characters';
  if (name.length > LIMITS.branchName) return `a name has at most ${LIMITS.branchName} characters`;
  if (CANONICAL.test(name)) return 'that name belongs to the canonical branch of a plan or task';
  return undefined;
}

export function hidesTag(name: string, field: string): Refusal {
  const message = `${field}: ${JSON.stringify(name)} is a tag, and the branch would hide it`;
  return refuseFor({ kind: 'branch_hides_tag' }, 'CONFLICT', message);
}

/** `field`: the argument that carries the name. */
export function checkBranchName(name: string, field = 'name'): Refusal | undefined {
  const why = faultOfName(name);
  if (why === undefined) return undefined;
  return refuse('INVALID_NAME', `${field}: ${why}`, {
    recovery: 'Choose a short name such as idea/cache-keys.',
  });
}
