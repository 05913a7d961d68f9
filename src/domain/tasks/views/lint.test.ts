/** The issues that lint finds, named by the rules in docs/spec/task-views.md. */

import { expect, it } from 'vitest';
import { newNode, newRoot, newStep, type Root, type Step, type Target } from '../target.ts';
import { lintContext, lintTarget } from './lint.ts';
import { ALONE } from './surroundings.ts';

function targetWith(root: Partial<Root>, steps: readonly Partial<Step>[] = []): Target {
  return {
    root: newRoot({ id: 'TASK-001', kind: 'task', title: 'Parse', ...root }),
    steps: steps.map((step, ordinal) =>
      newStep({
        id: `STEP-0000000${ordinal}`,
        ordinal,
        title: 't',
        success_criteria: ['c'],
        tests: ['t'],
        ...step,
      }),
    ),
    nodes: [],
    revision: 1,
    createdMs: 1,
    updatedMs: 1,
  };
}

const plan = (root: Partial<Root>) => targetWith({ id: 'PLAN-001', kind: 'plan', ...root });
const checklist = (current: number) => ({ doc: null, current, steps: ['a', 'b'] });
const waits = [{ id: 'TASK-009', title: 'Lexer', status: 'TODO' }] as const;
const gate = { confirmed: ['criteria', 'tests'] } as const;

it.each([
  [targetWith({}), ['NO_STEPS']],
  [targetWith({}, [{}]), []],
  [targetWith({}, [{ tests: [] }]), ['MISSING_TESTS']],
  [targetWith({}, [{ success_criteria: [] }, gate]), ['MISSING_CRITERIA']],
  [targetWith({}, [gate]), []],
  [
    targetWith({}, [{ ...gate, evidenced: ['security', 'perf', 'docs'] }]),
    ['MISSING_SECURITY', 'MISSING_PERF', 'MISSING_DOCS'],
  ],
  [targetWith({}, [{ ...gate, proof: { tests: 'require' } }]), ['MISSING_PROOF']],
  [targetWith({}, [{ proof: { tests: 'require' } }]), []],
  [targetWith({}, [{ ...gate, blocked: true }]), ['BLOCKED_STEPS']],
  [targetWith({}, [{ ...gate, completed_at_ms: 5 }]), []],
  [targetWith({ status: 'DONE' }, [{ ...gate, completed_at_ms: 5 }]), []],
  [targetWith({ status: 'DONE' }), []],
  [plan({}), ['NO_CHECKLIST']],
  [plan({ checklist: { ...checklist(0), steps: [] } }), ['NO_CHECKLIST']],
  [plan({ checklist: checklist(2) }), []],
  [plan({ checklist: checklist(3) }), ['CHECKLIST_INDEX_OUT_OF_RANGE']],
  [plan({ checklist: checklist(3), status: 'DONE' }), ['CHECKLIST_INDEX_OUT_OF_RANGE']],
  [plan({ checklist: checklist(1), status: 'DONE' }), ['DONE_WITH_OPEN_POINTS']],
] as const)('[TV27] finds what is missing: case %#', (one, codes) => {
  const issues = lintTarget(one, ALONE);
  expect(issues.map((issue) => issue.code)).toEqual(codes);
  for (const { severity, code } of issues) {
    expect(severity).toBe(code === 'CHECKLIST_INDEX_OUT_OF_RANGE' ? 'error' : 'warning');
  }
});

const closed = { ...gate, completed_at_ms: 5 };
const below = { parent: 'STEP-00000000' };

it.each([
  [
    targetWith({ status: 'DONE' }, [closed, {}]),
    'DONE_WITH_OPEN_STEPS',
    'TASK-001 is done, but has 1 open step: s:1',
  ],
  [
    targetWith({}, [{ ...closed, confirmed: ['criteria'] }, closed]),
    'CLOSED_UNCONFIRMED',
    'closed, but not confirmed: s:0 (tests)',
  ],
  [
    targetWith({ status: 'DONE' }, [
      { completed_at_ms: 5, forced: true, proof: { tests: 'require' } },
    ]),
    'CLOSED_UNCONFIRMED',
    'closed, but not confirmed: s:0 (criteria, tests, proof of tests; forced)',
  ],
  [
    targetWith({}, [closed, { ...gate, ...below }]),
    'CLOSED_ABOVE_OPEN_STEPS',
    'closed above open steps: s:0',
  ],
] as const)('[TV51] finds what contradicts itself: case %#', (one, code, message) => {
  expect(lintTarget(one, ALONE)).toMatchObject([{ severity: 'error', code, message }]);
});

it('[TV51] finds open task nodes in closed steps', () => {
  const node = { id: 'NODE-00000001', step: 'STEP-00000000', ordinal: 0, title: 'Piece' };
  const open = { ...targetWith({}, [closed]), nodes: [newNode(node)] };
  const done = { ...open, nodes: [newNode({ ...node, status: 'DONE' })] };
  const message = 'open in closed steps: s:0.t:0';
  expect(lintTarget(open, ALONE)).toMatchObject([{ code: 'OPEN_TASK_NODES', message }]);
  expect(lintTarget(done, ALONE)).toEqual([]);
});

it('[TV51] finds a plan that is done before its tasks, and tasks that are not', () => {
  const open = { id: 'TASK-002', title: 'Two', status: 'TODO' } as const;
  const tasks = { ...ALONE.tasks, total: 7, done: 1, firstOpen: [open] };
  const done = plan({ status: 'DONE' });
  expect(lintTarget(done, { ...ALONE, tasks, reopened: ['TASK-001'] })).toMatchObject([
    {
      code: 'DONE_WITH_OPEN_TASKS',
      message: 'PLAN-001 is done, but has 6 open tasks: TASK-002 and 5 more',
    },
    { code: 'TASKS_NOT_DONE', message: 'done, but with open steps: TASK-001' },
  ]);
});

it('[TV27] reports open dependencies', () => {
  const issues = lintTarget(targetWith({}, [gate]), { ...ALONE, waits });
  expect(issues).toMatchObject([
    { code: 'DEPENDENCY_UNFINISHED', message: 'waits for TASK-009 — Lexer (TODO)' },
  ]);
  expect(lintTarget(targetWith({ status: 'DONE' }), { ...ALONE, waits })).toMatchObject([
    { code: 'DEPENDENCY_UNFINISHED', message: 'done before TASK-009 — Lexer (TODO)' },
  ]);
});

it('[TV27] names at most five places', () => {
  const many = targetWith(
    {},
    Array.from({ length: 9 }, () => ({ tests: [] })),
  );
  expect(lintTarget(many, ALONE)[0]?.message).toBe('no tests: s:0 s:1 s:2 s:3 s:4 and 4 more');
});

it('[TV27] reports what the context lacks', () => {
  const codes = (notes: boolean, trace: boolean, cards: boolean) =>
    lintContext('TASK-001', { notes, trace, cards }).map((issue) => issue.code);
  expect(codes(false, false, false)).toEqual(['CONTEXT_EMPTY']);
  expect(codes(false, true, false)).toEqual(['TRACE_ONLY']);
  expect(codes(true, false, false)).toEqual([]);
  expect(codes(false, false, true)).toEqual([]);
});
