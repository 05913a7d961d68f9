/**
 * Long random runs against a naive model that copies everything at every branching, on each engine.
 * Afterwards the journal alone must explain every projected row. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { type Random, randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

const STEPS = Number(process.env.WAYMARK_STEPS ?? 2_000);
const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_115);

const DOCS = ['notes', 'trace', 'risks'];
const workspace = 'wander';

interface Entry {
  readonly seq: number;
  readonly content: string;
}

/** Each branch owns a full copy of every document: slow, and obviously right. */
class Model {
  checkout = 'main';
  readonly branches = new Map<string, Map<string, Entry[]>>([['main', new Map()]]);

  entries(branch: string, doc: string): Entry[] {
    const docs = this.branches.get(branch);
    if (!docs) throw new Error(`the model has no branch ${branch}`);
    const entries = docs.get(doc) ?? [];
    docs.set(doc, entries);
    return entries;
  }

  create(name: string, from: string): void {
    const base = this.branches.get(from) ?? new Map<string, Entry[]>();
    this.branches.set(name, new Map([...base].map(([doc, entries]) => [doc, [...entries]])));
  }
}

interface Run {
  readonly server: TestSurface;
  readonly model: Model;
  readonly random: Random;
  step: number;
}

type Step = (run: Run) => Promise<void>;

function resultOf(text: string) {
  return JSON.parse(text).result;
}

const commitNote: Step = async ({ server, model, random, step }) => {
  const branch = random.chance(0.5) ? random.pick([...model.branches.keys()]) : undefined;
  const doc = random.pick(DOCS);
  const content = `note ${step} ${'ß🧭'.repeat(random.below(20))}`;
  const reply = await server.call('notes_commit', {
    workspace,
    doc,
    content,
    ...(branch ? { branch } : {}),
  });
  expect(reply.isError, reply.text).toBe(false);
  model
    .entries(branch ?? model.checkout, doc)
    .push({ seq: resultOf(reply.text).entry.seq, content });
};

const createBranch: Step = async ({ server, model, random, step }) => {
  const name = random.chance(0.1) ? random.pick([...model.branches.keys()]) : `b${step}`;
  const from = random.pick([...model.branches.keys()]);
  const reply = await server.call('branch_create', { workspace, name, from });
  expect(reply.isError).toBe(model.branches.has(name));
  if (!reply.isError) model.create(name, from);
};

const checkOut: Step = async ({ server, model, random }) => {
  const ref = random.chance(0.1) ? 'nowhere' : random.pick([...model.branches.keys()]);
  const reply = await server.call('checkout', { workspace, ref });
  expect(reply.isError).toBe(!model.branches.has(ref));
  if (!reply.isError) model.checkout = ref;
};

const branchWithNote: Step = async ({ server, model, random, step }) => {
  const name = random.chance(0.5) ? `m${step}` : undefined;
  const from = random.chance(0.5) ? random.pick([...model.branches.keys()]) : undefined;
  const content = random.chance(0.05) ? ' ' : `macro ${step}`;
  const before = await head(server);
  const reply = await server.call('macro_branch_note', {
    workspace,
    content,
    ...(name ? { name } : {}),
    ...(from ? { from } : {}),
  });
  expect(reply.isError, reply.text).toBe(content === ' ');
  if (reply.isError) {
    expect(await head(server), 'a refused call leaves no event').toBe(before);
    return;
  }
  if (name) model.create(name, from ?? model.checkout);
  model.checkout = name ?? from ?? model.checkout;
  const seq = Number(/notes@(\d+)/.exec(reply.text)?.[1]);
  model.entries(model.checkout, 'notes').push({ seq, content });
};

const look: Step = async ({ server, model, random }) => {
  const branch = random.pick([...model.branches.keys()]);
  const doc = random.pick(DOCS);
  expect(await readAll(server, 'show', { branch, doc }, 1 + random.below(40))).toEqual(
    model.entries(branch, doc),
  );
};

const compare: Step = async ({ server, model, random }) => {
  const [from, to] = [
    random.pick([...model.branches.keys()]),
    random.pick([...model.branches.keys()]),
  ];
  const seen = new Set(model.entries(from, 'notes').map((entry) => entry.seq));
  const expected = model.entries(to, 'notes').filter((entry) => !seen.has(entry.seq));
  expect(await readAll(server, 'diff', { from, to }, 1 + random.below(40))).toEqual(expected);
};

/** Follows every page to the end, oldest entry first. */
async function readAll(server: TestSurface, tool: string, args: object, limit: number) {
  const all: Entry[] = [];
  let cursor: number | null = null;
  do {
    const reply = await server.call(tool, { workspace, ...args, cursor, limit });
    expect(reply.isError, reply.text).toBe(false);
    const { entries, pagination } = resultOf(reply.text);
    all.unshift(...entries.map(({ seq, content }: Entry) => ({ seq, content })));
    cursor = pagination.next_cursor ?? null;
  } while (cursor !== null);
  return all;
}

function head(server: TestSurface): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

const STEP_KINDS: readonly Step[] = [
  ...Array<Step>(8).fill(commitNote),
  ...Array<Step>(2).fill(createBranch),
  ...Array<Step>(2).fill(checkOut),
  ...Array<Step>(3).fill(branchWithNote),
  look,
  compare,
];

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  it(`${STEPS} random steps agree with the model, and rebuild alike (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      await server.call('init', { workspace });
      const run: Run = { server, model: new Model(), random: randomFrom(SEED), step: 0 };
      for (; run.step < STEPS; run.step++) await run.random.pick(STEP_KINDS)(run);
      const { store } = server.surface;
      expect(await store.check()).toEqual([]);
      await store.rebuild();
      expect(await store.check()).toEqual([]);
      for (let final = 0; final < 20; final++) await look(run);
    } finally {
      await server.close();
    }
  });
});
