/** Budgets, redaction and malformed calls, for every route; docs/spec/thoughts.md. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import { headsOf } from '../../../test/support/journal.ts';
import { malformedCalls } from '../../../test/support/malformed-calls.ts';
import { recordRun } from '../../../test/support/notebook-world.ts';
import { faultySuggestions, isWellFormedReply } from '../../../test/support/reply.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  connected,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { type JsonObject, jsonBytes } from '../../kernel/json.ts';
import { ROUTES } from './router/routes.ts';

const SECRET = 'ghp_A1b2C3d4E5f6G7h8';
const CAPS = [0, 1, 2, 40, 120, 300, 1_000, 5_000];
const CODES = ['INVALID_PAYLOAD', 'INVALID_OPERATION'];
const SEED = 20_261_116;
const RUNS = Number(process.env.WAYMARK_RUNS ?? 40);

const nameOf = ({ operation, subOperation }: { operation: string; subOperation?: unknown }) =>
  [operation, subOperation].filter((part) => part !== undefined).join(' ');

/** Routes that read, with arguments that give long answers. */
const READING = ROUTES.filter(({ runs, helpNote }) => {
  return runs.effect === 'read' && helpNote === undefined;
}).map(({ operation, subOperation, runs }) => ({
  what: nameOf({ operation, subOperation }),
  args: { ...runs.minimal, ...argsOf(subOperation) } as JsonObject,
}));

function argsOf(subOperation: string | undefined): JsonObject {
  if (subOperation === 'search') return { query: 'größe' };
  if (subOperation === 'get') return {};
  return subOperation === 'get_model' ? { modelId: 'inversion' } : {};
}

/** Routes with pages. */
const OFFSETS = [
  ...['list_sessions', 'session list', 'session search', 'session export'],
  ...['knowledge list', 'knowledge list_notes'],
  ...['notebook list', 'notebook get', 'notebook list_cells'],
];
const LISTS = [
  'sessions',
  'patterns',
  'notes',
  'models',
  'tags',
  'learnings',
  'nodes',
  'notebooks',
  'cells',
];

describe.each(MAIN_ENGINES)('the gateway on $name', (engine) => {
  let world: ThoughtWorld;
  let sessionId: string;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    await world.next();
    await fill();
  });
  afterAll(() => world.close());

  /** Records many entries of every kind, with a secret in every free text. */
  async function fill(): Promise<void> {
    const words = (n: number) => `Größe 界 🧭 "q" ${SECRET}\n`.repeat(n);
    for (let n = 1; n <= 9; n++) {
      const about = { description: words(n), sessionTags: [`größe-${n}`, SECRET] };
      sessionId = await world.begin({ sessionTitle: `Größe ${n} ${SECRET}`, ...about });
    }
    for (let n = 1; n <= 12; n++) await world.think(`S${n}|O|${words(n)}`);
    await world.think(`S13|X|S2|${words(3)}`, { revisesThought: 2 });
    await world.think(`S14|C|S13|${words(3)}`, { branchId: 'b', branchFromThought: 1 });
    for (let n = 1; n <= 9; n++) {
      const pattern = { title: `Größe ${n} ${SECRET}`, description: words(n), content: words(n) };
      await world.ask('knowledge create', {
        id: `p${n}`,
        ...pattern,
      });
      await world.ask('knowledge save_note', { id: `n${n}`, title: SECRET, content: words(n) });
    }
    await keepNotebooks(words);
    await world.ask('navigate', { project: 'p', task: SECRET, aspect: SECRET, domain: SECRET });
    await world.ask('navigate', { project: '_default' });
  }

  async function keepNotebooks(words: (n: number) => string): Promise<void> {
    for (let n = 1; n <= 9; n++) {
      await world.ask('notebook create', { name: `Größe ${n} ${SECRET}` });
    }
    const notebookId = 'latest';
    for (let n = 1; n <= 9; n++) {
      const code = { notebookId, type: 'code', content: words(n), filename: `c${n}.js` };
      const { cellId, notebookId: id } = await world.ask('notebook add_cell', code);
      const printed = { stdout: words(n), stderr: words(n), ms: 9 };
      await recordRun(world, id, cellId, { reason: 'exit', exit: 1, ...printed });
      await world.ask('notebook add_cell', { notebookId, type: 'markdown', content: words(n) });
    }
  }

  const readArgs = (what: string, args: JsonObject): JsonObject => ({
    ...filled(args),
    ...('sessionId' in args ? { sessionId } : {}),
    ...(what === 'knowledge get' ? { id: 'p9' } : {}),
    ...(what === 'knowledge get_note' ? { id: 'n9' } : {}),
    ...('notebookId' in args ? { notebookId: 'latest' } : {}),
    ...('cellId' in args ? { cellId: 'c9.js' } : {}),
  });

  it('[TH7] the tests cover every route that reads', () => {
    expect(READING.map(({ what }) => what)).toEqual([
      ...['get_state', 'list_sessions', 'list_roots', 'session list', 'session get'],
      ...['session search', 'session export', 'session analyze', 'session extract_learnings'],
      ...['notebook list', 'notebook get', 'notebook list_cells', 'notebook get_cell'],
      ...['notebook export'],
      ...['mental_models get_model', 'mental_models list_models', 'mental_models list_tags'],
      ...['knowledge get', 'knowledge list', 'knowledge get_note', 'knowledge list_notes'],
    ]);
  });

  it.each(READING)('[TH7] $what keeps its budget and reports it', async ({ what, args }) => {
    const whole = await world.ask(what, readArgs(what, args));
    for (const max_chars of CAPS) {
      const view = await world.ask(what, { ...readArgs(what, args), max_chars });
      const { budget, warnings = [], ...payload }: Shown = view;
      const cap = Math.max(200, max_chars);
      expect(jsonBytes(payload), `${max_chars}`).toBeLessThanOrEqual(cap);
      const codes = warnings.map(({ code }: Shown) => code);
      expect(budget).toEqual({
        max_chars: cap,
        used_chars: jsonBytes(payload),
        truncated: codes.includes('BUDGET_TRUNCATED'),
      });
      for (const list of LISTS.filter((name) => name in payload && name in whole)) {
        if (payload[list].length === whole[list].length) continue;
        const kept = payload[list].length;
        const ways = OFFSETS.includes(what)
          ? { hasMore: true, nextOffset: kept }
          : { leftOut: whole[list].length - kept };
        expect(payload, `${what} in ${max_chars}`).toMatchObject(ways);
      }
      const again = await world.ask(what, { ...readArgs(what, args), max_bytes: max_chars });
      // An export contains the time at which it was made.
      if (what !== 'session export') expect(again.budget.used_chars).toBe(budget.used_chars);
    }
    for (const max_lines of [0, 1, 5]) {
      const { budget } = await world.ask(what, { ...readArgs(what, args), max_lines });
      expect(budget.used_lines).toBeLessThanOrEqual(max_lines);
    }
  });

  it('[TH7] an export of any format keeps its budget', async () => {
    for (const format of ['json', 'markdown', 'cipher']) {
      for (const max_chars of CAPS) {
        const view = await world.ask('session export', { sessionId, format, max_chars });
        const { budget, warnings: _warnings, ...payload } = view;
        expect(jsonBytes(payload)).toBe(budget.used_chars);
        expect(budget.used_chars).toBeLessThanOrEqual(Math.max(200, max_chars));
      }
    }
  });

  it('[TH7] a long answer is cut without a budget too, and can be read in pages', async () => {
    const caller = connected('long');
    const long = await world.begin({}, caller);
    for (let n = 1; n <= 60; n++) await world.think(`${n} ${'x'.repeat(2_000)}`, {}, caller);
    for (const what of ['session get', 'session export', 'session extract_learnings']) {
      const view = await world.ask(what, { sessionId: long, limit: 100 });
      expect(jsonBytes(view), what).toBeLessThan(61_000);
      if (what === 'session export') {
        expect(view).toMatchObject({ truncated: true, hasMore: true });
        expect(view.nextOffset).toBe(view.nodes.length);
      }
    }
    const texts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const args = { sessionId: long, limit: 20, offset };
      const { nodes, nextOffset }: Shown = await world.ask('session export', args);
      texts.push(...nodes.map(({ data }: Shown) => data.thought));
      offset = nextOffset;
    }
    expect(texts.map((text) => Number(text.split(' ')[0]))).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    expect(texts.every((text) => text.length > 2_000)).toBe(true);
  });

  it('[TH7] a session can be read in pages of any budget, each thought once', async () => {
    const caller = connected('pages');
    const read = await world.begin({}, caller);
    for (let n = 1; n <= 30; n++) {
      const branch = n % 3 === 0 ? { branchId: n % 2 ? 'a' : 'b', branchFromThought: 1 } : {};
      await world.think(`${n} ${'x'.repeat(n * 9)}`, branch, caller);
    }
    for (const max_chars of [700, 1_500, 5_000]) {
      const seen: number[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const page: Shown = await world.ask('session get', { sessionId: read, offset, max_chars });
        const all = [page.thoughts, ...Object.values(page.branches)].flat() as Shown[];
        expect(all.length).toBeGreaterThan(0);
        seen.push(...all.map(({ thought }) => Number.parseInt(thought, 10)).sort((a, b) => a - b));
        const codes = (page.warnings ?? []).map(({ code }: Shown) => code);
        expect(codes).not.toContain('BUDGET_MINIMAL');
        expect(page.hasMore).toBe(page.nextOffset !== undefined);
        offset = page.nextOffset;
      }
      expect(seen, `${max_chars}`).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    }
    const { thoughts, branches } = await world.ask('session get', {
      sessionId: read,
      last: 9,
      max_chars: 900,
    });
    expect(branches.b.at(-1).thought).toMatch(/^30 /);
    expect(thoughts.length + Object.values(branches).flat().length).toBeLessThan(9);
  });

  it.each(['json', 'markdown', 'cipher'])(
    '[TH84] an export as %s has pages of whole thoughts, and only one that does not fit is cut',
    async (format) => {
      const caller = connected(`export ${format}`);
      const long = await world.begin({ sessionTitle: 'x' }, caller);
      for (let n = 1; n <= 70; n++) {
        const branch = n % 3 === 0 ? { branchId: 'b', branchFromThought: 1 } : {};
        await world.think(`t${n} ${'x '.repeat(n === 40 ? 40_000 : 800)}end${n}.`, branch, caller);
      }
      for (const max_chars of [undefined, 9_000]) {
        let [text, offset]: [string, number | undefined] = ['', 0];
        while (offset !== undefined) {
          const args = { sessionId: long, format, offset, max_chars };
          const page: Shown = await world.ask('session export', args);
          expect(jsonBytes(page)).toBeLessThan((max_chars ?? 60_000) + 1_000);
          expect(page.hasMore ?? false).toBe(page.nextOffset !== undefined);
          expect(page.nextOffset ?? 99).toBeGreaterThan(offset);
          text += page.content ?? JSON.stringify(page.nodes);
          offset = page.nextOffset;
        }
        for (let n = 1; n <= 70; n++) {
          expect(text.split(`t${n} `), `t${n}`).toHaveLength(2);
          const isShort = n === 40 || format === 'cipher';
          if (!isShort) expect(text.split(`end${n}.`), `end${n}`).toHaveLength(2);
        }
      }
    },
  );

  it.each(READING)('[TH6] $what shows no secret', async ({ what, args }) => {
    for (const more of [{}, { max_chars: 700 }, { max_chars: 300 }]) {
      const view = await world.ask(what, { ...readArgs(what, args), ...more });
      expect(JSON.stringify(view)).not.toContain('A1b2C3d4');
    }
    for (const format of ['markdown', 'cipher']) {
      const view = await world.ask('session export', { sessionId, format });
      expect(view.content).not.toContain('A1b2C3d4');
    }
  });

  it('[TH6] neither writes nor refusals show a secret; the journal keeps it', async () => {
    const writes: readonly (readonly [string, object])[] = [
      ['start_new', { sessionTitle: SECRET, sessionTags: [SECRET] }],
      ['navigate', { task: SECRET }],
      ['load_context', { sessionId }],
      ['session resume', { sessionId }],
      ['cipher', {}],
      ['thought', { thought: `S1|O|${SECRET}`, nextThoughtNeeded: true }],
      ['knowledge create', { title: SECRET, description: SECRET, content: SECRET }],
      ['knowledge save_note', { id: 'n9', title: SECRET, content: SECRET }],
      ['notebook create', { name: SECRET }],
      ['notebook add_cell', { notebookId: 'latest', type: 'markdown', content: SECRET }],
      ['notebook load', { content: `<!-- srcbook:{"language":"javascript"} -->\n\n# ${SECRET}\n` }],
    ];
    for (const [what, args] of writes) {
      expect(JSON.stringify(await world.ask(what, args)), what).not.toContain('A1b2C3d4');
    }
    const refusals: readonly (readonly [string, object])[] = [
      ['load_context', { sessionId: SECRET }],
      ['session get', { sessionId: SECRET }],
      ['knowledge get', { id: SECRET }],
      ['notebook get', { notebookId: SECRET }],
      ['notebook get_cell', { notebookId: 'latest', cellId: SECRET }],
      ['notebook load', { content: SECRET }],
      ['notebook add_cell', { notebookId: 'latest', type: 'code', content: '', filename: SECRET }],
      ['mental_models get_model', { modelId: SECRET }],
      ['start_new', { [SECRET]: 1 }],
      [SECRET, {}],
      ['call', { tool: SECRET, args: {} }],
    ];
    for (const [what, args] of refusals) {
      expect(JSON.stringify(await world.refused(what, args)), what).not.toContain('A1b2C3d4');
    }
    const { store } = world.server.surface;
    const kept = await store.read(world.workspace, (tx) => tx.thoughts.session(sessionId));
    expect(kept?.title).toContain(SECRET);
  });

  describe.each(ROUTES.map((route) => ({ what: nameOf(route), route })))('$what', ({ route }) => {
    const { operation, subOperation, runs } = route;
    const spoken = { operation, ...(subOperation === undefined ? {} : { subOperation }) };
    // A route has no examples of its own; the arguments that it proposes serve as one.
    const examples = [{ title: '', args: { ...filled(runs.minimal ?? {}), ...spoken } }];

    it('[TH4] refuses malformed calls, which change nothing', async () => {
      const before = await headsOf(world.server.surface.store);
      const stood = world.caller.connection?.stateIn(world.workspace);
      const property = fc.asyncProperty(malformedCalls(runs, examples), async ({ args }) => {
        const moved = isObject(args) ? { workspace: world.workspace, ...args } : args;
        const reply = await world.server.call(GATEWAY, moved, world.caller);
        expect(reply.isError, reply.text.slice(0, 400)).toBe(true);
        expect(CODES).toContain(JSON.parse(reply.text).code);
        expect(isWellFormedReply(reply.text)).toBe(true);
        expect(reply.text.length).toBeLessThanOrEqual(4_000);
        expect(faultySuggestions(reply.suggestions)).toEqual([]);
        expect(await headsOf(world.server.surface.store)).toEqual(before);
        expect(world.caller.connection?.stateIn(world.workspace)).toBe(stood);
      });
      const runsHere = engine.name.startsWith('sqlite') ? RUNS : 5;
      await fc.assert(property, { seed: SEED, numRuns: runsHere, endOnFailure: true });
    });
  });
});

function isObject(args: unknown): args is Record<string, unknown> {
  return typeof args === 'object' && args !== null && !Array.isArray(args);
}
