/** The order, the filters and the folding of tasks and steps on the page. */

import { describe, expect, it } from 'vitest';
import type { StepRow } from '../../../src/observatory/views/tasks/task-view.ts';
import type { TaskListRow } from '../../../src/observatory/views/tasks/tasks-view.ts';
import { fits, listedSteps, listedTasks } from './task-order.ts';

function target(id: string, more: Partial<TaskListRow> = {}): TaskListRow {
  return {
    ...{ key: id, id, kind: id.startsWith('PLAN') ? 'plan' : 'task', number: Number(id.slice(5)) },
    ...{ parent: null, title: id, status: 'TODO', priority: 'MEDIUM', updatedMs: 0, seq: 0 },
    ...{ steps: { total: 0, done: 0 }, tasks: { total: 0, done: 0 } },
    ...{ focusedBy: [], blocked: 0, waitsFor: 0 },
    ...more,
  };
}

const step = (path: string, key: string, parent: string | null = null): StepRow =>
  ({ key, path, parent, is: 'step', depth: path.split('.').length - 1 }) as StepRow;

const NONE: ReadonlySet<string> = new Set();

describe('tasks on the page', () => {
  const rows = [
    target('TASK-002', { parent: 'PLAN-001', status: 'DONE' }),
    target('PLAN-001'),
    target('TASK-010'),
    target('TASK-001', { parent: 'PLAN-001', title: 'Read NUMBERS', blocked: 1 }),
    target('PLAN-002'),
  ];
  const idsOf = (...args: Parameters<typeof listedTasks>) =>
    listedTasks(...args).map(({ row, level }) => `${level} ${row.id}`);

  it('[OB70] the newest plan comes first, tasks below their plan, others last', () => {
    const all = ['1 PLAN-002', '1 PLAN-001', '2 TASK-001', '2 TASK-002', '1 TASK-010'];
    expect(idsOf(rows, {}, NONE)).toEqual(all);
    expect(idsOf(rows, {}, new Set(['PLAN-001']))).toEqual([
      '1 PLAN-002',
      '1 PLAN-001',
      '1 TASK-010',
    ]);
  });

  it('[OB70] a plan stays above a task that fits, although it does not fit itself', () => {
    expect(idsOf(rows, { text: 'numbers' }, NONE)).toEqual(['1 PLAN-001', '2 TASK-001']);
    expect(idsOf(rows, { state: 'DONE' }, NONE)).toEqual(['1 PLAN-001', '2 TASK-002']);
    expect(idsOf(rows, { state: 'BLOCKED' }, NONE)).toEqual(['1 PLAN-001', '2 TASK-001']);
  });

  it('[OB70] what waits for others is blocked until it is done', () => {
    expect(fits(target('TASK-001', { waitsFor: 1 }), { state: 'BLOCKED' })).toBe(true);
    const done = target('TASK-001', { waitsFor: 1, status: 'DONE' });
    expect(fits(done, { state: 'BLOCKED' })).toBe(false);
  });

  it('[OB73] steps come in the order of the tree, by number, without what is folded', () => {
    const steps = [
      step('s:10', 'c'),
      step('s:2.s:0', 'b0', 'b'),
      step('s:2', 'b'),
      step('s:0', 'a'),
      step('s:2.s:0.s:1', 'b01', 'b0'),
    ];
    const keysOf = (folded: ReadonlySet<string>) =>
      listedSteps(steps, folded).map((e) => e.row.key);
    expect(keysOf(NONE)).toEqual(['a', 'b', 'b0', 'b01', 'c']);
    expect(keysOf(new Set(['b']))).toEqual(['a', 'b', 'c']);
    expect(listedSteps(steps, new Set(['b'])).map(({ isOpen }) => isOpen)).toEqual([
      undefined,
      false,
      undefined,
    ]);
  });
});
