/**
 * Resolves the target of a call that names none: the caller's own focus, else the newest of the
 * workspace. Reading there is always safe; writing is refused while another agent works on it.
 */

import { fill } from '../kernel/placeholder.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import { sameCall } from '../kernel/same-call.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Input } from '../operations/declaration/define-operation.ts';
import type { Reading } from '../store/port.ts';

/** The agent that calls, and what for. */
export interface Asker {
  readonly agent: string;
  /** The tool that is called, if the call writes. */
  readonly writes: string | undefined;
  /** Agents with a living process or session; undefined if presence is not tracked. */
  present(): Promise<ReadonlySet<string> | undefined>;
}

export async function resolveFocus(
  tx: Reading,
  input: Input,
  asker: Asker,
): Promise<string | undefined | Refusal> {
  const { target, isOwn } = await tx.agents.focus(asker.agent);
  if (target === null) return undefined;
  if (isOwn || asker.writes === undefined) return target;
  const present = await asker.present();
  if (!present) return target;
  const others = await tx.agents.focusedOn(target);
  const holder = others.find((agent) => agent !== asker.agent && present.has(agent));
  return holder === undefined ? target : refuseOthersWork(target, holder, asker.writes, input);
}

/**
 * The same call is not suggested as it is: it may be the one thing that the caller did not mean.
 */
function refuseOthersWork(target: string, holder: string, tool: string, input: Input): Refusal {
  const same = JSON.stringify(sameCall({ target, ...withoutDefaults(input) }));
  return refuse('INVALID_INPUT', `target: required, since ${holder} works on ${target}`, {
    recovery: `If you mean ${target}, name it: ${tool} ${same}`,
    suggestions: [
      suggestCall('tasks_snapshot', { target, read_only: true }, `See what ${holder} works on`),
      suggestCall(
        'tasks_macro_start',
        { task_title: fill('what to do') },
        'Start a task of your own',
      ),
    ],
  });
}

/** Keeps the quoted call short. */
function withoutDefaults({ workspace: _known, checkpoints, ...input }: Input): Input {
  return checkpoints === 'gate' || checkpoints === undefined ? input : { ...input, checkpoints };
}
