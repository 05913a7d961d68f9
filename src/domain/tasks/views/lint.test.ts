/** The issues that lint finds, named by the rules in docs/spec/task-views.md. */

import { expect, it } from 'vitest';
import { newRoot, newStep, type Root, type Step, type Target } from '../target.ts';
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
  [targetWith({}, [{}]), ['MISSING_CRITERIA', 'MISSING_TESTS']],
  [targetWith({}, [gate]), []],
  [
    targetWith({}, [{ ...gate, evidenced: ['security', 'perf', 'docs'] }]),
    ['MISSING_SECURITY', 'MISSING_PERF', 'MISSING_DOCS'],
  ],
  [targetWith({}, [{ ...gate, proof: { tests: 'require' } }]), ['MISSING_PROOF']],
  [targetWith({}, [{ ...gate, blocked: true }]), ['BLOCKED_STEPS']],
  [targetWith({}, [{ completed_at_ms: 5, blocked: true }]), []],
  [targetWith({ status: 'DONE' }, [{}]), []],
  [plan({}), ['NO_CHECKLIST']],
  [plan({ checklist: { ...checklist(0), steps: [] } }), ['NO_CHECKLIST']],
  [plan({ checklist: checklist(2) }), []],
  [plan({ checklist: checklist(3) }), ['CHECKLIST_INDEX_OUT_OF_RANGE']],
  [plan({ checklist: checklist(3), status: 'DONE' }), ['CHECKLIST_INDEX_OUT_OF_RANGE']],
] as const)('[TV27] finds what is missing: case %#', (one, codes) => {
  const issues = lintTarget(one, ALONE);
  expect(issues.map((issue) => issue.code)).toEqual(codes);
  for (const { severity, code } of issues) {
    expect(severity).toBe(code === 'CHECKLIST_INDEX_OUT_OF_RANGE' ? 'error' : 'warning');
  }
});

it('[TV27] reports open dependencies', () => {
  const issues = lintTarget(targetWith({}, [gate]), { ...ALONE, waits });
  expect(issues).toMatchObject([
    { code: 'DEPENDENCY_UNFINISHED', message: 'waits for TASK-009 — Lexer (TODO)' },
  ]);
  expect(lintTarget(targetWith({ status: 'DONE' }), { ...ALONE, waits })).toEqual([]);
});

it('[TV27] names at most five places', () => {
  const many = targetWith(
    {},
    Array.from({ length: 9 }, () => ({ confirmed: ['criteria'] as const })),
  );
  expect(lintTarget(many, ALONE)[0]?.message).toBe(
    'tests not confirmed: s:0 s:1 s:2 s:3 s:4 and 4 more',
  );
});

it('[TV27] reports what the context lacks', () => {
  const codes = (notes: boolean, trace: boolean, cards: boolean) =>
    lintContext('TASK-001', { notes, trace, cards }).map((issue) => issue.code);
  expect(codes(false, false, false)).toEqual(['CONTEXT_EMPTY']);
  expect(codes(false, true, false)).toEqual(['TRACE_ONLY']);
  expect(codes(true, false, false)).toEqual([]);
  expect(codes(false, false, true)).toEqual([]);
});
