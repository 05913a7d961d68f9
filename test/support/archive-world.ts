/** A database with sessions, the commands that archive it, and directories as values. */

import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { configFor } from '../../src/cli/config-for.ts';
import { openSurface } from '../../src/cli/open-surface.ts';
import type { Outside } from '../../src/cli/outside.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { reasoningBranchName } from '../../src/domain/thoughts/session.ts';
import type { ClientReply } from '../../src/operations/declaration/define-operation.ts';
import { viewOf } from '../../src/operations/steps/branch-ref.ts';
import type { Store } from '../../src/store/port.ts';
import { dispatch } from '../../src/surface/dispatch.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { ENGINES, type TestEngine } from './engines.ts';
import { QUIET } from './outside.ts';
import { TESTER } from './surface.ts';
import type { Shown } from './task-world.ts';

export interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly logged: string;
}

export interface ArchiveWorld {
  /** A directory for the test, not the one of the database. */
  readonly root: string;
  readonly store: Store;
  /** The time; each reading of the clock adds a second. */
  nowMs: number;
  /** The workspace of the sessions and of the commands. */
  workspace: string;
  /** The answer to a call of the gateway, which must succeed. */
  ask(args: object, reply?: ClientReply): Promise<Shown>;
  /** Starts a session and loads the cipher; returns the id of the session. */
  begin(request?: object): Promise<string>;
  /** Runs a command on this database. */
  run(...words: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

export async function openArchiveWorld(engine: TestEngine): Promise<ArchiveWorld> {
  const place = await engine.migrated();
  const root = mkdtempSync(join(tmpdir(), 'waymark-archive-'));
  let ids = 0;
  const outsideFor = (print: (text: string) => void, log: (text: string) => void): Outside => ({
    ...QUIET,
    env: {},
    cwd: root,
    home: root,
    now: () => {
      world.nowMs += 1000;
      return world.nowMs;
    },
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    print,
    log,
  });
  const quiet = outsideFor(
    () => {},
    () => {},
  );
  const { dataDir, databaseUrl } = place;
  const flags = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  let surface: Surface | undefined;
  const world: ArchiveWorld = {
    root,
    get store() {
      if (!surface) throw new Error('the database is not open');
      return surface.store;
    },
    nowMs: Date.UTC(2025, 11, 7, 9),
    workspace: 'acme',
    async ask(args, reply) {
      if (!surface) throw new Error('the database is not open');
      const call = { tool: 'thoughtbox_gateway', args: { workspace: world.workspace, ...args } };
      const answer = await dispatch(surface, call, TESTER, { reply });
      expect(answer.isError, answer.text).toBe(false);
      return JSON.parse(answer.text);
    },
    async begin(request = {}) {
      const { sessionId } = await world.ask({ operation: 'start_new', ...request });
      await world.ask({ operation: 'cipher' });
      return sessionId;
    },
    async run(...words) {
      let printed = '';
      let logged = '';
      const outside = outsideFor(
        (text) => {
          printed += text;
        },
        (text) => {
          logged += `${text}\n`;
        },
      );
      const all = [...words, ...place.flags, '--workspace', world.workspace];
      return { code: await runCommandLine(all, outside), printed, logged };
    },
    async close() {
      await surface?.store.close();
      await place.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
  surface = await openSurface(await configFor(quiet, flags), quiet);
  return world;
}

export const think = (thought: string, more: object = {}) => ({
  operation: 'thought',
  thought,
  nextThoughtNeeded: true,
  ...more,
});

/** The reply of the client's model with a critique. */
export function critiqueOf(session: string, number: number, text: string, chain = ''): ClientReply {
  const state = JSON.stringify({ session, chain, number });
  return { kind: 'sampling', text, model: 'critic-1', state } as ClientReply;
}

export interface Samples {
  /** In `_default`, with a branch, a revision, a critique and a text that looks like a secret. */
  readonly first: string;
  /** In `atlas`, with one thought. */
  readonly second: string;
  /** The directory of the first. */
  readonly at: string;
}

const SCAN = 'S2|E|S1|A full scan, token=hunter2secret';

export async function recordSamples(world: ArchiveWorld): Promise<Samples> {
  const first = await world.begin({ sessionTitle: 'Why is it slow?', tags: ['perf', 'ünï'] });
  await world.ask(think('S1|H|The index is missing'));
  await world.ask(think(SCAN, { critique: true }));
  await world.ask(think('Another cause', { branchId: 'other-cause', branchFromThought: 1 }));
  await world.ask(think('On second thought', { revisesThought: 1 }));
  await world.ask(think(SCAN), critiqueOf(first, 2, 'Is it?'));
  const second = await world.begin({ project: 'atlas', description: 'Maps' });
  await world.ask(think('Done', { nextThoughtNeeded: false }));
  return { first, second, at: `projects/_default/sessions/2025-12/${first}` };
}

/** Exports to a new or an existing directory, which must succeed. */
export async function exportTo(world: ArchiveWorld, name: string, ...words: readonly string[]) {
  const { code, logged } = await world.run('export', '--out', name, ...words);
  expect(code, logged).toBe(0);
  return name;
}

/** Larger files are sparse: a test creates them quickly, and their content is never read. */
const LARGE = 100_000_000;

/** Every path below a directory with its content; a link is shown by its target. */
export function treeOf(directory: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  const walk = (folder: string, prefix: string) => {
    for (const name of readdirSync(folder).sort()) {
      const [path, shown] = [join(folder, name), `${prefix}${name}`];
      const stat = lstatSync(path);
      if (stat.isSymbolicLink()) tree[shown] = `-> ${readlinkSync(path)}`;
      else if (stat.isDirectory()) walk(path, `${shown}/`);
      else if (!stat.isFile() || stat.size > LARGE) tree[shown] = `(${stat.size} bytes)`;
      else tree[shown] = readFileSync(path, 'utf8');
    }
  };
  if (existsSync(directory)) walk(directory, '');
  return tree;
}

/** The cards and edges of a session, sorted. */
export function reasoningOf(store: Store, workspace: string, id: string) {
  return store.read(workspace, async (tx) => {
    const branch = await tx.branches.byName(reasoningBranchName(id));
    if (!branch) return { nodes: [], edges: [] };
    const view = await viewOf(tx, branch);
    const nodes = await tx.graph.nodes(view, 'graph', {}, { limit: 1000 });
    const edges = await tx.graph.edges(view, 'graph', { limit: 1000 });
    return {
      nodes: nodes.map(({ key, state }) => JSON.stringify([key, state])).sort(),
      edges: edges.map(({ key }) => key).sort(),
    };
  });
}

type SampledWorld = Samples & { readonly world: ArchiveWorld };

/** Opens one world with the samples for a test file, and passes it on before each test. */
export function eachWithSamples(give: (samples: SampledWorld) => void): void {
  let samples: SampledWorld;
  beforeAll(async () => {
    const [engine] = ENGINES;
    if (!engine) throw new Error('there is no engine to test on');
    const world = await openArchiveWorld(engine);
    samples = { world, ...(await recordSamples(world)) };
  });
  beforeEach(() => {
    samples.world.workspace = 'acme';
    give(samples);
  });
  afterAll(() => samples.world.close());
}
