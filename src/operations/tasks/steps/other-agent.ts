/** Finds the agent at work on a target: of those present, the one with the oldest focus on it. */

import type { NextAction } from '../../../domain/tasks/views/capsule.ts';
import type { Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import { fill } from '../../../kernel/placeholder.ts';
import type { Reading } from '../../../store/port.ts';

interface PresenceCall {
  readonly tx: Reading;
  readonly agent: string;
  /** Undefined if the server does not track which agents are connected. */
  readonly present: ReadonlySet<string> | undefined;
}

/** The name of another agent; undefined if the caller or no agent works on the target. */
export async function otherAgentOn(
  { tx, agent, present }: PresenceCall,
  target: string,
): Promise<string | undefined> {
  if (!present) return undefined;
  const focused = await tx.agents.focusedOn(target);
  const holder = focused.findLast((each) => each === agent || present.has(each));
  return holder === agent ? undefined : holder;
}

/** A finished task never leads to a task that another agent works on. */
export async function withFreeTask(
  call: PresenceCall,
  around: Surroundings,
): Promise<Surroundings> {
  const { plan, ...rest } = around;
  if (!plan) return around;
  const { workable = [], firstOpen } = plan.tasks;
  for (const next of new Set([...workable, ...firstOpen])) {
    if ((await otherAgentOn(call, next.id)) !== undefined) continue;
    return { ...rest, plan: { ...plan, tasks: { ...plan.tasks, next } } };
  }
  return rest;
}

/**
 * Agents run the command that they are given, so they never get one that closes a step another
 * agent works on. They get one that starts a task of their own.
 */
export function withOwnTask(holder: string, { backup: _theirs, ...next }: NextAction): NextAction {
  return {
    ...next,
    hint: `${next.hint} (${holder} is at work)`,
    remark: 'fill in the title first',
    call: {
      tool: 'tasks_macro_start',
      purpose: `start your own task: ${holder} works on this one`,
      args: { task_title: fill('what to do') },
    },
  };
}
