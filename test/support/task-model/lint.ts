/** Checks that lint finds whatever is done and yet not done, and that its calls can be made. */

import { expect } from 'vitest';
import { isLacking } from './checkpoints.ts';
import { count, follow, type Run, read } from './run.ts';
import { openPlaces, stepPlaces } from './tree.ts';
import type { Fields, Target } from './world.ts';

/** The contradictions of a plan or task, by their codes. */
function contradictions(run: Run, target: Target): string[] {
  const { status } = target.fields;
  const open = openPlaces(target);
  const closed = stepPlaces(target).filter(({ step }) => step.fields.completed_at_ms !== null);
  const tasks = [...run.world.targets.values()].filter(({ parent }) => parent === target.id);
  const isOpenTask = ({ fields }: Target) => fields.status !== 'DONE';
  const isReopened = (task: Target) => !isOpenTask(task) && openPlaces(task).length > 0;
  const found: [string, boolean][] = [
    ['DONE_WITH_OPEN_STEPS', status === 'DONE' && open.length > 0],
    ['CLOSED_UNCONFIRMED', closed.some(({ step }) => isLacking(step))],
    [
      'CLOSED_ABOVE_OPEN_STEPS',
      closed.some(({ path }) => open.some((each) => each.path.startsWith(`${path}.`))),
    ],
    ['DONE_WITH_OPEN_TASKS', status === 'DONE' && tasks.some(isOpenTask)],
    ['TASKS_NOT_DONE', tasks.some(isReopened)],
  ];
  return found.filter(([, isFound]) => isFound).map(([code]) => code);
}

async function lint(run: Run, { id }: Target): Promise<Fields[]> {
  const shown = await read(run, 'tasks_lint', { target: id, max_chars: 1_000_000 });
  return shown.issues as Fields[];
}

export async function expectSameLint(run: Run, target: Target): Promise<Fields[]> {
  const issues = await lint(run, target);
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(errors).toEqual(contradictions(run, target));
  for (const code of errors) count(run, `lint ${code}`);
  return issues;
}

/** Each issue has a call that deals with it, which must succeed once its form is filled in. */
export async function followLint(run: Run): Promise<void> {
  const targets = [...run.world.targets.values()];
  if (targets.length === 0) return;
  const done = targets.filter(({ fields }) => fields.status === 'DONE');
  const isOfDone = done.length > 0 && run.random.chance(0.5);
  const issues = await expectSameLint(run, run.random.pick(isOfDone ? done : targets));
  if (issues.length === 0) return;
  const { tool, args } = run.random.pick(issues).call as { tool: string; args: Fields };
  count(run, 'call of lint followed');
  await follow(run, { suggestions: [{ action: 'call_tool', target: tool, params: args }] });
}
