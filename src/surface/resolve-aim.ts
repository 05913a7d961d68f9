/** Resolves the target of a call: the one it names, else the one in focus. Never a guess. */

import type { Target } from '../domain/tasks/target.ts';
import { fill } from '../kernel/placeholder.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Aim, Input } from '../operations/declaration/define-operation.ts';
import { namedTarget } from '../operations/steps/named-target.ts';
import type { Reading } from '../store/port.ts';
import { type Asker, resolveFocus } from './resolve-focus.ts';

/** Undefined if the call names no target and nothing is in focus. */
export async function resolveAim(
  tx: Reading,
  input: Input,
  aim: Aim,
  asker: Asker,
): Promise<Target | undefined | Refusal> {
  const named = namedTarget(input);
  if (isRefusal(named)) return named;
  const guard = input.expected_target_id as string | undefined;
  if (input.strict_targeting === true && guard === undefined) {
    return refuse(
      'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
      'expected_target_id: required, since strict_targeting is set',
      { recovery: 'Send the id of the plan or task that you mean as expected_target_id.' },
    );
  }
  const id = named ?? (await resolveFocus(tx, input, asker));
  if (isRefusal(id) || id === undefined) return id;
  const target = await tx.targets.byId(id);
  if (!target) return unknown(tx, id);
  if (guard !== undefined && guard !== id) return mismatch(id, guard, named === undefined);
  return wrongKind(target, aim) ?? staleRevision(target, input) ?? target;
}

function mismatch(id: string, guard: string, focused: boolean): Refusal {
  return refuse(
    'EXPECTED_TARGET_MISMATCH',
    `expected=${guard} actual=${id}${focused ? ' (in focus)' : ''}`,
    {
      recovery: `Send target ${guard}, or expected_target_id ${id}.`,
      suggestions: [suggestCall('tasks_radar', { target: id }, `See what ${id} is`)],
    },
  );
}

export async function nothingInFocus(tx: Reading, aim: Aim): Promise<Refusal> {
  const kind = aim === 'plan' ? 'plan' : 'task';
  const known = await tx.targets.list({ kind }, { limit: 2 });
  return refuse('INVALID_INPUT', 'target: required, since nothing is in focus', {
    recovery:
      known.length === 0
        ? 'Start a first task.'
        : 'Send a plan or task as target, or put one in focus.',
    suggestions:
      known.length === 0
        ? [
            suggestCall(
              'tasks_macro_start',
              { task_title: fill('what to do') },
              'Start a first task',
            ),
          ]
        : known.map(({ id }) => suggestCall('tasks_snapshot', { target: id }, `Look at ${id}`)),
  });
}

async function unknown(tx: Reading, id: string): Promise<Refusal> {
  const [first] = await tx.targets.list({ kind: 'task' }, { limit: 1 });
  return refuse('UNKNOWN_ID', `target: no plan or task ${id}`, {
    recovery: 'Name a plan or task that exists.',
    suggestions: [
      first
        ? suggestCall('tasks_context', {}, 'See the plans and tasks that exist')
        : suggestCall(
            'tasks_macro_start',
            { task_title: fill('what to do') },
            'Start a first task',
          ),
    ],
  });
}

function wrongKind(target: Target, aim: Aim): Refusal | undefined {
  const { id, kind } = target.root;
  if (aim === 'either' || kind === aim) return undefined;
  return refuse('INVALID_INPUT', `target: ${id} is a ${kind}, but this tool needs a ${aim}`, {
    recovery: `Send a ${aim} as target.`,
    suggestions: [suggestCall('tasks_mirror', { target: id }, `See what ${id} holds`)],
  });
}

function staleRevision(target: Target, input: Input): Refusal | undefined {
  const { expected_revision: expected, expected_version: alias } = input;
  if (expected !== undefined && alias !== undefined && expected !== alias) {
    return refuse(
      'INVALID_INPUT',
      'expected_revision, expected_version: they are aliases and differ; send one',
    );
  }
  const wanted = expected ?? alias;
  if (wanted === undefined || wanted === target.revision) return undefined;
  const { id } = target.root;
  return refuse('REVISION_MISMATCH', `expected=${wanted} actual=${target.revision}`, {
    recovery: `${id} has changed: read it again, then repeat the call with its current revision.`,
    suggestions: [suggestCall('tasks_radar', { target: id }, 'See it as it is now')],
  });
}
