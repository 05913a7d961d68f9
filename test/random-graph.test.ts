/**
 * Long random runs of graph changes and merges against a naive model that copies whole graphs at
 * every
 * branching, on each engine; rules in docs/spec/graph.md. WAYMARK_SEED replays a failure.
 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/kernel/json.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { type Random, randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

const STEPS = Number(process.env.WAYMARK_STEPS ?? 1_000);
const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_116);
const MOST_BRANCHES = 14;

const workspace = 'wander';
const IDS = ['a', 'b', 'c', 'd', 'é', '🧭', 'f_', 'g%'];
const RELS = ['supports', 'blocks'];

/** A state as canonical text; null where it was deleted. Stamps grow like seqs do. */
interface Cell {
  readonly state: string | null;
  readonly stamp: number;
}

/** By `node|id` or `edge|from|rel|to`. */
type Graph = Map<string, Cell>;

interface Line {
  readonly base: string | undefined;
  readonly graph: Graph;
  /** The base as it was at the branching. */
  readonly copied: Graph;
  /** What was written on this branch itself. */
  readonly own: Set<string>;
  /** What was last brought over from here, by key. */
  readonly given: Graph;
}

interface Dispute {
  readonly from: string;
  readonly into: string;
  readonly key: string;
  readonly theirs: string | null;
  /** From, key, base and theirs: what a decision for the destination is about. */
  readonly about: string;
  isOpen: boolean;
}

interface Outcome {
  readonly merged: string[];
  readonly skipped: string[];
  /** By the name the model gives them. */
  readonly disputes: Map<string, Dispute>;
}

class Model {
  checkout = 'main';
  stamp = 0;
  readonly lines = new Map<string, Line>([['main', newLine(undefined, new Map())]]);
  readonly disputes = new Map<string, Dispute>();
  readonly kept = new Set<string>();

  line(name: string): Line {
    const line = this.lines.get(name);
    if (!line) throw new Error(`the model has no branch ${name}`);
    return line;
  }

  write(line: Line, key: string, state: string | null): Cell {
    const cell = { state, stamp: ++this.stamp };
    line.graph.set(key, cell);
    line.own.add(key);
    return cell;
  }

  plan(from: string): Outcome {
    const theirs = this.line(from);
    const into = theirs.base ?? '';
    const ours = this.line(into);
    const outcome: Outcome = { merged: [], skipped: [], disputes: new Map() };
    const newestFirst = [...theirs.own].sort(
      (a, b) => (theirs.graph.get(b)?.stamp ?? 0) - (theirs.graph.get(a)?.stamp ?? 0),
    );
    for (const key of newestFirst) {
      const [t, o] = [stateOf(theirs.graph, key), stateOf(ours.graph, key)];
      const base = theirs.given.get(key) ?? theirs.copied.get(key);
      const about = JSON.stringify([from, key, base?.stamp ?? 0, t]);
      const b = base?.state ?? null;
      if (t === b || t === o) outcome.skipped.push(key);
      else if (o === b) outcome.merged.push(key);
      else if (this.kept.has(about)) outcome.skipped.push(key);
      else {
        const dispute = { from, into, key, theirs: t, about, isOpen: true };
        outcome.disputes.set(JSON.stringify([about, o]), dispute);
      }
    }
    return outcome;
  }

  bringOver(from: string, into: string, key: string, state: string | null): void {
    this.line(from).given.set(key, this.write(this.line(into), key, state));
  }
}

function newLine(base: string | undefined, copied: Graph): Line {
  return { base, graph: new Map(copied), copied, own: new Set(), given: new Map() };
}

function stateOf(graph: Graph, key: string): string | null {
  return graph.get(key)?.state ?? null;
}

function isLive(graph: Graph, key: string): boolean {
  return stateOf(graph, key) !== null;
}

function endsOf(key: string): [string, string] {
  const [, from = '', , to = ''] = key.split('|');
  return [from, to];
}

interface Run {
  readonly server: TestSurface;
  readonly model: Model;
  readonly random: Random;
  /** The model's names of conflicts, and the ids they were told under. */
  readonly ids: Map<string, string>;
  readonly seen: { merged: number; conflicts: number; use_from: number; use_into: number };
}

type Step = (run: Run) => Promise<void>;
type Op = JsonObject & { op: string };

async function call(server: TestSurface, tool: string, args: object) {
  const reply = await server.call(tool, { workspace, ...args });
  return { isError: reply.isError, text: reply.text, result: JSON.parse(reply.text).result };
}

function head(server: TestSurface): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

/** Without what the store adds, in one spelling. */
function canonical(shown: JsonObject): string | null {
  const { deleted, last_seq: _seq, last_ts_ms: _ts, ...state } = shown;
  return deleted ? null : JSON.stringify(Object.entries(state).sort());
}

function randomOp(random: Random): Op {
  const [from, to, rel] = [random.pick(IDS), random.pick(IDS), random.pick(RELS)];
  const meta = random.chance(0.3) ? { meta: { weight: random.below(3), why: 'ß' } } : {};
  if (random.chance(0.45)) {
    const title = random.chance(0.7) ? { title: `T${random.below(3)}` } : {};
    const tags = random.chance(0.5) ? ['x', 'y', 'z'].slice(random.below(3)) : [];
    return { op: 'node_upsert', id: from, type: random.pick(['idea', 'test']), ...title, tags };
  }
  if (random.chance(0.6)) return { op: 'edge_upsert', from, rel, to, ...meta };
  return random.chance(0.5)
    ? { op: 'node_delete', id: from }
    : { op: 'edge_delete', from, rel, to };
}

/** False where the operation must be refused. */
function play(model: Model, line: Line, { op, ...fields }: Op): boolean {
  const node = `node|${fields.id}`;
  const edge = `edge|${fields.from}|${fields.rel}|${fields.to}`;
  const state = canonical(fields);
  if (op === 'node_upsert') model.write(line, node, state);
  if (op === 'node_delete') {
    if (!isLive(line.graph, node)) return false;
    for (const key of [...line.graph.keys()]) {
      const touches = key.startsWith('edge|') && endsOf(key).includes(String(fields.id));
      if (touches && isLive(line.graph, key)) model.write(line, key, null);
    }
    model.write(line, node, null);
  }
  if (op === 'edge_upsert') {
    const ends = [`node|${fields.from}`, `node|${fields.to}`];
    if (!ends.every((end) => isLive(line.graph, end))) return false;
    model.write(line, edge, state);
  }
  if (op === 'edge_delete') {
    if (!isLive(line.graph, edge)) return false;
    model.write(line, edge, null);
  }
  return true;
}

const apply: Step = async ({ server, model, random }) => {
  const branch = random.chance(0.8) ? random.pick([...model.lines.keys()]) : undefined;
  const ops = Array.from({ length: 1 + random.below(4) }, () => randomOp(random));
  const line = model.line(branch ?? model.checkout);
  const [graph, own] = [new Map(line.graph), new Set(line.own)];
  const before = await head(server);
  const reply = await call(server, 'graph_apply', { ops, ...(branch ? { branch } : {}) });
  const isGood = ops.every((op) => play(model, line, op));
  expect(reply.isError, reply.text).toBe(!isGood);
  if (isGood) return;
  restore(line.graph, graph);
  for (const key of line.own) if (!own.has(key)) line.own.delete(key);
  expect(await head(server), 'a refused batch leaves no event').toBe(before);
};

function restore(graph: Graph, old: Graph): void {
  graph.clear();
  for (const [key, cell] of old) graph.set(key, cell);
}

const createBranch: Step = async ({ server, model, random }) => {
  if (model.lines.size >= MOST_BRANCHES) return;
  const from = random.pick([...model.lines.keys()]);
  const name = `b${model.lines.size}`;
  const reply = await call(server, 'branch_create', { name, from });
  expect(reply.isError, reply.text).toBe(false);
  model.lines.set(name, newLine(from, new Map(model.line(from).graph)));
};

const checkOut: Step = async ({ server, model, random }) => {
  model.checkout = random.pick([...model.lines.keys()]);
  expect((await call(server, 'checkout', { ref: model.checkout })).isError).toBe(false);
};

interface Page {
  readonly [list: string]: JsonObject[];
}

/** Every page of a list, one after the other. */
async function pages(server: TestSurface, tool: string, args: object): Promise<Page[]> {
  const all: Page[] = [];
  let cursor: number | null = null;
  do {
    const { isError, text, result } = await call(server, tool, { ...args, cursor });
    expect(isError, text).toBe(false);
    all.push(result);
    cursor = result.pagination.next_cursor ?? null;
    expect(result.pagination.has_more).toBe(cursor !== null);
  } while (cursor !== null);
  return all;
}

const merge: Step = async (run) => {
  const { server, model, random, ids, seen } = run;
  const from = random.pick([...model.lines.keys()]);
  const { base } = model.line(from);
  if (base === undefined || random.chance(0.05)) {
    const into = base === undefined ? {} : { into: from };
    const wish = { from, ...into, merge_to_base: base === undefined };
    expect((await call(server, 'graph_merge', wish)).text).toContain('MERGE_NOT_SUPPORTED');
    return;
  }
  const args = { from, ...(random.chance(0.5) ? { into: base } : { merge_to_base: true }) };
  const plan = model.plan(from);
  const before = await head(server);
  const preview = await mergeAll(run, { ...args, dry_run: true }, plan);
  expect(await head(server), 'a preview leaves no event').toBe(before);
  const isNew = [...plan.disputes.keys()].filter((name) => !model.disputes.has(name));
  for (const [name, id] of preview.ids) {
    expect(ids.get(name) ?? id, 'the same conflict has the same id').toBe(id);
    expect([...ids].find(([, other]) => other === id)?.[0] ?? name).toBe(name);
  }
  expect(preview.created).toBe(0);
  if (random.chance(0.3)) return;
  const real = await mergeAll(run, args, plan);
  expect(real.ids).toEqual(preview.ids);
  expect(real.created).toBe(isNew.length);
  for (const [name, id] of real.ids) ids.set(name, id);
  for (const key of plan.merged) {
    model.bringOver(from, base, key, stateOf(model.line(from).graph, key));
  }
  for (const [name, dispute] of plan.disputes) {
    if (!model.disputes.has(name)) model.disputes.set(name, dispute);
  }
  seen.merged += plan.merged.length;
  seen.conflicts += isNew.length;
};

/** Runs a merge page by page, holds it against the plan, and gives the ids by the model's names. */
async function mergeAll({ server, random }: Run, args: object, plan: Outcome) {
  const told = await pages(server, 'graph_merge', { ...args, limit: 3 + random.below(30) });
  const sum = (field: string) =>
    told.reduce((total, page) => total + Number(page[field] as unknown), 0);
  expect([sum('merged'), sum('skipped')]).toEqual([plan.merged.length, plan.skipped.length]);
  const conflicts = told.flatMap((page) => page.conflicts ?? []);
  const byKey = new Map(conflicts.map((each) => [`${each.kind}|${each.key}`, each]));
  expect([...byKey.keys()].sort()).toEqual(
    [...plan.disputes.values()].map((dispute) => dispute.key).sort(),
  );
  const ids = new Map(
    [...plan.disputes].map(([name, { key }]) => [name, String(byKey.get(key)?.conflict_id)]),
  );
  return { ids, created: sum('conflicts_created') };
}

const resolve: Step = async ({ server, model, random, ids, seen }) => {
  const into = random.pick(['main', ...[...model.disputes.values()].map((each) => each.into)]);
  const open = [...model.disputes].filter(([, each]) => each.isOpen && each.into === into);
  const listed = await pages(server, 'graph_conflicts', { into, limit: 1 + random.below(5) });
  expect(listed.flatMap((page) => page.conflicts ?? []).map((each) => each.conflict_id)).toEqual(
    expect.arrayContaining(open.map(([name]) => ids.get(name))),
  );
  expect(listed.flatMap((page) => page.conflicts ?? [])).toHaveLength(open.length);
  if (open.length === 0) return;
  const [name, dispute] = random.pick(open);
  const resolution = random.pick(['use_from', 'use_into'] as const);
  const args = { conflict_id: ids.get(name), resolution };
  const reply = await call(server, 'graph_conflict_resolve', args);
  expect(reply.result, reply.text).toMatchObject({ applied: resolution === 'use_from' });
  dispute.isOpen = false;
  if (resolution === 'use_into') model.kept.add(dispute.about);
  else model.bringOver(dispute.from, into, dispute.key, dispute.theirs);
  expect((await call(server, 'graph_conflict_resolve', args)).isError).toBe(true);
  seen[resolution] += 1;
};

const query: Step = async ({ server, model, random }) => {
  const branch = random.pick([...model.lines.keys()]);
  const { graph } = model.line(branch);
  const include_deleted = random.chance(0.4);
  const args = { branch, include_deleted, limit: 1 + random.below(9) };
  const told = await pages(server, 'graph_query', args);
  const wanted = [...graph].filter(([, cell]) => include_deleted || cell.state !== null);
  const nodes = told.flatMap((page) => page.nodes ?? []);
  expect(nodes.map((node) => [`node|${node.id}`, canonical(node)])).toEqual(
    wanted
      .filter(([key]) => key.startsWith('node|'))
      .sort(([, a], [, b]) => b.stamp - a.stamp)
      .map(([key, cell]) => [key, cell.state]),
  );
  for (const page of told) {
    const shown = new Set((page.nodes ?? []).map((node) => node.id));
    const between = wanted.filter(
      ([key]) => key.startsWith('edge|') && endsOf(key).every((end) => shown.has(end)),
    );
    expect(
      (page.edges ?? []).map((e) => [`edge|${e.from}|${e.rel}|${e.to}`, canonical(e)]).sort(),
    ).toEqual(between.map(([key, cell]) => [key, cell.state]).sort());
  }
};

const compare: Step = async ({ server, model, random }) => {
  const [from, to] = [random.pick([...model.lines.keys()]), random.pick([...model.lines.keys()])];
  const told = await pages(server, 'graph_diff', { from, to, limit: 5 + random.below(60) });
  const changes = told.flatMap((page) => page.changes ?? []);
  const seqs = changes.map((change) => Number((change.to as JsonObject).last_seq));
  expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
  const [before, after] = [model.line(from).graph, model.line(to).graph];
  const expected = [...after].filter(([key, cell]) => cell.state !== stateOf(before, key));
  const keyOf = (change: JsonObject) => {
    const edge = change.key as JsonObject;
    return change.kind === 'node' ? change.id : `${edge.from}|${edge.rel}|${edge.to}`;
  };
  expect(
    changes.map((each) => [`${each.kind}|${keyOf(each)}`, canonical(each.to as JsonObject)]).sort(),
  ).toEqual(expected.map(([key, cell]) => [key, cell.state]).sort());
};

const validate: Step = async ({ server, model, random }) => {
  const branch = random.pick([...model.lines.keys()]);
  const { graph } = model.line(branch);
  const { result } = await call(server, 'graph_validate', { branch, max_errors: 500 });
  const live = [...graph.keys()].filter((key) => isLive(graph, key));
  const edges = live.filter((key) => key.startsWith('edge|'));
  const loose = edges.filter((key) => !endsOf(key).every((end) => isLive(graph, `node|${end}`)));
  expect(result.stats).toEqual({ nodes: live.length - edges.length, edges: edges.length });
  expect(result.errors.map((each: JsonObject) => `edge|${each.key}`).sort()).toEqual(loose.sort());
  expect(result.ok).toBe(loose.length === 0);
};

const STEP_KINDS: readonly Step[] = [
  ...Array<Step>(8).fill(apply),
  ...Array<Step>(3).fill(merge),
  ...Array<Step>(2).fill(resolve),
  ...[createBranch, checkOut, query, compare, validate],
];

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  it(`[G20] [G22] [G27] ${STEPS} steps agree with the model, and rebuild alike (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      await server.call('init', { workspace });
      const random = randomFrom(SEED);
      const seen = { merged: 0, conflicts: 0, use_from: 0, use_into: 0 };
      const run: Run = { server, model: new Model(), random, ids: new Map(), seen };
      for (let step = 0; step < STEPS; step++) await random.pick(STEP_KINDS)(run);
      const { store } = server.surface;
      expect(await store.check()).toEqual([]);
      await store.rebuild();
      expect(await store.check()).toEqual([]);
      for (let last = 0; last < 10; last++) for (const look of [query, compare]) await look(run);
      if (STEPS >= 1_000) expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
    } finally {
      await server.close();
    }
  }, 180_000);
});
