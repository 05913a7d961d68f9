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

interface Kept extends Entry {
  /** The seq of the note that was written first; a merge copies, and this stays. */
  readonly origin: number;
}

interface Copy {
  readonly base: Copy | undefined;
  readonly docs: Map<string, Kept[]>;
}

/** Each branch owns a full copy of every document: slow, and obviously right. */
class Model {
  checkout = 'main';
  readonly branches = new Map<string, Copy>([['main', { base: undefined, docs: new Map() }]]);

  get names(): string[] {
    return [...this.branches.keys()];
  }

  branch(name: string): Copy {
    const branch = this.branches.get(name);
    if (!branch) throw new Error(`the model has no branch ${name}`);
    return branch;
  }

  kept(name: string, doc: string): Kept[] {
    const { docs } = this.branch(name);
    const entries = docs.get(doc) ?? [];
    docs.set(doc, entries);
    return entries;
  }

  entries(name: string, doc: string): Entry[] {
    return this.kept(name, doc).map(({ seq, content }) => ({ seq, content }));
  }

  write(name: string, doc: string, entry: Entry, origin = entry.seq): void {
    this.kept(name, doc).push({ ...entry, origin });
  }

  create(name: string, from: string): void {
    const base = this.branch(from);
    const docs = new Map([...base.docs].map(([doc, entries]) => [doc, [...entries]]));
    this.branches.set(name, { base, docs });
  }

  rename(name: string, to: string): void {
    const branch = this.branch(name);
    this.branches.delete(name);
    this.branches.set(to, branch);
    if (this.checkout === name) this.checkout = to;
  }

  mayDelete(name: string): boolean {
    const branch = this.branch(name);
    const isBase = [...this.branches.values()].some((each) => each.base === branch);
    return branch.base !== undefined && !isBase && this.checkout !== name;
  }

  /** What a merge would copy: notes that the other side has in no form. */
  missing(from: string, into: string, doc: string): Kept[] {
    const there = new Set(this.kept(into, doc).map((entry) => entry.origin));
    return this.kept(from, doc).filter((entry) => !there.has(entry.origin));
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
  const branch = random.chance(0.5) ? random.pick(model.names) : undefined;
  const doc = random.pick(DOCS);
  const content = `note ${step} ${'ß🧭'.repeat(random.below(20))}`;
  const reply = await server.call('notes_commit', {
    workspace,
    doc,
    content,
    ...(branch ? { branch } : {}),
  });
  expect(reply.isError, reply.text).toBe(false);
  model.write(branch ?? model.checkout, doc, { seq: resultOf(reply.text).entry.seq, content });
};

const createBranch: Step = async ({ server, model, random, step }) => {
  const name = random.chance(0.1) ? random.pick(model.names) : `b${step}`;
  const from = random.pick(model.names);
  const reply = await server.call('branch_create', { workspace, name, from });
  expect(reply.isError).toBe(model.branches.has(name));
  if (!reply.isError) model.create(name, from);
};

const checkOut: Step = async ({ server, model, random }) => {
  const ref = random.chance(0.1) ? 'nowhere' : random.pick(model.names);
  const reply = await server.call('checkout', { workspace, ref });
  expect(reply.isError).toBe(!model.branches.has(ref));
  if (!reply.isError) model.checkout = ref;
};

const branchWithNote: Step = async ({ server, model, random, step }) => {
  const name = random.chance(0.5) ? `m${step}` : undefined;
  const from = random.chance(0.5) ? random.pick(model.names) : undefined;
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
  model.write(model.checkout, 'notes', { seq, content });
};

const renameBranch: Step = async ({ server, model, random, step }) => {
  const old = random.pick(model.names);
  const name = random.chance(0.1) ? random.pick(model.names) : `r${step}`;
  const reply = await server.call('branch_rename', { workspace, old, new: name });
  expect(reply.isError, reply.text).toBe(model.branches.has(name));
  if (!reply.isError) model.rename(old, name);
};

const deleteBranch: Step = async ({ server, model, random }) => {
  const name = random.pick(model.names);
  const reply = await server.call('branch_delete', { workspace, name });
  expect(reply.isError, reply.text).toBe(!model.mayDelete(name));
  if (!reply.isError) model.branches.delete(name);
};

const mergeNotes: Step = async ({ server, model, random }) => {
  const [from, into, doc] = [random.pick(model.names), random.pick(model.names), random.pick(DOCS)];
  if (from === into) return;
  const expected = model.missing(from, into, doc);
  const args = { workspace, from, into, doc, limit: 1 + random.below(60) };
  let cursor: number | null = null;
  do {
    const before = await head(server);
    const reply = await server.call('merge', { ...args, cursor });
    expect(reply.isError, reply.text).toBe(false);
    const { merged, pagination } = resultOf(reply.text);
    expect(await head(server)).toBe(before + merged);
    expected.splice(0, merged).forEach(({ content, origin }, index) => {
      model.write(into, doc, { seq: before + index + 1, content }, origin);
    });
    cursor = pagination.next_cursor ?? null;
  } while (cursor !== null);
  expect(expected).toEqual([]);
  const again = await server.call('merge', { ...args, limit: 200 });
  expect(resultOf(again.text).merged).toBe(0);
};

const look: Step = async ({ server, model, random }) => {
  const branch = random.pick(model.names);
  const doc = random.pick(DOCS);
  expect(await readAll(server, 'show', { branch, doc }, 1 + random.below(40))).toEqual(
    model.entries(branch, doc),
  );
};

const compare: Step = async ({ server, model, random }) => {
  const [from, to] = [random.pick(model.names), random.pick(model.names)];
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
  renameBranch,
  ...Array<Step>(2).fill(deleteBranch),
  mergeNotes,
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
