/** Who is at work on a plan or task: of those present, the one that has had it in focus longest. */

import type { NextAction } from '../../../domain/tasks/views/capsule.ts';
import { fill } from '../../../kernel/placeholder.ts';
import type { Reading } from '../../../store/port.ts';

interface PresenceCall {
  readonly tx: Reading;
  readonly agent: string;
  /** Undefined where nobody keeps count. */
  readonly present: ReadonlySet<string> | undefined;
}

/** Another agent's name; undefined where it is the caller's own, or nobody's. */
export async function otherAgentOn(
  { tx, agent, present }: PresenceCall,
  target: string,
): Promise<string | undefined> {
  if (!present) return undefined;
  const focused = await tx.agents.focusedOn(target);
  const holder = focused.findLast((each) => each === agent || present.has(each));
  return holder === agent ? undefined : holder;
}

/** Nobody is handed the command that closes another's step: what is printed is run. */
export function withOwnTask(holder: string, { backup: _theirs, ...next }: NextAction): NextAction {
  return {
    ...next,
    hint: `${next.hint} (${holder} is at work)`,
    call: {
      tool: 'tasks_macro_start',
      purpose: `start a task of your own: ${holder} works on this one`,
      args: { task_title: fill('what to do') },
    },
  };
}
