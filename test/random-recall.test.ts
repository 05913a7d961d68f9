/**
 * Random runs of everything that recall finds, on all engines at once: the same calls give the same
 * answers, what holds is found by its own words, and what was deleted does not come back.
 * WAYMARK_SEED replays a failure, WAYMARK_STEPS lengthens a run.
 */

import { expect, it } from 'vitest';
import { RECALL_KINDS, type RecallKind } from '../src/recall/terms/recall-kinds.ts';
import { isSuperseded } from '../src/recall/terms/recall-text.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { randomFrom } from './support/random.ts';
import { ask, newRun, type Run, someWords, type Written } from './support/recall-model/run.ts';
import { STEP_KINDS } from './support/recall-model/steps.ts';
import { openTestSurface } from './support/surface.ts';
import type { Shown } from './support/task-world.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_120);
const STEPS = Number(process.env.WAYMARK_STEPS ?? 140);
/** Steps between two comparisons of everything. */
const INTERVAL = 70;
const QUERIES = 30;
/** All but outputs and conflicts, which take more than one call. */
const KINDS_WRITTEN = RECALL_KINDS.length - 2;

async function begin(): Promise<Run> {
  const servers = [];
  for (const engine of MAIN_ENGINES) servers.push(await openTestSurface({ engine }));
  const run = newRun(servers, randomFrom(SEED));
  await ask(run, 'init', {});
  return run;
}

async function hitsOf(run: Run, args: object): Promise<readonly Shown[]> {
  return (await ask(run, 'recall', args))?.hits ?? [];
}

/** How far down a text may stand for a word that only it has. */
const FIRST = 3;

const CONTAINERS: readonly RecallKind[] = ['session', 'plan', 'task', 'notebook'];

async function expectFound(run: Run, { kind, word, standing }: Written): Promise<void> {
  // Under the title of a container its members are found too, and before it.
  const isContainer = CONTAINERS.includes(kind);
  const hits = await hitsOf(run, { query: word, ...(isContainer ? { kinds: [kind] } : {}) });
  const all = hits.filter((hit) => hit.text.includes(word));
  const what = `${kind} ${word} ${standing}: ${JSON.stringify(hits.slice(0, FIRST))}`;
  if (standing === 'gone') expect(all, what).toEqual([]);
  else {
    // What no longer holds stands below its neighbours that do.
    const first = hits.slice(0, standing === 'live' ? FIRST : hits.length);
    const own = first.find((hit) => hit.kind === kind && hit.text.includes(word));
    expect(own, what).toBeDefined();
    expect(isSuperseded(own?.state), what).toBe(standing === 'marked');
    const opened = await ask(run, 'recall', { id: own?.id });
    expect(opened?.id ?? opened?.choices, what).toBeDefined();
  }
}

const CARDS = ['card', 'question'];

/** By the words that the branch sees, and by no others; and everything that it sees is listed. */
async function expectSeen(run: Run): Promise<void> {
  for (const { kind, word } of run.written) {
    if (!CARDS.includes(kind)) continue;
    const branch = run.random.pick(run.branches);
    const seen = [...(run.seen.get(branch) ?? [])].find(([, { text }]) => text.word === word);
    const hits = await hitsOf(run, { branch, query: word, kinds: CARDS });
    const own = hits.filter((hit) => hit.text.includes(word));
    const what = `${word} on ${branch}: ${JSON.stringify(hits.slice(0, FIRST))}`;
    // Where several documents have a card of that name, its place comes with it.
    const states = own.map(({ id, state }) => [id.split('@')[0], state]);
    const state = seen?.[1].isDeleted ? 'deleted' : undefined;
    expect(states, what).toEqual(seen ? [[seen[0], state]] : []);
  }
  for (const [branch, cards] of run.seen) {
    const texts: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Shown = await ask(run, 'recall', { branch, kinds: CARDS, limit: 7, cursor });
      for (const { text, state } of page.hits) if (state !== 'deleted') texts.push(text);
      cursor = page.cursor;
    } while (cursor !== undefined);
    const live = [...cards.values()].filter(({ isDeleted }) => !isDeleted);
    const listed = live.filter(({ text: { word } }) => texts.some((text) => text.includes(word)));
    expect([listed.length, texts.length], branch).toEqual([live.length, live.length]);
  }
}

/** Whatever is asked, the engines answer with the same text; `ask` compares. */
async function askAround(run: Run): Promise<readonly Shown[]> {
  const { random } = run;
  const answers: Shown[] = [];
  for (let n = 0; n < QUERIES; n++) {
    const kinds = [random.pick(RECALL_KINDS), random.pick(RECALL_KINDS)];
    const word = random.chance(0.3) ? random.pick(run.written).word.slice(0, 5) : '';
    const query = `${someWords(run, 4)} ${word}${random.chance(0.2) ? '*' : ''}`.trim();
    answers.push(
      await ask(run, 'recall', {
        ...(random.chance(0.8) ? { query } : {}),
        ...(random.chance(0.3) ? { kinds } : {}),
        ...(random.chance(0.1) ? { branch: random.pick(run.branches) } : {}),
        ...(random.chance(0.1) ? { since: '2026-01-05T09:02Z' } : {}),
        ...{ limit: 1 + random.below(30), explain: random.chance(0.5) },
      }),
    );
  }
  return answers;
}

async function expectSameState(run: Run): Promise<void> {
  for (const each of run.written) await expectFound(run, each);
  await expectSeen(run);
  const hits = await hitsOf(run, { limit: 100 });
  expect(hits.length).toBeGreaterThan(20);
}

/** The journal alone explains the index: a rebuild changes nothing. */
async function rebuild(run: Run): Promise<void> {
  const query = { query: someWords(run, 3), limit: 50 };
  const before = await hitsOf(run, query);
  for (const { surface } of run.servers) {
    expect(await surface.store.check()).toEqual([]);
    await surface.store.rebuild();
    expect(await surface.store.check()).toEqual([]);
  }
  expect(await hitsOf(run, query)).toEqual(before);
}

it(
  `[RC10] [RC17] [RC24] ${STEPS} steps are found alike on all engines (seed ${SEED})`,
  async () => {
    const run = await begin();
    try {
      for (run.step = 1; run.step <= STEPS; run.step++) {
        await run.random.pick(STEP_KINDS)(run);
        if (run.step % INTERVAL !== 0) continue;
        await expectSameState(run);
        await askAround(run);
      }
      await rebuild(run);
      await expectSameState(run);
      const kinds = new Set(run.written.map((each) => each.kind));
      if (STEPS >= 200) expect(kinds.size).toBe(KINDS_WRITTEN);
    } catch (error) {
      if (error instanceof Error) {
        error.message = `seed ${SEED}, step ${run.step}, last ${run.last}\n${error.message}`;
      }
      throw error;
    } finally {
      for (const server of run.servers) await server.close();
    }
  },
  Math.max(600_000, STEPS * 1_000),
);
