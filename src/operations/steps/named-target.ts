/** Which plan or task a call names, by whichever of the three arguments. */

import { type TargetRef, targetId } from '../../domain/targets/target-ref.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';

/** The id that the call names, undefined where it leaves it to the focus. */
export function namedTarget(
  input: Readonly<Record<string, unknown>>,
): string | undefined | Refusal {
  const names = ['target', 'task', 'plan'].filter((name) => input[name] !== undefined);
  const [name, ...more] = names;
  if (name === undefined) return undefined;
  if (more.length > 0) {
    return refuse('INVALID_INPUT', `${names.join(', ')}: they mean the same, so give one of them`);
  }
  return targetId(input[name] as TargetRef);
}
