/** The changes of a step that the graph never shows. */

import { expect, it } from 'vitest';
import { changesBetween } from './change.ts';
import { newRoot, newStep, type Step, type Target, withStep } from './target.ts';
import { graphOf, showsInGraph, UNSEEN_FIELDS } from './task-graph.ts';

const ID = 'STEP-00000001';
const step = newStep({ id: ID, ordinal: 0, title: 'Read', success_criteria: ['x'] });
const task: Target = {
  root: newRoot({ id: 'TASK-001', kind: 'task', title: 'Read numbers', parent: 'PLAN-001' }),
  steps: [step],
  nodes: [],
  revision: 0,
  createdMs: 1,
  updatedMs: 1,
};

const CHANGED: { readonly [Field in keyof Step]?: Step[Field] } = {
  title: 'Write',
  completed_at_ms: 5,
  ordinal: 3,
  success_criteria: ['y'],
  tests: ['npm test'],
  blockers: ['b'],
  confirmed: ['tests'],
  evidenced: ['tests'],
  proof: { tests: 'require' },
  blocked: true,
  blocked_reason: 'CI is down',
  notes: 4,
};

it.each(Object.keys(CHANGED) as (keyof Step)[])(
  '[TA56] a change of %s is skipped exactly if no graph shows it',
  (field) => {
    const after = withStep(task, ID, { [field]: CHANGED[field] });
    const isSeen = JSON.stringify(graphOf(after)) !== JSON.stringify(graphOf(task));
    expect(showsInGraph(changesBetween(task, after))).toBe(isSeen);
    expect(UNSEEN_FIELDS.has(field)).toBe(!isSeen);
  },
);

it('[TA56] an added or deleted step is never skipped', () => {
  const bare = { ...task, steps: [] };
  expect(showsInGraph(changesBetween(bare, task))).toBe(true);
  expect(showsInGraph(changesBetween(task, bare))).toBe(true);
  expect(showsInGraph([])).toBe(false);
});
