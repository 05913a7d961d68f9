/** Budgets through the tools, named by the rules in docs/spec/budgets.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import type { JsonObject } from '../kernel/json.ts';
import { commandLine } from '../surface/command-line.ts';
import type { Reply } from '../surface/render.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Operation } from './declaration/define-operation.ts';

const CAPS = [0, 1, 2, 50, 120, 200, 400, 1000, 5000];
const READING = CATALOGUE.filter((each) => each.effect !== 'write');
const PORTALS = READING.filter((each) => each.isPortal);

/** The arguments are built when they are needed: some name things that exist only then. */
const VIEWS = [
  ...READING.filter((each) => !each.isPortal).map((operation) => ({
    name: operation.name,
    title: operation.name,
    args: () => largeCall(operation),
  })),
  {
    name: 'graph_query',
    title: 'graph_query of work',
    args: (): JsonObject => ({ project: 'Größe', sort: 'created' }),
  },
  {
    name: 'graph_onboard',
    title: 'graph_onboard in full',
    args: (): JsonObject => ({ project: 'Größe', detail: 'full' }),
  },
];

let server: TestSurface;
let conflictId: string;
let workId: string;

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'home' });
  for (let n = 1; n <= 12; n++) {
    const content = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    await server.call('notes_commit', { content, title: 'ä'.repeat(n), meta: { n, t: '🧭' } });
  }
  for (let n = 12; n >= 1; n--) {
    const order = { thoughtNumber: n, totalThoughts: 99, nextThoughtNeeded: true };
    const thought = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    await server.call('trace_sequential_step', { ...order, thought, doc: 'backwards' });
  }
  for (let n = 1; n <= 12; n++) {
    const type = ['question', 'hypothesis', 'test', 'evidence'][n % 4];
    const text = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    const card = { id: `c${n}`, type, title: 'ä'.repeat(n), text, tags: ['pinned'], n };
    await server.call('think_card', { card, supports: n > 1 ? [`c${n - 1}`] : [] });
  }
  await largeTask();
  workId = await largeWork();
  conflictId = await disagreement();
  for (let n = 1; n <= 9; n++) {
    await server.call('macro_branch_note', { name: `idee/größe-${n}`, content: '界'.repeat(90) });
    await server.call('tag_create', { name: `größe-${n}` });
  }
});
afterAll(() => server.close());

/** A plan and a task with much content, and another task that it waits for. */
async function largeTask(): Promise<void> {
  const words = (n: number) => 'Größe 界 🧭 "q"\n'.repeat(n);
  const plan = { title: 'Größe', contract: words(9), description: words(9) };
  await server.call('tasks_create', plan);
  await server.call('tasks_plan', { plan: 'PLAN-001', steps: ['Eins', 'Zwei', 'Drei'] });
  const steps = Array.from({ length: 12 }, (_, n) => ({
    title: `${n}. ${'ä'.repeat(n)}`,
    success_criteria: [`${n} 界`, 'Zwei'],
    tests: ['npm test'],
    blockers: n % 3 === 0 ? ['🧭'.repeat(n + 1)] : [],
  }));
  const first = { parent: 'PLAN-001', title: 'Größe 🧭', description: words(20), steps };
  await server.call('tasks_create', first);
  await server.call('tasks_create', { parent: 'PLAN-001', title: 'Davor' });
  await server.call('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
  const step = { task: 'TASK-001', path: 's:0' };
  await server.call('tasks_task_add', { task: 'TASK-001', parent_step: 's:0', title: '界' });
  const items = [{ kind: 'cmd_output', command: 'npm test', stdout: words(40) }];
  await server.call('tasks_evidence_capture', { ...step, items, checkpoint: 'security' });
  for (let n = 1; n <= 12; n++) {
    await server.call('tasks_note', { ...step, note: `${n}. ${words(n)}` });
    const card = { id: `t${n}`, type: n % 2 ? 'decision' : 'evidence', text: words(n) };
    await server.call('think_card', { target: 'TASK-001', card: { ...card, tags: ['blocker'] } });
  }
}

/** A project with much content; returns the id of a node with neighbours on every side. */
async function largeWork(): Promise<string> {
  const words = (n: number) => 'Größe 界 🧭 "q" '.repeat(n);
  const plainly = async (tool: string, args: JsonObject) =>
    JSON.parse((await server.call(tool, args)).text);
  const { root } = await plainly('graph_open', { project: 'Größe', goal: words(3) });
  const parts = Array.from({ length: 14 }, (_, n) => ({
    ref: `${n}`,
    parent_ref: n < 5 ? root.id : `${n - 5}`,
    summary: `${n}. ${words(n)}`,
    properties: { n, text: words(n), priority: n },
    context_links: [`${n}.md`, 'größe.md'],
    depends_on: n > 10 ? ['4'] : [],
  }));
  const { created } = await plainly('graph_plan', { nodes: parts });
  const [, id, second] = created.map((each: { id: string }) => each.id);
  for (const [n, { id: from }] of created.slice(8, 12).entries()) {
    const edges = ['relates_to', 'depends_on'].map((type) => ({ from, to: id, type }));
    await plainly('graph_connect', { edges: [...edges, { from: id, to: second, type: `t${n}` }] });
  }
  await plainly('graph_connect', { edges: [{ from: id, to: second, type: 'depends_on' }] });
  for (let n = 1; n <= 9; n++) {
    const add_evidence = [{ type: 'note', ref: `${n}. ${words(n)}\n${words(n)}` }];
    await plainly('graph_update', { updates: [{ node_id: id, state: { n }, add_evidence }] });
  }
  await plainly('graph_next', { project: 'Größe', claim: true, count: 3 });
  return id;
}

/** A merge with a conflict; returns the conflict's id. */
async function disagreement(): Promise<string> {
  const titled = (title: string) => [{ op: 'node_upsert', id: 'both', type: 'note', title }];
  await server.call('graph_apply', { ops: titled('界') });
  await server.call('branch_create', { name: 'streit' });
  await server.call('graph_apply', { branch: 'streit', ops: titled('界'.repeat(60)) });
  await server.call('graph_apply', { ops: titled('🧭'.repeat(60)) });
  const merged = await server.call('graph_merge', { from: 'streit', into: 'main' });
  return told(merged).result.conflict_ids?.toString() ?? '';
}

/** Arguments for which a tool has something to cut. */
function largeCall({ name, effect, aim }: Operation): JsonObject {
  if (name.startsWith('trace_')) return { doc: 'backwards' };
  if (name === 'export') return { target: 'TASK-001' };
  if (name === 'tasks_mirror') return { target: 'TASK-001', path: 's:0' };
  if (name === 'tasks_resume_super') {
    return { target: 'TASK-001', read_only: true, graph_diff: true };
  }
  if (effect === 'view') return { target: 'TASK-001', read_only: true };
  if (aim) return { target: 'TASK-001' };
  if (name === 'graph_context' || name === 'graph_history') return { node_id: workId };
  if (name === 'graph_conflict_show') return { conflict_id: conflictId };
  if (name === 'graph_conflicts') return { into: 'main' };
  if (name === 'graph_diff') return { from: 'main', to: 'streit' };
  if (name === 'think_template') return { type: 'note' };
  if (name === 'show') return { branch: 'idee/größe-9', doc: 'notes' };
  return name === 'diff' ? { from: 'main', to: 'idee/größe-9' } : {};
}

interface Told {
  readonly result: JsonObject;
  readonly warnings: readonly { readonly code: string; readonly recovery: string }[];
}

/** Plain answers carry their warnings in the view itself. */
function told(reply: Reply): Told {
  const answer = JSON.parse(reply.text);
  if ('success' in answer) return answer;
  const { warnings = [], ...result } = answer;
  return { result, warnings };
}

const codesOf = (warnings: Told['warnings']) => warnings.map((each) => each.code);

function budgetOf(result: JsonObject) {
  const { budget, ...payload } = result;
  const size = Buffer.byteLength(JSON.stringify(payload));
  return { budget: budget as JsonObject | undefined, payload, size };
}

describe.each(VIEWS)('$title', ({ name, args: largeArgs }) => {
  it.each(CAPS)(
    '[BU1] [BU2] [BU3] [BU22] in %i bytes keeps its budget and reports it',
    async (max_chars) => {
      const reply = await server.call(name, { ...largeArgs(), max_chars });
      const { result, warnings } = told(reply);
      const { budget, payload, size } = budgetOf(result);
      const cap = Math.max(2, max_chars);
      expect(size).toBeLessThanOrEqual(cap);
      expect(budget).toEqual({
        max_chars: cap,
        used_chars: size,
        truncated: codesOf(warnings).includes('BUDGET_TRUNCATED'),
      });
      expect(codesOf(warnings).includes('BUDGET_MIN_CLAMPED')).toBe(max_chars < 2);
      if (max_chars >= 1000) expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(max_chars);
      if (budget?.truncated !== true) expect(payload).toEqual((await whole()).payload);
    },
  );

  const whole = async () => budgetOf(told(await server.call(name, largeArgs())).result);

  it('[BU1] without a cap reports no budget, and is not cut', async () => {
    const { budget, payload } = await whole();
    expect(budget).toBeUndefined();
    expect(payload.truncated ?? false).toBe(false);
  });

  it('[BU12] max_bytes means the same, and the smaller one applies', async () => {
    const args = largeArgs();
    const chars = told(await server.call(name, { ...args, max_chars: 200 }));
    expect(told(await server.call(name, { ...args, max_bytes: 200 })).result).toEqual(chars.result);
    const both = { ...args, max_bytes: 5000, max_chars: 200 };
    expect(told(await server.call(name, both)).result).toEqual(chars.result);
  });

  it.each([0, 1, 3, 7])('[BU13] keeps %i lines', async (max_lines) => {
    const args = { ...largeArgs(), max_lines };
    const { budget } = budgetOf(told(await server.call(name, args)).result);
    expect(budget).toMatchObject({ max_lines });
    expect(budget?.used_lines).toBeLessThanOrEqual(max_lines);
    expect(budget).not.toHaveProperty('max_chars');
  });

  it('[BU7] is cut the same way twice', async () => {
    for (const max_chars of [120, 400, 1000]) {
      const args = { ...largeArgs(), max_chars };
      const [one, two] = [await server.call(name, args), await server.call(name, args)];
      expect(told(one).result).toEqual(told(two).result);
      expect(told(one).warnings).toEqual(told(two).warnings);
    }
  });
});

describe.each(PORTALS.map((operation) => ({ name: operation.name, args: largeCall(operation) })))(
  'the portal $name',
  ({ name, args }) => {
    const split = (reply: Reply) => {
      const lines = reply.text === '' ? [] : reply.text.split('\n');
      const first = lines.findIndex((line) => line.startsWith('WARNING: '));
      return first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
    };

    const sizeOf = (lines: readonly string[]) => Buffer.byteLength(lines.join('\n'));

    it.each(CAPS)('[BU14] in %i bytes keeps whole lines, the most important', async (max_chars) => {
      const reply = await server.call(name, { ...args, max_chars });
      const [lines = [], warnings = []] = split(reply);
      const [whole = []] = split(await server.call(name, { ...args, max_chars: 60_000 }));
      const cap = Math.max(2, max_chars);
      const room = Math.max(cap - sizeOf([...warnings, '']), Math.min(cap, 200));
      expect(sizeOf(lines)).toBeLessThanOrEqual(room);
      const isCut = warnings.some((line) => line.startsWith('WARNING: BUDGET_TRUNCATED '));
      const [first = ''] = whole;
      const [next] = reply.suggestions.map(commandLine);
      const least = next === undefined ? [first] : [first, next];
      if (sizeOf(least) > room) expect(isCut).toBe(true);
      else expect(lines).toEqual(expect.arrayContaining(least));
    });

    it('[BU14] cut to one line, reports it in a few lines', async () => {
      const [lines = [], warnings = []] = split(await server.call(name, { ...args, max_lines: 1 }));
      expect(lines).toHaveLength(1);
      expect(warnings.length).toBeLessThanOrEqual(2);
    });

    it('[BU15] returns no more structured content than its cap, with its budget', async () => {
      for (const max_chars of CAPS) {
        const reply = await server.call(name, { ...args, max_chars });
        const { budget, size } = budgetOf(reply.structured);
        const cap = Math.max(2, max_chars);
        expect(size, `of ${max_chars}`).toBeLessThanOrEqual(cap);
        expect(budget).toMatchObject({ max_chars: cap, used_chars: size });
      }
    });
  },
);

describe('every tool', () => {
  it.each(CATALOGUE)('[BU16] $name takes all three caps, or none if it writes', (operation) => {
    const caps = Object.keys(operation.fields).filter((each) =>
      /^max_(chars|bytes|lines)$/.test(each),
    );
    const writes = operation.effect === 'write' && !operation.router;
    expect(caps.sort()).toEqual(
      writes && operation.name !== 'graph_next' ? [] : ['max_bytes', 'max_chars', 'max_lines'],
    );
  });

  it('[BU16] a write reports everything it did, whatever its size', async () => {
    const content = 'ä'.repeat(100_000);
    const { result } = told(await server.call('notes_commit', { doc: 'large', content }));
    expect(result).toMatchObject({ entry: { content } });
  });

  it.each(READING)('[BU18] $name recommends only arguments that it takes', async (operation) => {
    const known = Object.keys(operation.fields);
    const knobs = ['cursor', 'limit', 'max_chars', 'max_bytes', 'max_lines'];
    for (const cap of [{ max_chars: 10 }, { max_lines: 0 }]) {
      const reply = await server.call(operation.name, { ...largeCall(operation), ...cap });
      // An answer without a list or a line break fits into no lines at all.
      if ('max_lines' in cap && reply.text.includes('"used_lines":0,"truncated":false')) continue;
      expect(reply.text).toContain('BUDGET_TRUNCATED');
      // After the warnings of an envelope come suggested calls, with arguments of other tools.
      const advice = reply.text.split('BUDGET_TRUNCATED')[1]?.split('"suggestions":')[0] ?? '';
      const named = knobs.filter((knob) => new RegExp(`\\b${knob}\\b`).test(advice));
      expect(named.filter((knob) => !known.includes(knob))).toEqual([]);
    }
  });
});

describe('large answers', () => {
  const PROSE = 'Lorem ipsum. ';

  it('[BU11] without a cap stay below 60,000 bytes, and report that they were cut', async () => {
    for (let n = 0; n < 12; n++) {
      const content = `${n} ${PROSE.repeat(600)}`;
      await server.call('notes_commit', { doc: 'heap', content });
    }
    const { result, warnings } = told(await server.call('show', { doc: 'heap' }));
    const { budget, payload, size } = budgetOf(result);
    expect(budget).toBeUndefined();
    expect(payload.truncated).toBe(true);
    expect(size).toBeLessThanOrEqual(60_000);
    expect(codesOf(warnings)).toEqual(['BUDGET_TRUNCATED']);
    expect(size).toBeGreaterThan(0.7 * 60_000);
    const entries = payload.entries as readonly { readonly content: string }[];
    for (const { content } of entries) expect(content).toMatch(/ipsum\. $/);
    const more = told(await server.call('show', { doc: 'heap', max_chars: 200_000 }));
    expect(more.result.truncated).toBe(false);
  });

  it('[BU20] keep the newest entry, and shorten it only because it does not fit alone', async () => {
    const read = async (max_chars: number) => {
      const { result } = told(await server.call('show', { doc: 'heap', limit: 5, max_chars }));
      return result.entries as readonly { readonly content: string }[];
    };
    expect((await read(2_500)).map(({ content }) => content.slice(0, 3))).toEqual(['11 ']);
    expect((await read(2_500))[0]?.content).toMatch(/\.\.\.$/);
    const two = await read(17_000);
    expect(two.map(({ content }) => content.slice(0, 3))).toEqual(['10 ', '11 ']);
    for (const { content } of two) expect(content).toMatch(/ipsum\. $/);
  });

  it('[BU6] in a budget too small for anything leave the first signal that fits', async () => {
    const signals: readonly (readonly [number, JsonObject])[] = [
      [20, { signal: 'minimal' }],
      [16, { signal: 'min' }],
      [12, { min: true }],
      [2, {}],
    ];
    for (const [max_chars, signal] of signals) {
      const { result, warnings } = told(await server.call('show', { doc: 'heap', max_chars }));
      expect(budgetOf(result).payload).toEqual(signal);
      expect(codesOf(warnings)).toEqual(['BUDGET_TRUNCATED', 'BUDGET_MINIMAL']);
    }
  });

  it('[BU5] an answer shortened by its limit alone is not reported as cut by the budget', async () => {
    const { result, warnings } = told(await server.call('branch_list', { limit: 2 }));
    expect(result.truncated).toBe(true);
    expect(warnings).toEqual([]);
  });

  it.each([220, 300, 500])(
    '[BU19] in %i bytes a count counts everything that exists',
    async (max_chars) => {
      const { result } = told(await server.call('branch_list', { max_chars }));
      const { branches, count } = result;
      if (count !== undefined) expect(branches).toHaveLength(Number(count));
      expect(result.truncated).toBe(true);
    },
  );

  it('[WO22] a tree that was cut reports how many children exist', async () => {
    for (let max_chars = 400; max_chars < 8_000; max_chars += 200) {
      const { result } = told(await server.call('graph_context', { node_id: workId, max_chars }));
      const tree = result.children as JsonObject | undefined;
      if (!tree) continue;
      const shown = (tree.children ?? []) as readonly JsonObject[];
      expect(Math.max(shown.length, Number(tree.child_count ?? 0)), `${max_chars}`).toBe(1);
    }
  });

  it('[BU17] a refusal of a large call is small', async () => {
    const content = PROSE.repeat(15_000);
    const calls: readonly [string, JsonObject][] = [
      ['macro_branch_note', { name: 'main', content }],
      ['notes_commit', { branch: 'nowhere', content }],
      ['notes_commit', { content: 5, title: content }],
      ['branch_create', { name: content }],
      ['show', { doc: content }],
    ];
    for (const [tool, args] of calls) {
      const reply = await server.call(tool, args);
      expect(reply.isError).toBe(true);
      expect(Buffer.byteLength(reply.text), tool).toBeLessThanOrEqual(60_000);
    }
  });
});
