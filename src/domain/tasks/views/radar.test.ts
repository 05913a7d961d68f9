/** Summary, radar and handoff, named by the rules in docs/spec/task-views.md. */

import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../../kernel/json.ts';
import { newNode, newRoot, newStep, type Root, type Step, type Target } from '../target.ts';
import { handoffOf } from './handoff.ts';
import { radarOf } from './radar.ts';
import { stepsSummary } from './steps-summary.ts';
import { ALONE } from './surroundings.ts';

const BOUNDS = { items: 10, itemBytes: 240 };

function step(id: number, ordinal: number, more: Partial<Step> = {}): Step {
  const name = `STEP-${String(id).padStart(8, '0')}`;
  return newStep({ id: name, ordinal, title: `T${id}`, success_criteria: [`c${id}`], ...more });
}

function targetWith(steps: readonly Step[], root: Partial<Root> = {}): Target {
  return {
    root: newRoot({ id: 'TASK-001', kind: 'task', title: 'Parse', parent: 'PLAN-001', ...root }),
    steps,
    nodes: [],
    revision: 1,
    createdMs: 1,
    updatedMs: 1,
  };
}

const DONE = { completed_at_ms: 5, confirmed: ['criteria', 'tests'] } as const;
const waits = [{ id: 'TASK-009', title: 'Lexer', status: 'ACTIVE' }] as const;

describe('the counts of steps', () => {
  it('[TV3] include what the open steps lack', () => {
    const summary = stepsSummary(
      targetWith([
        step(1, 0, DONE),
        step(2, 1, { confirmed: ['criteria'], evidenced: ['security'] }),
        step(3, 2, { proof: { tests: 'require', perf: 'warn' } }),
      ]),
    );
    expect(summary).toEqual({
      total: 3,
      open: 2,
      completed: 1,
      missing_criteria: 1,
      missing_tests: 2,
      missing_security: 1,
      missing_proof_tests: 1,
      first_open: {
        step_id: 'STEP-00000002',
        path: 's:1',
        title: 'T2',
        criteria_confirmed: true,
        require_security: true,
        proof_security_present: true,
      },
    });
    const owed = targetWith([step(3, 2, { proof: { tests: 'require', perf: 'warn' } })]);
    expect(stepsSummary(owed).first_open).toEqual({
      ...{ step_id: 'STEP-00000003', path: 's:2', title: 'T3' },
      ...{ proof_tests_mode: 'require', proof_perf_mode: 'warn' },
      ...{ proof_tests_present: false, proof_perf_present: false },
    });
    expect(stepsSummary(targetWith([step(1, 0, DONE)])).first_open).toBeNull();
  });

  it('[TV3] the first open step is the first in the tree, not the oldest', () => {
    const deep = step(9, 0, { parent: 'STEP-00000001' });
    const late = targetWith([step(2, 10), step(3, 2), step(1, 0, DONE), deep]);
    expect(stepsSummary(late).first_open).toMatchObject({ path: 's:0.s:0', title: 'T9' });
    const flat = targetWith([step(2, 10), step(3, 2)]);
    expect(stepsSummary(flat).first_open).toMatchObject({ path: 's:2' });
  });
});

describe('what is closed, but would not pass its gate now', () => {
  const forced = { completed_at_ms: 5, forced: true, proof: { tests: 'require' } } as const;
  const target = targetWith(
    [step(1, 0, { ...DONE, confirmed: ['criteria'], tests: ['npm test'] }), step(2, 1, forced)],
    { status: 'DONE' },
  );

  it('[TV50] is counted as missing', () => {
    expect(stepsSummary(target)).toMatchObject({
      ...{ open: 0, completed: 2, missing_criteria: 1, missing_tests: 2 },
      missing_proof_tests: 1,
    });
  });

  it('[TV50] is what the radar verifies and does next, even if the task is done', () => {
    expect(radarOf(target, ALONE)).toMatchObject({
      verify: ['s:0 tests: npm test'],
      next: [
        's:0 T1 (closed): confirm tests',
        's:1 T2 (closed): confirm criteria, tests, prove tests',
      ],
    });
  });

  it('[TV50] remains to be done and is a risk in the handoff', () => {
    const { handoff } = handoffOf(target, ALONE, BOUNDS);
    expect(handoff.remaining).toEqual([
      's:0 T1 (closed): confirm tests',
      's:1 T2 (closed): confirm criteria, tests, prove tests',
    ]);
    expect(handoff.risks).toEqual([
      'closed without proof: 2 (s:0, s:1)',
      's:0 was closed without tests',
      's:1 was forced without criteria, tests, proof of tests',
    ]);
  });
});

describe('the radar of a task', () => {
  it('[TV4] shows what it is, why, what to verify and what is next', () => {
    const first = step(1, 0, { tests: ['npm test'], proof: { tests: 'require' } });
    const radar = radarOf(targetWith([first, step(2, 1)], { description: 'Why not' }), ALONE);
    expect(radar).toEqual({
      now: 'task TASK-001 — Parse (TODO)',
      why: 'Why not',
      verify: ['s:0 criteria: c1', 's:0 tests: npm test', 's:0 proof of tests: to be captured'],
      next: ['s:0 T1: confirm criteria, tests, prove tests, and close it', 'then s:1 T2'],
      blockers: [],
    });
    const bare = radarOf(targetWith([step(1, 0)]), ALONE);
    expect(bare).toMatchObject({ why: null, verify: ['s:0 criteria: c1', expect.anything()] });
  });

  it.each([
    [targetWith([]), ['add steps to TASK-001']],
    [targetWith([step(1, 0, DONE)]), ['finish TASK-001: every step is done']],
    [targetWith([step(1, 0, DONE)], { status: 'DONE' }), []],
  ])('[TV4] has the next action for every state', (one, next) => {
    expect(radarOf(one, ALONE)).toMatchObject({ next, verify: [] });
  });

  it('[TV4] is bounded', () => {
    const texts = Array.from({ length: 60 }, (_, n) => `${n} ${'ü'.repeat(500)}`);
    const steps = texts.map((title, n) => step(n, n, { title, success_criteria: texts }));
    const huge = targetWith(steps, { description: 'ü'.repeat(9_000), title: 'ü'.repeat(900) });
    const radar = radarOf(huge, {
      ...ALONE,
      waits: texts.map((title) => ({ ...waits[0], title })),
    });
    for (const list of [radar.verify, radar.next, radar.blockers]) {
      expect(list).toHaveLength(10);
      for (const text of list) expect(utf8Length(text)).toBeLessThanOrEqual(240);
    }
    expect(utf8Length(radar.why ?? '')).toBeLessThanOrEqual(2_000);
    expect(utf8Length(radar.now)).toBeLessThanOrEqual(240);
  });

  it('[TV5] lists all blockers, and nothing that is done', () => {
    const steps = [
      step(1, 0, { ...DONE, blocked: true, blockers: ['gone'] }),
      step(2, 1, { blocked: true, blocked_reason: 'CI is down', blockers: ['No grammar'] }),
      step(3, 2, { blocked: true }),
    ];
    const node = { id: 'NODE-00000001', ordinal: 0, title: 'Ask', blocked: true };
    const nodes = [
      newNode({ ...node, step: 'STEP-00000002', blockers: ['No answer'] }),
      newNode({ ...node, step: 'STEP-00000001' }),
      newNode({ ...node, step: 'STEP-00000002', status: 'DONE' }),
    ];
    const { blockers } = radarOf({ ...targetWith(steps), nodes }, { ...ALONE, waits });
    expect(blockers).toEqual([
      'waits for TASK-009 — Lexer (ACTIVE)',
      's:1 blocked: CI is down',
      's:2 blocked: no reason given',
      's:1: No grammar',
      's:1.t:0 blocked: Ask',
      's:1.t:0: No answer',
    ]);
    const done = radarOf(targetWith(steps.slice(0, 1), { status: 'DONE' }), { ...ALONE, waits });
    expect(done.blockers).toEqual([]);
  });
});

describe('a plan', () => {
  const checklist = { doc: null, current: 1, steps: ['Clarify', 'Build'] };
  const plan = targetWith([], {
    id: 'PLAN-001',
    kind: 'plan',
    parent: null,
    contract: 'C',
    checklist,
  });
  const around = {
    waits,
    tasks: {
      total: 5,
      done: 1,
      firstOpen: [{ id: 'TASK-002', title: 'Two', status: 'TODO' as const }],
      lastDone: [{ id: 'TASK-001', title: 'One', status: 'DONE' as const }],
    },
  };

  it('[TV6] shows checklist, tasks and open dependencies', () => {
    expect(radarOf(plan, around)).toEqual({
      now: 'plan PLAN-001 — Parse (TODO)',
      why: 'C',
      verify: ['checklist 1/2', 'tasks 1/5 done'],
      next: ['checklist: Build', 'TASK-002 — Two (TODO)'],
      blockers: ['waits for TASK-009 — Lexer (ACTIVE)'],
    });
    const bare = targetWith([], { id: 'PLAN-001', kind: 'plan' });
    expect(radarOf(bare, ALONE).next).toEqual(['start a task in PLAN-001']);
    const over = { ...ALONE, tasks: { ...ALONE.tasks, total: 2, done: 2 } };
    expect(radarOf(bare, over).next).toEqual(['finish PLAN-001']);
  });

  it('[TV7] has a handoff with its points and tasks', () => {
    const { handoff, totals } = handoffOf(plan, around, BOUNDS);
    expect(handoff).toEqual({
      done: ['checklist: Clarify', 'TASK-001 — One'],
      remaining: ['checklist: Build', 'TASK-002 — Two (TODO)'],
      risks: ['waits for TASK-009 — Lexer (ACTIVE)'],
    });
    expect(totals).toEqual({ done: 2, remaining: 5, risks: 1 });
  });
});

describe('a handoff', () => {
  const steps = [
    step(1, 0, DONE),
    step(2, 1, { completed_at_ms: 5 }),
    step(3, 2, { proof: { tests: 'require' }, tests: ['t'] }),
    step(4, 3, { blockers: ['b'] }),
  ];

  it('[TV7] shows what is done, what remains and the risks', () => {
    const { handoff, totals } = handoffOf(targetWith(steps), ALONE, BOUNDS);
    expect(handoff).toEqual({
      done: ['s:0 T1', 's:1 T2'],
      remaining: ['s:2 T3', 's:3 T4', 's:1 T2 (closed): confirm criteria, tests'],
      risks: [
        's:3: b',
        'closed without proof: 2 (s:0, s:1)',
        's:1 was closed without criteria, tests',
        's:2 needs proof of tests',
        's:3 has no tests',
      ],
    });
    expect(totals).toEqual({ done: 2, remaining: 3, risks: 5 });
  });

  it('[TV7] is limited to the last done and the next to do', () => {
    const { handoff, totals } = handoffOf(targetWith(steps), ALONE, { items: 1, itemBytes: 20 });
    expect(handoff).toMatchObject({ done: ['s:1 T2'], remaining: ['s:2 T3'], risks: ['s:3: b'] });
    expect(totals).toEqual({ done: 2, remaining: 3, risks: 5 });
  });

  it('[TV7] of a task whose steps are all done has only its completion left', () => {
    const left = (root: Partial<Root>) =>
      handoffOf(targetWith([step(1, 0, DONE)], root), ALONE, BOUNDS).handoff.remaining;
    expect(left({})).toEqual(['finish TASK-001']);
    expect(left({ status: 'DONE' })).toEqual([]);
  });
});
