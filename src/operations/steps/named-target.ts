/** The target that a call names by `target`, `task` or `plan`. */

import { type TargetRef, targetId } from '../../domain/targets/target-ref.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';

/** The id that the call names; undefined if it names none, and the focus decides. */
export function namedTarget(
  input: Readonly<Record<string, unknown>>,
): string | undefined | Refusal {
  const names = ['target', 'task', 'plan'].filter((name) => input[name] !== undefined);
  const [name, ...more] = names;
  if (name === undefined) return undefined;
  if (more.length > 0) {
    return refuse(
      'INVALID_INPUT',
      `${names.join(', ')}: these are aliases, so give only one of them`,
    );
  }
  return targetId(input[name] as TargetRef);
}
