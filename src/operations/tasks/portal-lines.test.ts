/**
 * What a portal prints, with and without its structured view, and what the calls cost in
 * statements.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examplesFor } from '../../../test/support/examples.ts';
import { statementsOf } from '../../../test/support/statements.ts';
import {
  openTestSurface,
  setScene,
  TESTER,
  type TestSurface,
} from '../../../test/support/surface.ts';
import { dispatch } from '../../surface/dispatch.ts';
import { CATALOGUE } from '../catalogue.ts';

const PORTALS = CATALOGUE.filter((operation) => operation.isPortal);
const CASES = PORTALS.flatMap((operation) =>
  examplesFor(operation).examples.map((example) => ({ tool: operation.name, ...example })),
);

const acme = { workspace: 'acme' };
const STEPS = ['Read', 'Write', 'Check'].map((title) => ({
  title,
  success_criteria: ['It holds'],
  tests: ['npm test'],
}));
const PROOF = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/run/7'];

describe('the lines of a portal', () => {
  let whole: TestSurface;
  let lines: TestSurface;
  beforeEach(async () => {
    whole = await openTestSurface({ structured: true });
    lines = await openTestSurface({ structured: false });
  });
  afterEach(async () => {
    await whole.close();
    await lines.close();
  });

  /** Makes the same call on both servers and compares the lines. */
  async function both(tool: string, args: object): Promise<void> {
    const first = await whole.call(tool, args);
    const second = await lines.call(tool, args);
    expect(second.text).toBe(first.text);
    expect(second.isError).toBe(first.isError);
    if (first.isError || !PORTALS.some(({ name }) => name === tool)) return;
    expect(Object.keys(first.structured).length).toBeGreaterThan(0);
    expect(second.structured).toEqual({});
  }

  it.each(CASES)('[TV31] $tool, $title: they are the same without the view', async (example) => {
    await setScene(whole, example);
    await setScene(lines, example);
    await both(example.tool, example.args);
  });

  it('[TV31] a budget cuts them in the same way', async () => {
    await both('tasks_macro_start', { ...acme, task_title: 'Read numbers', steps: STEPS });
    for (const max of [80, 200, 2_000]) {
      await both('tasks_snapshot', { ...acme, max_chars: max });
      await both('status', { ...acme, max_chars: max });
    }
    for (const max of [2, 40, 400, 900]) {
      const args = { ...acme, path: 's:0', resume_max_chars: max };
      await both('tasks_macro_close_step', args);
      await both('tasks_progress', { ...acme, path: 's:0', completed: false });
    }
  });

  it('[WB23] a macro keeps its id longest, then its next call', async () => {
    for (const max of [0, 20, 200, 900]) {
      const start = { ...acme, task_title: 'Read numbers', steps: STEPS, resume_max_chars: max };
      const { text } = await lines.call('tasks_macro_start', start);
      const [said = ''] = text.split('\nWARNING: BUDGET_MIN_CLAMPED ');
      expect(Buffer.byteLength(said)).toBeLessThanOrEqual(Math.max(200, max));
      expect(text.includes('resume_max_chars was raised to 200')).toBe(max < 200);
      expect(text).toMatch(/^focus TASK-00\d/);
      expect(text).toMatch(/^tasks_macro_close_step .* target=TASK-00\d/m);
    }
  });

  it('[TV31] are the same through a whole task, with every line that it can have', async () => {
    await both('tasks_macro_start', { ...acme, task_title: 'Read numbers', steps: STEPS });
    await both('tasks_macro_start', { ...acme, task_title: 'Wait for it', steps: STEPS });
    await both('tasks_macro_close_step', { ...acme, note: 'Done.', proof: PROOF });
    await both('tasks_macro_close_step', { ...acme, checkpoints: { criteria: false } });
    await both('tasks_snapshot', { ...acme, target: 'PLAN-001' });
    for (const note of ['one', 'two', 'three']) {
      await both('tasks_macro_close_step', { ...acme, task: 'TASK-001', note });
      await both('tasks_snapshot', { ...acme, notes_limit: 1, trace_limit: 2 });
    }
    await both('tasks_macro_close_step', { ...acme, task: 'TASK-001' });
    await both('tasks_macro_close_step', { ...acme, task: 'TASK-001' });
    await both('status', acme);
  });
});

describe('a portal while other agents work', () => {
  it('[TV31] does not propose a step that another agent works on, with and without the view', async () => {
    const presence = { present: () => new Set(['tester', 'other']), endsWithProcess: () => false };
    const texts: string[] = [];
    for (const structured of [true, false]) {
      const server = await openTestSurface({ structured, presence });
      const other = { agent: 'other', role: 'write' } as const;
      const start = { ...acme, task_title: 'Read numbers', steps: STEPS };
      await server.call('tasks_macro_start', start, other);
      const look = { ...acme, target: 'TASK-001' };
      texts.push((await server.call('tasks_snapshot', look)).text);
      await server.close();
    }
    expect(texts[0]).toContain('other is at work on it');
    expect(texts[0]).not.toContain('tasks_macro_close_step');
    expect(texts[1]).toBe(texts[0]);
  });

  it('[TV31] [CA71] repeats its lines, whether or not the repeat asks for the view', async () => {
    const server = await openTestSurface({ structured: false });
    await server.call('tasks_macro_start', { ...acme, task_title: 'Read numbers', steps: STEPS });
    const args = { ...acme, call_id: 'once' };
    const first = await server.call('tasks_macro_close_step', args);
    const call = { tool: 'tasks_macro_close_step', args };
    const again = await dispatch({ ...server.surface, structured: true }, call, TESTER);
    expect(again.text.split('\n').slice(0, -1).join('\n')).toBe(first.text);
    expect(again.text).toContain('ALREADY_DONE');
    expect(again.structured).toMatchObject({ task: 'TASK-001', step: { path: 's:0' } });
    await server.close();
  });
});

describe('what a call costs in statements', () => {
  let server: TestSurface;
  beforeEach(async () => {
    server = await openTestSurface({ structured: false });
    await server.call('tasks_macro_start', { ...acme, task_title: 'Read numbers', steps: STEPS });
  });
  afterEach(() => server.close());

  const statements = async (tool: string, args: object) =>
    (await statementsOf(() => server.call(tool, { ...acme, ...args }))).length;

  it('[TA55] closing a step with note and proof takes few statements', async () => {
    expect(await statements('tasks_macro_close_step', { proof: PROOF })).toBeLessThanOrEqual(20);
    const both = { note: 'It holds.', proof: PROOF };
    expect(await statements('tasks_macro_close_step', both)).toBeLessThanOrEqual(20);
  });

  it('[TA55] so does the start of a task', async () => {
    const start = { task_title: 'Write numbers', steps: STEPS };
    expect(await statements('tasks_macro_start', start)).toBeLessThanOrEqual(55);
  });

  it('[TA55] so do the portals that only read', async () => {
    // One for each part of the answer, of every family; none grows with the history.
    expect(await statements('tasks_snapshot', {})).toBeLessThanOrEqual(25);
    expect(await statements('status', {})).toBeLessThanOrEqual(25);
  });
});
