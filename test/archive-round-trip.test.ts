/** Random sessions are exported, imported, and exported again as the same bytes. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRANULARITIES } from '../src/compat/archive/format/partition.ts';
import { readStoredSession } from '../src/compat/archive/read-stored-session.ts';
import {
  type ArchiveWorld,
  critiqueOf,
  openArchiveWorld,
  reasoningOf,
  think,
  treeOf,
} from './support/archive-world.ts';
import { MAIN_ENGINES } from './support/engines.ts';

interface Step {
  readonly chain: string;
  readonly number: number;
  readonly text: string;
  /** Which of the thoughts it revises, if any. */
  readonly revises: number | undefined;
  readonly waitMs: number;
  readonly more: boolean;
  readonly unsure: boolean;
  readonly critique: string | undefined;
}

interface Plan {
  readonly title: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly project: string;
  readonly begunMs: number;
  readonly steps: readonly Step[];
}

const words = fc.constantFrom('slow', 'naïve', '→ ∴ ⊕S1', '日本語', '🧭 compass', 'a "quote" \\ /');
const line = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));

const cipher = fc
  .record({ label: fc.integer({ min: 1, max: 6 }), to: fc.integer({ min: 1, max: 6 }), line })
  .map(
    ({ label, to, line: said }) => `S${label}|E|S${to}|${said}\nS${label + 1}|C|${said} [S${to}]`,
  );

const step: fc.Arbitrary<Step> = fc.record({
  chain: fc.constantFrom('', '', '', 'alt', 'b-2', '10', 'constructor'),
  number: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 998, max: 1002 })),
  text: fc.oneof(
    line,
    cipher,
    fc.string({ unit: 'grapheme', minLength: 1 }).map((it) => `x${it}`),
  ),
  revises: fc.option(fc.nat(20), { nil: undefined }),
  waitMs: fc.integer({ min: 1, max: 90_000_000 }),
  more: fc.boolean(),
  unsure: fc.boolean(),
  critique: fc.option(line, { nil: undefined, freq: 4 }),
});

const plan: fc.Arbitrary<Plan> = fc.record({
  title: line,
  description: fc.option(fc.oneof(line, fc.constant('')), { nil: undefined }),
  tags: fc.uniqueArray(fc.constantFrom('perf', 'ünï', 'Größe', 'a b', '标签'), { maxLength: 3 }),
  project: fc.constantFrom('_default', 'atlas', 'A.b-c_1'),
  begunMs: fc.integer({ min: Date.UTC(2024, 11, 20), max: Date.UTC(2027, 0, 12) }),
  steps: fc.array(step, { maxLength: 14, size: 'max' }),
});

async function perform(world: ArchiveWorld, request: Plan): Promise<string> {
  world.nowMs = request.begunMs;
  const { title, description, tags, project } = request;
  const id = await world.begin({ sessionTitle: title, description, tags, project });
  const chains = new Map<string, number[]>();
  for (const each of request.steps) {
    const main = chains.get('') ?? [];
    // A branch needs a thought to start from.
    const chain = main.length === 0 ? '' : each.chain;
    const own = chains.get(chain) ?? [];
    if (own.includes(each.number)) continue;
    const candidates = [...own, ...main];
    const origin = chain === '' || own.length > 0 ? undefined : main[each.number % main.length];
    world.nowMs += each.waitMs;
    await world.ask(
      think(each.text, {
        sessionId: id,
        thoughtNumber: each.number,
        totalThoughts: (each.number % 5) + 1,
        nextThoughtNeeded: each.more,
        needsMoreThoughts: each.unsure,
        critique: each.critique !== undefined,
        ...(chain === '' ? {} : { branchId: chain }),
        ...(origin === undefined ? {} : { branchFromThought: origin }),
        ...(each.revises === undefined || candidates.length === 0
          ? {}
          : { revisesThought: candidates[each.revises % candidates.length] }),
      }),
    );
    chains.set(chain, [...own, each.number]);
    if (each.critique !== undefined) {
      await world.ask(think(each.text), critiqueOf(id, each.number, each.critique, chain));
    }
  }
  return id;
}

/** A thought as it is stored, without its place in the journal. */
async function thoughtsOf(world: ArchiveWorld, id: string) {
  const session = await world.store.read(world.workspace, (tx) => readStoredSession(tx, id));
  return {
    order: session?.chains.map(({ name }) => name),
    isComplete: session?.isComplete,
    thoughts: session?.thoughts.map(({ seq: _seq, ...thought }) => thought),
  };
}

/** The files are the same whatever the engine is; there each run takes several times as long. */
const ON_POSTGRES = 8;

describe.each(MAIN_ENGINES)('a round trip on $name', (engine) => {
  const runs = (usual: number) => (engine.name === 'postgres' ? ON_POSTGRES : usual);
  let world: ArchiveWorld;
  let used = 0;
  beforeAll(async () => {
    world = await openArchiveWorld(engine);
  });
  afterAll(() => world.close());

  it('[AR21] [AR26] gives the same bytes, thoughts, cards and edges', async () => {
    const plans = fc.array(plan, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(plans, fc.constantFrom(...GRANULARITIES), async (sessions, partition) => {
        used += 1;
        const [source, copy] = [`source-${used}`, `copy-${used}`];
        world.workspace = source;
        const ids: string[] = [];
        for (const each of sessions) ids.push(await perform(world, each));
        const words = ['--partition', partition];
        expect(await world.run('export', '--out', source, ...words)).toMatchObject({ code: 0 });
        const verified = await world.run('verify', source, '--json');
        expect(verified, verified.printed).toMatchObject({ code: 0 });
        world.workspace = copy;
        expect(await world.run('import', source)).toMatchObject({ code: 0, logged: '' });
        expect(await world.run('export', '--out', copy, ...words)).toMatchObject({ code: 0 });
        const [before, after] = [source, copy].map((name) => treeOf(join(world.root, name)));
        expect(after).toEqual(before);
        for (const id of ids) {
          const both = [source, copy].map(async (workspace) => {
            const graph = await reasoningOf(world.store, workspace, id);
            return {
              graph,
              ...(await thoughtsOf({ ...world, workspace, store: world.store }, id)),
            };
          });
          const [old, made] = await Promise.all(both);
          expect(made).toEqual(old);
        }
        for (const name of [source, copy]) rmSync(join(world.root, name), { recursive: true });
      }),
      { seed: 1731, numRuns: runs(25), endOnFailure: true },
    );
    expect(await world.store.check()).toEqual([]);
  });

  it('[AR25] [AR26] gives the same bytes if the clock stood still or was set back', async () => {
    const jumpy = step.chain((each) =>
      fc.constantFrom(-1000, -1000, -1001, -5000, 0).map((waitMs) => ({ ...each, waitMs })),
    );
    const plans = fc.record({ plan, steps: fc.array(jumpy, { minLength: 4, maxLength: 14 }) });
    await fc.assert(
      fc.asyncProperty(plans, async ({ plan: calm, steps }) => {
        used += 1;
        const [source, copy] = [`source-${used}`, `copy-${used}`];
        world.workspace = source;
        await perform(world, { ...calm, steps });
        await world.run('export', '--out', source);
        world.workspace = copy;
        expect(await world.run('import', source)).toMatchObject({ code: 0, logged: '' });
        await world.run('export', '--out', copy);
        const [before, after] = [source, copy].map((name) => treeOf(join(world.root, name)));
        expect(after).toEqual(before);
        for (const name of [source, copy]) rmSync(join(world.root, name), { recursive: true });
      }),
      { seed: 1729, numRuns: runs(20), endOnFailure: true },
    );
  });

  it('[AR28] omits the agents, and dates the cards from the import', async () => {
    world.workspace = 'source-last';
    world.nowMs = Date.UTC(2025, 0, 1);
    const id = await world.begin();
    await world.ask(think('S1|H|It is so'));
    await world.run('export', '--out', 'last');
    world.workspace = 'copy-last';
    world.nowMs = Date.UTC(2026, 0, 1);
    await world.run('import', 'last', '--agent', 'archivist');
    const events = await world.store.read(world.workspace, (tx) => tx.journal.after(0, 100));
    const kept = events.filter(({ type }) => /^(thought|session|card)_/.test(type));
    expect(kept.map(({ type }) => type)).toEqual([
      'session_started',
      'session_graph_opened',
      'thought_recorded',
      'card_recorded',
    ]);
    expect(
      kept.every(({ agent, tsMs }) => agent === 'archivist' && tsMs > world.nowMs - 60_000),
    ).toBe(true);
    const session = await world.store.read(world.workspace, (tx) => tx.thoughts.session(id));
    expect(new Date(session?.createdMs ?? 0).getUTCFullYear()).toBe(2025);
    expect(session?.accessedMs).toBe(session?.updatedMs);
  });
});
