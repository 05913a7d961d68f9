/**
 * Reads every portal under random budgets, on each engine: a larger budget shows every line that a
 * smaller one shows, and an answer that left lines out leads on. WAYMARK_SEED replays a failure,
 * WAYMARK_STEPS lengthens a run.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../src/operations/catalogue.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { type Random, randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261);
const BUDGETS = 12 * Number(process.env.WAYMARK_STEPS ?? 2);
const MOST = 9_000;

const CALLS: readonly (readonly [string, object])[] = [
  ['status', {}],
  ['status', { more: 'rules+questions+decisions+facts+notes' }],
  ['status', { more: 'TASK-002+about+step+notes+under_way' }],
  ['tasks_snapshot', { target: 'TASK-002', read_only: true }],
  ['tasks_snapshot', { target: 'TASK-001', read_only: true }],
  ['tasks_snapshot', { target: 'TASK-001', read_only: true, notes_limit: 9, events_limit: 20 }],
  ['tasks_snapshot', { target: 'TASK-001', read_only: true, notes_cursor: 1_000_000 }],
  ['help', {}],
  ['help', { tool: 'tasks_edit' }],
  ['help', { search: 'task' }],
];

const COMMAND = /^[a-z_]+( [a-z_]+=|$)/;

/** What is shown beside the first line and the commands, however much of each line it is. */
function linesIn(text: string): readonly string[] {
  const [, ...lines] = text.split('\n');
  return lines
    .filter((line) => !/^(MORE|WARNING): /.test(line) && !COMMAND.test(line))
    .map((line) => line.replace(/, [0-9]+ \w+ ago/, '').slice(0, 30));
}

async function build(server: TestSurface, random: Random): Promise<void> {
  const call = async (tool: string, args: object) => {
    const reply = await server.call(tool, args);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
  };
  /** Mostly short, sometimes longer than any budget. */
  const words = (n: number) => {
    const length = random.chance(0.08) ? 12_000 : random.below(random.chance(0.3) ? 2_500 : 300);
    return `${n} ${'wörd "q" 界\n'.repeat(Math.ceil(length / 14))}`.trimEnd();
  };
  const line = (n: number) => words(n).slice(0, 150).replaceAll('\n', ' ');
  await call('tasks_create', { title: 'Plan', contract: words(0) });
  for (let n = 0; n < 5; n++) await call('tasks_create', { parent: 'PLAN-001', title: line(n) });
  const steps = Array.from({ length: 5 }, (_, n) => ({
    title: line(n),
    success_criteria: Array.from({ length: 6 }, (_each, at) => words(at).slice(0, 900)),
  }));
  await call('tasks_decompose', { task: 'TASK-002', steps });
  await call('tasks_edit', { task: 'TASK-002', description: words(9) });
  await call('tasks_focus_set', { task: 'TASK-002' });
  for (let n = 0; n < 14; n++) {
    const text = words(n).slice(0, 700);
    await call('remember', { kind: 'rule', text });
    await call('remember', { kind: n % 2 ? 'question' : 'decision', text, about: 'workspace' });
    await call('remember', { kind: 'fact', text: `${text}!` });
    await call('notes_commit', { target: n % 3 ? 'TASK-002' : 'TASK-001', content: words(n) });
    await call('tasks_note', { task: 'TASK-002', path: 's:0', note: words(n) });
  }
}

it('[BU23] every portal that reads is tried', () => {
  const portals = CATALOGUE.filter(({ effect, isPortal }) => isPortal && effect !== 'write');
  expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(portals.map(({ name }) => name)));
});

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home', structured: false });
    await build(server, randomFrom(SEED));
  });
  afterAll(() => server.close());

  it.each(CALLS)(
    `[BU23] [BU25] %s %j: a larger budget shows no fewer lines (seed ${SEED})`,
    async (tool, args) => {
      const random = randomFrom(SEED + 1);
      const budgets = [200, 250, 300, 400, 500, 650, 800, 1_000, 1_500, 2_499, 2_500, 2_501]
        .concat(Array.from({ length: BUDGETS }, () => 200 + random.below(MOST)))
        .sort((a, b) => a - b);
      let seen: readonly string[] = [];
      for (const max_chars of budgets) {
        const { text } = await server.call(tool, { ...args, max_chars });
        const lines = linesIn(text);
        expect(
          seen.filter((each) => !lines.includes(each)),
          `in ${max_chars}: ${text}`,
        ).toEqual([]);
        const isCut = text.includes('WARNING: BUDGET_TRUNCATED ');
        if (isCut && lines.length > 0 && tool !== 'help') expect(text).toMatch(/^MORE: /m);
        seen = lines;
      }
      expect(seen.length).toBeGreaterThan(0);
    },
  );
});
